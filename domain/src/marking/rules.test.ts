import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { barcodeWarnings, codeInLink, internalCode, MAX_INTERNAL_NUMBER, readingsOf } from '../kit/barcode';
import { SaveMarkingBody } from './contract';
import { barsFor, modulesOf, orderNumberIn, redirectTo, symbolFor } from './rules';

describe('internal codes', () => {
  it('are EAN-13 of the numbers for use in one’s own house, each number its own', () => {
    expect(internalCode(1)).toBe('2000000000015');
    const number = fc.integer({ min: 1, max: MAX_INTERNAL_NUMBER });
    fc.assert(
      fc.property(number, number, (a, b) => {
        expect(internalCode(a)).toMatch(/^20\d{11}$/);
        expect(barcodeWarnings(internalCode(a))).toEqual([]);
        expect(barsFor(internalCode(a))).toBe('ean13');
        expect(internalCode(a) === internalCode(b)).toBe(a === b);
      }),
    );
  });
});

describe('what is drawn', () => {
  it.each([
    ['4820000000017', 'ean13'],
    // a wrong check digit would be refused by scanners that know EAN
    ['4820000000018', 'code128'],
    ['96385074', 'ean8'],
    ['036000291452', 'upca'],
    ['AB-12', 'code128'],
    ['Футболка-1', null],
  ])('%s as %s', (code, symbol) => expect(barsFor(code)).toBe(symbol));

  it.each([
    ['4820000000017', 'barcode', 54, 'ean13'],
    ['4820000000017', 'qr', 54, 'qrcode'],
    // too narrow for bars
    ['4820000000017', 'barcode', 20, 'qrcode'],
    ['A'.repeat(60), 'barcode', 54, 'qrcode'],
    ['Футболка-1', 'barcode', 54, 'qrcode'],
  ] as const)('%s, %s on %d mm as %s', (code, type, width, symbol) =>
    expect(symbolFor(code, type, width)).toBe(symbol),
  );

  it('knows how wide the bars are', () => {
    expect(modulesOf('ean13', '4820000000017')).toBe(113);
    // two digits in one sign
    expect(modulesOf('code128', '1234567890')).toBeLessThan(modulesOf('code128', 'ABCDEFGHIJ'));
  });
});

describe('addresses', () => {
  it.each([
    ['https://shop.ua/item', 'https://shop.ua/item?code=482'],
    ['https://shop.ua/item?from=label', 'https://shop.ua/item?from=label&code=482'],
    ['https://shop.ua/item#size', 'https://shop.ua/item?code=482#size'],
    ['https://shop.ua/p/{code}.html', 'https://shop.ua/p/482.html'],
  ])('%s with a code', (address, expected) => {
    expect(redirectTo(address, '482')).toBe(expected);
  });

  it.each([
    'javascript:alert(1)',
    'data:text/html,x',
    'ftp://shop.ua',
    'https://user@shop.ua',
    'https://{code}.ua',
    'shop',
  ])('%s is no address to lead to', (redirect_url) =>
    expect(SaveMarkingBody.safeParse({ code_type: 'qr', redirect_url }).success).toBe(false),
  );

  it('keeps the place of the code', () => {
    const { redirect_url } = SaveMarkingBody.parse({ code_type: 'qr', redirect_url: 'shop.ua/p/{code}?a=1' });
    expect(redirect_url).toBe('https://shop.ua/p/{code}?a=1');
  });

  it.each([
    ['4820000000017', '4820000000017'],
    [' AB/12 ', 'AB/12'],
    ['https://lanka.example.com/q/fabryka/2000000000015/k3J9x2aBcD', '2000000000015'],
    ['https://lanka.example.com/q/fabryka/%D0%A4-1/k3J9x2aBcD', 'Ф-1'],
    ['https://shop.ua/item?code=482', '482'],
    ['https://shop.ua/p/482', '482'],
    ['https://shop.ua', 'https://shop.ua'],
    ['https://shop.ua/%', 'https://shop.ua/%'],
  ])('%s holds %s', (scanned, code) => expect(codeInLink(scanned)).toBe(code));

  it.each([
    ['482', [['482']]],
    ['ЕЗ-024-21', [['ЕЗ-024-21'], ['TP-024-21']]],
    ['реезіЖ..дюгф.й.афикнлф.482.лУн', [['реезіЖ..дюгф.й.афикнлф.482.лУн'], ['https://l.ua/q/fabryka/482/kEy', '482']]],
  ])('%s may be %s', (scanned, codes) => expect(readingsOf(scanned)).toEqual(codes));

  it('finds again what it has put in, whatever the code', () => {
    const code = fc.string({ minLength: 1, maxLength: 60, unit: 'grapheme' }).filter((text) => text.trim() === text);
    fc.assert(
      fc.property(code, (text) => {
        fc.pre(!/^https?:/i.test(text) && text.isWellFormed() && !['.', '..'].includes(text));
        expect(codeInLink(redirectTo('https://shop.ua/item', text))).toBe(text);
      }),
    );
  });

  it.each([
    ['1042', 1042],
    ['№ 1042', 1042],
    ['#1042', 1042],
    ['4820000000017', null],
    ['AB-1', null],
  ])('%s is the order %s', (text, number) => expect(orderNumberIn(text)).toBe(number));
});
