import fc from 'fast-check';
import { expect, it } from 'vitest';
import { SANDBOX_PLAN } from '../kit/plans';
import { FAILING_AFTER, LONGEST_PAUSE_MS, PATIENCE_MS, pauseAfter, planRefusal, stateFor, stateOf } from './rules';

it('waits longer each time, up to an hour, and gives up after three days', () => {
  expect([1, 2, 3, 4, 5, 6, 70].map((attempts) => pauseAfter(attempts, 1_000))).toEqual([
    ...[5_000, 15_000, 60_000, 300_000, 900_000],
    ...[LONGEST_PAUSE_MS, LONGEST_PAUSE_MS],
  ]);
  expect(pauseAfter(1, PATIENCE_MS)).toBeNull();
  expect(pauseAfter(100, PATIENCE_MS - 1)).toBe(LONGEST_PAUSE_MS);
});

it('never waits less than before', () => {
  fc.assert(
    fc.property(fc.integer({ min: 1, max: 200 }), (attempts) => {
      expect(pauseAfter(attempts + 1, 0) ?? 0).toBeGreaterThanOrEqual(pauseAfter(attempts, 0) ?? 0);
    }),
  );
});

it.each([
  [{ connected: false, paused: true, failures: 9 }, 'off'],
  [{ connected: true, paused: true, failures: 9 }, 'paused'],
  [{ connected: true, paused: false, failures: FAILING_AFTER }, 'failing'],
  [{ connected: true, paused: false, failures: FAILING_AFTER - 1 }, 'working'],
] as const)('%j is %s', (facts, state) => {
  expect(stateOf(facts)).toBe(state);
});

it.each([
  ['checkbox', 'manufacturer-basic-monthly', 'plans.receipts_not_included'],
  ['checkbox', 'manufacturer-standard-monthly', undefined],
  ['checkbox', null, undefined],
  ['checkbox', SANDBOX_PLAN, undefined],
  ['nova_poshta', 'manufacturer-basic-monthly', undefined],
] as const)('%s on the plan %s is refused with %s', (service, plan, code) => {
  expect(planRefusal(service, plan)?.code).toBe(code);
});

it.each([
  [{ connected: true, paused: false, failures: 0 }, 'not_in_plan', 'working'],
  [{ connected: true, paused: false, failures: FAILING_AFTER }, 'failing', 'failing'],
  [{ connected: true, paused: true, failures: 0 }, 'paused', 'paused'],
  [{ connected: false, paused: false, failures: 0 }, 'off', 'off'],
] as const)('a register with %j is %s on a plan without receipts, %s with them', (facts, without, included) => {
  expect(stateFor('manufacturer-basic-monthly', 'checkbox', facts)).toBe(without);
  expect(stateFor('manufacturer-standard-monthly', 'checkbox', facts)).toBe(included);
});
