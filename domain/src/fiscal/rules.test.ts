import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  minutesUntil,
  piecesOf,
  receiptLines,
  returnLines,
  type SoldLine,
  sellerOf,
  splitBack,
  totalOf,
} from './rules';

const line = (order_item_id: string, count: number, amount: number): SoldLine => ({
  ...{ order_item_id, count, amount },
  code: order_item_id,
  name: order_item_id,
});

const Sold = fc
  .array(fc.record({ count: fc.integer({ min: 1, max: 40 }), amount: fc.integer({ min: 0, max: 5_000_00 }) }), {
    minLength: 1,
    maxLength: 12,
  })
  .map((all) => all.map(({ count, amount }, n) => line(`i${n}`, count, amount)));

describe('the lines of a sale', () => {
  it('have prices for one piece, two lines where the sum does not divide', () => {
    expect(receiptLines([line('a', 2, 240_100), line('b', 3, 100)])).toEqual([
      { order_item_id: 'a', code: 'a', name: 'a', price: 120_050, count: 2 },
      { order_item_id: 'b', code: 'b', name: 'b', price: 34, count: 1 },
      { order_item_id: 'b', code: 'b', name: 'b', price: 33, count: 2 },
    ]);
  });

  it('give a gift a kopeck that another line gives up', () => {
    const lines = receiptLines([line('gift', 2, 0), line('a', 1, 500)]);
    expect(lines?.map(({ price, count }) => [price, count])).toEqual([
      [1, 2],
      [498, 1],
    ]);
  });

  it('are none when there is not a kopeck for each piece', () => {
    expect(receiptLines([line('gift', 2, 0), line('a', 1, 2)])).toBeNull();
    expect(receiptLines([])).toBeNull();
  });

  it('come to what the customer pays, whatever he buys', () => {
    fc.assert(
      fc.property(Sold, (sold) => {
        const pays = sold.reduce((sum, { amount }) => sum + amount, 0);
        const pieces = sold.reduce((sum, { count }) => sum + count, 0);
        const lines = receiptLines(sold);
        expect(lines === null).toBe(pays < pieces);
        if (!lines) return;
        expect(totalOf(lines)).toBe(pays);
        expect(lines.every(({ price, count }) => price >= 1 && count >= 1)).toBe(true);
        expect(piecesOf(lines)).toEqual(new Map(sold.map(({ order_item_id, count }) => [order_item_id, count])));
      }),
    );
  });
});

describe('the lines of a return', () => {
  it('come to the sale together, however it comes back', () => {
    fc.assert(
      fc.property(Sold, fc.array(fc.nat(), { minLength: 1, maxLength: 30 }), (sold, draws) => {
        const lines = receiptLines(sold);
        if (!lines) return;
        const left = piecesOf(lines);
        let back = 0;
        const before = new Map<string, number>();
        for (const draw of [...draws, -1]) {
          const now = new Map<string, number>();
          for (const [id, count] of left) {
            const taken = draw === -1 ? count : draw % (count + 1);
            if (taken > 0) now.set(id, taken);
          }
          if (now.size === 0) continue;
          const part = returnLines(lines, before, now);
          expect(part).not.toBeNull();
          back += totalOf(part ?? []);
          for (const [id, count] of now) {
            before.set(id, (before.get(id) ?? 0) + count);
            left.set(id, (left.get(id) ?? 0) - count);
          }
        }
        expect(back).toBe(totalOf(lines));
      }),
    );
  });

  it('are none when more comes back than was sold', () => {
    const lines = receiptLines([line('a', 2, 200)]) ?? [];
    expect(returnLines(lines, new Map([['a', 1]]), new Map([['a', 2]]))).toBeNull();
    expect(returnLines(lines, new Map(), new Map())).toBeNull();
  });
});

describe('who sells', () => {
  it('is the supplier for his own sales and what he collects on delivery', () => {
    const order = { counterparty_id: 'c', own_sales: false, cod: false };
    expect(sellerOf(order).counterparty_id).toBe('c');
    expect(sellerOf({ ...order, own_sales: true }).counterparty_id).toBeNull();
    expect(sellerOf({ ...order, cod: true }).counterparty_id).toBeNull();
  });
});

describe('what is given back', () => {
  it('goes by the methods it was paid by, in their order', () => {
    const paid = [
      { method: 'cash', amount: 300 },
      { method: 'card', amount: 700 },
    ] as const;
    expect(splitBack(paid, 200)).toEqual([{ method: 'cash', amount: 200 }]);
    expect(splitBack(paid, 1000)).toEqual(paid);
  });
});

it('minutes until it is a time the next time, over midnight too', () => {
  const until = (time: string, now: string) => minutesUntil(time, now);
  expect([until('23:30', '23:00'), until('23:30', '23:30'), until('23:30', '23:45')]).toEqual([30, 0, 1_425]);
  expect([until('00:10', '00:00'), until('00:10', '23:20')]).toEqual([10, 50]);
});
