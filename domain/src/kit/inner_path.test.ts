import fc from 'fast-check';
import { expect, test } from 'vitest';
import { innerPath } from './inner_path';

/** As a browser reads addresses; the domain's types know no platform. */
const { URL: Address } = globalThis as unknown as { URL: new (path: string, base: string) => { origin: string } };

test('what passes stays on the site, whatever a browser makes of it', () => {
  const nasty = fc.constantFrom(
    '/',
    '\\',
    '\t',
    '\n',
    '\r',
    ' ',
    '//',
    '/\\',
    '@',
    ':',
    '?',
    '#',
    '.',
    'evil.example',
    '%2f',
  );
  const paths = fc.array(fc.oneof(nasty, fc.string({ unit: 'binary', maxLength: 3 })), { maxLength: 8 });
  fc.assert(
    fc.property(paths, (parts) => {
      const path = innerPath(`/${parts.join('')}`);
      if (path !== null) expect(new Address(path, 'https://lanka.example').origin).toBe('https://lanka.example');
    }),
  );
});

test.each([
  ['/cp/orders?status=Pending&q=а#x', true],
  ['/', true],
  ['', false],
  ['cp', false],
  ['https://evil.example', false],
  ['//evil.example', false],
  ['/\\evil.example', false],
  ['/\t/evil.example', false],
  [`/${'a'.repeat(1000)}`, false],
])('%j: %s', (path, inner) => {
  expect(innerPath(path)).toBe(inner ? path : null);
});
