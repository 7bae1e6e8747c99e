import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { foldEvents, isQuiet, lastMorning, TOGETHER_MS } from './rules';

interface Event {
  readonly id: number;
  readonly at: number;
  readonly key: string | null;
}
const how = { keyOf: ({ key }: Event) => key, at: ({ at }: Event) => at };

const events = fc
  .array(fc.record({ after: fc.integer({ min: 0, max: 5_000_000 }), key: fc.constantFrom('a', 'b', 'c', null) }), {
    maxLength: 60,
  })
  .map((steps) => {
    let at = 0;
    return steps.map(({ after, key }, id): Event => {
      at += after;
      return { id, at, key };
    });
  });

describe('what is told together', () => {
  it('tells of each happening once, within an hour of the first and by the newest of them', () => {
    fc.assert(
      fc.property(events, (all) => {
        const lines = foldEvents(all, how);
        expect(lines.reduce((sum, { count }) => sum + count, 0)).toBe(all.length);
        for (const { first, event, count } of lines) {
          expect(event.at - first).toBeLessThan(count > 1 ? TOGETHER_MS : 1);
          if (event.key === null) expect(count).toBe(1);
          const meant = all.filter(({ at, key, id }) => key === event.key && at >= first && id <= event.id);
          if (event.key !== null) expect(meant.length).toBeGreaterThanOrEqual(count);
        }
      }),
    );
  });

  it('opens no second line of a key within the hour of the one before', () => {
    fc.assert(
      fc.property(events, (all) => {
        const lines = foldEvents(all, how).filter(({ event }) => event.key !== null);
        for (const [nth, line] of lines.entries())
          for (const other of lines.slice(nth + 1))
            if (other.event.key === line.event.key)
              expect(other.first - line.first).toBeGreaterThanOrEqual(TOGETHER_MS);
      }),
    );
  });

  it('makes the same lines of a part and the rest as long as they are no hour apart', () => {
    fc.assert(
      fc.property(events, fc.nat(60), (all, cut) => {
        const whole = foldEvents(all, how).length;
        const parts = foldEvents(all.slice(0, cut), how).length + foldEvents(all.slice(cut), how).length;
        expect(parts).toBeGreaterThanOrEqual(whole);
      }),
    );
  });
});

describe('letters', () => {
  it.each([
    ['2026-11-24T06:59:00Z', '2026-11-23T07:00:00.000Z', true],
    ['2026-11-24T07:00:00Z', '2026-11-24T07:00:00.000Z', false],
    ['2026-11-24T18:59:00Z', '2026-11-24T07:00:00.000Z', false],
    ['2026-11-24T19:00:00Z', '2026-11-24T07:00:00.000Z', true],
    // summer time
    ['2026-07-01T06:30:00Z', '2026-07-01T06:00:00.000Z', false],
    // the night in which the clock goes back
    ['2026-10-25T06:30:00Z', '2026-10-24T06:00:00.000Z', true],
  ])('of the day go out at nine in Kyiv: at %s', (now, morning, quiet) => {
    expect(lastMorning(new Date(now)).toISOString()).toBe(morning);
    expect(isQuiet(new Date(now))).toBe(quiet);
  });

  it('of the day have one morning a day', () => {
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 4_000_000_000 }), (seconds) => {
        const now = new Date(seconds * 1000);
        const morning = lastMorning(now);
        const hours = (now.getTime() - morning.getTime()) / 3_600_000;
        expect(hours).toBeGreaterThanOrEqual(0);
        expect(hours).toBeLessThan(25);
      }),
    );
  });
});
