/** Text typed with the wrong keyboard layout on: `pfvjdktyyz` is «замовлення», `щквук` is `order`. */
const LATIN = "`qwertyuiop[]asdfghjkl;'zxcvbnm,./";
const UKRAINIAN = 'ґйцукенгшщзхїфівапролджєячсмитьбю.';

function swapper(from: string, to: string): (text: string) => string {
  const table = new Map<string, string>();
  for (const [i, letter] of [...from].entries()) {
    const other = to[i] as string;
    table.set(letter, other);
    if (letter.toUpperCase() !== letter) table.set(letter.toUpperCase(), other.toUpperCase());
  }
  return (text) => [...text].map((letter) => table.get(letter) ?? letter).join('');
}

export const toUkrainian = swapper(LATIN, UKRAINIAN);
export const toLatin = swapper(UKRAINIAN, LATIN);

/** What the person may have meant: as typed, and with the other layout. The first is always as typed. */
export function readings(text: string): string[] {
  const typed = text.trim();
  const other = /[а-яґєії]/i.test(typed) ? toLatin(typed) : toUkrainian(typed);
  return typed === '' || other === typed ? [typed] : [typed, other];
}

const plain = (text: string): string => text.toLocaleLowerCase('uk').replace(/['’ʼ`]/g, '’');

/** Do all words of the query begin some word of the text, in either layout? */
export function matches(text: string, query: string): boolean {
  const words = plain(text).split(/[\s–/-]+/);
  return readings(query).some((reading) =>
    plain(reading)
      .split(/\s+/)
      .every((part) => words.some((word) => word.startsWith(part))),
  );
}
