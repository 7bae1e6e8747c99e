import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { FIELD_TYPES, type FieldType, type StoredValue } from '../templates/fields';
import { checkFields, type FieldRule } from '../templates/rules';
import { fieldCell, fieldHeader, fieldOfHeader, readFieldCell } from './fields';

const OPTIONS = ['Бавовна', 'Льон, невибілений', 'Вовна | мохер', '10'];
const rule = (type: FieldType): FieldRule => ({
  ...{ key: 'key', name: 'Поле', type, required: false, archived: false },
  options: type === 'select' || type === 'multi_select' ? OPTIONS : [],
});
const check = (type: FieldType, given: unknown, known = {}) =>
  checkFields([rule(type)], { key: given }, { known, complete: false, locale: 'ua' });

describe('a cell of a table', () => {
  const table: [FieldType, string, unknown][] = [
    ['text', ' льон ', 'льон'],
    ['long_text', 'один\r\nдва', 'один\nдва'],
    ['number', '1 234,5', 1234.5],
    ['number', '−3', -3],
    ['number', 'сім', 'сім'],
    ['money', '12,50', 1250],
    ['money', '1 200 грн', 120_000],
    ['money', '12,505', '12,505'],
    ['money', '10 USD', '10 USD'],
    ['yes_no', 'Так', true],
    ['yes_no', 'no', false],
    ['yes_no', 'може', 'може'],
    ['date', '2.03.2026', '2026-03-02'],
    ['date', '2026-03-02', '2026-03-02'],
    ['date', '2026-03-02 10:30', '2026-03-02'],
    ['date', '46380', '2026-12-24'],
    ['date', '46380.5', '2026-12-24'],
    ['date', '36526', '2000-01-01'],
    ['date', '31.02.2026', '31.02.2026'],
    ['date', '2026', '2026'],
    ['select', 'бавовна', 'Бавовна'],
    ['select', 'шовк', 'шовк'],
    ['multi_select', 'бавовна, 10', ['Бавовна', '10']],
    ['multi_select', 'Льон, невибілений\n10', ['Льон, невибілений', '10']],
    ['multi_select', 'шовк; 10', ['шовк', '10']],
    ['text', '  ', undefined],
  ];
  it.each(table)('%s reads %j', (type, cell, value) => {
    expect(readFieldCell(rule(type), cell)).toEqual(value);
  });

  it('holds any value that a field can have without loss', () => {
    const sent: Record<Exclude<FieldType, 'file'>, fc.Arbitrary<unknown>> = {
      text: fc.string({ minLength: 1, maxLength: 200, unit: 'grapheme' }),
      long_text: fc.string({ minLength: 1, maxLength: 500 }),
      number: fc.oneof(fc.double({ min: -1e12, max: 1e12, noNaN: true }), fc.integer()),
      money: fc.integer({ min: 0, max: 1_000_000_000 }),
      date: fc
        .date({ min: new Date('1900-01-01'), max: new Date('2099-12-31'), noInvalidDate: true })
        .map((day) => day.toISOString().slice(0, 10)),
      yes_no: fc.boolean(),
      select: fc.constantFrom(...OPTIONS),
      multi_select: fc.subarray(OPTIONS, { minLength: 1 }),
      link: fc.webUrl(),
    };
    const types = FIELD_TYPES.filter((type) => type !== 'file');
    const any = fc.constantFrom(...types).chain((type) => sent[type].map((value) => ({ type, value })));
    fc.assert(
      fc.property(any, ({ type, value }) => {
        const { values, problems } = check(type, value);
        fc.pre(problems.length === 0 && values.key !== undefined);
        // as the database keeps it: it knows no -0
        const stored = JSON.parse(JSON.stringify(values.key)) as StoredValue;
        const cell = String(fieldCell(type, stored));
        expect(check(type, readFieldCell(rule(type), cell), { key: stored })).toEqual({
          values: { key: stored },
          problems: [],
        });
        // also where it comes to an entity that has none yet
        const fresh = check(type, readFieldCell(rule(type), cell));
        expect(fresh).toEqual({
          values: { key: typeof stored === 'string' && type === 'long_text' ? stored.replace(/\r\n?/g, '\n') : stored },
          problems: [],
        });
      }),
      { numRuns: 500 },
    );
  });
});

describe('the column of a field', () => {
  const field = (set: 'product' | 'product_modification', key: string, name: string, archived = false) => ({
    ...{ set, key, name, archived },
    type: 'text' as const,
  });
  const fields = [
    field('product', 'fabric', 'Тканина'),
    field('product', 'fabric_old', 'Тканина'),
    field('product_modification', 'fabric', 'Тканина підкладки'),
    field('product_modification', 'girth', 'Обхват (см)'),
    field('product', 'gone', 'Колишнє', true),
  ];

  it('is found by what our own table calls it, whatever else has its name', () => {
    for (const one of fields.filter(({ archived }) => !archived))
      expect(fieldOfHeader(fieldHeader(one.set, one), fields)).toBe(one);
  });

  it.each([
    ['тканина', 'product.fabric'],
    ['FABRIC', 'product.fabric'],
    ['Fabric old', 'product.fabric_old'],
    ['Обхват (см)', 'product_modification.girth'],
    ['Поле модифікації: Тканина підкладки', 'product_modification.fabric'],
    ['Product field: fabric', 'product.fabric'],
    ['Поле модифікації: Тканина', null],
    ['Колишнє', null],
    ['Склад', null],
  ])('%s is %s', (header, expected) => {
    const found = fieldOfHeader(header, fields);
    expect(found ? `${found.set}.${found.key}` : null).toBe(expected);
  });
});
