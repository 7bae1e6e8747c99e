import { normaliseHeader } from './template';

/** In which column each field of a table stands, from 0; null where in none. */
export type Columns<F extends string> = Readonly<Record<F, number | null>>;

/**
 * The columns of a header row, as far as their names tell: of each field the surest pattern comes first, and of the
 * fields those whose names others could be taken for. A column is that of one field.
 */
export function columnsByNames<F extends string>(
  headers: readonly string[],
  patterns: Readonly<Record<F, readonly RegExp[]>>,
): Columns<F> {
  const names = headers.map(normaliseHeader);
  const taken = new Set<number>();
  const find = (fitting: readonly RegExp[]): number | null => {
    for (const pattern of fitting) {
      const at = names.findIndex((name, index) => !taken.has(index) && pattern.test(name));
      if (at < 0) continue;
      taken.add(at);
      return at;
    }
    return null;
  };
  const found = Object.entries<readonly RegExp[]>(patterns).map(([field, fitting]) => [field, find(fitting)]);
  return Object.fromEntries(found) as Record<F, number | null>;
}

/** What is wrong where a row names goods by a code; wherever tables are read, in the same words. */
export const CODE_PROBLEMS = {
  unknown_code: { ua: 'Такого артикулу чи штрихкоду немає', en: 'There is no such SKU or barcode' },
  several: {
    ua: 'Такий артикул мають кілька модифікацій: вкажіть штрихкод',
    en: 'Several modifications have this SKU: give the barcode',
  },
  count_wrong: {
    ua: 'Кількість – ціле число від 1 до 1 000 000',
    en: 'The count is a whole number from 1 to 1,000,000',
  },
} as const;
