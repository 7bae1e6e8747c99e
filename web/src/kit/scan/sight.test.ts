import { expect, it } from 'vitest';
import { sight } from './sight';

/** Pictures as they are taken, `every` so many ms; which of them are a piece. */
const pieces = (every: number, pictures: readonly string[]) => {
  const isNew = sight();
  return pictures.flatMap((code, at) => (isNew(code, at * every) ? [at] : []));
};

it('takes what lies before the camera once, however long one look takes', () => {
  for (const every of [150, 1_600, 9_000]) expect(pieces(every, ['A', 'A', 'A', 'A'])).toEqual([0]);
});

it('takes the next code at once, and the one before again', () => {
  expect(pieces(150, ['A', 'B', 'A'])).toEqual([0, 1, 2]);
});

it('takes the same code again when it was away, not when one picture was blurred', () => {
  expect(pieces(150, ['A', ...Array<string>(11).fill(''), 'A'])).toEqual([0, 12]);
  expect(pieces(150, ['A', ...Array<string>(5).fill(''), 'A'])).toEqual([0]);
  expect(pieces(4_000, ['A', '', 'A'])).toEqual([0]);
  expect(pieces(4_000, ['A', '', '', 'A'])).toEqual([0, 3]);
});
