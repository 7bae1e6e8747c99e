import { levelName, MAX_LEVEL_NAME } from './rules';

/** A column of prices in our own table: of a level, or (null) of the price itself, from so many pieces on. */
export interface PriceColumn {
  readonly level: string | null;
  readonly from_count: number;
}

/** `Ціна VIP`, `Ціна VIP від 10`, `Ціна від 10`. */
export function priceHeader({ level, from_count }: PriceColumn, locale: 'ua' | 'en'): string {
  const [price, from] = locale === 'ua' ? ['Ціна', 'від'] : ['Price', 'from'];
  return [price, level, from_count > 1 ? `${from} ${from_count}` : null].filter((part) => part !== null).join(' ');
}

/** What stands behind «Ціна» in price lists and names no level: a currency, a unit, that it is for sale, what goods cost before or cost the supplier. */
const OTHER =
  /^(?:\(.*|грн\.?|uah|₴|usd|eur|\$|€|(?:за|per)\s.*|(?:закуп|собіварт|стар[аої]|old|purchase|cost).*|продажу|реалізації|відпускна)$/i;

/** The other way round; null of a header that is none of these. */
export function readPriceHeader(header: string): PriceColumn | null {
  const behind = /^(?:ціна|цена|price)\s+(.+)$/i.exec(levelName(header))?.[1];
  if (behind === undefined) return null;
  const counted = /^(?:(.+)\s)?(?:від|от|from)\s(\d{1,8})(?:\s?(?:шт|pcs)\.?)?$/i.exec(behind);
  const from_count = counted ? Number(counted[2]) : 1;
  const level = counted ? (counted[1] ?? null) : behind;
  if (from_count < 1 || (level === null && from_count < 2)) return null;
  return level !== null && (OTHER.test(level) || level.length > MAX_LEVEL_NAME) ? null : { level, from_count };
}

/** Whether a column of this name is read as just this level: a level is called so that a table can have it. */
export function isLevelName(name: string): boolean {
  const read = readPriceHeader(priceHeader({ level: name, from_count: 1 }, 'ua'));
  return read?.level === levelName(name) && read.from_count === 1;
}
