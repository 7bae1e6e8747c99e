import { fieldCell } from '@lanka/domain/feeds/fields';
import type { Locale } from '@lanka/domain/kit/errors';
import { dotted } from '@lanka/domain/kit/time';
import { MAX_REPORT_ROWS, type ReportFormat, reportErrors } from '@lanka/domain/reports/contract';
import type { TemplateField } from '@lanka/domain/templates/fields';
import { type Cell, type CellStyle, sheetCell, toCsv, toXlsx } from '../feeds';
import type { As, Column, Kind } from './kinds/kind';

const styleOf = (as: As): CellStyle => (as === 'text' || as === 'number' ? 'plain' : as);

/** As a sheet holds it, or as a text is read. */
function cellOf(value: string | number | null, as: As, format: ReportFormat): Cell {
  if (format === 'xlsx' || value === null || (as !== 'day' && as !== 'time')) return sheetCell(value, styleOf(as));
  const [day = '', time = ''] = String(value).split(' ');
  return `${dotted(day)} ${time}`.trim();
}

const YES: Readonly<Record<Locale, string>> = { ua: 'так', en: 'yes' };
const NO: Readonly<Record<Locale, string>> = { ua: 'ні', en: 'no' };

const FIELD_AS: Partial<Record<TemplateField['type'], As>> = { money: 'money', date: 'day', number: 'number' };

type Field = Pick<TemplateField, 'set' | 'key' | 'name' | 'type' | 'archived'>;

/** Columns of the additional fields that are in use; a file is no cell. */
export function columnsOfFields({ fields = [] }: Kind<object>, known: readonly Field[]): Column<object>[] {
  return fields.flatMap(({ set, of }) =>
    known
      .filter((field) => field.set === set && !field.archived && field.type !== 'file')
      .map(({ key, name, type }): Column<object> => {
        const as = FIELD_AS[type] ?? 'text';
        return {
          ...{ as, ua: name, en: name },
          of(row, locale) {
            const value = of(row)[key];
            if (typeof value === 'boolean') return (value ? YES : NO)[locale];
            return as === 'text' ? fieldCell(type, value) : ((value as string | number | undefined) ?? null);
          },
        };
      }),
  );
}

interface Table {
  readonly columns: readonly Column<object>[];
  readonly leavesOut: Kind<object>['leavesOut'];
  readonly total: Kind<object>['total'];
  readonly locale: Locale;
  readonly format: ReportFormat;
  readonly sheet: string;
  /** Pages of rows as they are read. */
  pages(): AsyncGenerator<readonly object[]>;
  /** So many rows are written. */
  told(rows: number): Promise<void>;
}

const TOTAL: Readonly<Record<Locale, string>> = { ua: 'Разом', en: 'Total' };

/**
 * The rows as a file, with their sums at the foot: a page of them is held, however many there are. Of a report without
 * rows the heads and empty sums remain.
 */
export function write({
  columns,
  leavesOut,
  total = TOTAL,
  locale,
  format,
  sheet,
  pages,
  told,
}: Table): AsyncGenerator<Uint8Array> {
  const sums = columns.map(() => 0);
  let rows = 0;
  const asCells = (row: object): Cell[] =>
    columns.map((column, at) => {
      const value = column.of(row, locale);
      if (column.foot) sums[at] = (sums[at] ?? 0) + (column.foot === true ? Number(value ?? 0) : column.foot(row));
      return cellOf(value, column.as, format);
    });
  const foot = (): Cell[] =>
    columns.map((column, at) =>
      column.foot ? cellOf(sums[at] ?? 0, column.as, format) : at === 0 ? total[locale] : null,
    );
  async function* cells(): AsyncGenerator<Cell[][]> {
    for await (const page of pages()) {
      const shown = leavesOut ? page.filter((row) => !leavesOut(row)) : page;
      rows += shown.length;
      if (rows > MAX_REPORT_ROWS) throw reportErrors.too_many_rows();
      yield shown.map(asCells);
      await told(rows);
    }
    if (format === 'csv') yield [foot()];
  }
  const header = columns.map((column) => column[locale]);
  if (format === 'csv') return toCsv(header, cells());
  return toXlsx(header, cells(), sheet, { styles: columns.map(({ as }) => styleOf(as)), foot });
}
