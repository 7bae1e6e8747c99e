import type { Locale } from '../kit/errors';
import { catalogErrors } from './errors';

/** More modifications than this are a mistake in the options, not a product. */
export const MAX_VARIANTS = 1000;
export const MAX_OPTIONS = 10;
export const MAX_VALUES = 200;
export const MAX_IMAGES = 50;
/** Attribute columns of a project; their page shows all of them. */
export const MAX_COLUMNS = 1000;
/** Characters of the name of a shelf. */
export const MAX_PLACE = 60;

export interface NamedOption {
  readonly name: string;
  readonly show_in_name: boolean;
}

/** A value of an option, by their names. */
export interface OptionValue {
  readonly option: string;
  readonly value: string;
}

export const NAME_SEPARATOR = ' / ';

/**
 * The name of a variant: its values in the order of the options, those whose option shows in the name
 * (specification §3: generated from attribute columns marked show-in-name). Empty when none does.
 */
export function variantName(options: readonly NamedOption[], values: readonly OptionValue[]): string {
  const byOption = new Map(values.map(({ option, value }) => [option, value]));
  return options
    .filter(({ show_in_name }) => show_in_name)
    .map(({ name }) => byOption.get(name) ?? '')
    .filter((value) => value !== '')
    .join(NAME_SEPARATOR)
    .slice(0, 300);
}

/** How many variants all combinations of these values make; options without values are left out. */
export function countCombinations(options: readonly { readonly values: readonly string[] }[]): number {
  const filled = options.filter(({ values }) => values.length > 0);
  return filled.length === 0 ? 0 : filled.reduce((product, { values }) => product * values.length, 1);
}

/**
 * Every combination of the values, in the order of the options: the last one changes fastest.
 * Throws `catalog.too_many_combinations` above 1,000. No options with values give no combinations.
 */
export function combinations(
  options: readonly { readonly name: string; readonly values: readonly string[] }[],
): OptionValue[][] {
  const count = countCombinations(options);
  if (count === 0) return [];
  if (count > MAX_VARIANTS) throw catalogErrors.too_many_combinations({ count, allowed: MAX_VARIANTS });
  return options
    .filter(({ values }) => values.length > 0)
    .reduce<OptionValue[][]>(
      (rows, { name, values }) => rows.flatMap((row) => values.map((value) => [...row, { option: name, value }])),
      [[]],
    );
}

/** A key that is the same for the same values, whatever their order. */
export function combinationKey(values: readonly OptionValue[]): string {
  return JSON.stringify(
    values
      .filter(({ value }) => value !== '')
      .map(({ option, value }) => [option.toLowerCase(), value.toLowerCase()])
      .sort(([a = '', x = ''], [b = '', y = '']) => (a === b ? Number(x > y) - Number(x < y) : a < b ? -1 : 1)),
  );
}

/** `M, чорний`: how a combination is named in a message. */
export function combinationLabel(values: readonly OptionValue[]): string {
  return values.map(({ value }) => value).join(', ') || '–';
}

/**
 * What search looks in: lower case, one text for a variant. The one place that builds it; `search_text` is never
 * written any other way.
 */
export function searchText(
  productName: string,
  variant: {
    readonly name: string;
    readonly sku: string;
    readonly barcode: string | null;
    readonly internal_code: string | null;
  },
  ...fields: readonly string[]
): string {
  return [productName, variant.name, variant.sku, variant.barcode ?? '', variant.internal_code ?? '', ...fields]
    .filter((part) => part !== '')
    .join(' ')
    .toLowerCase()
    .replace(/\s+/g, ' ')
    .trim();
}

/** The words of a search: each must be found, in any order. Without limits on length; at most eight words. */
export function searchWords(q: string | undefined): string[] {
  return (q ?? '').toLowerCase().split(/\s+/).filter(Boolean).slice(0, 8);
}

/** A barcode as it is kept: trimmed, empty is none. Codes of one's own are as good as EAN (kit/barcode warns only). */
export function normaliseBarcode(barcode: string | null | undefined): string | null {
  const trimmed = (barcode ?? '').trim();
  return trimmed === '' ? null : trimmed;
}

