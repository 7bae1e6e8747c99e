import { cleanText } from './rules';

export interface NamedValue {
  name: string;
  value: string;
}

export interface GroupableOffer {
  external_id: string;
  title: string;
  options: readonly NamedValue[];
}

export interface GroupSuggestion {
  /** Stable for the same set of rows, so that a user's yes or no may be remembered. */
  key: string;
  reason: 'same_title' | 'title_without_last_word' | 'id_prefix';
  title: string;
  external_ids: string[];
}

/** More rows than this are not compared in one call: the caller hands over batches. */
export const MAX_SUGGESTION_BATCH = 5_000;
const MAX_VARIANTS = 200;

const words = (title: string) => cleanText(title).split(' ');

/** The title without its last word, or without what stands in brackets at its end. */
function withoutLastWord(title: string): string | null {
  const text = cleanText(title);
  const open = text.endsWith(')') ? text.lastIndexOf('(') : -1;
  const shorter = open > 0 ? text.slice(0, open) : words(text).slice(0, -1).join(' ');
  const base = trimTail(shorter);
  return base.length >= 5 && (open > 0 || words(base).length >= 2) ? base : null;
}

function trimTail(text: string): string {
  return text.replace(/[\s,;:.\-–—/|(]+$/u, '');
}

/** `TSH-01-M` and `TSH-01-L` share `TSH-01`; a prefix without a digit or shorter than three is no sign of anything. */
function idPrefix(id: string): string | null {
  const match = /^(.{3,})[-_/. ][^-_/. ]{1,12}$/u.exec(id);
  return match && /\d/.test(match[1] ?? '') ? (match[1] ?? null) : null;
}

/**
 * Joins to offer where the feed has no group marker. Only suggestions: the user confirms them. The strongest sign
 * wins and no row is in two suggestions.
 */
export function suggestGroups(rows: readonly GroupableOffer[]): GroupSuggestion[] {
  const batch = rows.slice(0, MAX_SUGGESTION_BATCH);
  const taken = new Set<string>();
  const signs: [GroupSuggestion['reason'], (row: GroupableOffer) => string | null][] = [
    ['same_title', (row) => cleanText(row.title).toLowerCase() || null],
    ['title_without_last_word', (row) => withoutLastWord(row.title)?.toLowerCase() ?? null],
    [
      'id_prefix',
      (row) => {
        const prefix = idPrefix(row.external_id);
        return prefix ? `${prefix}\u0000${words(row.title)[0]?.toLowerCase()}` : null;
      },
    ],
  ];
  return signs.flatMap(([reason, keyOf]) => {
    const groups = new Map<string, GroupableOffer[]>();
    for (const row of batch) {
      const key = taken.has(row.external_id) ? null : keyOf(row);
      if (key !== null) groups.set(key, [...(groups.get(key) ?? []), row].slice(0, MAX_VARIANTS + 1));
    }
    return [...groups].flatMap(([key, members]): GroupSuggestion[] => {
      if (members.length < 2 || members.length > MAX_VARIANTS) return [];
      for (const row of members) taken.add(row.external_id);
      return [
        {
          key: `${reason}:${key.replace('\u0000', ':')}`,
          reason,
          title: groupTitle(members.map((row) => row.title)),
          external_ids: members.map((row) => row.external_id),
        },
      ];
    });
  });
}

/** The name of the product from the names of its offers: the words they all begin with, else the first name. */
export function groupTitle(titles: readonly string[]): string {
  const [first = '', ...others] = titles.map(cleanText);
  let common = words(first);
  for (const title of others) {
    const other = words(title);
    const differs = common.findIndex((word, i) => word.toLowerCase() !== other[i]?.toLowerCase());
    if (differs !== -1) common = common.slice(0, differs);
  }
  const base = trimTail(common.join(' '));
  return base.length >= 3 ? base : first;
}

/** Codes differ from offer to offer but nobody chooses a product by them. */
const CODES = /штрих|barcode|артикул|код|sku|gtin|ean|^id$|mpn/i;
const PREFERRED = [
  /кол[іь]р|цвет|colou?r/i,
  /розм[іе]р|размер|size|зріст/i,
  /об.?[є]м|volume|вага|weight|довжина|смак/i,
];
const preference = (name: string) => {
  const index = PREFERRED.findIndex((pattern) => pattern.test(name));
  return index === -1 ? PREFERRED.length : index;
};

/** The option made when nothing else tells two offers of a group apart. */
export const FALLBACK_OPTION = 'Варіант';

export interface VariantOptions {
  /** Names of the options that tell the variants apart, colour and size first. */
  names: string[];
  /** Values by the offer's external id; an option an offer lacks is left out. */
  by_offer: Map<string, NamedValue[]>;
  /** Parameters with one value for the whole group: they describe the product. */
  common: NamedValue[];
}

/** Variant options are the parameters that differ inside the group (reference: feeds, Mapping to our entities). */
export function variantOptions(offers: readonly GroupableOffer[]): VariantOptions {
  const names = new Map<string, { name: string; values: Set<string> }>();
  for (const offer of offers) {
    for (const option of offer.options) {
      const key = option.name.toLowerCase();
      const known = names.get(key) ?? { name: option.name, values: new Set<string>() };
      names.set(key, known);
      known.values.add(option.value);
    }
  }
  const differing = [...names.values()]
    .filter(({ name, values }) => values.size > 1 && !CODES.test(name))
    .map(({ name }) => name)
    .sort((a, b) => preference(a) - preference(b));
  const common = [...names.values()]
    .filter(({ values }) => values.size === 1)
    .map(({ name, values }) => ({ name, value: [...values][0] ?? '' }));
  const chosen = new Set(differing.map((name) => name.toLowerCase()));
  const by_offer = new Map<string, NamedValue[]>();
  for (const offer of offers) {
    by_offer.set(
      offer.external_id,
      differing.flatMap((name) => offer.options.find((o) => o.name.toLowerCase() === name.toLowerCase()) ?? []),
    );
  }
  const combinations = new Set(
    [...by_offer.values()].map((values) => JSON.stringify(values.map((v) => [v.name, v.value]))),
  );
  if (offers.length < 2 || combinations.size === offers.length) return { names: differing, by_offer, common };
  addFallback(offers, by_offer);
  return {
    names: chosen.has(FALLBACK_OPTION.toLowerCase()) ? differing : [...differing, FALLBACK_OPTION],
    by_offer,
    common,
  };
}

/** What is left of the title, or the id where that is not enough, tells the offers apart. */
function addFallback(offers: readonly GroupableOffer[], by_offer: Map<string, NamedValue[]>): void {
  const base = groupTitle(offers.map((offer) => offer.title));
  const rests = offers.map((offer) => {
    const title = cleanText(offer.title);
    return title.toLowerCase().startsWith(base.toLowerCase())
      ? title.slice(base.length).replace(/^[\s,;:\-–—/|]+/u, '')
      : '';
  });
  const useful = new Set(rests).size === offers.length && rests.every(Boolean);
  offers.forEach((offer, i) => {
    const value = (useful ? rests[i] : offer.external_id) ?? offer.external_id;
    const others = (by_offer.get(offer.external_id) ?? []).filter((o) => o.name !== FALLBACK_OPTION);
    by_offer.set(offer.external_id, [...others, { name: FALLBACK_OPTION, value }]);
  });
}
