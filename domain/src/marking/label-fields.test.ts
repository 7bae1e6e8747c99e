import { describe, expect, it } from 'vitest';
import type { FieldType, TemplateSet } from '../templates/fields';
import { chosenFields, fieldWords, type LabelField, orderWords, sampleOrder } from './label-fields';
import { LabelPart, PrintLabelsBody } from './labels';

const field = (set: TemplateSet, key: string, more: Partial<LabelField> = {}): LabelField => ({
  ...{ set, key, name: key, type: 'text', options: [], archived: false, default_value: null },
  ...more,
});
const fabric = field('product', 'fabric', { name: 'Тканина' });
const bust = field('product_modification', 'bust', { name: 'Обхват', type: 'number' });
const gift = field('order', 'gift', { name: 'Подарунок', type: 'yes_no' });
const words = field('order_item', 'words', { name: 'Напис' });
const all = [fabric, bust, gift, words];

describe('the fields of a label', () => {
  it.each<[string, string[], LabelField[], LabelField[]]>([
    ['stand as the design names them', ['order_item.words', 'product.fabric'], all, [words, fabric]],
    ['are of the set that it names', ['order.words', 'order_item.words'], all, [words]],
    ['are not those that are gone', ['order_item.gone', 'order.gift'], all, [gift]],
    ['are not archived', ['order_item.words'], [{ ...words, archived: true }], []],
    ['are no files', ['order_item.words'], [{ ...words, type: 'file' }], []],
    ['may be none', [], all, []],
  ])('%s', (_what, refs, fields, expected) => expect(chosenFields(refs, fields)).toEqual(expected));

  const goods = { product: { fabric: 'льон' }, product_modification: { bust: 92 } };
  it.each<[string, Parameters<typeof fieldWords>[1], string]>([
    ['of goods alone', goods, 'Тканина: льон · Обхват: 92'],
    [
      'of goods and an order',
      { ...goods, order: { gift: false }, order_item: { words: 'Мамі з любов’ю' } },
      'Тканина: льон · Обхват: 92 · Подарунок: ні · Напис: Мамі з любов’ю',
    ],
    ['of an order whose line asks for nothing', { order: { gift: true }, order_item: {} }, 'Подарунок: так'],
    [
      'of the line, not of what has the same key',
      { product: { words: 'ні' }, order_item: { words: 'так' } },
      'Напис: так',
    ],
    ['of nothing', {}, ''],
  ])('say the values %s', (_what, values, expected) => expect(fieldWords(all, values)).toBe(expected));

  it('are named by the set and the key, as they are kept', () => {
    const items = [{ product_variant_id: '0197a3c0-0000-7000-8000-000000000001', count: 1 }];
    const parse = (ref: string) => PrintLabelsBody.safeParse({ items, fields: [ref] }).success;
    expect(all.map(({ set, key }) => parse(`${set}.${key}`))).toEqual([true, true, true, true]);
    expect(['client.fabric', 'order_item', 'order_item.Words', 'order_items.words'].map(parse)).not.toContain(true);
  });
});

describe('the sample of an order', () => {
  it.each<[FieldType, Partial<LabelField>, string]>([
    ['text', {}, 'зразок'],
    ['long_text', {}, 'зразок'],
    ['number', {}, '12'],
    ['money', {}, '125,00\u00a0₴'],
    ['date', {}, '24.12.2026'],
    ['yes_no', {}, 'так'],
    ['link', {}, 'https://example.com'],
    ['select', { options: ['синя', 'біла'] }, 'синя'],
    ['select', {}, 'зразок'],
    ['multi_select', { options: ['синя', 'біла', 'чорна'] }, 'синя, біла'],
    ['text', { default_value: 'Родина Коваль' }, 'Родина Коваль'],
    ['yes_no', { default_value: false }, 'ні'],
  ])('has a %s %o', (type, more, expected) => {
    const one = field('order_item', 'one', { type, ...more });
    expect(fieldWords([one], { order_item: sampleOrder([one], '').order_item })).toBe(`one: ${expected}`);
  });

  it('has values of orders and their items alone, and a number with the prefix of the project', () => {
    const { number, ...values } = sampleOrder(all, 'РФ-');
    expect(values).toEqual({ order: { gift: true }, order_item: { words: 'зразок' } });
    expect(orderWords({ number })).toBe('Замовлення №\u00a0РФ-1042');
    expect(LabelPart.options).toContain('order_number');
  });
});
