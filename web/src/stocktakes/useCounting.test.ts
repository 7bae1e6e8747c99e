import { MAX_AGE_MS } from '@lanka/domain/stocktakes/contract';
import { expect, it } from 'vitest';
import { sentOf } from './useCounting';

it('tells how long an entry has waited, never of the future and never beyond what is taken', () => {
  const kept = { id: 'a', label: 'Плед', refused: null, code: 'PL-01', mode: 'set', count: 2 } as const;
  const age = (at?: number) => sentOf(at === undefined ? kept : { ...kept, at }, 1_000_000).age_ms;
  expect([age(400_000), age(2_000_000), age(-2 * MAX_AGE_MS), age()]).toEqual([600_000, 0, MAX_AGE_MS, 0]);
  expect(sentOf({ ...kept, at: 0 }, 5)).toEqual({ id: 'a', code: 'PL-01', mode: 'set', count: 2, age_ms: 5 });
});
