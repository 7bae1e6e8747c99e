import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  BATCH_FIELDS,
  type BatchField,
  type BatchRow,
  batchRow,
  guessBatchColumns,
  guessFieldColumns,
  isBatchHeader,
  keysOf,
  ordersOf,
  PLAIN_COLUMNS,
  unreadHeaders,
} from './rules';

const EMPTY = Object.fromEntries(BATCH_FIELDS.map((field) => [field, ''])) as Record<BatchField, string>;
const row = (given: Partial<BatchRow>): BatchRow => ({ ...EMPTY, ...given });
const IRYNA = { name: 'Ірина Мельник', phone: '067 123 45 67', town: 'Київ', branch: 'Відділення 5' };

describe('the columns of a table', () => {
  it.each([
    [
      ['ПІБ', 'Телефон', 'Місто', 'Відділення НП', 'Артикул', 'Кількість', 'Коментар'],
      [0, 1, 2, 3, 4, 5, 6],
    ],
    [
      ['Отримувач', 'Номер телефону', 'Населений пункт', 'Адреса', 'SKU', 'К-сть', 'Примітка'],
      [0, 1, 2, 3, 4, 5, 6],
    ],
    [
      ['Recipient', 'Phone', 'City', 'Branch', 'SKU', 'Qty', 'Note'],
      [0, 1, 2, 3, 4, 5, 6],
    ],
  ])('%j', (headers, [name, phone, town, branch, code, count, comment]) => {
    const columns = guessBatchColumns(headers);
    expect(columns).toEqual({ number: null, name, phone, town, branch, code, count, price: null, cod: null, comment });
    expect(isBatchHeader(columns)).toBe(true);
  });

  it('a number of the order is not taken for that of the phone, nor its branch', () => {
    expect(guessBatchColumns(['№', 'Номер телефону', 'Ім’я', 'Товар', 'шт'])).toMatchObject({
      ...{ number: 0, phone: 1, name: 2, code: 3, count: 4 },
    });
  });

  it('the customer’s price is a column of its own, not his name', () => {
    for (const price of ['Ціна для покупця', 'Customer price', 'Цена'])
      expect(guessBatchColumns(['Покупець', 'Артикул', price])).toMatchObject({ name: 0, code: 1, price: 2 });
  });

  it('what the carrier collects is a column of its own', () => {
    for (const cod of ['Післяплата', 'Наложений платіж', 'COD', 'Cash on delivery', 'To collect'])
      expect(guessBatchColumns(['Покупець', 'Артикул', 'Barcode', cod])).toMatchObject({ name: 0, code: 1, cod: 3 });
  });

  it.each([
    ['', null, []],
    ['0', null, []],
    ['ні', null, []],
    ['Оплачено', null, []],
    ['так', { sum: null }, []],
    ['+', { sum: null }, []],
    ['1 290,50 грн', { sum: 129_050 }, []],
    ['багато', null, ['cod']],
    ['-5', null, ['cod']],
    ['12,345', null, ['cod']],
    ['10 USD', null, ['cod']],
  ])('cash on delivery %j is %j', (cod, read, wrong) => {
    const [order] = ordersOf([row({ ...IRYNA, code: 'X', cod }), row({ code: 'Y' })]);
    expect(order?.cod).toEqual(read);
    expect(order?.problems.map(({ field }) => field)).toEqual(wrong);
  });

  it.each([
    ['', null, []],
    ['1 290,50', 129_050, []],
    ['990 грн', 99_000, []],
    ['0', 0, []],
    ['дорого', null, ['price']],
    ['10 USD', null, ['price']],
    ['-5', null, ['price']],
    ['12,345', null, ['price']],
    ['100 000 000,01', null, ['price']],
  ])('the price %j for the customer is %j', (price, customer_price, wrong) => {
    const [order] = ordersOf([row({ ...IRYNA, code: 'X', price })]);
    expect(order?.lines[0]?.customer_price).toBe(customer_price);
    expect(order?.problems.map(({ field }) => field)).toEqual(wrong);
  });

  it('fields of the templates are found by key or name, files are told apart, and what nothing is read of is named', () => {
    const field = (set: 'order' | 'order_item', key: string, name: string, more: object = {}) => ({
      ...{ set, key, name, type: 'text' as const, archived: false },
      ...more,
    });
    const known = [
      field('order_item', 'engraving', 'Гравіювання'),
      field('order_item', 'ribbon', 'Стрічка'),
      field('order', 'ribbon', 'Стрічка'),
      field('order', 'scan', 'Скан', { type: 'file' }),
      field('order', 'old', 'Давнє', { archived: true }),
      field('order', 'note', 'Коментар'),
    ];
    const headers = ['ПІБ', 'Артикул', 'стрічка', 'ENGRAVING', 'Скан', 'Давнє', 'Коментар', 'Стрічка', 'Пусте', ''];
    const columns = guessBatchColumns(headers);
    const { fields, files } = guessFieldColumns(headers, columns, known);
    expect(fields).toEqual({ 'order.ribbon': 2, 'order_item.engraving': 3, 'order_item.ribbon': 7 });
    expect(files).toEqual(['Скан']);
    expect(unreadHeaders(headers, { ...columns, fields })).toEqual(['Скан', 'Давнє', 'Пусте']);
    const read = batchRow(['Ірина', 'X', 'синя', ' Олена ', 'a.pdf'], { ...columns, fields });
    expect(read.fields).toEqual({ 'order.ribbon': 'синя', 'order_item.engraving': 'Олена' });
    const [order] = ordersOf([
      { ...row({ ...IRYNA, code: 'X' }), ...read },
      { ...row({ code: 'Y' }), fields: { 'order.ribbon': 'Синя', 'order_item.engraving': 'Ігор' } },
      { ...row({ code: 'Z' }), fields: { 'order.ribbon': 'червона' } },
    ]);
    expect(order?.fields).toEqual({ ribbon: { row: 0, said: 'синя' } });
    expect(order?.lines.map(({ fields: own }) => own)).toEqual([{ engraving: 'Олена' }, { engraving: 'Ігор' }, {}]);
    expect(order?.problems).toContainEqual({ row: 2, field: 'order.ribbon', problem: 'differs' });
  });

  it('rows without a header are read as the page says', () => {
    expect(isBatchHeader(guessBatchColumns(['Ірина', '0671234567', 'Київ', '5', 'TP-1', '2']))).toBe(false);
    expect(batchRow(['Ірина', ' 0671234567 ', 'Київ', '5', 'TP-1'], PLAIN_COLUMNS)).toEqual(
      row({ name: 'Ірина', phone: '0671234567', town: 'Київ', branch: '5', code: 'TP-1' }),
    );
  });
});

