import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { MAX_KOPECKS } from '../kit/bounds';
import { piecesOf, planSplit, restOf, shareOf } from './rules';

const amounts = fc.oneof(fc.integer({ min: 0, max: 10_000 }), fc.integer({ min: 0, max: MAX_KOPECKS }));
const parts = fc.array(fc.integer({ min: 1, max: 1_000 }), { minLength: 1, maxLength: 20 });

describe('what a part of a line is charged', () => {
  it('comes to exactly the line when all of it is sent, in whatever parts, each within a kopeck of its share', () => {
    fc.assert(
      fc.property(amounts, parts, (amount, counts) => {
        const count = counts.reduce((sum, one) => sum + one, 0);
        let sent = 0;
        let charged = 0;
        for (const pieces of counts) {
          const share = shareOf({ count, amount, sent, charged }, pieces);
          expect(Math.abs(share - (amount * pieces) / count)).toBeLessThanOrEqual(1);
          sent += pieces;
          charged += share;
        }
        expect(charged).toBe(amount);
      }),
    );
  });
});

const line = (id: string, count: number, sent = 0) => ({ id, count, sent });
const parcel = (items: Record<string, number>) => ({
  items: Object.entries(items).map(([order_item_id, count]) => ({ order_item_id, count })),
});
const codeOf = (plan: ReturnType<typeof planSplit>) => ('refused' in plan ? plan.refused.code : null);

describe('splitting an order', () => {
  it('puts what is in no parcel into the last', () => {
    const plan = planSplit([line('a', 5), line('b', 2, 1)], [parcel({ a: 2 }), parcel({ a: 1, b: 1 })], 1);
    expect(plan).toEqual({
      parcels: [new Map([['a', 2]]), new Map(Object.entries({ a: 1, b: 1 })), new Map([['a', 2]])],
    });
  });

  it('has no rest when everything is put somewhere, and is whole again without parcels', () => {
    expect(planSplit([line('a', 2)], [parcel({ a: 1 }), parcel({ a: 1 })], 0)).toMatchObject({
      parcels: { length: 2 },
    });
    expect(planSplit([line('a', 2)], [], 0)).toEqual({ parcels: [new Map([['a', 2]])] });
  });

  it.each([
    ['parcels.empty', [parcel({ a: 1 }), parcel({})]],
    ['parcels.unknown_item', [parcel({ x: 1 })]],
    ['parcels.bad_count', [parcel({ a: 3 }), parcel({ a: 1 })]],
    ['parcels.duplicate_item', [{ items: [...parcel({ a: 1 }).items, ...parcel({ a: 1 }).items] }]],
    ['parcels.too_many', Array.from({ length: 20 }, () => parcel({ b: 1 }))],
  ])('refuses %s', (code, wanted) => {
    expect(codeOf(planSplit([line('a', 4, 1), line('b', 50)], wanted, 0))).toBe(code);
  });

  it('loses no piece', () => {
    fc.assert(
      fc.property(
        parts,
        fc.array(fc.tuple(fc.nat(19), fc.integer({ min: 1, max: 400 })), { maxLength: 12 }),
        (counts, asked) => {
          const lines = counts.map((count, index) => line(String(index), count));
          const plan = planSplit(
            lines,
            asked.map(([at, count]) => parcel({ [at % counts.length]: count })),
            0,
          );
          if ('refused' in plan) return;
          expect(restOf(lines, plan.parcels).size).toBe(0);
          expect(plan.parcels.every((one) => piecesOf(one) > 0)).toBe(true);
        },
      ),
    );
  });
});
