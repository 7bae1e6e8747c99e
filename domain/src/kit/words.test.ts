import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { plural } from './plural';
import { sumInWords } from './words';

describe('sum in words', () => {
  it.each([
    [0, 'Нуль гривень 00 копійок'],
    [1, 'Нуль гривень 01 копійка'],
    [101, 'Одна гривня 01 копійка'],
    [1100, 'Одинадцять гривень 00 копійок'],
    [2102, 'Двадцять одна гривня 02 копійки'],
    [100200, 'Одна тисяча дві гривні 00 копійок'],
    [211112, 'Дві тисячі сто одинадцять гривень 12 копійок'],
    [1234567, 'Дванадцять тисяч триста сорок п’ять гривень 67 копійок'],
    [2200000005, 'Двадцять два мільйони гривень 05 копійок'],
    [12500000000, 'Сто двадцять п’ять мільйонів гривень 00 копійок'],
    [100_000_000_000_00, 'Сто мільярдів гривень 00 копійок'],
    [1_001_000_000_000_14, 'Один трильйон один мільярд гривень 14 копійок'],
    [
      Number.MAX_SAFE_INTEGER,
      'Дев’яносто трильйонів сімдесят один мільярд дев’ятсот дев’яносто два мільйони п’ятсот сорок сім тисяч чотириста дев’ять гривень 91 копійка',
    ],
  ])('%i kopecks', (kopecks, words) => expect(sumInWords(kopecks)).toBe(words));

  it.each([-1, 1.5, Number.NaN, Number.MAX_SAFE_INTEGER + 1])('refuses %d', (bad) =>
    expect(() => sumInWords(bad)).toThrow(RangeError),
  );

  it('gives every sum a text of its own, in Ukrainian letters with one apostrophe', () => {
    const sum = fc.integer({ min: 0, max: Number.MAX_SAFE_INTEGER });
    fc.assert(
      fc.property(sum, sum, (a, b) => {
        expect(sumInWords(a)).toMatch(/^[А-ЯІЇЄ][а-яіїє’]+( [а-яіїє’]+)+ \d\d копі(йка|йки|йок)$/);
        return a === b || sumInWords(a) !== sumInWords(b);
      }),
    );
  });
});

describe('plural', () => {
  const days = { one: 'день', few: 'дні', many: 'днів' };
  it.each([
    [0, 'днів'],
    [1, 'день'],
    [2, 'дні'],
    [4, 'дні'],
    [5, 'днів'],
    [11, 'днів'],
    [14, 'днів'],
    [21, 'день'],
    [22, 'дні'],
    [111, 'днів'],
    [121, 'день'],
    [-3, 'дні'],
    [1.5, 'дні'],
  ])('%d', (n, word) => expect(plural('uk', n, days)).toBe(word));
  it('agrees with CLDR on whole numbers', () => {
    const rules = new Intl.PluralRules('uk');
    fc.assert(
      fc.property(
        fc.nat(10_000_000),
        (n) => plural('ua', n, { one: 'one', few: 'few', many: 'many' }) === rules.select(n),
      ),
    );
  });
  it('speaks English', () => {
    const words = { one: 'day', few: '', many: 'days' };
    expect([0, 1, 2].map((n) => plural('en', n, words))).toEqual(['days', 'day', 'days']);
  });
});
