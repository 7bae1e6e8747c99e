import { expect, it } from 'vitest';
import { Remembered } from './cache';

it('holds for the time it was given, however often it is told again', () => {
  let now = 0;
  const known = new Remembered<number>(10, 100, () => now);
  expect(known.get('a')).toBeUndefined();
  known.add('a', 1);
  now = 99;
  known.add('a', 2);
  expect(known.get('a')).toBe(1);
  now = 100;
  expect(known.get('a')).toBeUndefined();
  known.add('a', 3);
  now = 199;
  expect(known.get('a')).toBe(3);
});

it('forgets the oldest when there is too much', () => {
  const known = new Remembered<boolean>(2, 100, () => 0);
  for (const name of ['a', 'b', 'c']) known.add(name, true);
  expect(['a', 'b', 'c'].map((name) => known.get(name))).toEqual([undefined, true, true]);
});