/** Tags: trimmed, none empty, the same word in another case only once. */
export function normaliseTags(tags: readonly string[]): string[] {
  const seen = new Map<string, string>();
  for (const tag of tags) {
    const clean = tag.trim().replace(/\s+/g, ' ');
    if (clean !== '' && !seen.has(clean.toLowerCase())) seen.set(clean.toLowerCase(), clean);
  }
  return [...seen.values()];
}

const NUMBER = /^[-−]?\d{1,12}([.,]\d{1,6})?$/;

const SPACES = /[\s\u00a0\u202f]/g;

/** By what names of attribute columns are compared: case, spaces and the kind of apostrophe make no other column. */
export function columnKey(name: string): string {
  return name
    .toLowerCase()
    .replace(/[’ʼ‘`′]/g, "'")
    .replace(/\s+/g, ' ')
    .trim();
}

/** The number that a value of a number column stands for. */
export const numberOf = (value: string): number =>
  Number(value.replace(SPACES, '').replace('−', '-').replace(',', '.'));

/** Whether a value may stand in an option of this type (specification §3: number or text). */
export function isValueOfType(value: string, type: 'text' | 'number'): boolean {
  return type === 'text' || NUMBER.test(value.replace(SPACES, ''));
}

/** Of two values where there is to be one: that of the column that stays, of the one that goes, or both. */
export const MERGE_KEEPS = ['into', 'from', 'both'] as const;
export type MergeKeep = (typeof MERGE_KEEPS)[number];

/** What a modification has when two of its columns become one, and whether its two values contradict each other. */
export function mergedValue(
  from: string,
  into: string | undefined,
  type: 'text' | 'number',
  keep: MergeKeep | undefined,
): { value: string; differs: boolean } {
  if (into === undefined) return { value: from, differs: false };
  const bothNumbers = isValueOfType(from, 'number') && isValueOfType(into, 'number');
  const same =
    from.toLowerCase() === into.toLowerCase() ||
    (type === 'number' && bothNumbers && numberOf(from) === numberOf(into));
  if (same) return { value: into, differs: false };
  const both = `${into}${NAME_SEPARATOR}${from}`;
  const value = keep === 'from' ? from : keep === 'both' ? both : into;
  return { value, differs: true };
}

export interface PublishProblem {
  /** `variants` when there is none, else `variants.2.price`. */
  readonly path: string;
  readonly code: 'required';
  readonly product_variant_id: string | null;
  readonly field: 'variants' | 'name' | 'price';
}

/**
 * What keeps a product from being published (specification §5): it needs at least one variant with name and price,
 * and a name and a price on every variant. Empty when it may be published.
 */
export function publishProblems(
  variants: readonly { readonly id?: string; readonly name: string; readonly price: number | null }[],
): PublishProblem[] {
  if (variants.length === 0) {
    return [{ path: 'variants', code: 'required', product_variant_id: null, field: 'variants' }];
  }
  return variants.flatMap(({ id, name, price }, i) => {
    const problem = (field: 'name' | 'price'): PublishProblem => ({
      path: `variants.${i}.${field}`,
      code: 'required',
      product_variant_id: id ?? null,
      field,
    });
    return [...(name.trim() === '' ? [problem('name')] : []), ...(price === null ? [problem('price')] : [])];
  });
}

const PROBLEM_TEXT: Readonly<Record<PublishProblem['field'], Readonly<Record<Locale, string>>>> = {
  variants: {
    ua: 'Додайте хоча б одну модифікацію з назвою і ціною',
    en: 'Add at least one variant with a name and a price',
  },
  name: { ua: 'Вкажіть назву модифікації', en: 'Give the variant a name' },
  price: { ua: 'Вкажіть ціну модифікації', en: 'Give the variant a price' },
};

export function publishProblemText(problem: PublishProblem, locale: Locale): string {
  return PROBLEM_TEXT[problem.field][locale];
}

/** Pairs of rows with the same values: the index of each repeated row with that of the first one. */
export function repeatedCombinations(rows: readonly { readonly values: readonly OptionValue[] }[]): [number, number][] {
  const first = new Map<string, number>();
  const repeated: [number, number][] = [];
  rows.forEach(({ values }, i) => {
    if (values.every(({ value }) => value === '')) return;
    const key = combinationKey(values);
    const earlier = first.get(key);
    if (earlier === undefined) first.set(key, i);
    else repeated.push([i, earlier]);
  });
  return repeated;
}
