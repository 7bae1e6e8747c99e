import { expect, test } from 'vitest';
import { codRow, guessCodColumns, isCodHeader, PLAIN_COLUMNS } from './table';

test.each([
  [['№', 'Номер ТТН', 'Сума післяплати', 'Комісія'], { ref: 1, amount: 2, fee: 3 }],
  [['Замовлення', 'Сума', 'Утримано'], { ref: 0, amount: 1, fee: 2 }],
  [['Waybill', 'Commission', 'Amount'], { ref: 0, amount: 2, fee: 1 }],
])('%j says which columns are which', (headers, columns) => {
  expect(guessCodColumns(headers)).toEqual(columns);
  expect(isCodHeader(guessCodColumns(headers))).toBe(true);
});

test('a row says the parcel and its sums; an empty one is as awaited, what is no sum is nothing', () => {
  expect(isCodHeader(guessCodColumns(['20450000000017', '1 200,50']))).toBe(false);
  expect(codRow(['20450000000017', '1 200,50', ''], PLAIN_COLUMNS)).toEqual({
    ...{ ref: '20450000000017', amount: 120_050, fee: null },
  });
  expect(codRow(['125', 'багато', '3'], PLAIN_COLUMNS)).toEqual({ ref: '125', amount: 0, fee: 300 });
});
