/** A table of goods that came, read as the lines of an income. */
import type { Locale } from '../kit/errors';
import { Count } from '../stock/count';
import { CODE_PROBLEMS, type Columns, columnsByNames } from './columns';
import { cleanText, readPrice, readStock } from './rules';

export const INCOME_FIELDS = ['code', 'count', 'price', 'sale_price'] as const;
export type IncomeField = (typeof INCOME_FIELDS)[number];

export type IncomeColumns = Columns<IncomeField>;

/** How suppliers call them; the earlier, the surer. */
const NAMES: Readonly<Record<IncomeField, readonly RegExp[]>> = {
  // «Ціна продажу» is a price too, and must not be taken for that of the purchase
  sale_price: [/(ціна продажу|роздріб|рекомендован|розница|розничн|sale|retail)/],
  code: [/^(артикул|sku|vendor ?code)/, /штрих-?код|barcode|gtin|ean/, /^(код|code)( товару| товара)?$/],
  count: [/^(кількість|к-сть|кіл-?сть|количество|кол-во|quantity|qty|count)/, /^(шт|залишок|остаток)/],
  price: [/(закуп|собівартість|вхідна|purchase|cost)/, /^(ціна|цена|price)/],
};

/** The columns of a header row, as far as their names tell. */
export const guessColumns = (headers: readonly string[]): IncomeColumns => columnsByNames(headers, NAMES);

export const INCOME_PROBLEMS = {
  ...CODE_PROBLEMS,
  no_code: { ua: 'Немає артикулу чи штрихкоду', en: 'There is no SKU or barcode' },
  twice: { ua: 'Ця модифікація вже є вище в таблиці', en: 'This modification stands above already' },
  count_missing: { ua: 'Кількість не вказано', en: 'There is no count' },
  price_missing: { ua: 'Ціну не вказано', en: 'There is no price' },
  price_wrong: { ua: 'Ціну не прочитати: вкажіть як 1 234,50', en: 'The price cannot be read: write it as 1 234,50' },
  price_ambiguous: {
    ua: 'Незрозуміло, тисячі це чи копійки: вкажіть як 1 234,00 або 1,23',
    en: 'These may be thousands or kopecks: write 1 234.00 or 1.23',
  },
  price_currency: { ua: 'Ціна має бути в гривнях', en: 'The price must be in hryvnias' },
} as const satisfies Record<string, Record<Locale, string>>;
export type IncomeProblem = keyof typeof INCOME_PROBLEMS;

/** What goes in, and yet is to be looked at: the sum of the document is no longer that of the paper. */
export const INCOME_WARNINGS = {
  price_rounded: { ua: 'Ціну округлено до копійки', en: 'The price was rounded to the kopeck' },
} as const satisfies Record<string, Record<Locale, string>>;
type IncomeWarning = keyof typeof INCOME_WARNINGS;

export interface IncomeRow {
  readonly code: string;
  readonly count: number | null;
  /** Kopecks a piece. */
  readonly price: number | null;
  readonly sale_price: number | null;
  readonly problems: readonly { readonly field: IncomeField; readonly problem: IncomeProblem }[];
  readonly warnings: readonly { readonly field: IncomeField; readonly warning: IncomeWarning }[];
}

function readKopecks(text: string): number | IncomeProblem | null {
  const read = readPrice(text);
  if (read.kind === 'empty') return null;
  if (read.kind === 'ambiguous') return 'price_ambiguous';
  if (read.kind !== 'amount') return 'price_wrong';
  return read.currency === '' || read.currency === 'UAH' ? read.hundredths : 'price_currency';
}

const isRounded = (text: string): boolean => {
  const read = readPrice(text);
  return read.kind === 'amount' && read.rounded;
};

function readCount(text: string): number | IncomeProblem {
  const read = readStock(text);
  if (read.kind === 'empty') return 'count_missing';
  const isCount = read.kind === 'number' && read.note === null && Count.safeParse(read.value).success;
  return isCount ? read.value : 'count_wrong';
}

/** What a row says, and what is wrong with it; what cannot be read is null. */
export function readIncomeRow(cells: readonly string[], columns: IncomeColumns): IncomeRow {
  const problems: { field: IncomeField; problem: IncomeProblem }[] = [];
  const told = (field: IncomeField): string => {
    const at = columns[field];
    return at === null ? '' : cleanText(cells[at] ?? '');
  };
  const kept = (field: IncomeField, read: number | IncomeProblem | null): number | null => {
    if (typeof read !== 'string') return read;
    problems.push({ field, problem: read });
    return null;
  };
  const code = told('code').slice(0, 200);
  if (code === '') problems.push({ field: 'code', problem: 'no_code' });
  const count = kept('count', readCount(told('count')));
  const price = kept('price', readKopecks(told('price')) ?? (columns.price === null ? null : 'price_missing'));
  const sale_price = kept('sale_price', readKopecks(told('sale_price')));
  const warnings = (['price', 'sale_price'] as const)
    .filter((field) => isRounded(told(field)))
    .map((field) => ({ field, warning: 'price_rounded' as const }));
  return { code, count, price, sale_price, problems, warnings };
}
