import { expect, it } from 'vitest';
import { askable } from './askable';

const words = { inStock: 'є', low: 'мало', outOfStock: 'немає' };
const works = { stock_told: 'number', paused_until: null } as const;
const pauses = { ...works, paused_until: '2026-12-25' } as const;

it.each([
  ['the project’s own people', [], true, 3],
  ['all tell numbers', [works, works], true, 3],
  ['one tells only whether there is any', [works, { ...works, stock_told: 'yes_no' as const }], false, 2],
  ['one tells nothing', [works, { ...works, stock_told: 'hidden' as const }], false, 0],
  ['one pauses', [works, pauses], false, 3],
  ['one pauses who tells nothing', [works, { ...pauses, stock_told: 'hidden' as const }], false, 3],
  ['nobody works', [pauses], false, 0],
])('%s', (_, tellers, sorts, filters) => {
  const { sort, options } = askable(tellers, words);
  expect(['sort' in sort, options.length]).toEqual([sorts, filters]);
});
