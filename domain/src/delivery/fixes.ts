import { isUkrainianName, splitName } from './places';

/** What would set right what is wrong with a waybill, as far as it can be told without asking anybody. */

export const FIX_KINDS = ['name', 'phone', 'town', 'branch', 'seats', 'cod_service'] as const;
export type FixKind = (typeof FIX_KINDS)[number];

/** What sets right each problem of ours, and each refusal of Nova Poshta. What is not here only a person can say. */
const KINDS: Readonly<Record<string, FixKind>> = {
  ...{ 'delivery.name_parts': 'name', 'delivery.name_letters': 'name', 'delivery.no_phone': 'phone' },
  ...{ 'delivery.no_town': 'town', 'delivery.no_branch': 'branch', 'delivery.branch_closed': 'branch' },
  ...{ 'delivery.too_heavy': 'branch', 'delivery.locker_seats': 'seats', 'delivery.no_control': 'cod_service' },
  ...{ 'delivery.control_locker': 'cod_service', 'delivery.control_door': 'cod_service' },
  ...{ '20000100527': 'name', '20000100528': 'name', '20000100530': 'name', '20000201777': 'name' },
  ...{ '20000300434': 'phone', '20000400498': 'branch', '20000401519': 'branch' },
  ...{ '20000201590': 'cod_service', '20000200032': 'cod_service', '20000201486': 'cod_service' },
};
export const fixKindOf = (code: string): FixKind | null => KINDS[code] ?? null;

/** Letters that look alike: one of them slips into a Ukrainian name when the keyboard was switched. */
const LOOK_ALIKE: Readonly<Record<string, string>> = {
  ...{ a: 'а', c: 'с', e: 'е', i: 'і', o: 'о', p: 'р', x: 'х', y: 'у', b: 'в', h: 'н', k: 'к', m: 'м', t: 'т' },
};
/** As passports write Ukrainian names in Latin letters, the longest first. */
const SPELT: readonly (readonly [string, string])[] = [
  ...([
    ['shch', 'щ'],
    ['zgh', 'зг'],
  ] as const),
  ...([
    ['zh', 'ж'],
    ['kh', 'х'],
    ['ts', 'ц'],
    ['ch', 'ч'],
    ['sh', 'ш'],
    ['yi', 'ї'],
    ['ye', 'є'],
    ['yu', 'ю'],
  ] as const),
  ...([
    ['ya', 'я'],
    ['ie', 'є'],
    ['iu', 'ю'],
    ['ia', 'я'],
    ['a', 'а'],
    ['b', 'б'],
    ['v', 'в'],
    ['h', 'г'],
  ] as const),
  ...([
    ['g', 'г'],
    ['d', 'д'],
    ['e', 'е'],
    ['z', 'з'],
    ['y', 'и'],
    ['i', 'і'],
    ['j', 'й'],
    ['k', 'к'],
  ] as const),
  ...([
    ['l', 'л'],
    ['m', 'м'],
    ['n', 'н'],
    ['o', 'о'],
    ['p', 'п'],
    ['r', 'р'],
    ['s', 'с'],
    ['t', 'т'],
  ] as const),
  ...([
    ['u', 'у'],
    ['f', 'ф'],
    ['c', 'к'],
    ['w', 'в'],
    ['x', 'кс'],
    ['q', 'к'],
  ] as const),
];
const RUSSIAN: Readonly<Record<string, string>> = { ы: 'и', э: 'е', ё: 'йо', ъ: '’' };

/** How names end, which is spelt otherwise than the letters alone would be. */
const ENDS: Readonly<Record<string, string>> = {
  ...{ tskyi: 'цький', tsky: 'цький', skyi: 'ський', sky: 'ський', yi: 'ий', ii: 'ій', iy: 'ій', yy: 'ий', ij: 'ій' },
};

function spelt(word: string): string {
  let rest = word;
  let done = '';
  while (rest) {
    const end = ENDS[rest];
    if (end) return done + end;
    const found = SPELT.find(([latin]) => rest.startsWith(latin));
    if (!found) return word;
    done += found[1];
    rest = rest.slice(found[0].length);
  }
  return done;
}

const asName = (word: string): string => word.charAt(0).toUpperCase() + word.slice(1);

function ukrainianWord(word: string): string {
  const clean = word.replace(/[^\p{L}’'ʼ\-.]/gu, '');
  if (clean === '' || isUkrainianName(clean)) return clean;
  const lower = clean.toLowerCase().replace(/[ыэёъ]/g, (sign) => RUSSIAN[sign] ?? sign);
  if (/[а-яіїєґ]/.test(lower)) return asName(lower.replace(/[a-z]/g, (sign) => LOOK_ALIKE[sign] ?? sign));
  return lower
    .split('-')
    .map((part) => asName(spelt(part)))
    .join('-');
}

const isWhole = (name: string): boolean => {
  const { first, last } = splitName(name);
  return first !== '' && last !== '' && isUkrainianName(name);
};

/**
 * The name of a recipient as a carrier takes it: without digits, in Ukrainian letters; where it lacks a part, that of the
 * customer who ordered. Null: it is right as it is, or nobody can guess.
 */
export function nameFixed(typed: string, customer: string | null): string | null {
  const tidy = typed.trim().split(/\s+/).map(ukrainianWord).filter(Boolean).join(' ');
  const others = (customer ?? '').trim().split(/\s+/).map(ukrainianWord).filter(Boolean).join(' ');
  const found = [tidy, others].find(isWhole) ?? null;
  return found === typed.trim() ? null : found;
}

/** `Відділення №2: вул. Соборна, 12` says which one was meant, and the street where others may be. */
export function branchMeant(address: string): { readonly number: number | null; readonly street: string | null } {
  const number = /(?:відділення|поштомат|№|відд?\.?)\s*№?\s*(\d{1,6})/i.exec(address)?.[1];
  const street = /(?:вул(?:иця)?|просп(?:ект)?|пр-т|пл(?:оща)?|бул(?:ьвар)?|б-р)\.?\s+([^\d,():]+)/i
    .exec(address)?.[1]
    ?.trim();
  return { number: number ? Number(number) : null, street: street ? street.toLowerCase() : null };
}
