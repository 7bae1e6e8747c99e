import { expect, it } from 'vitest';
import { forecastUse } from './rules';

const allowed = { requests: 1_000, bytes: 10_000 };
const lately = (requests: number, bytes: number, days = 7) => ({ requests, bytes, days });

it.each([
  // nothing was used lately: it stays as it is
  [{ requests: 400, bytes: 100 }, lately(0, 0), { requests: 400, bytes: 100, runs_out_on: null }],
  // 10 a day for 11 days
  [{ requests: 400, bytes: 100 }, lately(70, 700), { requests: 510, bytes: 1_200, runs_out_on: null }],
  // 100 a day: 600 are left for six days
  [{ requests: 400, bytes: 100 }, lately(700, 700), { requests: 1_500, bytes: 1_200, runs_out_on: '2026-03-26' }],
  // the bytes run out before the calls do
  [{ requests: 0, bytes: 9_000 }, lately(7, 7_000), { requests: 11, bytes: 20_000, runs_out_on: '2026-03-21' }],
  // it has already
  [{ requests: 1_000, bytes: 0 }, lately(0, 0), { requests: 1_000, bytes: 0, runs_out_on: '2026-03-20' }],
  // a key that was made yesterday has two days to go by
  [{ requests: 20, bytes: 0 }, lately(20, 0, 2), { requests: 130, bytes: 0, runs_out_on: null }],
])('tells how a month ends that has used %j', (used, before, told) => {
  expect(forecastUse(used, allowed, before, '2026-03-20', '2026-03-31')).toEqual(told);
});
