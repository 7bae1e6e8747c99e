import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { mayAskStock, StockTelling, type Telling, tellStock } from './availability';

const telling = (stock_told: Telling['stock_told'], stock_many_from = 10): Telling => ({ stock_told, stock_many_from });

describe('what is told of the stock', () => {
  test.each([
    [null, 0, { available: 0, availability: 'out_of_stock' }],
    [null, 500, { available: 500, availability: 'in_stock' }],
    [telling('number'), 500, { available: 500, availability: 'in_stock' }],
    [telling('many'), 0, { available: 0, availability: 'out_of_stock' }],
    [telling('many'), 9, { available: 9, availability: 'in_stock' }],
    [telling('many'), 10, { available: null, availability: 'many' }],
    [telling('yes_no'), 1, { available: null, availability: 'in_stock' }],
    [telling('yes_no'), 0, { available: null, availability: 'out_of_stock' }],
    [telling('paused'), 7, { available: 0, availability: 'out_of_stock' }],
    [telling('hidden'), 0, { available: null, availability: 'hidden' }],
    [telling('hidden'), 7, { available: null, availability: 'hidden' }],
  ] as const)('%j, %i', (how, available, told) => expect(tellStock(how, { available, tracked: true })).toEqual(told));

  test('of a supplier who pauses nothing can be had, also without stock control', () => {
    expect(tellStock(telling('paused'), { available: 5, tracked: false })).toEqual({
      available: 0,
      availability: 'out_of_stock',
    });
  });

  test('goods without stock control never run out, whatever is told of the others', () => {
    for (const how of [null, ...StockTelling.options.map((one) => telling(one))])
      expect(tellStock(how, { available: 10_000_000, tracked: false })).toEqual({
        available: null,
        availability: 'unlimited',
      });
  });

  test('two stocks that are told alike cannot be told apart: no number comes out where none is told', () => {
    const count = fc.integer({ min: 1, max: 1_000_000 });
    fc.assert(
      fc.property(count, count, (a, b) => {
        const told = (how: Telling, available: number) => tellStock(how, { available, tracked: true });
        expect(told(telling('yes_no'), a)).toEqual(told(telling('yes_no'), b));
        expect(told(telling('hidden'), a)).toEqual(told(telling('hidden'), 0));
        const from = telling('many', Math.min(a, b));
        expect(told(from, a)).toEqual(told(from, b));
      }),
    );
  });

  test('lists are not asked what would tell more', () => {
    const allowed = StockTelling.options.map((how) => [
      how,
      ...(['order', 'few', 'any'] as const).filter((asked) => mayAskStock(telling(how), asked)),
    ]);
    expect(allowed).toEqual([['number', 'order', 'few', 'any'], ['many', 'any'], ['yes_no', 'any'], ['hidden']]);
  });
});
