import type { IncomeTableRow } from '@lanka/domain/feeds/contract';
import {
  guessColumns,
  INCOME_PROBLEMS,
  INCOME_WARNINGS,
  type IncomeColumns,
  type IncomeField,
  type IncomeProblem,
  type IncomeRow,
  readIncomeRow,
} from '@lanka/domain/feeds/income';
import type { ProjectScope } from '../kit/auth/scope';
import type { Tx } from '../kit/db/db';
import type { Services } from '../kit/services';
import { type FoundVariant, oneByCode, variantsByCode } from './income.store';
import type { TableRow } from './parse/table';
import { headersOf, readSmallTable, uploadedRows } from './small-table';

/** As many lines as a document may have. */
const MOST_ROWS = 500;

interface Table {
  readonly headers: readonly string[];
  readonly columns: IncomeColumns;
  readonly rows: readonly TableRow[];
}

const isHeader = (cells: readonly string[]): boolean => {
  const { code, count } = guessColumns(cells);
  return code !== null && count !== null;
};

/** Where no names tell a code and a count, the first row with text is the header. */
async function readTable(rows: AsyncIterable<TableRow>, told: IncomeColumns | undefined): Promise<Table> {
  const { header, rest } = await readSmallTable(rows, { most: MOST_ROWS, isHeader });
  const [first, ...others] = header ? [header, ...rest] : rest;
  const cells = first?.cells ?? [];
  return { headers: headersOf(cells), columns: told ?? guessColumns(cells), rows: others };
}

type Problem = { readonly field: IncomeField; readonly problem: IncomeProblem };

/** A row with the modification that its code names, once. */
function matched(
  row: IncomeRow,
  found: readonly FoundVariant[] | undefined,
  seen: Set<string>,
): [FoundVariant | null, Problem[]] {
  const of = (problem: IncomeProblem): Problem => ({ field: 'code', problem });
  if (row.code === '') return [null, [...row.problems]];
  const variant = oneByCode(found);
  if (typeof variant === 'string') return [null, [of(variant), ...row.problems]];
  const twice = seen.has(variant.product_variant_id);
  seen.add(variant.product_variant_id);
  return [variant, [...(twice ? [of('twice')] : []), ...row.problems]];
}

/** Reads a table of goods that came. Nothing is written: its right rows become a document by the call for documents. */
export async function readIncomeTable(
  tx: Tx,
  app: Services,
  scope: ProjectScope,
  body: { readonly upload: string; readonly columns?: IncomeColumns | undefined },
) {
  const rows = await uploadedRows(tx, app, scope, body.upload);
  const table = await readTable(rows, body.columns);
  const read = table.rows.map((row) => ({ number: row.row, ...readIncomeRow(row.cells, table.columns) }));
  const known = await variantsByCode(tx, scope, [...new Set(read.flatMap(({ code }) => (code === '' ? [] : [code])))]);
  const seen = new Set<string>();
  const shown = await Promise.all(
    read.map(async (row): Promise<IncomeTableRow> => {
      const { number, code, count, price, sale_price } = row;
      const [variant, problems] = matched(row, known.get(code.toLowerCase()), seen);
      return {
        ...{ number, code, count, price, sale_price },
        product_variant_id: variant?.product_variant_id ?? null,
        product_title: variant?.product_title ?? '',
        modification_title: variant?.modification_title ?? '',
        sku: variant?.sku ?? '',
        thumbnail_url: variant?.thumbnail ? await app.storage.presignGet(variant.thumbnail) : null,
        reasons: problems.map(({ field, problem }) => ({
          code: problem,
          field,
          message: INCOME_PROBLEMS[problem][scope.locale],
        })),
        warnings: row.warnings.map(({ field, warning }) => ({
          code: warning,
          field,
          message: INCOME_WARNINGS[warning][scope.locale],
        })),
      };
    }),
  );
  return { headers: [...table.headers], columns: table.columns, rows: shown };
}
