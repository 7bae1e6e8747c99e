import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  applyCount,
  type Counted,
  differenceOf,
  doubtOf,
  figuresChange,
  onTheWay,
  type Shelf,
  type Since,
  shelfThen,
} from './rules';

const shelf = (actual: number, movements = 0, corrections = 0): Shelf => ({ actual, movements, corrections });

describe('a count', () => {
  it('is compared with the books of its moment', () => {
    const line = applyCount(null, shelf(10), { mode: 'set', count: 8 }) as Counted;
    expect([line.expected, differenceOf(line), doubtOf(line, shelf(3, 5))]).toEqual([10, -2, null]);
  });
  it('in parts belongs to its first part, and is in doubt when goods moved between them', () => {
    const first = applyCount(null, shelf(10, 4), { mode: 'add', count: 6 });
    const still = applyCount(first, shelf(10, 4), { mode: 'add', count: 3 }) as Counted;
    expect([still.counted, still.expected, doubtOf(still, shelf(10, 9))]).toEqual([9, 10, null]);
    const moved = applyCount(first, shelf(9, 5), { mode: 'add', count: 3 }) as Counted;
    expect(doubtOf(moved, shelf(9, 5))).toBe('moved');
    const again = applyCount(moved, shelf(9, 5), { mode: 'set', count: 9 }) as Counted;
    expect([again.expected, doubtOf(again, shelf(9, 5))]).toEqual([9, null]);
  });
  it('is in doubt when the books were corrected since', () => {
    const line = applyCount(null, shelf(10, 4, 1), { mode: 'set', count: 8 }) as Counted;
    expect(doubtOf(line, shelf(8, 5, 2))).toBe('corrected');
  });
  const now = shelf(8, 5, 1);
  const since = (over: Partial<Since> = {}): Since => ({
    delta: 0,
    movements: 0,
    corrections: 0,
    near: false,
    ...over,
  });
  const sold = since({ delta: -2, movements: 1 });
  it.each([
    ['nothing moved since', since(), 8, null],
    ['two were sold since', sold, 10, null],
    ['they were sold about then', { ...sold, near: true }, 10, 'moved'],
    ['they were sold just before', since({ near: true }), 8, 'moved'],
    ['the books were corrected since', since({ delta: 1, movements: 1, corrections: 1 }), 7, 'corrected'],
  ] as const)('that comes late is compared with the books of its own moment: %s', (_, happened, expected, doubt) => {
    const line = applyCount(null, shelfThen(now, happened), { mode: 'set', count: 10 }) as Counted;
    expect([line.expected, doubtOf(line, now)]).toEqual([expected, doubt]);
  });
  it('in parts, of which one comes late, is in doubt when goods moved between the moments of the parts alone', () => {
    const first = applyCount(null, shelf(10, 4), { mode: 'add', count: 6 });
    const before = applyCount(first, shelfThen(shelf(8, 5), sold), { mode: 'add', count: 4 }) as Counted;
    expect([before.counted, before.expected, doubtOf(before, shelf(8, 5))]).toEqual([10, 10, null]);
    const after = applyCount(first, shelfThen(shelf(8, 5), since()), { mode: 'add', count: 4 }) as Counted;
    expect(doubtOf(after, shelf(8, 5))).toBe('moved');
    const about = applyCount(first, shelfThen(shelf(8, 5), { ...sold, near: true }), { mode: 'add', count: 4 });
    expect(about?.moved).toBe(true);
  });
  it('is compared with what was not taken off the shelf for orders', () => {
    const line = applyCount(null, { ...shelf(10), set_aside: 3 }, { mode: 'set', count: 7 }) as Counted;
    expect([line.expected, line.set_aside, differenceOf(line), doubtOf(line, shelf(10))]).toEqual([7, 3, 0, null]);
    // a piece was picked between the parts: which part it left nobody knows
    const part = applyCount(null, { ...shelf(10), set_aside: 3 }, { mode: 'add', count: 4 });
    const still = applyCount(part, { ...shelf(10), set_aside: 3 }, { mode: 'add', count: 3 });
    const picked = applyCount(part, { ...shelf(10), set_aside: 4 }, { mode: 'add', count: 3 });
    expect([still?.moved, picked?.moved]).toEqual([false, true]);
  });
  it.each([
    [undefined, 0],
    ['2026-11-27T10:00:00.000Z', 15_000],
    // clocks agree to a second or so
    ['2026-11-27T10:00:16.000Z', 0],
    ['2026-11-27T09:00:00.000Z', 20_000],
  ])('sent at %s was %i ms on its way', (sent_at, expected) =>
    expect(onTheWay(sent_at, Date.parse('2026-11-27T10:00:15.000Z'))).toBe(expected),
  );
  it('is taken back by clear and by a negative part, never below zero', () => {
    const line = applyCount(null, shelf(10), { mode: 'add', count: 2 });
    expect(applyCount(line, shelf(10), { mode: 'add', count: -2 })?.counted).toBe(0);
    expect(() => applyCount(line, shelf(10), { mode: 'add', count: -3 })).toThrow('below zero');
    expect(applyCount(line, shelf(10), { mode: 'clear' })).toBeNull();
  });
});

