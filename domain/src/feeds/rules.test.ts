import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { groupTitle, suggestGroups, variantOptions } from './groups';
import { htmlToText } from './plain-text';
import {
  convertToKopecks,
  hasRightCheckDigit,
  joinOptions,
  readAvailability,
  readBarcode,
  readMillimetres,
  readPrice,
  readRate,
  readSides,
  readStock,
  readWeightGrams,
  splitImages,
} from './rules';
import { normaliseHeader, OPTION_HEADER, optionHeader, ownTemplate } from './template';

test.each([
  ['799.0', 79900],
  ['1 234,50', 123450],
  ['1\u00a0234.5', 123450],
  ['1,234.50', 123450],
  ['1.234,50', 123450],
  ['1,234,567', 123456700],
  ['1700 UAH', 170000],
  ['UAH 1700', 170000],
  ['799 грн.', 79900],
  ['₴99', 9900],
  ['12.345', 1235],
  ['0,5', 50],
  ['.5', 50],
  ['0', 0],
  ['', 'empty'],
  ['-', 'empty'],
  ['-5', 'negative'],
  ['1,234', 'ambiguous'],
  ['від 100', 'invalid'],
  ['100-200', 'invalid'],
  ['100 200', 100200_00],
  ['12 50', 'invalid'],
  ['договірна', 'invalid'],
  ['1e5', 'invalid'],
  ['99999999999999', 'too_large'],
  ['100000000,01', 'too_large'],
  ['100000000', 10_000_000_000],
])('price %j', (text, expected) => {
  const read = readPrice(text);
  expect(read.kind === 'amount' ? read.hundredths : read.kind).toBe(expected);
});

test('a price of whole kopecks reads back as it was, however it is written', () => {
  fc.assert(
    fc.property(fc.integer({ min: 0, max: 99_999_999 }), fc.constantFrom('.', ','), (kopecks, separator) => {
      const text = `${Math.floor(kopecks / 100)}${separator}${String(kopecks % 100).padStart(2, '0')}`;
      expect(readPrice(text)).toEqual({ kind: 'amount', hundredths: kopecks, rounded: false, currency: '' });
    }),
  );
});

test.each([
  ['5', { kind: 'number', value: 5, note: null }],
  ['25.0', { kind: 'number', value: 25, note: null }],
  ['2,5', { kind: 'number', value: 2, note: 'fraction' }],
  ['-3', { kind: 'number', value: 0, note: 'negative' }],
  ['1 200 шт.', { kind: 'number', value: 1200, note: null }],
  ['', { kind: 'empty' }],
  ['>10', { kind: 'inexact' }],
  ['10+', { kind: 'inexact' }],
  ['багато', { kind: 'inexact' }],
  ['В наявності', { kind: 'word', available: true }],
  ['Під замовлення', { kind: 'word', available: false }],
  ['???', { kind: 'invalid' }],
])('stock %j', (text, expected) => expect(readStock(text)).toEqual(expected));

test.each([
  ['true', true],
  ['+', true],
  ['!', true],
  ['in stock', true],
  ['Немає в наявності', false],
  ['-', false],
  ['preorder', false],
  ['', null],
  ['можливо', 'unknown'],
])('availability %j', (text, expected) => expect(readAvailability(text)).toBe(expected));

test.each([
  ['250', 'g', 250],
  ['0,5', 'kg', 500],
  ['0.5 кг', 'g', 500],
  ['300 г', 'kg', 300],
  ['', 'kg', null],
  ['важкий', 'kg', undefined],
  ['5 м', 'kg', undefined],
] as const)('weight %j in %s', (text, unit, expected) => expect(readWeightGrams(text, unit)).toBe(expected));

test.each([
  ['30', 'cm', 300],
  ['30,5', 'cm', 305],
  ['30', 'mm', 30],
  ['1.2 м', 'mm', 1200],
  ['30 см', 'mm', 300],
  ['0', 'cm', null],
  ['0.00', 'cm', null],
  ['', 'mm', null],
  ['0.01', 'mm', undefined],
  ['високий', 'cm', undefined],
  ['-3', 'cm', undefined],
  ['10001', 'cm', undefined],
  ['10000', 'cm', 100_000],
  ['3 кг', 'cm', undefined],
] as const)('side %j in %s', (text, unit, expected) => expect(readMillimetres(text, unit)).toBe(expected));

