import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { DomainError } from '../kit/errors';
import { CreateProductBody, VariantInput, VariantPatch } from './entities';
import {
  combinationKey,
  combinations,
  countCombinations,
  isValueOfType,
  MAX_VARIANTS,
  mergedValue,
  normaliseTags,
  publishProblems,
  publishProblemText,
  repeatedCombinations,
  searchText,
  searchWords,
  variantName,
} from './rules';

const colour = { name: 'Колір', show_in_name: true };
const size = { name: 'Розмір', show_in_name: true };
const fabric = { name: 'Тканина', show_in_name: false };
const values = [
  { option: 'Розмір', value: 'M' },
  { option: 'Тканина', value: 'льон' },
  { option: 'Колір', value: 'чорний' },
];

describe('the name of a variant', () => {
  it.each([
    ['in the order of the options, whatever that of the values', [colour, size, fabric], 'чорний / M'],
    ['another order', [size, colour], 'M / чорний'],
    ['only what shows in the name', [fabric, size], 'M'],
    ['nothing shows', [fabric], ''],
    ['an option without a value', [colour, { name: 'Стать', show_in_name: true }], 'чорний'],
    ['no options', [], ''],
  ])('%s', (_, options, name) => expect(variantName(options, values)).toBe(name));
});

describe('combinations', () => {
  it('makes each one once, the last option changing fastest', () => {
    const rows = combinations([
      { name: 'Колір', values: ['чорний', 'молочний'] },
      { name: 'Матеріал', values: [] },
      { name: 'Розмір', values: ['S', 'M'] },
    ]);
    expect(rows.map((row) => row.map(({ value }) => value).join(' '))).toEqual([
      'чорний S',
      'чорний M',
      'молочний S',
      'молочний M',
    ]);
  });
  it('gives none for no values', () => expect(combinations([{ name: 'Колір', values: [] }])).toEqual([]));
  it.each([
    [[10, 100], MAX_VARIANTS],
    [[1001], null],
    [[11, 91], null],
    [[200, 200, 200, 200, 200, 200, 200], null],
  ])('of %j', (counts, expected) => {
    const options = counts.map((n, i) => ({ name: `o${i}`, values: Array.from({ length: n }, (_, k) => `v${k}`) }));
    if (expected !== null) return expect(combinations(options)).toHaveLength(expected);
    const attempt = () => combinations(options);
    expect(attempt).toThrow(DomainError);
    expect(attempt).toThrow(/Too many modifications/);
  });
  it('are as many as counted and never repeat', () => {
    const option = fc.uniqueArray(
      fc.string({ minLength: 1, maxLength: 3 }).map((v) => v.toLowerCase()),
      { maxLength: 6 },
    );
    fc.assert(
      fc.property(fc.array(option, { maxLength: 4 }), (lists) => {
        const options = lists.map((list, i) => ({ name: `o${i}`, values: list }));
        fc.pre(countCombinations(options) <= MAX_VARIANTS);
        const rows = combinations(options);
        expect(rows).toHaveLength(countCombinations(options));
        expect(new Set(rows.map(combinationKey)).size).toBe(rows.length);
        expect(repeatedCombinations(rows.map((row) => ({ values: row })))).toEqual([]);
      }),
    );
  });
});

describe('the same combination', () => {
  it('does not depend on order or case', () => {
    expect(combinationKey(values)).toBe(combinationKey([...values].reverse()));
    expect(combinationKey([{ option: 'колір', value: 'ЧОРНИЙ' }])).toBe(
      combinationKey([{ option: 'Колір', value: 'чорний' }]),
    );
    expect(combinationKey([{ option: 'a', value: 'b,c' }])).not.toBe(combinationKey([{ option: 'a,b', value: 'c' }]));
  });
  it('is found among rows; rows without values never repeat', () => {
    const row = { values };
    expect(repeatedCombinations([row, { values: [] }, row, { values: [] }])).toEqual([[2, 0]]);
  });
});

