import { expect, it } from 'vitest';
import { guessColumns, readIncomeRow } from './income';

it.each([
  [['Артикул', 'Назва', 'Кількість', 'Ціна'], { code: 0, count: 2, price: 3, sale_price: null }],
  [['№', 'Штрихкод', 'К-сть, шт', 'Ціна закупівлі', 'Ціна продажу'], { code: 1, count: 2, price: 3, sale_price: 4 }],
  [['Ціна продажу', 'SKU', 'qty', 'price'], { code: 1, count: 2, price: 3, sale_price: 0 }],
  [['Назва', 'Колір'], { code: null, count: null, price: null, sale_price: null }],
])('%j', (headers, columns) => {
  expect(guessColumns(headers)).toEqual(columns);
});

const columns = { code: 0, count: 1, price: 2, sale_price: 3 };
it.each([
  [['A-1', '10', '1 234,50', ''], { count: 10, price: 123_450, sale_price: null }, []],
  [['A-1', '1 000 шт.', '1 234,5 грн', '1700'], { count: 1000, price: 123_450, sale_price: 170_000 }, []],
  [['A-1', '5,0', '0,99', '1.50 ₴'], { count: 5, price: 99, sale_price: 150 }, []],
  [['', '2', '10', ''], { count: 2, price: 1000, sale_price: null }, [['code', 'no_code']]],
  [
    ['A-1', '', '', ''],
    { count: null, price: null, sale_price: null },
    [
      ['count', 'count_missing'],
      ['price', 'price_missing'],
    ],
  ],
  [
    ['A-1', '0', '1,234', ''],
    { count: null, price: null, sale_price: null },
    [
      ['count', 'count_wrong'],
      ['price', 'price_ambiguous'],
    ],
  ],
  [
    ['A-1', '1,5', '10 USD', 'дорого'],
    { count: null, price: null, sale_price: null },
    [
      ['count', 'count_wrong'],
      ['price', 'price_currency'],
      ['sale_price', 'price_wrong'],
    ],
  ],
  [
    ['A-1', '>10', '-5', ''],
    { count: null, price: null, sale_price: null },
    [
      ['count', 'count_wrong'],
      ['price', 'price_wrong'],
    ],
  ],
])('%j', (cells, read, problems) => {
  const row = readIncomeRow(cells as string[], columns);
  expect(row).toMatchObject(read);
  expect(row.problems.map(({ field, problem }) => [field, problem])).toEqual(problems);
});

it('a price is not missed where no column has it', () => {
  expect(readIncomeRow(['A-1', '3'], { ...columns, price: null, sale_price: null })).toMatchObject({
    price: null,
    problems: [],
  });
});

it('says where a price was rounded: the sum is not that of the paper', () => {
  const told = (price: string) => readIncomeRow(['A-1', '1200', price, ''], columns);
  expect(told('50.005')).toMatchObject({ price: 5001, problems: [], warnings: [{ field: 'price' }] });
  expect(told('50.00')).toMatchObject({ warnings: [] });
});
