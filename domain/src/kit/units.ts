import type { Locale } from './errors';

/** What goods are counted in until a project or a product says otherwise. */
export const DEFAULT_UNIT = 'шт';
export const MAX_UNIT = 20;
export const MAX_UNITS = 50;

/** As units are kept: without the dot of an abbreviation, and with single spaces. */
export const tidyUnit = (unit: string): string =>
  unit
    .trim()
    .replace(/\s+/g, ' ')
    .replace(/[\s.]+$/, '');

/** By what units are compared: «шт.», «Шт» and «шт» are one. */
export const unitKey = (unit: string): string => tidyUnit(unit).toLowerCase();

/** Each once, as it was written first. */
export function normaliseUnits(units: readonly string[]): string[] {
  const found = new Map<string, string>();
  for (const unit of units) {
    const key = unitKey(unit);
    if (key !== '' && !found.has(key)) found.set(key, tidyUnit(unit));
  }
  return [...found.values()];
}

/** The unit of the list that is meant, as the list writes it. */
export const unitOf = (units: readonly string[], wanted: string): string | undefined =>
  units.find((unit) => unitKey(unit) === unitKey(wanted));

/** Beside a count on the screen: an English reader is told pieces by their English word. */
export const shownUnit = (unit: string, locale: Locale): string =>
  locale === 'en' && unit === DEFAULT_UNIT ? 'pcs' : unit;

/** On paper the abbreviation of pieces has its dot. */
export const printedUnit = (unit: string): string => (unit === DEFAULT_UNIT ? 'шт.' : unit);

interface Counted {
  readonly count: number;
  readonly unit: string;
}

/** How much there is in all of each unit, in the order in which the lines name them: metres are not added to pieces. */
export function countsByUnit(lines: readonly Counted[]): Counted[] {
  const counts = new Map<string, number>();
  for (const { unit, count } of lines) counts.set(unit, (counts.get(unit) ?? 0) + count);
  return [...counts].map(([unit, count]) => ({ unit, count }));
}

/** `5 шт., 3 м` */
export const printedCounts = (lines: readonly Counted[]): string =>
  countsByUnit(lines)
    .map(({ count, unit }) => `${count}\u00a0${printedUnit(unit)}`)
    .join(', ');