test.each([
  ['60x40x20', ['60', '40', '20']],
  ['60.5/40/20,2', ['60.5', '40', '20,2']],
  ['60 × 40 × 20 см', ['60 см', '40 см', '20 см']],
  ['60х40', undefined],
  ['великі', undefined],
] as const)('sides %j', (text, expected) => {
  const sides = readSides(text);
  expect(sides && [sides.length, sides.width, sides.height].map((side) => side.trim())).toEqual(expected);
});

test.each([
  ['4820000000017', '4820000000017', null],
  ['4820000000018', '4820000000018', 'barcode_checksum'],
  ['96385074', '96385074', null],
  ['036000291452', '036000291452', null],
  ['СВОЙ-1', 'СВОЙ-1', null],
  ['482-0000 000017', '4820000000017', null],
  ['4,82E+12', null, 'barcode_invalid'],
  ['4.82E+12', null, 'barcode_invalid'],
  ['', null, null],
])('barcode %j', (text, barcode, problem) => expect(readBarcode(text)).toEqual({ barcode, problem }));

test('one wrong digit of an EAN-13 is always found', () => {
  fc.assert(
    fc.property(fc.nat(12), fc.integer({ min: 1, max: 9 }), (at, by) => {
      const digits = [...'4820000000017'];
      digits[at] = String((Number(digits[at]) + by) % 10);
      expect(hasRightCheckDigit(digits.join(''))).toBe(false);
    }),
  );
});

test('rates convert half up without floating point', () => {
  const hryvnia = readRate('1') ?? 0n;
  expect(convertToKopecks(1000, readRate('41.5') ?? 0n, hryvnia)).toBe(41_500);
  expect(convertToKopecks(1, readRate('0,5') ?? 0n, hryvnia)).toBe(1);
  expect(readRate('NBU')).toBeNull();
  expect(readRate('0')).toBeNull();
});

test('repeated parameters are joined without repeats', () => {
  const read = joinOptions([
    { name: 'Колір ', value: 'Білий | Синій|Білий' },
    { name: 'колір', value: 'Чорний' },
    { name: 'Порожній', value: ' ' },
  ]);
  expect(read).toEqual([{ name: 'Колір', value: 'Білий, Синій, Чорний' }]);
});

test.each([
  ['https://a.ua/1.jpg, https://a.ua/2.jpg', ['https://a.ua/1.jpg', 'https://a.ua/2.jpg']],
  ['https://a.ua/1.jpg,https://a.ua/2.jpg,', ['https://a.ua/1.jpg', 'https://a.ua/2.jpg']],
  ['https://a.ua/w_1,h_2/1.jpg;https://a.ua/2.jpg', ['https://a.ua/w_1,h_2/1.jpg', 'https://a.ua/2.jpg']],
  [',,,', []],
])('photos %j', (text, expected) => expect(splitImages(text)).toEqual(expected));

test.each([
  ['<p>А</p><p>Б<br/>В</p>', 'А\n\nБ\nВ'],
  ['<ul><li>один</li><li>два</li></ul>', '- один\n- два'],
  ['до<script>alert(1)</script>після', 'допісля'],
  ['<style>a{}</style><b data-x="1">жирний</b> &mdash; &laquo;так&raquo;', 'жирний — «так»'],
  ['&lt;p&gt;двічі&lt;/p&gt;', 'двічі'],
  ['5 < 6 та <невідомо', '5 < 6 та <невідомо'],
  ['рядок\r\nдругий\n\n\n\nтретій', 'рядок\nдругий\n\nтретій'],
  ['a\u0000b', 'a b'],
])('description %j', (html, text) => expect(htmlToText(html).text).toBe(text));

test('no tag that could run stays in a description', () => {
  const parts = fc.constantFrom(
    '<script>',
    '</script>',
    '<img onerror=x src=y>',
    '<',
    '>',
    '<p',
    '&lt;',
    '&gt;',
    '&amp;',
    'script',
    '<!--',
    '-->',
    'текст',
    '"',
    '/',
  );
  fc.assert(
    fc.property(fc.array(parts, { maxLength: 30 }), (pieces) => {
      expect(htmlToText(pieces.join('')).text).not.toMatch(/<(script|img)[^<]*>/i);
    }),
    { numRuns: 500 },
  );
});

