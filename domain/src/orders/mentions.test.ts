import { expect, it } from 'vitest';
import { mentionedIn, mentionOf, rolesThatSee, withNames } from './mentions';

const ANNA = '018f0000-0000-7000-8000-000000000001';
const IVAN = '018f0000-0000-7000-8000-000000000002';

it('finds who is mentioned, each once, and shows them by their names', () => {
  const text = `${mentionOf(ANNA)}, глянь із ${mentionOf(IVAN)}; ${mentionOf(ANNA)}!`;
  expect(mentionedIn(text)).toEqual([ANNA, IVAN]);
  const names = new Map([
    [ANNA, 'Анна'],
    [IVAN, 'Іван $&'],
  ]);
  expect(withNames(text, names)).toBe('@Анна, глянь із @Іван $&; @Анна!');
});

it('leaves alone what mentions nobody', () => {
  expect(mentionedIn('пошта a@b.ua, @[хтось], @[123]')).toEqual([]);
  expect(withNames(`Привіт, ${mentionOf(ANNA)}`, new Map())).toBe(`Привіт, ${mentionOf(ANNA)}`);
});

it.each([
  ['all', ['Owner', 'Administrator', 'Manager', 'Producer', 'Stockman', 'Client']],
  ['managers', ['Owner', 'Administrator', 'Manager']],
  ['self', []],
] as const)('a comment for %s is seen by %j', (visibility, roles) => {
  expect(rolesThatSee(visibility)).toEqual(roles);
});
