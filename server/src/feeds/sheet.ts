import { optionHeader, ownTemplate } from '@lanka/domain/feeds/template';
import type { Locale } from '@lanka/domain/kit/errors';
import { stringify } from 'csv-stringify/sync';
import writeExcelFile from 'write-excel-file/node';

type Cell = string | number | null;

/** Cells that a spreadsheet would take for a formula are shown as text. */
const options = { bom: true, escape_formulas: true, delimiter: ';' };

/** A table as CSV for spreadsheets: with a BOM, semicolons, and nothing that could run as a formula. */
export function toCsv(header: readonly string[], rows: readonly (readonly Cell[])[]): Buffer {
  return Buffer.from(stringify([header, ...rows], options));
}

export async function toXlsx(
  header: readonly string[],
  rows: readonly (readonly Cell[])[],
  sheet: string,
): Promise<Buffer> {
  const bold = header.map((value) => ({ value, fontWeight: 'bold' as const, type: String }));
  const data = rows.map((row) =>
    row.map((value) =>
      value === null || value === ''
        ? null
        : typeof value === 'number'
          ? { value, type: Number }
          : { value: value.slice(0, 32_000), type: String },
    ),
  );
  const columns = header.map((name) => ({ width: Math.min(40, Math.max(12, name.length + 4)) }));
  return writeExcelFile([bold, ...data], { sheet, columns, stickyRowsCount: 1 }).toBuffer();
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
    ? { stream: toCsv(header, rows), content_type: 'text/csv; charset=utf-8', file_name: 'lanka-import.csv' }
    : {
        stream: await toXlsx(header, rows, title),
        content_type: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
        file_name: 'lanka-import.xlsx',
      };
}
