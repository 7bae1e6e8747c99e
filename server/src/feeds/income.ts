import type { IncomeTableRow } from '@lanka/domain/feeds/contract';
import { feedErrors, importErrors } from '@lanka/domain/feeds/errors';
import {
  guessColumns,
  INCOME_PROBLEMS,
  type IncomeColumns,
  type IncomeField,
  type IncomeProblem,
  type IncomeRow,
  readIncomeRow,
} from '@lanka/domain/feeds/income';
import { cleanText } from '@lanka/domain/feeds/rules';
import { findUpload } from '../files';
import type { ProjectScope } from '../kit/auth/scope';
import type { Tx } from '../kit/db/db';
import type { Services } from '../kit/services';
import { type FoundVariant, variantsByCode } from './income.store';
import { readRows } from './parse/rows';
import { isBlank, type TableRow } from './parse/table';

/** As many lines as a document may have, and rows to look for the header in. */
const MOST_ROWS = 500;
const HEADER_WITHIN_ROWS = 20;
const MEGABYTE = 1024 * 1024;
/** So few rows are read within the request; a larger table is no delivery note. */
const LIMITS = {
  maxBytes: 5 * MEGABYTE,
  maxArchiveBytes: 5 * MEGABYTE,
  maxUnpackedBytes: 30 * MEGABYTE,
  maxSharedStrings: 50_000,
  maxSharedBytes: 10 * MEGABYTE,
  maxText: 10_000,
  maxFields: 200,
};

interface Table {
  readonly headers: readonly string[];
  readonly columns: IncomeColumns;
  readonly rows: readonly TableRow[];
}

const isHeader = (columns: IncomeColumns): boolean => columns.code !== null && columns.count !== null;

/** The first row whose names tell a code and a count is the header; where none does, the first row with text is. */
async function readTable(rows: AsyncIterable<TableRow>, told: IncomeColumns | undefined): Promise<Table> {
  const read: TableRow[] = [];
  for await (const row of rows) {
    if (isBlank(row)) continue;
    read.push(row);
    if (read.length > MOST_ROWS + HEADER_WITHIN_ROWS) throw feedErrors.too_many_rows({ limit: MOST_ROWS });
  }
  const named = read.slice(0, HEADER_WITHIN_ROWS).findIndex(({ cells }) => isHeader(guessColumns(cells)));
  const header = read[Math.max(0, named)];
  if (!header) throw feedErrors.empty();
  const headers = header.cells.map((text) => cleanText(text).slice(0, 120));
  const rest = read.slice(Math.max(0, named) + 1);
  if (rest.length > MOST_ROWS) throw feedErrors.too_many_rows({ limit: MOST_ROWS });
  return { headers, columns: told ?? guessColumns(header.cells), rows: rest };
}

type Problem = { readonly field: IncomeField; readonly problem: IncomeProblem };

/** A row with the modification that its code names, once. */
function matched(row: IncomeRow, found: readonly FoundVariant[], seen: Set<string>): [FoundVariant | null, Problem[]] {
  const of = (problem: IncomeProblem): Problem => ({ field: 'code', problem });
  const [first, second] = found;
  if (row.code === '') return [null, [...row.problems]];
  if (!first) return [null, [of('unknown_code'), ...row.problems]];
  if (second) return [null, [of('several'), ...row.problems]];
  const twice = seen.has(first.product_variant_id);
  seen.add(first.product_variant_id);
  return [first, [...(twice ? [of('twice')] : []), ...row.problems]];
}

/** Reads a table of goods that came. Nothing is written: its right rows become a document by the call for documents. */
export async function readIncomeTable(
  tx: Tx,
  app: Services,
  scope: ProjectScope,
  body: { readonly upload: string; readonly columns?: IncomeColumns | undefined },
) {
  const upload = await findUpload(tx, scope, body.upload);
  const key = upload?.kept_as ?? body.upload;
  if (!upload || upload.user_id !== scope.user.id || (await app.storage.size(key)) === null)
    throw importErrors.upload_not_found({ path: 'upload', code: 'not_found' });
  const rows = readRows(await app.storage.read(key), { file_name: upload.original_name, limits: LIMITS });
  const table = await readTable(rows, body.columns);
  const read = table.rows.map((row) => ({ number: row.row, ...readIncomeRow(row.cells, table.columns) }));
  const known = await variantsByCode(tx, scope, [...new Set(read.flatMap(({ code }) => (code === '' ? [] : [code])))]);
  const seen = new Set<string>();
  const shown = await Promise.all(
    read.map(async (row): Promise<IncomeTableRow> => {
      const { number, code, count, price, sale_price } = row;
      const [variant, problems] = matched(row, known.get(code.toLowerCase()) ?? [], seen);
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
      };
    }),
  );
  return { headers: [...table.headers], columns: table.columns, rows: shown };
}
