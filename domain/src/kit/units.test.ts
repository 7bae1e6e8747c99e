import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { countsByUnit, normaliseUnits, printedCounts, shownUnit, tidyUnit, unitKey, unitOf } from './units';

describe('units', () => {
  test.each([
    ['шт.', 'шт'],
    [' погонний   метр ', 'погонний метр'],
    ['уп. ', 'уп'],
    ['м', 'м'],
    [' . ', ''],
  ])('%j is kept as %j', (given, kept) => expect(tidyUnit(given)).toBe(kept));

  test('each unit stands once in a list, as it was written first', () => {
    expect(normaliseUnits(['Шт.', 'шт', 'м', ' ', 'М.', 'кг'])).toEqual(['Шт', 'м', 'кг']);
  });

  test.each([
    ['ШТ.', 'шт'],
    ['метр', undefined],
  ])('%j means %j of the list', (wanted, unit) => expect(unitOf(['шт', 'м'], wanted)).toBe(unit));

  test('whatever is typed, a tidy list stays as it is and has no unit twice', () => {
    fc.assert(
      fc.property(fc.array(fc.string({ maxLength: 8, unit: 'grapheme' })), (given) => {
        const units = normaliseUnits(given);
        expect(normaliseUnits(units)).toEqual(units);
        expect(new Set(units.map(unitKey)).size).toBe(units.length);
        for (const unit of given) expect(unitKey(unit) === '' || unitOf(units, unit) !== undefined).toBe(true);
      }),
    );
  });

  test('metres are not added to pieces', () => {
    const lines = [
      { count: 2, unit: 'шт' },
      { count: 7, unit: 'м' },
      { count: 3, unit: 'шт' },
    ];
    expect(countsByUnit(lines)).toEqual([
      { unit: 'шт', count: 5 },
      { unit: 'м', count: 7 },
    ]);
    expect(printedCounts(lines)).toBe('5\u00a0шт., 7\u00a0м');
  });

  test('an English reader sees pieces, and every other unit as it is written', () => {
    expect([shownUnit('шт', 'en'), shownUnit('м', 'en'), shownUnit('шт', 'ua')]).toEqual(['pcs', 'м', 'шт']);
  });
});
