import { expect, it } from 'vitest';
import { PRESETS, presetOf, presetPeriod } from './periods';

it.each([
  ['today', '2026-03-01', '2026-03-01', '2026-03-01'],
  ['week', '2026-03-01', '2026-02-23', '2026-03-01'],
  ['days30', '2026-03-30', '2026-03-01', '2026-03-30'],
  ['month', '2026-03-29', '2026-03-01', '2026-03-29'],
  ['lastMonth', '2028-03-31', '2028-02-01', '2028-02-29'],
  ['lastMonth', '2026-01-15', '2025-12-01', '2025-12-31'],
  ['quarter', '2026-11-24', '2026-10-01', '2026-11-24'],
  ['quarter', '2026-01-01', '2026-01-01', '2026-01-01'],
  ['year', '2026-11-24', '2026-01-01', '2026-11-24'],
  ['lastYear', '2026-11-24', '2025-01-01', '2025-12-31'],
] as const)('%s on %s is from %s to %s', (preset, today, from, to) => {
  expect(presetPeriod(preset, today)).toEqual({ from, to });
});

it('what was chosen is known again, also on the first of a month', () => {
  for (const preset of PRESETS)
    for (const today of ['2026-01-01', '2026-03-01', '2026-11-24'])
      expect(presetOf(presetPeriod(preset, today), today, { of: PRESETS, chosen: preset })).toBe(preset);
  expect(presetOf({ from: '2026-11-02', to: '2026-11-05' }, '2026-11-24', { of: PRESETS, chosen: 'week' })).toBeNull();
  expect(presetOf(presetPeriod('quarter', '2026-11-24'), '2026-11-24', { of: ['week'], chosen: null })).toBeNull();
});
