import { expect, test } from 'vitest';
import { fieldOfColumn, isOfLines, OrderTableColumn, USUAL_COLUMNS } from './orders_table';

test.each([
  ['order.origin', { set: 'order', key: 'origin' }],
  ['order_item.thread_2', { set: 'order_item', key: 'thread_2' }],
  ['product.fabric', null],
  ['order.', null],
  ['order.Колір', null],
])('%s is the field %j', (column, field) => expect(fieldOfColumn(column)).toEqual(field));

test.each([
  [[...USUAL_COLUMNS], false],
  [['number', 'order.origin'], false],
  [['number', 'sku'], true],
  [['number', 'order_item.thread'], true],
])('with %j a row is a line: %s', (columns, lines) => expect(isOfLines(columns)).toBe(lines));

test('a column is one of ours or a field', () => {
  expect(['number', 'unit', 'order.origin'].every((one) => OrderTableColumn.safeParse(one).success)).toBe(true);
  expect(['Номер', 'password', 'product.fabric'].some((one) => OrderTableColumn.safeParse(one).success)).toBe(false);
});
