import { expect, it } from 'vitest';
import { termsSetBy } from './terms';

const OPEN = { link: 'Виставка', discount: 0, price_level_id: null, manager_id: null, group_ids: [] };

it.each([
  [null, {}],
  [OPEN, {}],
  [{ ...OPEN, discount: 700 }, { discount: 700 }],
  [
    { ...OPEN, price_level_id: 'a', manager_id: 'b', group_ids: ['c'] },
    { price_level_id: 'a', manager_id: 'b', group_ids: ['c'] },
  ],
])('takes of %j what the link sets and nothing that it leaves open', (preset, set) =>
  expect(termsSetBy(preset)).toEqual(set),
);
