import { MAX_PRICE, MAX_STOCK } from '../kit/bounds';
import { MAX_SIDE, type SideName } from '../kit/size';

/**
 * How values of feeds are read. Feeds are written by many programs and by people, so much is accepted; what may be
 * read in two ways is refused and never guessed, because money and stock must not be wrong.
 */

const SPACES = /[\s\u00a0\u2007\u2009\u202f\ufeff]+/g;

/** One line of text: no control characters, no doubled or outer spaces. */
export function cleanText(value: string): string {
  let out = '';
  for (const char of value.toWellFormed()) {
    const code = char.charCodeAt(0);
    out += code < 32 || code === 127 ? ' ' : char;
  }
  return out.replace(SPACES, ' ').trim();
}

/** Ids are trimmed and nothing more: Cyrillic, `/` and inner spaces are kept as they are (real feeds have them). */
export function cleanId(value: string): string {
  return cleanText(value);
}

const CURRENCIES: readonly (readonly [string, RegExp])[] = [
  ['UAH', /^(uah|uan|грн\.?(\/.*)?|гривн[аяіьеи]*|гривень|₴|hrn|grn)$/i],
  ['USD', /^(usd|us\$|\$|дол\.?|долар[а-яіїє]*)$/i],
  ['EUR', /^(eur|€|євро|евро)$/i],
  ['PLN', /^(pln|zł|zl)$/i],
];

/** ISO code of a currency as feeds write it; `''` stays `''`, an unknown word comes back in capitals. */
export function normaliseCurrency(value: string): string {
  const word = cleanText(value);
  return CURRENCIES.find(([, pattern]) => pattern.test(word))?.[0] ?? word.toUpperCase().slice(0, 12);
}

export type ReadPrice =
  | { kind: 'amount'; hundredths: number; rounded: boolean; currency: string }
  | { kind: 'empty' | 'invalid' | 'ambiguous' | 'negative' | 'too_large' };

/**
 * `799.0`, `1 234,50`, `1,234.50`, `UAH 799`, `1700 грн`. More than two decimals are rounded half up and marked.
 * `1,234` is ambiguous: a thousand to an American program, one and a bit to a Ukrainian one.
 */
