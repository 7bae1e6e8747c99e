import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type PaidFigures, paidFurther, paidNoLonger } from './charges';

const figures = (more: Partial<PaidFigures> = {}): PaidFigures => ({
  ...{ charged: 0, credited: 0, put: 0, unpaid: 0, whole: false, sum: 100 },
  ...more,
});
const charged = (unpaid: number, more: Partial<PaidFigures> = {}) =>
  figures({ charged: 100, unpaid, whole: true, ...more });

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
