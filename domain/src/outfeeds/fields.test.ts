import { expect, it } from 'vitest';
import type { FieldType, StoredValue } from '../templates/fields';
import { chosenFields, FeedFieldRef, toldFields } from './fields';
import { Mapped, NOTHING_MAPPED } from './markets';

const field = (key: string, name: string, type: FieldType, more: object = {}) => ({
  ...{ set: 'product' as const, key, name, type, archived: false, in_feeds: true },
  ...more,
});
const NONE = new Mapped('rozetka', NOTHING_MAPPED);

it.each<[FieldType, StoredValue, 'ua' | 'ru' | 'en', string]>([
  ['text', ' Льон\n білий ', 'ua', 'Льон білий'],
  ['number', 1234.5, 'ua', '1 234,5'],
  ['money', 120_050, 'ua', '1 200,50 ₴'],
  ['date', '2026-03-01', 'en', '01.03.2026'],
  ['yes_no', true, 'ua', 'так'],
  ['yes_no', false, 'ru', 'нет'],
  ['yes_no', true, 'en', 'yes'],
  ['multi_select', ['Ручне', 'До 30°'], 'ua', 'Ручне, До 30°'],
])('%s %j in %s is told as %s', (type, value, language, text) => {
  const told = toldFields(
    [field('a', 'Поле', type)],
    'product',
    { a: value },
    { language, mapped: NONE, taken: new Set() },
  );
  expect(told.map((one) => [one.option, one.value])).toEqual([['Поле', text]]);
});

it('a name that an option has is the option’s, and what has no value is not told', () => {
  const fields = [field('a', 'Колір', 'text'), field('b', 'Тканина', 'text'), field('c', 'Догляд', 'text')];
  const told = toldFields(
    fields,
    'product',
    { a: 'x', b: 'Льон' },
    {
      ...{ language: 'ua', mapped: NONE, taken: new Set(['колір']) },
    },
  );
  expect(told.map(({ key }) => key)).toEqual(['b']);
});

it('a value is found in the mapping whatever the language of the feed', () => {
  const mapped = new Mapped('rozetka', {
    ...NOTHING_MAPPED,
    params: [{ option: 'Еко', id: '7', name: 'Эко', values: [{ value: 'так', id: '1', name: '' }] }],
  });
  const told = toldFields(
    [field('a', 'Еко', 'yes_no')],
    'product',
    { a: true },
    {
      ...{ language: 'en', mapped, taken: new Set<string>() },
    },
  );
  expect(told).toEqual([{ set: 'product', key: 'a', option: 'Эко', value: 'yes', option_id: '7', value_id: '1' }]);
});

it('a dropshipper tells what the supplier lets out, the supplier what he likes; nobody a file or an archived field', () => {
  const known = [
    field('open', 'А', 'text'),
    field('inner', 'Б', 'text', { in_feeds: false }),
    field('file', 'В', 'file'),
    field('old', 'Г', 'text', { archived: true }),
    field('gift', 'Ґ', 'text', { set: 'order' }),
  ];
  const refs = ['product.inner', 'product.open', 'product.file', 'product.old', 'order.gift', 'product.open'];
  expect(chosenFields(refs, known, true).map(({ key }) => key)).toEqual(['inner', 'open']);
  expect(chosenFields(refs, known, false).map(({ key }) => key)).toEqual(['open']);
  expect(refs.filter((ref) => !FeedFieldRef.safeParse(ref).success)).toEqual(['order.gift']);
});
