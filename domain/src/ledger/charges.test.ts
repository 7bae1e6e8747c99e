import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { creditProblem, type PaidFigures, paidFurther, paidNoLonger } from './charges';

const figures = (more: Partial<PaidFigures> = {}): PaidFigures => ({
  ...{ charged: 0, credited: 0, put: 0, unpaid: 0, whole: false, sum: 100 },
  ...more,
});
const charged = (unpaid: number, more: Partial<PaidFigures> = {}) =>
  figures({ charged: 100, unpaid, whole: true, ...more });

describe('what stands against sending', () => {
  const terms = { debt: 0, overdue: 0, credit_limit: 100 };
  const nothing = { own: 0, of_debt: 0, of_overdue: 0 };
  it.each([
    ['fits', terms, [100, 0], nothing, null],
    ['is too much', terms, [101, 0], nothing, 'credit_exceeded'],
    ['was paid ahead', terms, [101, 1], nothing, null],
    ['is brought by the carrier', terms, [500, 0], { ...nothing, own: 400 }, null],
    ['is not brought whole', terms, [500, 0], { ...nothing, own: 399 }, 'credit_exceeded'],
    [
      'covers itself, whatever is owed',
      { ...terms, debt: 900, overdue: 900 },
      [500, 0],
      { ...nothing, own: 760 },
      null,
    ],
    ['does not pay for others', { ...terms, debt: 90 }, [20, 0], { ...nothing, own: 5 }, 'credit_exceeded'],
    ['is owed by the carrier', { ...terms, debt: 90 }, [100, 0], { ...nothing, of_debt: 90 }, null],
    [
      'is owed in part by the carrier',
      { ...terms, debt: 90 },
      [100, 0],
      { ...nothing, of_debt: 89 },
      'credit_exceeded',
    ],
    ['is late', { ...terms, overdue: 1 }, [5, 0], nothing, 'payment_overdue'],
    [
      'is late by the carrier',
      { ...terms, debt: 9, overdue: 9 },
      [5, 0],
      { ...nothing, of_debt: 9, of_overdue: 9 },
      null,
    ],
    ['has no limit', { ...terms, debt: 9, credit_limit: null }, [500, 0], nothing, null],
    ['is for prepayment only', { ...terms, credit_limit: 0 }, [1, 0], nothing, 'credit_exceeded'],
    ['is for prepayment or the carrier', { ...terms, credit_limit: 0 }, [10, 4], { ...nothing, own: 6 }, null],
  ] as const)('what %s', (_, credit, [amount, put], coming, problem) => {
    expect(creditProblem(credit, { amount, put }, coming)).toBe(problem);
  });
});

describe('how far an order came to be paid', () => {
  it.each([
    ['a part of it', charged(100), charged(40), 'partly'],
    ['all of it', charged(100), charged(0), 'paid'],
    ['the rest of it', charged(40), charged(0), 'paid'],
    ['a further part', charged(80), charged(40), null],
    ['nothing new', charged(0), charged(0), null],
    ['less than before', charged(0), charged(40), null],
    ['ahead a part', figures(), figures({ put: 30 }), 'partly'],
    ['ahead all', figures({ put: 30 }), figures({ put: 100 }), 'paid'],
    ['charged after it was paid ahead', figures({ put: 100 }), charged(0, { put: 100 }), null],
    ['charged, and paid by what was there', figures(), charged(0), 'paid'],
    ['charged alone', figures(), charged(100), null],
    ['its first parcel alone', figures(), figures({ charged: 60, unpaid: 0 }), 'partly'],
    ['all that did not come back', charged(60), charged(0, { credited: 60 }), 'paid'],
    ['nothing of what all came back', charged(100), charged(0, { credited: 100 }), null],
    ['nothing once it is canceled', figures({ put: 30 }), figures({ put: 30, whole: true }), null],
    ['all once it costs less', figures({ put: 60 }), figures({ put: 60, sum: 60 }), 'paid'],
    ['no further once it costs more', figures({ put: 60, sum: 60 }), figures({ put: 60 }), null],
    ['no matter what it cost before it was charged', charged(0, { sum: 90 }), charged(0), null],
  ] as const)('%s', (_, before, now, state) => {
    expect(paidFurther(before, now)).toBe(state);
  });

  it.each([
    ['a payment taken back', charged(0), charged(40), true],
    ['one that paid ahead taken back', figures({ put: 100 }), figures({ put: 30 }), true],
    ['a higher sum', figures({ put: 60, sum: 60 }), figures({ put: 60 }), true],
    ['a part taken back of a part', charged(20), charged(40), false],
    ['a payment', charged(40), charged(0), false],
    ['all of it come back', charged(0), charged(0, { credited: 100 }), false],
    ['a cancellation', figures({ put: 100 }), figures({ put: 100, whole: true }), false],
    ['charging what was paid ahead', figures({ put: 100 }), charged(0, { put: 100 }), false],
  ] as const)('is no longer paid by %s: %s', (_, before, now, isSo) => {
    expect(paidNoLonger(before, now)).toBe(isSo);
  });

  it('is told going forward only, so never again without money taken back between', () => {
    const some = fc
      .record({
        charged: fc.nat(100),
        credited: fc.nat(50),
        put: fc.nat(120),
        whole: fc.boolean(),
        part: fc.nat(100),
        sum: fc.nat(200),
      })
      .map(({ part, ...rest }) => {
        const most = Math.max(0, rest.charged - rest.credited - rest.put);
        return { ...rest, unpaid: Math.min(part, most) };
      });
    fc.assert(
      fc.property(some, some, (a, b) => {
        expect(paidFurther(a, a)).toBeNull();
        if (paidFurther(a, b) !== null) expect(paidFurther(b, a)).toBeNull();
        if (paidNoLonger(a, b)) expect([paidFurther(a, b), paidFurther(b, a)]).toEqual([null, 'paid']);
      }),
    );
  });
});
