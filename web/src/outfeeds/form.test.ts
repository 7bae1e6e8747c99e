import { expect, it } from 'vitest';
import { FeedForm, NEW_FEED } from './form';

const filled = { ...NEW_FEED, name: 'Prom', link: null };

it('takes what was left empty for nothing, and attributes by the line', () => {
  const read = FeedForm.parse({
    ...filled,
    buffer: '',
    markup: { ...filled.markup, percent: '', round_to: '100' },
    choice: { ...filled.choice, attributes: ['Колір: Білий', 'Час: 10:30'] },
  });
  expect(read).toMatchObject({
    buffer: 0,
    markup: { percent: 0, round_to: 100 },
    choice: {
      attributes: [
        { name: 'Колір', value: 'Білий' },
        { name: 'Час', value: '10:30' },
      ],
    },
  });
});

it('says at the field of attributes what a line lacks', () => {
  const { error } = FeedForm.safeParse({ ...filled, choice: { ...filled.choice, attributes: ['Білий'] } });
  expect(error?.issues.map(({ path, message }) => [path.join('.'), message])).toEqual([
    ['choice.attributes', 'outfeeds.attribute'],
  ]);
});

it('says at the markup that a purchase price needs one', () => {
  const { error } = FeedForm.safeParse({ ...filled, markup: { ...filled.markup, basis: 'purchase' } });
  expect(error?.issues.map(({ path }) => path.join('.'))).toEqual(['markup.percent']);
});
