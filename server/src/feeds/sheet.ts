import { buffer } from 'node:stream/consumers';
import { optionHeader, ownTemplate } from '@lanka/domain/feeds/template';
import type { Locale } from '@lanka/domain/kit/errors';
import { stringify } from 'csv-stringify/sync';
import writeExcelFile from 'write-excel-file/node';

export type Cell = string | number | null;
/** Rows of a table as they are read, a page at a time. */
export type Pages = Iterable<readonly (readonly Cell[])[]> | AsyncIterable<readonly (readonly Cell[])[]>;

/** Cells that a spreadsheet would take for a formula are shown as text. */
const options = { escape_formulas: true, delimiter: ';' };

/** A table as CSV for spreadsheets: with a BOM, semicolons, and nothing that could run as a formula. */
export async function* toCsv(header: readonly string[], pages: Pages): AsyncGenerator<Buffer> {
  yield Buffer.from(stringify([header], { ...options, bom: true }));
  for await (const rows of pages) yield Buffer.from(stringify([...rows], options));
}

/** The same as a workbook, whose rows are collected first: a spreadsheet opens no more than a million of them. */
export async function toXlsx(header: readonly string[], pages: Pages, sheet: string): Promise<Buffer> {
  const bold = header.map((value) => ({ value, fontWeight: 'bold' as const, type: String }));
  const data: ReturnType<typeof asCell>[][] = [];
  for await (const rows of pages) for (const row of rows) data.push(row.map(asCell));
  const columns = header.map((name) => ({ width: Math.min(40, Math.max(12, name.length + 4)) }));
  return writeExcelFile([bold, ...data], { sheet, columns, stickyRowsCount: 1 }).toBuffer();
}

/** Of a cell in a spreadsheet; longer ones would make the file unreadable for it. */
const LONGEST_CELL = 32_000;

function asCell(value: Cell) {
  if (value === null || value === '') return null;
  if (typeof value === 'number') return { value, type: Number };
  return { value: value.slice(0, LONGEST_CELL), type: String };
}

export const ownHeader = (locale: Locale): string[] =>
  ownTemplate.map((column) => `${column[locale]}${column.required ? '*' : ''}`);

const EXAMPLE: Readonly<Record<Locale, readonly (readonly Cell[])[]>> = {
  ua: [
    [
      'TSH-01',
      'Футболка базова',
      'Щільна бавовна',
      'TSH-01-M',
      250,
      399,
      12,
      180,
      null,
      'Одяг, Футболки',
      null,
      'так',
      'Білий',
      'M',
    ],
    ['TSH-01', 'Футболка базова', null, 'TSH-01-L', 250, 399, 8, 190, null, null, null, 'так', 'Білий', 'L'],
    [null, 'Чашка керамічна', 'Об’єм 350 мл', 'CUP-7', 90, 169, 40, 320, null, 'Посуд', null, 'ні', null, null],
  ],
  en: [
    [
      'TSH-01',
      'Basic T-shirt',
      'Dense cotton',
      'TSH-01-M',
      250,
      399,
      12,
      180,
      null,
      'Clothes, T-shirts',
      null,
      'yes',
      'White',
      'M',
    ],
    ['TSH-01', 'Basic T-shirt', null, 'TSH-01-L', 250, 399, 8, 190, null, null, null, 'yes', 'White', 'L'],
    [null, 'Ceramic cup', '350 ml', 'CUP-7', 90, 169, 40, 320, null, 'Tableware', null, 'no', null, null],
  ],
};

/** The empty table with three example rows: two variants of one product and a product of its own. */
export async function makeTemplate(format: 'xlsx' | 'csv', locale: Locale) {
  const names = locale === 'ua' ? ['Колір', 'Розмір'] : ['Colour', 'Size'];
  const header = [...ownHeader(locale), ...names.map((name) => optionHeader(name, locale))];
  const rows = EXAMPLE[locale];
  const title = locale === 'ua' ? 'Товари' : 'Products';
  return format === 'csv'
    ? {
        stream: await buffer(toCsv(header, [rows])),
        content_type: 'text/csv; charset=utf-8',
        file_name: 'lanka-import.csv',
      }
    : {
        stream: await toXlsx(header, [rows], title),
        content_type: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
        file_name: 'lanka-import.xlsx',
      };
}
