/**
 * Numbers, dates and words as people read them. Money and calendar come from the domain; here is what only a
 * screen needs. Slices use the components in `display/values.tsx`; these functions are for titles and messages.
 */
import { plural as pluralOf } from '@lanka/domain/kit/plural';
import { SIDES, type Size } from '@lanka/domain/kit/size';
import { formatDateTime } from '@lanka/domain/kit/time';
import type { Locale } from './text';

/** `plural(3, 'товар', 'товари', 'товарів')` → «товари»; the number itself is not printed. */
export const plural = (count: number, one: string, few: string, many: string): string =>
  pluralOf('ua', count, { one, few, many });

export const pluralEnglish = (count: number, one: string, other: string): string =>
  pluralOf('en', count, { one, few: other, many: other });

const counts = new Intl.NumberFormat('uk', { maximumFractionDigits: 3 });

/** `12 345` with no-break spaces. */
export const formatCount = (count: number): string => counts.format(count).replace('-', '−');

/** What was counted up to `most` only: then there may be more, `10 000+`. */
export const formatCountTo = (count: number, most: number): string =>
  count >= most ? `${formatCount(most)}+` : formatCount(count);

/** Grams as people say them: `850 г`, `1,25 кг`. */
export function formatWeight(grams: number, locale: Locale = 'ua'): string {
  const [gram, kilo] = locale === 'ua' ? ['г', 'кг'] : ['g', 'kg'];
  return grams < 1000 ? `${grams}\u00a0${gram}` : `${counts.format(grams / 1000)}\u00a0${kilo}`;
}

/** `30,5 см` of millimetres. */
export const formatSide = (side: number, locale: Locale = 'ua'): string =>
  `${counts.format(side / 10)}\u00a0${locale === 'ua' ? 'см' : 'cm'}`;

/** `30,5 × 20 × – см`: length, width, height, of which some may not be known. */
export function formatSides(size: Size, locale: Locale = 'ua'): string {
  const sides = SIDES.map((name) => size[name]).map((side) => (side === null ? '–' : counts.format(side / 10)));
  return `${sides.join('\u00a0×\u00a0')}\u00a0${locale === 'ua' ? 'см' : 'cm'}`;
}

/** `1,4 МБ` */
export function formatSize(bytes: number, locale: Locale = 'ua'): string {
  const units = locale === 'ua' ? ['Б', 'КБ', 'МБ', 'ГБ'] : ['B', 'KB', 'MB', 'GB'];
  let value = bytes;
  let unit = 0;
  while (value >= 1024 && unit < units.length - 1) {
    value /= 1024;
    unit += 1;
  }
  return `${counts.format(unit === 0 ? value : Math.round(value * 10) / 10)}\u00a0${units[unit]}`;
}

const relative = {
  ua: new Intl.RelativeTimeFormat('uk', { numeric: 'auto', style: 'short' }),
  en: new Intl.RelativeTimeFormat('en', { numeric: 'auto', style: 'short' }),
};

const MINUTE = 60_000;
const DAY = 24 * 60 * MINUTE;

/** Relative within a day of `now` either way, else `dd.mm.yyyy HH:mm` (look: Lists). */
export function formatWhen(at: Date, now: Date, locale: Locale = 'ua'): string {
  const difference = at.getTime() - now.getTime();
  if (Math.abs(difference) >= DAY) return formatDateTime(at);
  const minutes = Math.trunc(difference / MINUTE);
  if (minutes === 0) return locale === 'ua' ? 'щойно' : 'just now';
  if (Math.abs(minutes) < 60) return relative[locale].format(minutes, 'minute');
  return relative[locale].format(Math.trunc(minutes / 60), 'hour');
}

/** The first letters of a name for an avatar: «Олена Коваленко» → «ОК». */
export function initials(name: string): string {
  const words = name.match(/[\p{L}\p{N}]+/gu) ?? [];
  return words
    .slice(0, 2)
    .map((word) => [...word][0]?.toUpperCase() ?? '')
    .join('');
}
