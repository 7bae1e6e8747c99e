/**
 * Parts of words by which something is found: every three characters that follow each other, and of digits every four
 * too. Words end at spaces, as in what is searched for.
 */
const LETTERS = 3;
const DIGITS = 4;

const isDigit = (code: number): boolean => code >= 48 && code <= 57;

/** The parts of one word, each once. Counted in UTF-16 units, on both sides alike. */
export function gramsOf(word: string): Set<string> {
  const found = new Set<string>();
  let digits = 0;
  for (let at = 0; at < word.length; at += 1) {
    digits = isDigit(word.charCodeAt(at)) ? digits + 1 : 0;
    if (digits >= DIGITS) found.add(word.slice(at + 1 - DIGITS, at + 1));
    if (at + 1 >= LETTERS) found.add(word.slice(at + 1 - LETTERS, at + 1));
  }
  // half of a character outside the basic plane is no text that the database takes
  for (const gram of found) if (!gram.isWellFormed()) found.delete(gram);
  return found;
}

/** Three digits stand in every thirtieth text: where four are known, they tell nothing new. */
function tellingGramsOf(word: string): string[] {
  const all = gramsOf(word);
  const four = [...all].filter(({ length }) => length === DIGITS);
  return [...all].filter((gram) => gram.length === DIGITS || !four.some((more) => more.includes(gram)));
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

/**
 * Collects which entry contains which parts; what a part is, each index says. Words that come again are taken apart
 * once.
 */
export class GramIndex {
  readonly numbers = new Map<string, number[]>();
  private readonly known = new Map<string, readonly number[][]>();

  constructor(private readonly gramsOf: (word: string) => Iterable<string>) {}

  add(number: number, text: string): void {
    for (const word of new Set(text.split(' '))) {
      for (const list of this.listsOf(word)) if (list.at(-1) !== number) list.push(number);
    }
  }

  private listsOf(word: string): readonly number[][] {
    let lists = this.known.get(word);
    if (!lists) {
      lists = [...this.gramsOf(word)].map((gram) => {
        const list = this.numbers.get(gram) ?? [];
        this.numbers.set(gram, list);
        return list;
      });
      this.known.set(word, lists);
    }
    return lists;
  }
}
