import { expect, it } from 'vitest';
import { scannerEar } from './typed';

/** Keys with the pauses before them. */
const heard = (...keys: readonly (readonly [string, number])[]) => {
  const ear = scannerEar();
  let now = 0;
  return keys.map(([key, pause]) => {
    now += pause;
    return ear(key, now);
  });
};

it.each([
  [
    'a short code of digits',
    [
      ['1', 900],
      ['2', 8],
      ['Enter', 9],
    ],
    '12',
  ],
  [
    'one sign',
    [
      ['7', 900],
      ['Enter', 12],
    ],
    '7',
  ],
  [
    'a code behind a number that was begun by hand',
    [
      ['5', 900],
      ['4', 700],
      ['8', 8],
      ['2', 8],
      ['Enter', 8],
    ],
    '482',
  ],
  [
    'a number typed by a quick hand',
    [
      ['1', 900],
      ['2', 95],
      ['Enter', 130],
    ],
    null,
  ],
  [
    'digits of a quick hand, then Enter',
    [
      ['1', 900],
      ['2', 40],
      ['Enter', 90],
    ],
    null,
  ],
  // a phone names no sign
  [
    'a keyboard on the screen',
    [
      ['Unidentified', 900],
      ['Unidentified', 20],
      ['Enter', 20],
    ],
    null,
  ],
] as const)('%s', (_, keys, code) => expect(heard(...keys).at(-1)).toBe(code));

it('tells where a code may begin, so that a number that was typed before it is not lost', () => {
  let field = '1';
  let before = '';
  const ear = scannerEar(() => {
    before = field;
  });
  const type = (key: string, now: number) => {
    const code = ear(key, now);
    if (key.length === 1) field += key;
    return code;
  };
  type('2', 1_000);
  type('0', 1_300);
  // two codes, one behind the other
  const at = (start: number) => [...'482', 'Enter'].map((key, i) => type(key, start + i * 8)).at(-1);
  expect([at(3_000), before]).toEqual(['482', '120']);
  field = before;
  expect([at(4_000), before]).toEqual(['482', '120']);
});