describe('which rows are one order', () => {
  it('a row without number and recipient goes on with the one above; the same number is one order anywhere', () => {
    const orders = ordersOf([
      row({ ...IRYNA, number: 'А-7', code: 'X', count: '2' }),
      row({ code: 'Y' }),
      row({ ...IRYNA, name: 'Олег', phone: '0501112233', code: 'X', count: '1' }),
      row({ number: 'а-7', code: 'Z', count: '3' }),
    ]);
    expect(orders.map(({ lines }) => lines.map(({ row: at, code, count }) => [at, code, count]))).toEqual([
      [
        [0, 'X', 2],
        [1, 'Y', 1],
        [3, 'Z', 3],
      ],
      [[2, 'X', 1]],
    ]);
    expect(orders[0]).toMatchObject({
      ...{ number: 'А-7', name: 'Ірина Мельник', phone: '380671234567', address: 'Київ, Відділення 5', problems: [] },
    });
  });

  it.each([
    [{ name: '' }, 'name', 'no_name'],
    [{ name: 'і'.repeat(201) }, 'name', 'name_long'],
    [{ phone: '' }, 'phone', 'no_phone'],
    [{ phone: '12345' }, 'phone', 'phone_wrong'],
    [{ town: '', branch: '' }, 'branch', 'no_address'],
    [{ code: '' }, 'code', 'no_code'],
    [{ count: '0' }, 'count', 'count_wrong'],
    [{ count: '1,5' }, 'count', 'count_wrong'],
    [{ count: '-2' }, 'count', 'count_wrong'],
    [{ count: 'багато' }, 'count', 'count_wrong'],
    [{ count: '1000001' }, 'count', 'count_wrong'],
  ] as const)('%j is refused at %s as %s', (wrong, field, problem) => {
    const [order] = ordersOf([row({ ...IRYNA, code: 'X', count: '1', number: '1', ...wrong })]);
    expect(order?.problems).toEqual([{ row: 0, field, problem }]);
  });

  it('rows of one order that say different things are told apart by cell', () => {
    const [order] = ordersOf([
      row({ ...IRYNA, number: '7', code: 'X' }),
      row({ ...IRYNA, number: '7', code: 'Y', town: 'Львів', name: 'ІРИНА МЕЛЬНИК' }),
    ]);
    expect(order?.problems).toEqual([{ row: 1, field: 'town', problem: 'differs' }]);
  });
});