describe('publishing (specification §5)', () => {
  const good = { id: 'a', name: 'M', price: 100 };
  it.each([
    ['no variants', [], [['variants', 'variants']]],
    ['all filled in', [good, { ...good, price: 0 }], []],
    ['no price', [good, { ...good, price: null }], [['variants.1.price', 'price']]],
    ['no name', [{ ...good, name: '  ' }], [['variants.0.name', 'name']]],
    [
      'neither',
      [{ id: 'b', name: '', price: null }],
      [
        ['variants.0.name', 'name'],
        ['variants.0.price', 'price'],
      ],
    ],
  ])('%s', (_, variants, problems) => {
    const found = publishProblems(variants);
    expect(found.map(({ path, field }) => [path, field])).toEqual(problems);
    for (const problem of found) expect(publishProblemText(problem, 'ua')).toMatch(/^[А-ЯІЇЄҐ][а-яіїєґ’ ]+$/);
  });
});

describe('search', () => {
  it('looks in names, sku and barcode, in lower case', () => {
    const text = searchText('Плаття «Марта»', {
      ...{ name: 'Чорний /  M', sku: 'PL-01', barcode: '4820000000017' },
      internal_code: '2000000000015',
    });
    expect(text).toBe('плаття «марта» чорний / m pl-01 4820000000017 2000000000015');
    for (const word of searchWords('  МАРТА  pl-0 ')) expect(text).toContain(word);
    expect(searchText('Чашка', { name: '', sku: '', barcode: null, internal_code: null })).toBe('чашка');
    expect(searchWords(undefined)).toEqual([]);
  });
});

describe('input', () => {
  it.each([
    ['  4820000000017 ', '4820000000017'],
    ['', null],
    ['   ', null],
    [null, null],
  ])('barcode %j', (given, kept) => expect(VariantInput.parse({ barcode: given }).barcode).toBe(kept));
  it('leaves out what was not given', () => {
    expect(VariantPatch.parse({})).toEqual({});
    expect(CreateProductBody.parse({ name: ' Чашка ' })).toEqual({ name: 'Чашка' });
  });
  it('takes no price away', () => {
    expect(VariantPatch.safeParse({ price: null }).success).toBe(false);
    expect(VariantInput.parse({ price: null })).toEqual({ price: null });
  });
  it.each([
    [{ name: '' }, 'name'],
    [{}, 'name'],
    [{ name: 'x', variants: [{ price: -1 }] }, 'variants.0.price'],
    [{ name: 'x', variants: [{ price: 10.5 }] }, 'variants.0.price'],
    [{ name: 'x', variants: [{ weight: -1 }] }, 'variants.0.weight'],
    [{ name: 'x', variants: [{ values: [{ option: 'Колір', value: '' }] }] }, 'variants.0.values.0.value'],
  ])('refuses %j', (body, path) => {
    expect(CreateProductBody.safeParse(body).error?.issues[0]?.path.join('.')).toBe(path);
  });
  it('keeps a tag once', () => {
    expect(normaliseTags([' Літо', 'літо', '', 'нова   колекція'])).toEqual(['Літо', 'нова колекція']);
  });
  it.each([
    ['42', true],
    ['−4,5', true],
    ['1 000', true],
    ['XL', false],
    ['', false],
  ])('number %j', (value, good) => {
    expect(isValueOfType(value, 'number')).toBe(good);
    expect(isValueOfType(value, 'text')).toBe(true);
  });
});

it.each([
  ['Синій', undefined, 'text', undefined, 'Синій', false],
  ['синій', 'Синій', 'text', undefined, 'Синій', false],
  ['0,50', '0.5', 'number', undefined, '0.5', false],
  ['0,50', '0.5', 'text', 'both', '0.5 / 0,50', true],
  ['Синій', 'Білий', 'text', undefined, 'Білий', true],
  ['Синій', 'Білий', 'text', 'into', 'Білий', true],
  ['Синій', 'Білий', 'text', 'from', 'Синій', true],
  ['Синій', 'Білий', 'text', 'both', 'Білий / Синій', true],
] as const)('%s beside %s in a column of %s, keeping %s, is %s', (from, into, type, keep, value, differs) => {
  expect(mergedValue(from, into, type, keep)).toEqual({ value, differs });
});