const event = fc.oneof(
  fc.record({ kind: fc.constant('moves' as const), delta: fc.integer({ min: -5, max: 5 }) }),
  // pieces go into a box for an order, or the boxes leave
  fc.record({ kind: fc.constant('picks' as const), count: fc.integer({ min: 1, max: 5 }) }),
  fc.record({ kind: fc.constant('sends' as const) }),
  fc.record({
    kind: fc.constant('counts' as const),
    whole: fc.boolean(),
    /** It waits for the network. */
    late: fc.boolean(),
    share: fc.double({ min: 0, max: 1, noNaN: true }),
  }),
);

it('ends with what lies there, whatever is sold and received in between, or is in doubt', () => {
  fc.assert(
    fc.property(
      fc.nat(30),
      fc.integer({ min: -10, max: 10 }),
      fc.array(event, { maxLength: 25 }),
      (start, lost, events) => {
        let books = start;
        let lies = Math.max(0, start + lost);
        let movements = 0;
        let boxed = 0;
        let line: Counted | null = null;
        /** What of the shelf the parts of the count have not seen. */
        let unseen = lies;
        /** What the phone has not sent, with the books of its moment. */
        let waiting: { mode: 'set' | 'add'; count: number; books: number; movements: number; boxed: number }[] = [];
        const send = () => {
          for (const { books: then, movements: by, boxed: set_aside, ...entry } of waiting) {
            const happened = { delta: books - then, movements: movements - by, corrections: 0, near: false };
            line = applyCount(line, { ...shelfThen(shelf(books, movements), happened), set_aside }, entry);
          }
          waiting = [];
        };
        for (const one of events) {
          if (one.kind === 'moves') {
            const delta = Math.max(one.delta, -Math.min(books - boxed, lies));
            if (delta === 0) continue;
            books += delta;
            lies += delta;
            movements += 1;
            continue;
          }
          if (one.kind === 'picks') {
            const count = Math.min(one.count, books - boxed, lies);
            boxed += count;
            lies -= count;
            continue;
          }
          if (one.kind === 'sends') {
            if (boxed > 0) movements += 1;
            books -= boxed;
            boxed = 0;
            continue;
          }
          if (one.whole || (line === null && waiting.length === 0)) unseen = lies;
          const seen = one.whole ? unseen : Math.round(unseen * one.share);
          unseen -= seen;
          waiting.push({ mode: one.whole ? 'set' : 'add', count: seen, books, movements, boxed });
          if (!one.late) send();
        }
        send();
        if (line === null || unseen > 0 || doubtOf(line, shelf(books, movements)) !== null) return;
        expect(books + differenceOf(line)).toBe(lies + boxed);
      },
    ),
    { numRuns: 500 },
  );
});

const line = fc.option(fc.record({ counted: fc.nat(9), expected: fc.nat(9) }), { nil: null });

it('keeps of all lines what they come to, whatever each was before', () => {
  fc.assert(
    fc.property(fc.array(fc.array(line, { minLength: 1 }), { maxLength: 6 }), (lines) => {
      const steps = lines.flatMap((states) => states.map((after, at) => ({ before: states[at - 1] ?? null, after })));
      const last = lines.flatMap((states) => states.at(-1) ?? []);
      const differences = last.map(differenceOf);
      expect(figuresChange(steps)).toEqual({
        counted: last.length,
        different: differences.filter((difference) => difference !== 0).length,
        surplus: differences.reduce((sum, difference) => sum + Math.max(0, difference), 0),
        shortage: differences.reduce((sum, difference) => sum + Math.max(0, -difference), 0),
      });
    }),
  );
});
