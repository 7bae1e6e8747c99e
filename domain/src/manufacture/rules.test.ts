import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { DomainError } from '../kit/errors';
import { can } from '../kit/permissions';
import { ManufactureStatus } from './contract';
import {
  duplicateLine,
  isFinished,
  isMade,
  latenessOf,
  madeNow,
  PRODUCER_ROLES,
  refuseMonths,
  refuseMove,
  stillToRequest,
} from './rules';

describe('the way of a request', () => {
  const ALLOWED = ['new in_production', 'new canceled', 'in_production done', 'in_production canceled'];
  it.each(ManufactureStatus.options.flatMap((from) => ManufactureStatus.options.map((to) => [from, to] as const)))(
    '%s → %s',
    (from, to) => {
      const refused = refuseMove(from, to, 0);
      expect(refused === null).toBe(ALLOWED.includes(`${from} ${to}`));
      if (refused) expect(refused.message_in('ua')).not.toContain('{');
    },
  );
  it('is not canceled once something of it was made', () => {
    expect(refuseMove('in_production', 'canceled', 1)?.code).toBe('manufacture.partly_made');
    expect(refuseMove('in_production', 'done', 1)).toBeNull();
  });
  it('ends with done and canceled', () =>
    expect(ManufactureStatus.options.filter(isFinished)).toEqual(['done', 'canceled']));
  it('is walked by those who may edit it', () =>
    expect(PRODUCER_ROLES.every((role) => can(role, 'manufacture.edit'))).toBe(true));
});

const line = (product_variant_id: string, count: number) => ({ product_variant_id, count });
const lines = fc.uniqueArray(
  fc.record({ product_variant_id: fc.constantFrom('a', 'b', 'c'), count: fc.integer({ min: 1, max: 9 }) }),
  { selector: ({ product_variant_id }) => product_variant_id },
);

describe('what is made now', () => {
  const known = [
    { ...line('a', 5), made: 2 },
    { ...line('b', 3), made: 0 },
  ];
  it('is what was told, or the rest too', () => {
    expect(madeNow(known, [line('a', 1)])).toEqual([line('a', 1)]);
    expect(madeNow(known, [line('a', 1)], true)).toEqual([line('a', 1), line('b', 3)]);
    expect(madeNow(known, [], true)).toEqual([line('a', 3), line('b', 3)]);
    expect(madeNow(known, [line('b', 0)], true)).toEqual([line('a', 3)]);
  });
  it.each([
    ['of another request', [line('a', 1), line('c', 1)], 'manufacture.not_in_request', 'made.1.product_variant_id'],
    ['above what is left', [line('b', 3), line('a', 4)], 'manufacture.more_than_left', 'made.1.count'],
    ['told twice', [line('a', 2), line('a', 2)], 'manufacture.more_than_left', 'made.1.count'],
  ])('%s is refused by its line', (_, told, code, path) => {
    expect(() => madeNow(known, told)).toThrow(
      expect.objectContaining({ code, details: [expect.objectContaining({ path })] }),
    );
  });
  it('in any parts never exceeds the request, and ends it with the last piece', () => {
    fc.assert(
      fc.property(lines, fc.array(lines, { maxLength: 12 }), (wanted, parts) => {
        let now = wanted.map((one) => ({ ...one, made: 0 }));
        for (const part of parts) {
          let came: ReturnType<typeof madeNow> = [];
          try {
            came = madeNow(now, part);
          } catch (error) {
            expect(error).toBeInstanceOf(DomainError);
          }
          const ends = isMade(now, came);
          now = now.map((one) => {
            const count =
              came.find(({ product_variant_id }) => product_variant_id === one.product_variant_id)?.count ?? 0;
            return { ...one, made: one.made + count };
          });
          expect(now.every(({ count, made }) => made <= count)).toBe(true);
          expect(ends).toBe(now.every(({ count, made }) => made === count));
        }
        expect(isMade(now, madeNow(now, [], true))).toBe(true);
      }),
    );
  });
});

describe('a deadline', () => {
  it.each([
    ['done', '2026-03-10', '2026-03-10', 'on_time'],
    ['done', '2026-03-10', '2026-03-11', 'late'],
    ['new', '2026-03-14', null, 'overdue'],
    ['in_production', '2026-03-15', null, 'due'],
    ['canceled', '2026-03-10', null, null],
    ['new', null, null, null],
  ] as const)('%s, due %s, done %s: %s', (status, deadline, done_on, expected) => {
    expect(latenessOf({ status, deadline, done_on }, '2026-03-15')).toBe(expected);
  });
  it.each([
    ['2026-01', '2026-01', true],
    ['2025-02', '2027-01', true],
    ['2025-01', '2027-01', false],
    ['2026-02', '2026-01', false],
  ])('is counted from %s to %s: %s', (from, to, fine) => {
    expect(refuseMonths(from, to) === null).toBe(fine);
  });
});

describe('what is still to be requested', () => {
  it('is what lacks less what is under way, never below zero', () => {
    fc.assert(
      fc.property(lines, lines, (lacking, underWay) => {
        const rest = stillToRequest(lacking, underWay);
        for (const { product_variant_id, count } of lacking) {
          const coming = underWay.find((one) => one.product_variant_id === product_variant_id)?.count ?? 0;
          const asked = rest.find((one) => one.product_variant_id === product_variant_id)?.count ?? 0;
          expect(asked).toBe(Math.max(0, count - coming));
        }
        expect(rest.every(({ count }) => count > 0)).toBe(true);
        expect(rest.length).toBeLessThanOrEqual(lacking.length);
      }),
    );
  });
});

it('a modification stands once', () => {
  expect(duplicateLine([line('a', 1), line('b', 1), line('a', 2)])).toBe(2);
  expect(duplicateLine([line('a', 1), line('b', 1)])).toBe(-1);
});
