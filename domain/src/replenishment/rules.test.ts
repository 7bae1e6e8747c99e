import fc from 'fast-check';
import { expect, it } from 'vitest';
import { coverOf, type Facts, propose } from './rules';

const NOTHING: Facts = { sold: 0, minimum: null, available: 0, expected: 0, in_production: 0, waiting: 0 };
const MONTH = { weeks: 4, days: 14 };

it.each([
  ['nothing is known of', {}, 0],
  ['sells 28 in four weeks', { sold: 28 }, 14],
  ['sells a little: a piece that is begun counts whole', { sold: 1 }, 1],
  ['has enough', { sold: 28, available: 14 }, 0],
  ['has a part', { sold: 28, available: 5 }, 9],
  ['is below its minimum', { minimum: 10, available: 4 }, 6],
  ['sells more than its minimum', { sold: 56, minimum: 10 }, 28],
  ['sells less than its minimum', { sold: 4, minimum: 10 }, 10],
  ['is on its way', { minimum: 10, expected: 7 }, 3],
  ['is being made', { minimum: 10, expected: 7, in_production: 3 }, 0],
  ['is waited for, besides', { minimum: 10, waiting: 4 }, 14],
  ['came back more than it was sold', { sold: -3, minimum: 2 }, 2],
] as const)('what %s', (_what, facts, expected) => expect(propose({ ...NOTHING, ...facts }, MONTH)).toBe(expected));

const pieces = fc.nat(1_000);
const facts = fc.record({
  sold: fc.integer({ min: -50, max: 1_000 }),
  minimum: fc.option(pieces),
  available: pieces,
  expected: pieces,
  in_production: pieces,
  waiting: pieces,
});
const horizon = fc.record({ weeks: fc.integer({ min: 1, max: 26 }), days: fc.integer({ min: 1, max: 180 }) });

it('once it has come there is nothing more to order, and a piece less would not do', () => {
  fc.assert(
    fc.property(facts, horizon, (known, over) => {
      const count = propose(known, over);
      expect(Number.isInteger(count) && count >= 0).toBe(true);
      expect(propose({ ...known, expected: known.expected + count }, over)).toBe(0);
      if (count > 0) expect(propose({ ...known, expected: known.expected + count - 1 }, over)).toBe(1);
      expect(coverOf(known.sold, { ...over, days: over.days + 1 })).toBeGreaterThanOrEqual(coverOf(known.sold, over));
    }),
  );
});
