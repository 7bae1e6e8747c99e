import { describe, expect, it } from 'vitest';
import { Origin } from './origins';

describe('the origin of a site', () => {
  it.each([
    ['https://shop.example.com', 'https://shop.example.com'],
    ['shop.example.com', 'https://shop.example.com'],
    [' HTTPS://Shop.Example.com/contacts?a=1#b ', 'https://shop.example.com'],
    ['https://shop.example.com:443/', 'https://shop.example.com'],
    ['https://shop.example.com:8443', 'https://shop.example.com:8443'],
    ['http://shop.example.com:80', 'http://shop.example.com'],
    ['http://localhost:8080/page', 'http://localhost:8080'],
    ['http://localhost.example.com/page', 'http://localhost.example.com'],
  ])('of %s is %s', (typed, origin) => {
    expect(Origin.parse(typed)).toBe(origin);
  });

  it.each([
    '',
    '*',
    'null',
    'javascript:alert(1)',
    'ftp://shop.example.com',
    'https://me@shop.example.com',
    'http://router',
  ])('is not %s', (typed) => {
    expect(Origin.safeParse(typed).error?.issues[0]?.message).toBe('request_forms.origin');
  });
});
