import { expect, it } from 'vitest';
import { stepFor } from './days';

it('steps become longer with the period', () => {
  expect(stepFor({ from: '2026-11-01', to: '2026-11-30' })).toBe('day');
  expect(stepFor({ from: '2026-08-01', to: '2026-11-30' })).toBe('week');
  expect(stepFor({ from: '2026-01-01', to: '2026-12-31' })).toBe('month');
});