describe('groups', () => {
  const offer = (external_id: string, title: string, options: Record<string, string> = {}) => ({
    external_id,
    title,
    options: Object.entries(options).map(([name, value]) => ({ name, value })),
  });

  test('suggests the same name, the name without its last word and the same prefix of ids', () => {
    const found = suggestGroups([
      offer('1', 'Чашка синя'),
      offer('2', 'Чашка синя'),
      offer('3', 'Футболка лляна S'),
      offer('4', 'Футболка лляна M'),
      offer('SV-10-42', 'Светр сірий теплий з горлом'),
      offer('SV-10-44', 'Светр карпатський'),
      offer('9', 'Лампа'),
      offer('8', 'Рюкзак (чорний)'),
      offer('7', 'Рюкзак (синій)'),
    ]);
    expect(found.map(({ reason, title, external_ids }) => [reason, title, external_ids.join()])).toEqual([
      ['same_title', 'Чашка синя', '1,2'],
      ['title_without_last_word', 'Футболка лляна', '3,4'],
      ['title_without_last_word', 'Рюкзак', '8,7'],
      ['id_prefix', 'Светр', 'SV-10-42,SV-10-44'],
    ]);
  });

  test('no row is suggested twice', () => {
    const rows = fc.array(
      fc.tuple(
        fc.constantFrom('А Б В', 'А Б Г', 'Довга назва М', 'Довга назва Л'),
        fc.stringMatching(/^[A-C]{2}1-[SML]$/),
      ),
      { maxLength: 40 },
    );
    fc.assert(
      fc.property(rows, (pairs) => {
        const ids = suggestGroups(pairs.map(([title, id], i) => offer(`${id}${i}`, title))).flatMap(
          (s) => s.external_ids,
        );
        expect(new Set(ids).size).toBe(ids.length);
      }),
    );
  });

  test('options that differ make the variants, the others describe the product', () => {
    const { names, by_offer, common } = variantOptions([
      offer('1', 'Светр', { Розмір: '42', Колір: 'Сірий', Склад: 'Вовна', Штрихкод: '1' }),
      offer('2', 'Светр', { Розмір: '44', Колір: 'Синій', Склад: 'Вовна', Штрихкод: '2' }),
    ]);
    expect(names).toEqual(['Колір', 'Розмір']);
    expect(by_offer.get('2')).toEqual([
      { name: 'Колір', value: 'Синій' },
      { name: 'Розмір', value: '44' },
    ]);
    expect(common).toEqual([{ name: 'Склад', value: 'Вовна' }]);
  });

  test('offers that nothing tells apart get an option from the title, else from the id', () => {
    const byTitle = variantOptions([offer('1', 'Футболка S'), offer('2', 'Футболка M')]);
    expect(byTitle.names).toEqual(['Варіант']);
    expect(byTitle.by_offer.get('1')).toEqual([{ name: 'Варіант', value: 'S' }]);
    const byId = variantOptions([offer('1', 'Футболка'), offer('2', 'Футболка')]);
    expect(byId.by_offer.get('2')).toEqual([{ name: 'Варіант', value: '2' }]);
  });

  test('any two offers of a group have different options', () => {
    const values = fc.record(
      { Колір: fc.constantFrom('а', 'б'), Розмір: fc.constantFrom('1', '2') },
      { requiredKeys: [] },
    );
    fc.assert(
      fc.property(fc.array(values, { minLength: 1, maxLength: 8 }), (all) => {
        const { by_offer } = variantOptions(
          all.map((options, i) => offer(`id${i}`, 'Назва', options as Record<string, string>)),
        );
        const combinations = [...by_offer.values()].map((options) => JSON.stringify(options));
        expect(new Set(combinations).size).toBe(all.length);
      }),
    );
  });

  test('the title of a group is what its offers begin with', () => {
    expect(groupTitle(['Футболка лляна, S', 'Футболка лляна, M'])).toBe('Футболка лляна');
    expect(groupTitle(['Чашка', 'Кошик'])).toBe('Чашка');
  });
});

test('no header of the template means two columns', () => {
  const names = ownTemplate.flatMap(({ key, ua, en, aliases }) => [
    ...new Set([key, ua, en, ...aliases].map(normaliseHeader)),
  ]);
  expect(names.filter((name, i) => names.indexOf(name) !== i)).toEqual([]);
  expect(OPTION_HEADER.exec(optionHeader('Колір', 'ua'))?.[1]).toBe('Колір');
  expect(OPTION_HEADER.exec(optionHeader('Color', 'en'))?.[1]).toBe('Color');
});
