import { buffer } from 'node:stream/consumers';
import { type OwnField, optionHeader, ownTemplate } from '@lanka/domain/feeds/template';
import type { Locale } from '@lanka/domain/kit/errors';
import { stringify } from 'csv-stringify/sync';
import { type Cell, type Pages, toXlsx } from './workbook';

/** Cells that a spreadsheet would take for a formula are shown as text. */
const options = { escape_formulas: true, delimiter: ';' };

/** A table as CSV for spreadsheets: with a BOM, semicolons, and nothing that could run as a formula. */
export async function* toCsv(header: readonly string[], pages: Pages): AsyncGenerator<Buffer> {
  yield Buffer.from(stringify([header], { ...options, bom: true }));
  for await (const rows of pages) yield Buffer.from(stringify([...rows], options));
}

export const ownHeader = (locale: Locale): string[] =>
  ownTemplate.map((column) => `${column[locale]}${column.required ? '*' : ''}`);

type Example = Partial<Record<OwnField, Cell>> & { readonly values: readonly Cell[] };

const SHIRT = { group: 'TSH-01', price: 250, recommended_price: 399, minimum: 5 };
const FOLDED = { length: 300, width: 250, height: 20 };
const SHIRT_M = { ...SHIRT, sku: 'TSH-01-M', stock: 12, weight: 180, ...FOLDED, place: 'A-1' };
const SHIRT_L = { ...SHIRT, sku: 'TSH-01-L', stock: 8, weight: 190, ...FOLDED, place: 'A-2' };
const CUP = { sku: 'CUP-7', price: 90, recommended_price: 169, stock: 40, weight: 320, values: [null, null] };

const EXAMPLE: Readonly<Record<Locale, readonly Example[]>> = {
  ua: [
    {
      ...{ ...SHIRT_M, title: 'Футболка базова', description: 'Щільна бавовна', tags: 'Одяг, Футболки' },
      ...{ published: 'так', values: ['Білий', 'M'] },
    },
    { ...SHIRT_L, title: 'Футболка базова', published: 'так', values: ['Білий', 'L'] },
    { ...CUP, title: 'Чашка керамічна', description: 'Об’єм 350 мл', tags: 'Посуд', published: 'ні' },
  ],
  en: [
    {
      ...{ ...SHIRT_M, title: 'Basic T-shirt', description: 'Dense cotton', tags: 'Clothes, T-shirts' },
      ...{ published: 'yes', values: ['White', 'M'] },
    },
    { ...SHIRT_L, title: 'Basic T-shirt', published: 'yes', values: ['White', 'L'] },
    { ...CUP, title: 'Ceramic cup', description: '350 ml', tags: 'Tableware', published: 'no' },
  ],
};

/** The empty table with three example rows: two variants of one product and a product of its own. */
export async function makeTemplate(format: 'xlsx' | 'csv', locale: Locale) {
  const names = locale === 'ua' ? ['Колір', 'Розмір'] : ['Colour', 'Size'];
  const header = [...ownHeader(locale), ...names.map((name) => optionHeader(name, locale))];
  const rows = EXAMPLE[locale].map((row) => [...ownTemplate.map(({ key }) => row[key] ?? null), ...row.values]);
  const title = locale === 'ua' ? 'Товари' : 'Products';
  return format === 'csv'
    ? {
        stream: await buffer(toCsv(header, [rows])),
        content_type: 'text/csv; charset=utf-8',
        file_name: 'lanka-import.csv',
      }
    : {
        stream: await buffer(toXlsx(header, [rows], title)),
        content_type: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
        file_name: 'lanka-import.xlsx',
      };
}
