import { expect, it } from 'vitest';
import { endOf } from './answers';

it('a receipt that is done without its number has not ended: its order gets no other', () => {
  const ends = (['CREATED', 'CANCELLATION', 'DONE', 'ERROR', 'CANCELLED'] as const).map((status) =>
    [null, 'A-1'].map((fiscal_code) => endOf({ status, fiscal_code })),
  );
  expect(ends).toEqual([
    [null, null],
    [null, null],
    [null, 'issued'],
    ['refused', 'refused'],
    ['refused', 'refused'],
  ]);
});