export function readPrice(text: string): ReadPrice {
  const value = cleanText(text).replace(/['’]/g, '');
  if (value === '' || value === '-' || value === '—') return { kind: 'empty' };
  const match = /^([^\d.,\-−]*)([-−]?)([\d., ]*\d)([.,]?)([^\d]*)$/.exec(value);
  if (!match) return { kind: 'invalid' };
  const [, before = '', minus, digits = '', , after = ''] = match;
  const words = [before, after].map((word) => word.trim()).filter(Boolean);
  if (words.length > 1) return { kind: 'invalid' };
  const currency = normaliseCurrency(words[0] ?? '');
  if (words[0] && !/^[A-Z]{3}$/.test(currency)) return { kind: 'invalid' };
  const number = splitDecimals(digits);
  if (number === 'invalid' || number === 'ambiguous') return { kind: number };
  const [whole, fraction] = number;
  if (whole.length > 12) return { kind: 'too_large' };
  const padded = fraction.padEnd(3, '0');
  const hundredths = Number(whole) * 100 + Number(padded.slice(0, 2)) + (Number(padded[2]) >= 5 ? 1 : 0);
  if (hundredths > MAX_PRICE) return { kind: 'too_large' };
  if (minus && hundredths > 0) return { kind: 'negative' };
  return { kind: 'amount', hundredths, rounded: /[1-9]/.test(fraction.slice(2)), currency };
}

/** Whole part and decimals of a number with separators. */
function splitDecimals(text: string): [string, string] | 'invalid' | 'ambiguous' {
  let digits = text;
  if (digits.includes(' ')) {
    if (!/^\d{1,3}( \d{3})+([.,]\d+)?$/.test(digits)) return 'invalid';
    digits = digits.replaceAll(' ', '');
    const [whole = '', fraction = ''] = digits.split(/[.,]/);
    return [whole, fraction];
  }
  if (/^\d+$/.test(digits)) return [digits, ''];
  if (/^[.,]\d+$/.test(digits)) return ['0', digits.slice(1)];
  if (/^\d{1,3}(,\d{3}){2,}$|^\d{1,3}(\.\d{3}){2,}$/.test(digits)) return [digits.replace(/[.,]/g, ''), ''];
  const both = /^(\d{1,3}(?:,\d{3})+)\.(\d+)$|^(\d{1,3}(?:\.\d{3})+),(\d+)$/.exec(digits);
  if (both) return [(both[1] ?? both[3] ?? '').replace(/[.,]/g, ''), both[2] ?? both[4] ?? ''];
  const one = /^(\d+)([.,])(\d+)$/.exec(digits);
  if (!one) return 'invalid';
  const [, whole = '', separator, fraction = ''] = one;
  if (separator === ',' && fraction.length === 3 && /^[1-9]\d{0,2}$/.test(whole)) return 'ambiguous';
  return [whole, fraction];
}

/** A rate of `<currencies>` in hundred-millionths; null when it is a word such as `NBU`. */
export function readRate(text: string): bigint | null {
  const match = /^(\d{1,9})(?:[.,](\d{1,18}))?$/.exec(cleanText(text));
  if (!match) return null;
  const rate = BigInt(match[1] ?? '0') * 100_000_000n + BigInt((match[2] ?? '').slice(0, 8).padEnd(8, '0'));
  return rate > 0n ? rate : null;
}

/** Kopecks from hundredths of another currency, half up. Both rates are to the base currency of the feed. */
export function convertToKopecks(hundredths: number, rate: bigint, hryvniaRate: bigint): number {
  const product = BigInt(hundredths) * rate;
  return Number((product * 2n + hryvniaRate) / (hryvniaRate * 2n));
}

const YES =
  /^(true|yes|так|да|є|есть|\+|!|1|y|t|in[ _]?stock|instock|available|в наявності.*|є в наявності.*|в наличии.*|готово до відправки|limited[ _]availability|onbackorder_yes)$/i;
const NO =
  /^(false|no|ні|нет|немає.*|нема|-|−|0|n|f|out[ _]?of[ _]?stock|outofstock|not available|відсутн.*|не в наявності.*|нет в наличии.*|закінчи.*|знято.*|під замовлення.*|под заказ.*|очіку.*|preorder|pre-order|backorder|onbackorder|on[ _]backorder|передзамовлення)$/i;

/** Words about availability. `null`: not told; `'unknown'`: a word that is not known. «Під замовлення» is no. */
export function readAvailability(text: string): boolean | null | 'unknown' {
  const word = cleanText(text);
  if (word === '') return null;
  if (YES.test(word)) return true;
  if (NO.test(word)) return false;
  return 'unknown';
}

export type ReadStock =
  | { kind: 'number'; value: number; note: 'negative' | 'fraction' | null }
  | { kind: 'empty' | 'invalid' | 'too_large' }
  | { kind: 'word'; available: boolean }
  /** `>10`, `10+`, `багато`: there is some, how much is not told. */
  | { kind: 'inexact' };

export function readStock(text: string): ReadStock {
  const value = cleanText(text);
  if (value === '') return { kind: 'empty' };
  const match = /^([-−]?)(\d{1,3}(?: \d{3})+|\d+)(?:[.,](\d+))?(?: ?(?:шт|од|пар|уп|pcs|pc)\.?)?$/i.exec(value);
  if (match) {
    const whole = Number((match[2] ?? '').replaceAll(' ', ''));
    if (whole > MAX_STOCK) return { kind: 'too_large' };
    const fraction = /[1-9]/.test(match[3] ?? '');
    if (match[1] && (whole > 0 || fraction)) return { kind: 'number', value: 0, note: 'negative' };
    return { kind: 'number', value: whole, note: fraction ? 'fraction' : null };
  }
  if (
    /^([>≥~] ?\d+|\d+ ?\+|(більше|понад|більш ніж|больше|более) \d+|багато|достатньо|много)(?: ?шт\.?)?$/i.test(value)
  ) {
    return { kind: 'inexact' };
  }
  const available = readAvailability(value);
  return typeof available === 'boolean' ? { kind: 'word', available } : { kind: 'invalid' };
}

const UNITS: Readonly<Record<string, number>> = {
  г: 1,
  гр: 1,
  грам: 1,
  грамів: 1,
  g: 1,
  gr: 1,
  gram: 1,
  grams: 1,
  кг: 1000,
  kg: 1000,
  кілограм: 1000,
  мг: 0.001,
  mg: 0.001,
  т: 1_000_000,
  oz: 28.349_523_125,
  lb: 453.592_37,
  lbs: 453.592_37,
};

export function isWeightUnit(word: string): boolean {
  return word.toLowerCase().replace('.', '') in UNITS;
}

/** Whole grams; `undefined` when the text is not a weight, null when it is empty. A unit in the text wins. */
export function readWeightGrams(text: string, unit: 'g' | 'kg'): number | null | undefined {
  const value = cleanText(text).toLowerCase();
  if (value === '') return null;
  const match = /^(\d{1,9}|\d{1,3}(?: \d{3})+)(?:[.,](\d{1,20}))? ?(\p{L}*)\.?$/u.exec(value);
  if (!match) return undefined;
  const factor = match[3] ? UNITS[match[3]] : unit === 'kg' ? 1000 : 1;
  if (factor === undefined) return undefined;
  const grams = Math.round(Number(`${(match[1] ?? '').replaceAll(' ', '')}.${match[2] ?? '0'}`) * factor);
  return grams <= 100_000_000 ? grams : undefined;
}

const LENGTHS: Readonly<Record<string, number>> = { мм: 1, mm: 1, см: 10, cm: 10, м: 1000, m: 1000, дм: 100, dm: 100 };

/** Whole millimetres; `undefined` when the text is no measure of goods, null when it is empty. A unit in the text wins. */
export function readMillimetres(text: string, unit: 'mm' | 'cm'): number | null | undefined {
  const value = cleanText(text).toLowerCase();
  if (value === '') return null;
  const match = /^(\d{1,6})(?:[.,](\d{1,20}))? ?(\p{L}*)\.?$/u.exec(value);
  const factor = match && LENGTHS[match[3] || unit];
  if (!match || !factor) return undefined;
  const read = Math.round(Number(`${match[1]}.${match[2] ?? '0'}`) * factor);
  // a zero is how tables say that nobody has measured it
  if (read === 0) return Number(`${match[1]}.${match[2] ?? '0'}`) === 0 ? null : undefined;
  return read <= MAX_SIDE ? read : undefined;
}

/** «60×40×20», `60/40/20`, `60 x 40 x 20 см`: the three sides; `undefined` for anything else. */
export function readSides(text: string): Record<SideName, string> | undefined {
  const match = /^([\d.,]+) ?[×xх*/] ?([\d.,]+) ?[×xх*/] ?([\d.,]+) ?(\p{L}*)\.?$/iu.exec(cleanText(text));
  if (!match) return undefined;
  const [, length, width, height, unit] = match;
  return { length: `${length} ${unit}`, width: `${width} ${unit}`, height: `${height} ${unit}` };
}

/**
 * The check digit of EAN-8, UPC-A, EAN-13 and GTIN-14: weights 3, 1, 3 … from the right (reference: identifiers,
 * Others). Codes of other lengths are shops' own and always right.
 */
export function hasRightCheckDigit(code: string): boolean {
  if (!/^(\d{8}|\d{12,14})$/.test(code)) return true;
  let sum = 0;
  for (let i = code.length - 2, weight = 3; i >= 0; i -= 1, weight = 4 - weight) sum += Number(code[i]) * weight;
  return (10 - (sum % 10)) % 10 === Number(code.at(-1));
}

export type ReadBarcode = { barcode: string | null; problem: 'barcode_checksum' | 'barcode_invalid' | null };

/** A wrong check digit is only a warning. `4,82E+12` is what Excel leaves of a code: it cannot be repaired. */
export function readBarcode(text: string): ReadBarcode {
  const first = cleanText(text).replace(/^'/, '').split(/[,;|]/)[0] ?? '';
  const digits = first.replace(/[ -]/g, '').replace(/^(\d+)\.0+$/, '$1');
  const code = /^\d+$/.test(digits) ? digits : first.trim(); // a shop's own code keeps its hyphens
  if (code === '') return { barcode: null, problem: cleanText(text) === '' ? null : 'barcode_invalid' };
  if (/^\d[.,]?\d*e\+?\d+$/i.test(cleanText(text)) || code.length > 64)
    return { barcode: null, problem: 'barcode_invalid' };
  return { barcode: code, problem: hasRightCheckDigit(code) ? null : 'barcode_checksum' };
}

/** Links in one cell: by comma, semicolon, pipe, space or line. A comma inside a link is kept: `…/w_100,h_100/a.jpg`. */
export function splitImages(text: string): string[] {
  return text
    .split(/[\s;|]|,(?=(?:https?:)?\/\/|[\s,]|$)/)
    .map((part) => (part.startsWith(',') ? part.slice(1) : part))
    .filter(Boolean);
}

/** `Червоний | Синій|Червоний` and repeats of a name become one option: `Червоний, Синій`. */
export function joinOptions(params: Iterable<{ name: string; value: string }>): { name: string; value: string }[] {
  const byName = new Map<string, { name: string; values: string[] }>();
  for (const param of params) {
    const name = cleanText(param.name).replace(/\s*:$/, '').slice(0, 120);
    const values = param.value.split('|').map(cleanText).filter(Boolean);
    if (name === '' || values.length === 0) continue;
    const key = name.toLowerCase();
    const known = byName.get(key) ?? { name, values: [] };
    byName.set(key, known);
    for (const value of values) if (!known.values.includes(value)) known.values.push(value);
  }
  return [...byName.values()].map(({ name, values }) => ({ name, value: values.join(', ').slice(0, 500) }));
}
