import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { CreateFieldBody, FIELD_TYPES, FieldKey, type FieldType, type StoredValue } from './fields';
import {
  checkFields,
  type FieldRule,
  parseFilter,
  printedValue,
  SentFile,
  searchedFields,
  valueSchema,
  whyNotDefault,
} from './rules';

const OPTIONS = ['Бавовна', 'Льон', 'Вовна'];
const field = (type: FieldType, more: Partial<FieldRule> = {}): FieldRule => ({
  ...{ key: 'key', name: 'Поле', type, required: false, archived: false },
  options: type === 'select' || type === 'multi_select' ? OPTIONS : [],
  ...more,
});
const check = (rule: FieldRule, value: unknown, known?: StoredValue) =>
  checkFields(
    [rule],
    { [rule.key]: value },
    { ...(known === undefined ? {} : { known: { [rule.key]: known } }), locale: 'ua' },
  );

describe('values of fields', () => {
  const table: [FieldType, unknown, unknown][] = [
    ['text', '  льон ', 'льон'],
    ['long_text', 'один\nдва', 'один\nдва'],
    ['number', 12.3456789, 12.345679],
    ['number', -3, -3],
    ['money', 12_50, 12_50],
    ['date', '2026-02-28', '2026-02-28'],
    ['yes_no', false, false],
    ['select', 'Льон', 'Льон'],
    ['multi_select', ['Вовна', 'Бавовна', 'Вовна'], ['Бавовна', 'Вовна']],
    ['link', 'example.ua/a', 'https://example.ua/a'],
    ['file', new SentFile('p/1', 'схема.pdf'), { file_name: 'p/1', name: 'схема.pdf' }],
  ];
  it.each(table)('%s takes %j', (type, given, stored) => {
    const { values, problems } = check(field(type), given);
    expect(problems).toEqual([]);
    expect(values).toEqual({ key: stored });
  });

  const refused: [FieldType, unknown, RegExp][] = [
    ['text', 'а'.repeat(501), /не більше 500/],
    ['text', 5, /Потрібен текст/],
    ['number', '12', /Потрібне число/],
    ['number', 1e13, /не більше/],
    ['money', 1.5, /ціле число/],
    ['money', -1, /не менше 0/],
    ['money', 'багато', /Потрібна сума в гривнях/],
    ['date', '2026-02-30', /Потрібна дата/],
    ['date', 46380, /Потрібна дата/],
    ['yes_no', 'так', /«так» або «ні»/],
    ['select', 'Шовк', /Оберіть значення зі списку/],
    ['multi_select', ['Льон', 'Шовк'], /Оберіть значення зі списку/],
    ['link', 'javascript:alert(1)', /Невірна адреса/],
    // what JSON can say is never a file: its key may be that of somebody else
    ['file', { file_name: 'other/1', name: 'x' }, /Завантажте файл/],
    ['file', 'other/1', /Завантажте файл/],
  ];
  it.each(refused)('%s refuses %j at its path', (type, given, words) => {
    const { values, problems } = check(field(type), given);
    expect(values).toEqual({});
    expect(problems).toMatchObject([{ path: 'fields.key', message: expect.stringMatching(words) }]);
  });

  it('keep what is not given, take away what is empty, and ask for what is required', () => {
    const fields = [field('text', { key: 'a', required: true }), field('text', { key: 'b' })];
    const known = { a: '1', b: '2' };
    const after = (given: object) => checkFields(fields, given as never, { known, locale: 'ua' });
    expect(after({}).values).toEqual(known);
    expect(after({ b: null }).values).toEqual({ a: '1' });
    expect(after({ a: ' ' }).problems).toMatchObject([
      { path: 'fields.a', code: 'required', message: 'Обов’язкове поле' },
    ]);
    expect(checkFields(fields, {}, { locale: 'ua', complete: false }).problems).toEqual([]);
    // who sends back what was there is not asked for a field that was added since
    expect(checkFields(fields, { b: '2' }, { known: { b: '2' }, locale: 'ua' }).problems).toEqual([]);
    expect(checkFields(fields, { b: '3' }, { known: { b: '2' }, locale: 'ua' }).problems).toHaveLength(1);
    const [unknown] = checkFields(fields, { c: 1 }, { known, locale: 'ua', path: 'variants.2.fields' }).problems;
    expect(unknown).toMatchObject({ path: 'variants.2.fields.c', code: 'unknown_field', allowed: ['a', 'b'] });
  });

  it('give new entities their defaults, unless somebody says otherwise', () => {
    const fields = [{ ...field('text', { required: true }), default_value: 'льон' }];
    const made = (given: object) => checkFields(fields, given as never, { isNew: true, locale: 'ua' });
    expect(made({}).values).toEqual({ key: 'льон' });
    expect(made({ key: 'вовна' }).values).toEqual({ key: 'вовна' });
    expect(made({ key: '' }).problems).toMatchObject([{ code: 'required' }]);
    expect(checkFields(fields, {}, { locale: 'ua', complete: false }).values).toEqual({});
  });

  it('leave in peace what was so before: a gone option, an archived field, a file', () => {
    expect(check(field('select'), 'Шовк', 'Шовк').problems).toEqual([]);
    const archived = field('text', { archived: true, required: true });
    expect(check(archived, 'старе', 'старе')).toEqual({ values: { key: 'старе' }, problems: [] });
    expect(check(archived, 'нове', 'старе').problems).toMatchObject([{ code: 'templates.archived' }]);
    const file = { file_name: 'p/1', name: 'схема.pdf' };
    expect(check(field('file'), { ...file, url: 'https://…' }, file)).toEqual({ values: { key: file }, problems: [] });
  });

  it('never let in what their own check refuses, whatever is sent', () => {
    const types = FIELD_TYPES.filter((type) => type !== 'file');
    fc.assert(
      fc.property(fc.constantFrom(...types), fc.jsonValue(), (type, given) => {
        const { values, problems } = check(field(type), given);
        const stored = values.key;
        // sent once more it is the same, and nothing is complained about twice
        if (stored !== undefined) expect(check(field(type), stored).values).toEqual(values);
        expect(problems.length).toBeLessThanOrEqual(1);
        if (stored !== undefined) expect(typeof printedValue(type, stored, 'ua')).toBe('string');
      }),
    );
  });

  it('are filtered by what an address can say', () => {
    const typed: [FieldType, string, unknown][] = [
      ['number', '12,5', 12.5],
      ['money', '1250', 1250],
      ['yes_no', 'true', true],
      ['date', '2026-11-22', '2026-11-22'],
      ['multi_select', 'Льон', 'Льон'],
      ['select', 'Шовк', undefined],
      ['number', '', undefined],
      ['yes_no', 'так', undefined],
    ];
    for (const [type, text, value] of typed) expect(parseFilter(field(type), text)).toEqual(value);
  });

  it('are searched by their texts and printed as people write them', () => {
    expect(searchedFields({ a: 'Льон', b: 5, c: ['Сірий', 'Білий'], d: true })).toBe('льон сірий білий');
    expect(printedValue('date', '2026-11-22', 'ua')).toBe('22.11.2026');
    expect(printedValue('yes_no', false, 'ua')).toBe('ні');
    expect(printedValue('money', 123_456, 'ua').replace(/\s/g, ' ')).toBe('1 234,56 ₴');
    expect(printedValue('multi_select', ['a', 'b'], 'en')).toBe('a, b');
  });
});

describe('definitions', () => {
  it('have a key in the form key_name and a name', () => {
    for (const key of ['a', 'fabric_2', `a${'b'.repeat(39)}`]) expect(FieldKey.safeParse(key).success).toBe(true);
    for (const key of ['', '2a', 'Fabric', 'тканина', 'a-b', 'a b', `a${'b'.repeat(40)}`])
      expect(FieldKey.safeParse(key).success).toBe(false);
    for (const name of ['', '  ', undefined]) {
      const { error } = CreateFieldBody.safeParse({ key: 'a', type: 'text', name });
      expect(error?.issues).toMatchObject([{ path: ['name'], message: 'templates.name' }]);
    }
  });

  it('have a default that fits their type', () => {
    expect(whyNotDefault(field('select'), 'Льон', 'ua')).toBeNull();
    expect(whyNotDefault(field('select'), 'Шовк', 'ua')).toBe('Оберіть значення зі списку');
    expect(whyNotDefault(field('file'), 'x', 'ua')).toBe('файл не може ним бути');
    for (const type of FIELD_TYPES) expect(valueSchema(field(type))).toBeDefined();
  });
});
