import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { VariantInput } from '../catalog/entities';
import { MAX_VARIANTS } from '../catalog/rules';
import { MAX_BALANCE, MAX_KOPECKS, MAX_PRICE, MAX_STOCK } from '../kit/bounds';
import { Price } from '../kit/money';
import { counterpartyChange, type Entry, refuseBalance } from '../ledger/rules';
import { CreateOrderBody } from '../orders/contract';
import { priceLine, sumLines } from '../orders/rules';
import { CreatePaymentBody } from '../payments/contract';
import { Count } from './count';
import { mostPieces, planStockChange, refusePrice } from './rules';

/** Bounds are there so that sums stay exact (decision 0046): what they allow is summed here, and what is beyond refused. */
const LINES = 500;
const MOST = BigInt(Number.MAX_SAFE_INTEGER);
const price = fc.oneof(fc.integer({ min: 0, max: MAX_PRICE }), fc.constant(MAX_PRICE));
const pieces = fc.oneof(fc.integer({ min: 0, max: MAX_STOCK }), fc.constant(MAX_STOCK));

describe('the largest sums of what is allowed', () => {
  it.each([
    ['the stock of one modification', 1n, MAX_KOPECKS],
    ['the stock of one product', BigInt(MAX_VARIANTS), MAX_KOPECKS],
    ['the pieces of a product', BigInt(MAX_VARIANTS), MAX_STOCK],
    ['the lines of an order, before they are refused', BigInt(LINES), MAX_KOPECKS],
    // 90 trillion ₴ in all: ten times what the country makes in a year
    ['orders, payments or modifications at the bound, each', 9_007n, MAX_KOPECKS],
    ['balances of counterparties at the bound', 900n, MAX_BALANCE],
  ])('%s: %s × %s is exact', (_, rows, each) => expect(rows * BigInt(each) <= MOST).toBe(true));

  it('an order has no more lines than these', () => {
    const line = { product_variant_id: '018f0000-0000-7000-8000-000000000000', count: 1 };
    const sent = (count: number) => CreateOrderBody.safeParse({ items: Array.from({ length: count }, () => line) });
    expect(sent(LINES).error?.issues.some(({ path }) => path.length === 1 && path[0] === 'items') ?? false).toBe(false);
    expect(sent(LINES + 1).error?.issues.some(({ path }) => path.length === 1 && path[0] === 'items')).toBe(true);
  });
});

describe('the stock of a modification', () => {
  it('is worth what a row may be, at any price and count that were let in', () => {
    fc.assert(
      fc.property(price, pieces, pieces, price, (first, start, counted, second) => {
        const actual = Math.min(start, mostPieces(first));
        const plan = planStockChange({ actual, booked: 0, price: first }, { counted });
        const after = 'refused' in plan ? actual : actual + plan.delta;
        expect('refused' in plan).toBe(counted > mostPieces(first));
        expect(BigInt(after) * BigInt(first) <= BigInt(MAX_KOPECKS)).toBe(true);
        const repriced = refusePrice(after, second, 'price') ? first : second;
        expect(BigInt(after) * BigInt(repriced) <= BigInt(MAX_KOPECKS)).toBe(true);
      }),
    );
  });

  it('what an error allows is let in, and one more is not', () => {
    fc.assert(
      fc.property(price, fc.integer({ min: 1, max: MAX_STOCK }), (value, actual) => {
        const refused = refusePrice(actual, value, 'variants.2.price');
        if (!refused) return;
        const [detail] = refused.details;
        expect(detail).toMatchObject({ path: 'variants.2.price', actual });
        const allowed = Number(detail?.allowed);
        expect(refusePrice(actual, allowed, '')).toBeNull();
        expect(refusePrice(actual, allowed + 1, '')).not.toBeNull();
      }),
    );
  });

  it('names field and bound in both languages', () => {
    const plan = planStockChange({ actual: 0, booked: 0, price: MAX_PRICE }, { counted: 1_000 });
    const refused = 'refused' in plan ? plan.refused : null;
    expect(refused?.details).toMatchObject([{ path: 'counted', allowed: 100 }]);
    expect(refused?.message_in('ua')).toContain('За ціни 100\u00a0000\u00a0000,00\u00a0₴ залишок може бути до 100 од.');
    expect(refused?.message_in('en')).toContain('up to 100 units are allowed');
  });
});

describe('money', () => {
  it('a price is told what is allowed', () => {
    expect(Price.safeParse(MAX_PRICE).success).toBe(true);
    expect(Price.safeParse(MAX_PRICE + 1).error?.issues[0]?.message).toBe('price.too_large');
    expect(VariantInput.safeParse({ recommended_price: MAX_PRICE + 1 }).success).toBe(false);
    expect(VariantInput.safeParse({ actual: MAX_STOCK + 1 }).success).toBe(false);
    const payment = { type: 'receipt', date: '2026-11-01', amount: MAX_KOPECKS + 1 };
    expect(CreatePaymentBody.safeParse(payment).error?.issues).toMatchObject([{ path: ['amount'] }]);
    expect(CreatePaymentBody.safeParse({ ...payment, amount: 0 }).success).toBe(false);
  });

  it('a line of any allowed price and count is exact or refused, and so is the order', () => {
    const count = fc.integer({ min: 1, max: Count.maxValue ?? 0 });
    const discounts = { counterparty_discount: 0, promotions: [], customer_discount: 0 };
    fc.assert(
      fc.property(fc.array(fc.tuple(price, count), { minLength: 1, maxLength: 30 }), (lines) => {
        const exact = lines.map(([each, many]) => BigInt(each) * BigInt(many));
        const total = exact.reduce((sum, one) => sum + one, 0n);
        const fits = exact.every((one) => one <= BigInt(MAX_KOPECKS)) && total <= BigInt(MAX_KOPECKS);
        const make = () =>
          sumLines(
            lines.map(([base_price, many]) =>
              priceLine({ base_price, recommended_price: base_price, count: many, customer_price: null }, discounts),
            ),
          ).sum;
        if (fits) expect(BigInt(make())).toBe(total);
        else expect(make).toThrow(expect.objectContaining({ code: 'orders.sum_too_large' }));
      }),
    );
  });

  it('a balance stays within its bound, whatever is posted', () => {
    const entry = fc
      .tuple(fc.integer({ min: 1, max: MAX_KOPECKS }), fc.boolean())
      .map(
        ([amount, out]): Entry =>
          out
            ? { source: 'counterparty', destination: 'sales', amount }
            : { source: 'bank', destination: 'counterparty', amount },
      );
    fc.assert(
      fc.property(fc.array(entry, { minLength: 1, maxLength: 40 }), (entries) => {
        let balance = 0;
        for (const one of entries) {
          const after = balance + counterpartyChange(one);
          expect(refuseBalance(balance, [one]) === null).toBe(Math.abs(after) <= MAX_BALANCE);
          if (!refuseBalance(balance, [one])) balance = after;
        }
      }),
    );
  });
});
