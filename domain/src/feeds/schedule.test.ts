import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { doubtOf, EVERY_HOURS, isTimeToPause, nextRunAt, PAUSE_AFTER_DAYS } from './schedule';

const NOW = new Date('2026-03-02T10:00:00Z');
const HOUR = 3_600_000;
const hoursUntil = (at: Date): number => (at.getTime() - NOW.getTime()) / HOUR;

describe('when a source is fetched next', () => {
  it.each([
    [1, 0, 1],
    [1, 1, 1],
    [1, 2, 2],
    [1, 3, 4],
    [1, 5, 16],
    [1, 6, 24],
    [1, 400, 24],
    [6, 2, 12],
    [6, 3, 24],
    [24, 0, 24],
    [24, 9, 24],
  ])('every %i h, after %i failures: in %i h', (every, failures, expected) => {
    expect(hoursUntil(nextRunAt(every, failures, NOW))).toBe(expected);
  });

  it('never sooner than it is asked for, never later than in a day, and no sooner after one more failure', () => {
    fc.assert(
      fc.property(fc.constantFrom(...EVERY_HOURS), fc.nat(10_000), (every, failures) => {
        const hours = hoursUntil(nextRunAt(every, failures, NOW));
        expect(hours).toBeGreaterThanOrEqual(every);
        expect(hours).toBeLessThanOrEqual(24);
        expect(hoursUntil(nextRunAt(every, failures + 1, NOW))).toBeGreaterThanOrEqual(hours);
      }),
    );
  });

  it('not at all after a week of trouble', () => {
    const since = (days: number) => new Date(NOW.getTime() - days * 24 * HOUR);
    expect(isTimeToPause(since(PAUSE_AFTER_DAYS), NOW)).toBe(true);
    expect(isTimeToPause(new Date(since(PAUSE_AFTER_DAYS).getTime() + 1), NOW)).toBe(false);
  });
});

describe('whether a file is taken by itself', () => {
  it.each([
    [0, null, 'empty'],
    [0, 10, 'empty'],
    [1, null, null],
    [5, 10, null],
    [4, 10, 'halved'],
    [4, 9, 'halved'],
    [5, 9, null],
    [1, 1, null],
    [900, 10, null],
  ])('%i offers after %s: %s', (offers, good, expected) => {
    expect(doubtOf(offers, good)).toBe(expected);
  });

  it('no file with half of the goods or more is doubted', () => {
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 300_000 }), fc.nat(300_000), (good, more) => {
        expect(doubtOf(Math.ceil(good / 2) + more, good)).toBeNull();
      }),
    );
  });
});
