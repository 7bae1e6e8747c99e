import { Readable } from 'node:stream';
import { feedErrors, importErrors } from '@lanka/domain/feeds/errors';
import { cleanText } from '@lanka/domain/feeds/rules';
import { findUpload } from '../files';
import type { ProjectScope } from '../kit/auth/scope';
import type { Tx } from '../kit/db/db';
import type { Services } from '../kit/services';
import { readRows } from './parse/rows';
import { isBlank, type TableRow } from './parse/table';

/** Rows to look for the header in. */
const HEADER_WITHIN_ROWS = 20;
const MEGABYTE = 1024 * 1024;
/** So few rows are read within the request; a larger table is an import. */
const LIMITS = {
  maxBytes: 5 * MEGABYTE,
  maxArchiveBytes: 5 * MEGABYTE,
  maxUnpackedBytes: 30 * MEGABYTE,
  maxSharedStrings: 50_000,
  maxSharedBytes: 10 * MEGABYTE,
  maxText: 10_000,
  maxFields: 200,
};

/** The rows of a table that the asker has uploaded. @throws imports.upload_not_found, feeds.* as readRows */
export async function uploadedRows(
  tx: Tx,
  app: Services,
  scope: ProjectScope,
  file_name: string,
): Promise<AsyncIterable<TableRow>> {
  const upload = await findUpload(tx, scope, file_name);
  const key = upload?.kept_as ?? file_name;
  if (!upload || upload.user_id !== scope.user.id || (await app.storage.size(key)) === null)
    throw importErrors.upload_not_found({ path: 'upload', code: 'not_found' });
  return readRows(await app.storage.read(key), { file_name: upload.original_name, limits: LIMITS });
}

/** The rows of what was copied out of a spreadsheet: a line each, cells by tabs; or of a CSV. */
export async function* pastedRows(text: string): AsyncGenerator<TableRow> {
  yield* readRows(Readable.from([Buffer.from(text)]), { file_name: 'pasted.csv', limits: LIMITS });
}

export interface SmallTable {
  /** The first row that was told to be one, of the first twenty. */
  readonly header: TableRow | null;
  /** What stands below it; every row where there is none. */
  readonly rest: readonly TableRow[];
}

/** Reads a table to its end, without blank rows. @throws feeds.empty, feeds.too_many_rows beyond `most` */
export async function readSmallTable(
  rows: AsyncIterable<TableRow>,
  { most, isHeader }: { readonly most: number; readonly isHeader: (cells: readonly string[]) => boolean },
): Promise<SmallTable> {
  const read: TableRow[] = [];
  for await (const row of rows) {
    if (isBlank(row)) continue;
    read.push(row);
    if (read.length > most + HEADER_WITHIN_ROWS) throw feedErrors.too_many_rows({ limit: most });
  }
  if (read.length === 0) throw feedErrors.empty();
  const at = read.slice(0, HEADER_WITHIN_ROWS).findIndex(({ cells }) => isHeader(cells));
  const rest = read.slice(at + 1);
  if (rest.length > most + (at < 0 ? 1 : 0)) throw feedErrors.too_many_rows({ limit: most });
  return { header: read[at] ?? null, rest };
}

/** The names of a header as they are shown. */
export const headersOf = (cells: readonly string[]): string[] => cells.map((text) => cleanText(text).slice(0, 120));
