import { expect, it } from 'vitest';
import { instantAt } from './moment';

it.each([
  ['2026-01-15', 9, '2026-01-15T07:00:00.000Z'],
  ['2026-07-15', 9, '2026-07-15T06:00:00.000Z'],
  ['2026-07-15', 0, '2026-07-14T21:00:00.000Z'],
  // the clock leaps from three to four
  ['2026-03-29', 3, '2026-03-29T01:00:00.000Z'],
])('it is %s %i:00 in Kyiv', (day, hour, instant) => {
  expect(instantAt(day, hour)).toBe(instant);
});
