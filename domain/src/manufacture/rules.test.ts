import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { DomainError } from '../kit/errors';
import { can } from '../kit/permissions';
import { ManufactureStatus } from './contract';
import { duplicateLine, isFinished, madeCounts, PRODUCER_ROLES, refuseMove, stillToRequest } from './rules';

describe('the way of a request', () => {
  const ALLOWED = ['new in_production', 'new canceled', 'in_production done', 'in_production canceled'];
  it.each(ManufactureStatus.options.flatMap((from) => ManufactureStatus.options.map((to) => [from, to] as const)))(
    '%s → %s',
    (from, to) => {
      const refused = refuseMove(from, to);
      expect(refused === null).toBe(ALLOWED.includes(`${from} ${to}`));
      if (refused) expect(refused.message_in('ua')).not.toContain('{');
    },
  );
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

describe('what was made', () => {
  it('is everything unless told otherwise', () => {
    expect(madeCounts([line('a', 2), line('b', 3)])).toEqual([line('a', 2), line('b', 3)]);
    expect(madeCounts([line('a', 2), line('b', 3)], [line('b', 0)])).toEqual([line('a', 2), line('b', 0)]);
  });
  it.each([
    [[line('c', 1)], 'manufacture.not_in_request'],
    [[line('a', 0)], 'manufacture.nothing_made'],
  ])('%j is refused with %s', (told, code) => {
    let error: unknown;
    try {
      madeCounts([line('a', 2)], told);
    } catch (thrown) {
      error = thrown;
    }
    expect(error).toBeInstanceOf(DomainError);
    expect((error as DomainError).code).toBe(code);
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
