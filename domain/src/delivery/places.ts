import type { Door } from '../orders/entities';

/** How people type towns, and how these are found among those of the carrier. */

const LATIN = "qwertyuiop[]asdfghjkl;'zxcvbnm,.`";
const UKRAINIAN = 'йцукенгшщзхїфівапролджєячсмитьбю’';
const RUSSIAN: Readonly<Record<string, string>> = { ы: 'і', э: 'є', ё: 'е', ъ: 'ї' };

/** What was typed with the keyboard switched to English, as it was meant; what has Cyrillic letters stays. */
export function ukrainianTyped(typed: string): string {
  const lower = typed.toLowerCase();
  if (/[а-яіїєґ]/.test(lower) || !/[a-z]/.test(lower)) return lower;
  return [...lower]
    .map((sign) => {
      const at = LATIN.indexOf(sign);
      return at < 0 ? sign : (UKRAINIAN[at] ?? sign);
    })
    .join('');
}

/** `м. Кам’янець-Подільський` and `с.Іванівка` as one compares them: no kind of settlement, apostrophe, hyphen or case. */
export function townKey(typed: string): string {
  return ukrainianTyped(typed.trim())
    .replace(/[ыэёъ]/g, (sign) => RUSSIAN[sign] ?? sign)
    .replace(/^(місто|село|селище|смт|м|с|сел)(\.\s*|\s+)/, '')
    .replace(/,.*$/, '')
    .replace(/[’'`ʼ"‘]/g, '')
    .replace(/[-–.()\s]+/g, ' ')
    .trim();
}

/** `№ 5`, `відділення 5`, `5` is a number of a branch; anything else is looked for in its address. */
export function branchAsked(typed: string): { readonly number: number | null; readonly words: readonly string[] } {
  const plain = ukrainianTyped(typed)
    .replace(/(відділення|поштомат|пункт|вул\.|вулиця|№|#)/g, ' ')
    .trim();
  if (/^\d{1,6}$/.test(plain)) return { number: Number(plain), words: [] };
  return {
    number: null,
    words: plain
      .split(/[\s,.]+/)
      .filter(Boolean)
      .slice(0, 6),
  };
}

/** Only what a carrier's form takes: Ukrainian letters, apostrophe, hyphen. */
export const isUkrainianName = (name: string): boolean => /^[А-ЩЬЮЯҐЄІЇа-щьюяґєії’'ʼ\-\s.]+$/.test(name);

/** The surname comes first, as on papers: `Іваненко Ірина Петрівна`. */
export function splitName(full: string): { readonly last: string; readonly first: string; readonly middle: string } {
  const [last = '', first = '', ...rest] = full.trim().split(/\s+/);
  return { last, first, middle: rest.join(' ') };
}

/** `вул. В’ячеслава` as the carrier is asked for it: no kind of street, and every apostrophe written as he writes it. */
export function streetWords(typed: string): string {
  return (
    ukrainianTyped(typed.trim())
      .replace(
        /(^|\s)(вулиця|вул|проспект|просп|пр-т|провулок|пров|площа|пл|бульвар|бул|б-р|узвіз|шосе)(\.\s*|\s+|$)/g,
        ' ',
      )
      .replace(/[’`ʼ"‘]/g, "'")
      .replace(/[.,]/g, '')
      // at the edge of a word it is a quotation mark
      .replace(/(^|\s)'+|'+(?=\s|$)/g, '$1')
      .replace(/\s+/g, ' ')
      .trim()
  );
}

/** `вул. Соборна`, `просп Миру` as one compares them: no kind of street, apostrophe or case. */
export const streetKey = (typed: string): string => streetWords(typed).replaceAll("'", '');

/** As an address reads: `вул. Соборна, 12, кв. 5`. */
export const doorWords = ({ street, house, flat }: Pick<Door, 'street' | 'house' | 'flat'>): string =>
  [street, house, flat && `кв. ${flat}`].filter(Boolean).join(', ');