describe('what is the same order when it is given again', () => {
  it('is known by its number, else by all it says, whatever case and order of its lines', () => {
    const told = [row({ ...IRYNA, code: 'X' }), row({ code: 'Y', count: '2' })];
    const turned = [row({ ...IRYNA, phone: '+380671234567', code: 'y', count: '2' }), row({ code: 'x', count: '1' })];
    expect(keysOf(ordersOf(turned))).toEqual(keysOf(ordersOf(told)));
    expect(keysOf(ordersOf([row({ ...IRYNA, number: 'А-7' })]))).toEqual(keysOf(ordersOf([row({ number: 'а-7' })])));
    // a cell that was mended by hand has its own spaces
    const spaced = told.map((one) => ({ ...one, name: one.name.replace(' ', '  '), town: `${one.town} ` }));
    expect(keysOf(ordersOf(spaced))).toEqual(keysOf(ordersOf(told)));
    expect(ordersOf([row({ ...IRYNA, number: 'А 7' }), row({ number: 'А  7' })])).toHaveLength(1);
  });

  const keyOf = (...rows: BatchRow[]) => keysOf(ordersOf(rows))[0];
  const plain = row({ ...IRYNA, code: 'X' });
  const engraved = (fields: BatchRow['fields']) => keyOf({ ...plain, fields });
  it.each([
    [{ 'order_item.engraving': 'Олена' }, { 'order_item.engraving': 'Марія' }, false],
    [{ 'order.ribbon': 'синя' }, { 'order.ribbon': 'біла' }, false],
    [{ 'order.ribbon': 'синя' }, { 'order_item.ribbon': 'синя' }, false],
    [{ 'order.ribbon': 'синя' }, undefined, false],
    [{ 'order_item.engraving': 'Олена' }, undefined, false],
    [{ 'order.a': '1', 'order.b': '2' }, { 'order.b': '2', 'order.a': '1' }, true],
    [{ 'order_item.a': 'Синя', 'order_item.b': '2' }, { 'order_item.b': '2', 'order_item.a': 'синя' }, true],
    [{ 'order.ribbon': ' ' }, undefined, true],
  ])('of fields %j and %j the same: %s', (one, other, isSame) => {
    expect(engraved(one) === engraved(other)).toBe(isSame);
  });

  it('a table without fields has the keys that are kept of it', () => {
    expect(keyOf(plain)).toBe('["ірина мельник","380671234567","київ, відділення 5","x 1"]');
  });

  it('any table has as many keys as orders, and every row stands in one of them', () => {
    const cell = (...values: string[]) => fc.constantFrom('', ...values);
    const some = fc.record({
      number: cell('1', '2'),
      name: cell('Ірина', 'Олег'),
      phone: cell('0671234567', 'ні'),
      town: cell('Київ'),
      branch: cell('5'),
      code: cell('X', 'Y'),
      count: cell('1', '2', 'х'),
      price: cell('990', 'х'),
      cod: cell('так', '990', 'х'),
      comment: cell('Так'),
    });
    fc.assert(
      fc.property(fc.array(some, { maxLength: 20 }), (rows) => {
        const orders = ordersOf(rows);
        expect(new Set(keysOf(orders)).size).toBe(orders.length);
        const at = orders.flatMap(({ lines }) => lines.map((line) => line.row)).sort((a, b) => a - b);
        expect(at).toEqual(rows.map((_, index) => index));
        // a table that is given again after some of its rows knows those
        expect(keysOf(ordersOf([...rows])).slice(0, orders.length)).toEqual(keysOf(orders));
      }),
    );
  });
});
