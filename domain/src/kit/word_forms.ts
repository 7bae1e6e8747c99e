/**
 * Forms of Ukrainian words, for a search: «чашки» is to find «чашка» and «набір чашок», «синя» finds «синій», and «кора»
 * does not find «коробка». There is no dictionary: how a word may be declined is read off its ending, and whatever it
 * might be counts. Left out: sounds that change within the stem («ніж», «ножі»).
 */
export interface WordForms {
  /** All forms begin so. */
  readonly root: string;
  /** Each form begins with one of these: longer than the root, for an index. */
  readonly stems: readonly string[];
  /** A regular expression, of PostgreSQL and of JavaScript alike: one of the forms stands as a word in small letters. */
  readonly pattern: string;
}

const LETTERS = 'абвгґдеєжзиіїйклмнопрстуфхцчшщьюя';
const APOSTROPHES = "'’ʼ";
const WORD = new RegExp(`^[${LETTERS}${APOSTROPHES}]+$`);
const VOWEL = /[аеєиіїоуюя]/;
/** With less of a word left it would be found everywhere. */
const SHORTEST = 3;

/** Endings of one word, by how it is declined; «–» is none. */
const DECLENSIONS = [
  // білий, синій
  'ий ого ому им ім а ої ій у ою е і их ими',
  'ій ього ьому ім я ьої ю ьою є і іх іми',
  // чашка, груша, сукня, надія
  'а и у ою і о – ам ами ах',
  'а і у ею е – ам ами ах',
  'я і ю ею е – ь ям ями ях',
  'я ї ю єю є й ям ями ях',
  // рушник, плащ, ведмідь, трамвай
  '– а у ові ом і и ів е ам ами ах',
  '– а у еві ем і ів е ам ами ах',
  'ь я ю еві ем і ів ям ями ях',
  'й я ю єві єм ї їв ям ями ях',
  // скатерть, піч
  'ь і ю ей ям ями ях',
  '– і ю ей ам ами ах',
  // мило, прізвище, серце, взуття
  'о а у ові ом і – ам ами ах',
  'е а у ем і – ам ами ах',
  'е я ю ем і – ь ям ями ях',
  'я ю ям і – ями ях',
].map((endings) => endings.split(' ').map((ending) => (ending === '–' ? '' : ending)));
const [OF_CHASHKA, OF_RUSHNYK, OF_VEDMID] = [DECLENSIONS[2] ?? [], DECLENSIONS[6] ?? [], DECLENSIONS[8] ?? []];

/** A consonant before the last one: between them stands a vowel where no ending follows. */
const CLUSTER_K = /[бвгґджзйклмнпрстфхцчшщ]к$/;
const CLUSTER_TS = /[бвгґджзйклмнпрстфхчшщ]ь?ц$/;

/** What a word may be declined as: each stem with the endings that follow it. */
function declined(word: string): Map<string, Set<string>> {
  const found = new Map<string, Set<string>>();
  const add = (stem: string, endings: readonly string[]): void => {
    if (stem.length < SHORTEST || !VOWEL.test(stem)) return;
    const known = found.get(stem) ?? new Set<string>();
    for (const ending of endings) known.add(ending);
    found.set(stem, known);
  };
  for (const endings of DECLENSIONS)
    for (const ending of endings)
      if (ending !== '' && word.endsWith(ending)) add(word.slice(0, word.length - ending.length), endings);
  // «чашок», «замок»
  const short = /^(.*[бвгґджзйклмнпрстфхцчшщ])ок$/.exec(word)?.[1];
  if (short && short.length >= SHORTEST) add(`${short}к`, [...OF_CHASHKA, ...OF_RUSHNYK]);
  // «олівець», «стілець»
  const maker = /^(.*[бвгґджзйклмнпрстфхчшщ])ець$/.exec(word)?.[1];
  if (maker && maker.length >= SHORTEST) add(maker.endsWith('л') ? `${maker}ьц` : `${maker}ц`, OF_VEDMID);
  for (const stem of [...found.keys()]) {
    // «чашка» has «чашок» and «чашці», «капці» are of «капець»
    if (CLUSTER_K.test(stem)) add(`${stem.slice(0, -1)}ок`, ['']);
    if (CLUSTER_K.test(stem) && found.get(stem)?.has('ою')) add(`${stem.slice(0, -1)}ц`, ['і']);
    if (CLUSTER_TS.test(stem)) add(`${stem.slice(0, -1).replace(/ь$/, '')}ець`, ['']);
  }
  return found;
}

function commonRoot(stems: readonly string[]): string {
  let root = stems[0] ?? '';
  for (const stem of stems) while (!stem.startsWith(root)) root = root.slice(0, -1);
  return root;
}

/** @param word in small letters. Null when it has no other form that is known of: a number, an article, a foreign word */
export function formsOf(word: string): WordForms | null {
  if (!WORD.test(word)) return null;
  const found = declined(word);
  const all = [...found.keys()];
  const root = commonRoot(all);
  if (root.length < SHORTEST) return null;
  const stems = all.filter((stem) => !all.some((other) => other !== stem && stem.startsWith(other)));
  const ways = [...found].map(([stem, endings]) => `${stem}(?:${[...endings].join('|')})`);
  return {
    root,
    stems,
    pattern: `(?:^|[^${LETTERS}${APOSTROPHES}])(?:${ways.join('|')})(?:$|[^${LETTERS}${APOSTROPHES}])`,
  };
}
