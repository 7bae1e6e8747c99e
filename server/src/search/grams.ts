import { isTerm } from '../kit/db/terms';

/**
 * Parts of words by which something is found: every three characters that follow each other, and every four with a digit
 * among them, because three of those stand in every thirtieth text. Words end at spaces, as in what is searched for.
 */
export const SHORT = 3;
const LONG = 4;

const isDigit = (code: number): boolean => code >= 48 && code <= 57;

/** The parts of one word, each once; of a value as a whole that alone. Counted in UTF-16 units, on both sides alike. */
export function gramsOf(word: string): Set<string> {
  if (isTerm(word)) return new Set([word]);
  const found = new Set<string>();
  let digit = -LONG;
  for (let at = 0; at < word.length; at += 1) {
    if (isDigit(word.charCodeAt(at))) digit = at;
    if (at + 1 >= LONG && at - digit < LONG) found.add(word.slice(at + 1 - LONG, at + 1));
    if (at + 1 >= SHORT) found.add(word.slice(at + 1 - SHORT, at + 1));
  }
  // half of a character outside the basic plane is no text that the database takes
  for (const gram of found) if (!gram.isWellFormed()) found.delete(gram);
  return found;
}

/** Where four characters are known, the three among them tell nothing new. */
function tellingGramsOf(word: string): string[] {
  const all = [...gramsOf(word)];
  const long = all.filter(({ length }) => length === LONG);
  return all.filter((gram) => gram.length === LONG || !long.some((more) => more.includes(gram)));
}

/** Of what is searched for: the parts of its words, each with the place of its word. Words may be too short for any. */
export interface Grams {
  readonly grams: readonly string[];
  readonly places: readonly number[];
}

export function gramsOfAll(words: readonly string[]): Grams {
  const found = new Map<string, number>();
  for (const [place, word] of words.entries())
    for (const gram of tellingGramsOf(word)) if (!found.has(gram)) found.set(gram, place);
  return { grams: [...found.keys()], places: [...found.values()] };
}

/** Collects which entry contains which parts. Words that come again are taken apart once. */
export class GramIndex {
  readonly numbers = new Map<string, number[]>();
  private readonly known = new Map<string, readonly number[][]>();

  add(number: number, text: string): void {
    for (const word of new Set(text.split(' '))) {
      for (const list of this.listsOf(word)) if (list.at(-1) !== number) list.push(number);
    }
  }

  private listsOf(word: string): readonly number[][] {
    let lists = this.known.get(word);
    if (!lists) {
      lists = [...gramsOf(word)].map((gram) => {
        const list = this.numbers.get(gram) ?? [];
        this.numbers.set(gram, list);
        return list;
      });
      this.known.set(word, lists);
    }
    return lists;
  }
}
