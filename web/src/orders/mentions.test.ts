import { mentionOf } from '@lanka/domain/orders/mentions';
import { expect, it } from 'vitest';
import { askedFor, fitting, pieces, withIds } from './mentions';

const IDS = ['a', 'b', 'c'].map((end) => `018f0000-0000-7000-8000-00000000000${end}`);
const [A = '', B = '', C = ''] = IDS;

it.each([
  ['@', { from: 0, words: '' }],
  ['Привіт, @Ів', { from: 8, words: 'Ів' }],
  ['(@Іван П', { from: 1, words: 'Іван П' }],
  ['a@b', null],
  ['@Іван Петренко ', null],
  ['нічого', null],
])('behind %j stands %j', (text, asked) => {
  expect(askedFor(text, text.length)).toEqual(asked);
});

it('offers whose name or a word of it begins so', () => {
  const people = ['Іван Петренко', 'Петро', 'Ольга'].map((name) => ({ name }));
  expect(fitting(people, 'пет').map(({ name }) => name)).toEqual(['Іван Петренко', 'Петро']);
  expect(fitting(people, '')).toHaveLength(3);
  expect(fitting(people, 'Ольга ')).toEqual([]);
});

it('sends ids for names that were chosen, the longer name first, two of one name in their order', () => {
  const picked = [
    { id: A, name: 'Іван' },
    { id: B, name: 'Іван Петренко' },
    { id: C, name: 'Іван' },
  ];
  expect(withIds('@Іван, @Іван Петренко! @Іван, @Іванна', picked)).toBe(
    `${mentionOf(A)}, ${mentionOf(B)}! ${mentionOf(C)}, @Іванна`,
  );
  expect(withIds('@Іван', [])).toBe('@Іван');
});

it('parts a comment at its names', () => {
  expect(pieces('Так, @Іван (Київ), добре', ['Іван (Київ)'])).toEqual([
    { text: 'Так, ', isName: false },
    { text: '@Іван (Київ)', isName: true },
    { text: ', добре', isName: false },
  ]);
});
