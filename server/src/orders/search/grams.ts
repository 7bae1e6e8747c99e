/**
 * Parts of words by which an order is found: every three characters that follow each other, and every four with a digit
 * among them, because three stand in every thirtieth order there: of digits alone there are no threes. Words end at
 * spaces, as in what is searched for.
 */
const SHORT = 3;
const LONG = 4;
/** So many long parts of a word need no short ones. */
const ENOUGH_LONG = 3;

const isDigit = (code: number): boolean => code >= 48 && code <= 57;

/** The parts of one word, each once. Counted in UTF-16 units, on both sides alike. */
export function gramsOf(word: string): Set<string> {
  const found = new Set<string>();
  // where the last digit and the last other character stood
  let digit = -1;
  let other = -1;
  for (let at = 0; at < word.length; at += 1) {
    if (isDigit(word.charCodeAt(at))) digit = at;
    else other = at;
    if (at + 1 >= LONG && at - digit < LONG && digit >= 0) found.add(word.slice(at + 1 - LONG, at + 1));
    if (at + 1 >= SHORT && at - other < SHORT && other >= 0) found.add(word.slice(at + 1 - SHORT, at + 1));
  }
  // half of a character outside the basic plane is no text that the database takes
  for (const gram of found) if (!gram.isWellFormed()) found.delete(gram);
  return found;
}

/** Of what is searched for: the parts of each of its words. Words may be too short for any. */
export const gramsOfAll = (words: readonly string[]): string[][] =>
  words.map((word) => [...gramsOf(word)]).filter((grams) => grams.length > 0);

/** So many parts of words, from each word in turn, because two parts of one word tell little new. */
export function pick(words: readonly (readonly string[])[], most: number): string[] {
  const turns = words.map(longFirst);
  const picked = new Set<string>();
  for (let turn = 0; turn < Math.max(...turns.map(({ length }) => length)); turn += 1)
    for (const grams of turns) {
      const gram = grams[turn];
      if (gram !== undefined && picked.size < most) picked.add(gram);
    }
  return [...picked];
}

/** What is paid for in a large segment of the index, in microseconds of the database, roughly. */
const ORDERS = 16_384;
const READ_ORDER = 2;
const FIND_NUMBERS = 2;
const COMPARE_KILOBYTE = 1;
/** Numbers that take more than this stand outside their row, where they are found by an index of their own. */
const IN_ROW_KILOBYTES = 2;
const FIND_OUTSIDE = 5;

/** Whether comparing a part costs less than reading the orders, a share of all, that it rules out. */
function pays(share: number, ruledOut: number): boolean {
  const kilobytes = (share * ORDERS * 4) / 1024;
  const outside = kilobytes > IN_ROW_KILOBYTES ? FIND_OUTSIDE : 0;
  return ruledOut * ORDERS * READ_ORDER > FIND_NUMBERS + kilobytes * COMPARE_KILOBYTE + outside;
}

/**
 * Of the parts whose share of all orders is known, those that are worth comparing: the rarest, and what rules out
 * enough of the orders that are left. A part of another word does by its share; one of the same word tells less, which
 * is taken for the root of its share.
 * @param together the share of the orders that have all parts, 0 when it is not known
 */
export function telling(
  words: readonly (readonly string[])[],
  shares: ReadonlyMap<string, number>,
  together: number,
  most: number,
): string[] {
  const shareOf = (gram: string): number => shares.get(gram) ?? 1;
  const rarestFirst = (grams: readonly string[]): string[] => [...grams].sort((a, b) => shareOf(a) - shareOf(b));
  const known = words.map((grams) => rarestFirst(grams.filter((gram) => shares.has(gram))));
  const ofEach = rarestFirst(known.flatMap(([rarest]) => rarest ?? []));
  const picked = new Set<string>();
  let left = 1;
  for (const gram of [...ofEach, ...rarestFirst(known.flatMap((grams) => grams.slice(1)))]) {
    const share = shareOf(gram);
    const after = Math.max(together, left * (ofEach.includes(gram) ? share : Math.sqrt(share)));
    if (picked.size > 0 && (picked.size >= most || picked.has(gram) || !pays(share, left - after))) continue;
    picked.add(gram);
    left = after;
  }
  return [...picked];
}

/** Long ones are rarer by far; the short ones beside them (`sku`) may stand in every order. */
function longFirst(grams: readonly string[]): string[] {
  const long = spread(grams.filter(({ length }) => length === LONG));
  return long.length >= ENOUGH_LONG ? long : [...long, ...spread(grams.filter(({ length }) => length === SHORT))];
}

/** The last, the first, the one in the middle, those between: few of them already tell of the whole word. */
function spread(grams: readonly string[]): string[] {
  const last = grams.length - 1;
  const places = [1, 0, 1 / 2, 1 / 4, 3 / 4, 1 / 8, 3 / 8, 5 / 8, 7 / 8].map((part) => Math.round(part * last));
  return [...new Set(places)].flatMap((place) => grams[place] ?? []);
}
