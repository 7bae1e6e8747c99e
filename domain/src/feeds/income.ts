/** A table of goods that came, read as the lines of an income. */
import { Count } from '../stock/contract';
import { cleanText, readPrice, readStock } from './rules';
import { normaliseHeader } from './template';

export const INCOME_FIELDS = ['code', 'count', 'price', 'sale_price'] as const;
export type IncomeField = (typeof INCOME_FIELDS)[number];

/** In which column each field stands, from 0; null where in none. */
export type IncomeColumns = Readonly<Record<IncomeField, number | null>>;

/** How suppliers call them; the earlier, the surer. */
const NAMES: Readonly<Record<IncomeField, readonly RegExp[]>> = {
  code: [/^(артикул|sku|vendor ?code)/, /штрих-?код|barcode|gtin|ean/, /^(код|code)( товару| товара)?$/],
  count: [/^(кількість|к-сть|кіл-?сть|количество|кол-во|quantity|qty|count)/, /^(шт|залишок|остаток)/],
  price: [/(закуп|собівартість|вхідна|purchase|cost)/, /^(ціна|цена|price)/],
  sale_price: [/(ціна продажу|роздріб|рекомендован|розница|розничн|sale|retail)/],
};

/** The columns of a header row, as far as their names tell. */
export function guessColumns(headers: readonly string[]): IncomeColumns {
  const names = headers.map(normaliseHeader);
  const taken = new Set<number>();
  const find = (field: IncomeField): number | null => {
    for (const pattern of NAMES[field]) {
      const at = names.findIndex((name, index) => !taken.has(index) && pattern.test(name));
      if (at < 0) continue;
      taken.add(at);
      return at;
    }
    return null;
  };
  // «Ціна продажу» is a price too, and must not be taken for that of the purchase
  const sale_price = find('sale_price');
  return { code: find('code'), count: find('count'), price: find('price'), sale_price };
}

export type IncomeProblem =
  | 'no_code'
  | 'unknown_code'
  | 'several'
  | 'twice'
  | 'count_missing'
  | 'count_wrong'
  | 'price_missing'
  | 'price_wrong'
  | 'price_ambiguous'
  | 'price_currency';

export const INCOME_PROBLEMS: Readonly<Record<IncomeProblem, { readonly ua: string; readonly en: string }>> = {
  no_code: { ua: 'Немає артикулу чи штрихкоду', en: 'There is no SKU or barcode' },
  unknown_code: { ua: 'Такого артикулу чи штрихкоду у вас немає', en: 'You have no such SKU or barcode' },
  several: {
    ua: 'Такий артикул мають кілька модифікацій: вкажіть штрихкод',
    en: 'Several modifications have this SKU: give the barcode',
  },
  twice: { ua: 'Ця модифікація вже є вище в таблиці', en: 'This modification stands above already' },
  count_missing: { ua: 'Кількість не вказано', en: 'There is no count' },
  count_wrong: {
    ua: 'Кількість – ціле число від 1 до 1 000 000',
    en: 'The count is a whole number from 1 to 1,000,000',
  },
  price_missing: { ua: 'Ціну не вказано', en: 'There is no price' },
  price_wrong: { ua: 'Ціну не прочитати: вкажіть як 1 234,50', en: 'The price cannot be read: write it as 1 234,50' },
  price_ambiguous: {
    ua: 'Незрозуміло, тисячі це чи копійки: вкажіть як 1 234,00 або 1,23',
    en: 'These may be thousands or kopecks: write 1 234.00 or 1.23',
  },
  price_currency: { ua: 'Ціна має бути в гривнях', en: 'The price must be in hryvnias' },
};

export interface IncomeRow {
  readonly code: string;
  readonly count: number | null;
  /** Kopecks a piece. */
  readonly price: number | null;
  readonly sale_price: number | null;
  readonly problems: readonly { readonly field: IncomeField; readonly problem: IncomeProblem }[];
}

function readKopecks(text: string): number | IncomeProblem | null {
  const read = readPrice(text);
  if (read.kind === 'empty') return null;
  if (read.kind === 'ambiguous') return 'price_ambiguous';
  if (read.kind !== 'amount') return 'price_wrong';
  return read.currency === '' || read.currency === 'UAH' ? read.hundredths : 'price_currency';
}

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
  return { code, count, price, sale_price, problems };
}
