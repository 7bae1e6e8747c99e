import type { Locale } from '../kit/errors';

/** What a template may leave open, in both languages; what stands there is of the order that is commented on. */
export const PLACEHOLDERS = {
  number: { ua: 'номер', en: 'number' },
  ttn: { ua: 'ТТН', en: 'waybill' },
  customer: { ua: 'покупець', en: 'customer' },
  sum: { ua: 'сума', en: 'sum' },
} as const satisfies Readonly<Record<string, Readonly<Record<Locale, string>>>>;
export type Placeholder = keyof typeof PLACEHOLDERS;
export type Placed = Readonly<Record<Placeholder, string>>;

const NAMES = new Map(
  Object.entries(PLACEHOLDERS).flatMap(([key, words]) =>
    Object.values(words).map((word): [string, Placeholder] => [word.toLowerCase(), key as Placeholder]),
  ),
);
const OPEN = /\{([^{}\n]{0,40})\}/g;
const placeholderOf = (name: string): Placeholder | undefined => NAMES.get(name.trim().toLowerCase());

/** What stands in braces and is no placeholder, as it was written. */
export const unknownPlaceholders = (text: string): string[] =>
  [...text.matchAll(OPEN)].flatMap(([written, name = '']) => (placeholderOf(name) ? [] : [written]));

/** The text with what the order has; what it has not is a dash, so that whoever sends it sees that something is missing. */
export const fillPlaceholders = (text: string, placed: Placed): string =>
  text.replace(OPEN, (written, name: string) => {
    const key = placeholderOf(name);
    return key ? placed[key].trim() || '–' : written;
  });
