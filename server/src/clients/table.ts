import { buffer } from 'node:stream/consumers';
import {
  clientErrors,
  type ImportClientsAnswer,
  type ImportClientsBody,
  MAX_IN_XLSX,
} from '@lanka/domain/clients/contract';
import {
  CLIENT_COLUMN_NAMES,
  CLIENT_COLUMNS,
  type ClientColumns,
  type ClientInRow,
  IMPORT_PROBLEMS,
  isClientHeader,
  MAX_IMPORTED,
  planImport,
  readClientColumns,
  readClientRow,
} from '@lanka/domain/clients/import';
import { feedErrors } from '@lanka/domain/feeds/errors';
import type { Locale } from '@lanka/domain/kit/errors';
import { formatPhone } from '@lanka/domain/kit/phone';
import { type Cell, isBlank, readRows, type TableRow, toCsv, toXlsx, unescapedCell } from '../feeds';
import type { Tx } from '../kit/db/db';
import type { FileAnswer } from '../kit/http/serve';
import * as store from './clients.store';
import type { Owner } from './owner.store';

const HEADER_WITHIN_ROWS = 20;
const MEGABYTE = 1024 * 1024;
/** The table is read within the request; what people keep of five thousand clients is smaller. */
const LIMITS = {
  maxBytes: 2 * MEGABYTE,
  maxArchiveBytes: 2 * MEGABYTE,
  maxUnpackedBytes: 30 * MEGABYTE,
  maxSharedStrings: 100_000,
  maxSharedBytes: 10 * MEGABYTE,
  maxText: 10_000,
  maxFields: 200,
};

interface Table {
  readonly columns: ClientColumns;
  readonly rows: readonly TableRow[];
}

async function readTable({ content, file_name }: Pick<ImportClientsBody, 'content' | 'file_name'>): Promise<Table> {
  const bytes = Buffer.from(content, 'base64');
  async function* source() {
    yield bytes;
  }
  const read: TableRow[] = [];
  for await (const row of readRows(source(), { file_name, limits: LIMITS })) {
    if (isBlank(row)) continue;
    // what an export of ours guards against being run as a formula
    read.push({ ...row, cells: row.cells.map((_, at) => unescapedCell(row, at)) });
    if (read.length > MAX_IMPORTED + HEADER_WITHIN_ROWS) throw feedErrors.too_many_rows({ limit: MAX_IMPORTED });
  }
  if (read.length === 0) throw feedErrors.empty();
  const at = read.slice(0, HEADER_WITHIN_ROWS).findIndex(({ cells }) => isClientHeader(readClientColumns(cells)));
  const header = read[at];
  if (!header) throw clientErrors.no_columns();
  const rows = read.slice(at + 1);
  if (rows.length > MAX_IMPORTED) throw feedErrors.too_many_rows({ limit: MAX_IMPORTED });
  return { columns: readClientColumns(header.cells), rows };
}

const asNew = ({ name, phones, email = '', discount = 0, comment = '' }: ClientInRow): store.NewClient => ({
  ...{ name, phones, email: email || null, discount, comment },
});

/** Reads the table and does what its rows say to the owner's clients; rows that are wrong are told and left out. */
export async function importClients(
  tx: Tx,
  owner: Owner,
  locale: Locale,
  body: ImportClientsBody,
): Promise<ImportClientsAnswer> {
  const { columns, rows } = await readTable(body);
  const read = rows.map(({ row, cells }) => ({ number: row, read: readClientRow(cells, columns) }));
  const phones = read.flatMap((one) => ('row' in one.read ? one.read.row.phones : []));
  const locked = await store.lockHolders(tx, owner, phones);
  const plan = planImport(read, locked);
  if (!body.dry_run) {
    const changed = plan.changed.length > 0 ? await store.saveClients(tx, owner, locked, plan.changed) : [];
    const { taken } =
      plan.created.length > 0 ? await store.insertClients(tx, owner, plan.created.map(asNew)) : { taken: [] };
    // somebody kept one of these phones after they were looked up
    if (changed.length + taken.length > 0) throw clientErrors.changed_meanwhile();
  }
  const cellsOf = new Map(rows.map((row) => [row.row, row.cells]));
  const cell = (row: number, name: 'name' | 'phone'): string =>
    (cellsOf.get(row)?.[columns[name] ?? -1] ?? '').slice(0, 200);
  return {
    counts: {
      created: plan.created.length,
      changed: plan.changed.length,
      unchanged: plan.unchanged,
      refused: plan.refused.length,
    },
    refused: plan.refused.map(({ number, problem }) => ({
      ...{ row: number, name: cell(number, 'name'), phone: cell(number, 'phone') },
      ...{ code: problem, message: IMPORT_PROBLEMS[problem][locale] },
    })),
  };
}

const FORMATS = {
  csv: { type: 'text/csv; charset=utf-8' },
  xlsx: { type: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet' },
} as const;

function cellsOf({ name, phones, email, discount, comment }: store.ExportedClient): Cell[] {
  const [phone = '', ...others] = phones.map(formatPhone);
  const cells = { name, phone, other_phones: others.join(', '), email, discount: discount / 100, comment };
  return CLIENT_COLUMN_NAMES.map((column) => cells[column]);
}

/** All clients of the owner as the table that an import reads back. */
export async function exportClients(
  tx: Tx,
  owner: Owner,
  locale: Locale,
  format: keyof typeof FORMATS,
): Promise<FileAnswer> {
  if (format === 'xlsx' && (await store.countClients(tx, owner, MAX_IN_XLSX + 1)) > MAX_IN_XLSX)
    throw clientErrors.too_many_for_xlsx({ allowed: MAX_IN_XLSX });
  const pages: Cell[][][] = [];
  for (let last: store.ExportedClient | null = null; ; ) {
    const page: store.ExportedClient[] = await store.exportPage(tx, owner, last);
    if (page.length === 0) break;
    pages.push(page.map(cellsOf));
    last = page.at(-1) ?? null;
  }
  const header = CLIENT_COLUMN_NAMES.map((name) => CLIENT_COLUMNS[name][locale]);
  const make = () =>
    buffer(format === 'csv' ? toCsv(header, pages) : toXlsx(header, pages, locale === 'ua' ? 'Клієнти' : 'Clients'));
  return { stream: make, content_type: FORMATS[format].type, file_name: `clients.${format}` };
}
