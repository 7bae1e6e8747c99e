import { Readable } from 'node:stream';
import type { Export } from '@lanka/domain/feeds/contract';
import {
  type ColumnField,
  fieldCell,
  fieldHeader,
  isInTables,
  TABLE_SETS,
  type TableSet,
} from '@lanka/domain/feeds/fields';
import { optionHeader, ownTemplate } from '@lanka/domain/feeds/template';
import { common } from '@lanka/domain/kit/errors';
import { sidesBy } from '@lanka/domain/kit/size';
import { kyivDate } from '@lanka/domain/kit/time';
import { type PriceColumn, priceHeader } from '@lanka/domain/price_levels/columns';
import { systemIn } from '../kit/auth/scope';
import type { Tx } from '../kit/db/db';
import { job } from '../kit/jobs/jobs';
import type { Services } from '../kit/services';
import { work } from '../kit/slice';
import { readLevels } from '../price_levels';
import { readTemplates } from '../templates';
import { tableOfOrders } from './export-orders';
import type { Tabled } from './export-table';
import * as exported from './exported.store';
import { EXPORT_TYPES, type ExportRecord, readExport } from './lists.store';
import { EXPORT_TOLD } from './notices';
import { keptError } from './read';
import { ownHeader, toCsv } from './sheet';
import { type Cell, toXlsx } from './workbook';

export const runExport = job<{ project_id: string; export_id: string }>('feeds.export', { expireInSeconds: 1800 });

/** The database or the store may be away for a while: it is begun anew so often before whoever waits is told. */
const MAX_ATTEMPTS = 4;

export const exportJob = work(runExport, async (app, { project_id, export_id }) => {
  const scope = { project: { id: project_id } } as exported.ExportScope;
  const within = <T>(act: Parameters<typeof app.db.transaction<T>>[1]) =>
    app.db.transaction({ projectIds: [project_id] }, act);
  const record = await within((tx) => readExport(tx, scope, export_id));
  if (!record || record.status === 'done' || record.status === 'failed') return;
  const attempts = await within((tx) => exported.beginExport(tx, scope, export_id));
  try {
    await make(app, scope, record);
  } catch (error) {
    if (attempts < MAX_ATTEMPTS) throw error;
    app.log.error({ err: error, export_id }, 'export failed');
    const values = { status: 'failed' as const, error: keptError(common.internal()) };
    await within(async (tx) => {
      await exported.setExport(tx, scope, export_id, { ...values, finished_at: new Date().toISOString() });
      await tell(tx, app, record, 'failed', record.rows);
    });
  }
  app.live.publish(project_id, { kind: 'export', id: export_id });
});

/** Writes the file: a page at a time is held, however many rows there are. */
async function make(app: Services, scope: exported.ExportScope, record: ExportRecord): Promise<void> {
  const { project_id, id } = record;
  const within: Tabled['within'] = (work) => app.db.transaction({ projectIds: [project_id] }, work);
  const tableOf = record.kind.startsWith('orders') ? tableOfOrders : tableOfProducts;
  const { name, sheet, header, total, pages } = await tableOf(within, scope, record);
  await within((tx) => exported.setExport(tx, scope, id, { rows_total: total }));
  let count = 0;
  async function* told(): AsyncGenerator<Cell[][]> {
    for await (const page of pages()) {
      yield page.rows;
      count += page.count;
      await within((tx) => exported.setExport(tx, scope, id, { rows: count }));
      app.live.publish(project_id, { kind: 'export', id });
    }
  }
  const { extension, content_type } = EXPORT_TYPES[record.kind];
  const file = `${project_id}/${id}/${name}.${extension}`;
  const bytes = extension === 'csv' ? toCsv(header, told()) : toXlsx(header, told(), sheet);
  await app.storage.writeStream(file, Readable.from(bytes, { objectMode: false }), content_type);
  const day = kyivDate(new Date());
  await within(async (tx) => {
    await exported.setExport(tx, scope, id, {
      ...{ status: 'done', file, file_name: `${name}-${day}.${extension}`, rows: count },
      finished_at: new Date().toISOString(),
    });
    await tell(tx, app, record, 'done', count);
  });
}

function tell(
  tx: Tx,
  { notices }: Services,
  { id, project_id, user_id, kind }: ExportRecord,
  what: keyof typeof EXPORT_TOLD,
  rows: number,
): Promise<void> {
  const of = kind.startsWith('orders') ? 'orders' : 'products';
  return notices.tell(tx, systemIn(project_id), EXPORT_TOLD[what], { user_id }, { id, of, rows });
}

/** The rows as our own table, so that an import of the file finds nothing to change. */
async function tableOfProducts(
  within: Tabled['within'],
  scope: exported.ExportScope,
  { filters }: ExportRecord,
): Promise<Tabled> {
  const { names, total, prices } = await within((tx) => exported.readShape(tx, scope, filters));
  const columns = priceColumns(await within((tx) => readLevels(tx, scope)), prices);
  const templates = await within((tx) => readTemplates(tx, scope, TABLE_SETS));
  const fields = TABLE_SETS.flatMap((set) => (templates[set] ?? []).filter((field) => isInTables(field)));
  async function* pages() {
    let after: exported.Place | null = null;
    for (;;) {
      const place: exported.Place | null = after;
      const found: exported.ExportedRow[] = await within((tx) => exported.readRows(tx, scope, filters, place));
      const last = found.at(-1);
      if (!last) return;
      const rows = found.map((row) => [...asCells(row, names, columns), ...fields.map((field) => cellOf(row, field))]);
      yield { rows, count: found.length };
      after = { created_at: last.created_at, product_id: last.product_id, position: last.position, id: last.id };
    }
  }
  const header = [
    ...ownHeader('ua'),
    'Виробник',
    ...columns.map((column) => priceHeader(column, 'ua')),
    ...names.map((name) => optionHeader(name, 'ua')),
    ...fields.map((field) => fieldHeader(field.set as TableSet, field)),
  ];
  return { within, ...{ name: 'products', sheet: 'Товари' }, header, total, pages };
}

const cellOf = ({ fields, product_fields }: exported.ExportedRow, { set, key, type }: ColumnField): Cell =>
  fieldCell(type, (set === 'product' ? product_fields : fields)[key]);

const hryvnias = (kopecks: number | null): number | null => (kopecks === null ? null : kopecks / 100);

interface LevelColumn extends PriceColumn {
  readonly price_level_id: string | null;
}

/** A column of each level, and of each count of it from which there is a price on; in the order of the levels. */
function priceColumns(
  levels: readonly { readonly id: string; readonly name: string }[],
  steps: exported.Shape['prices'],
): LevelColumn[] {
  const of = (price_level_id: string | null, level: string | null): LevelColumn[] =>
    steps
      .filter((step) => step.price_level_id === price_level_id && step.from_count > 1)
      .map(({ from_count }) => ({ price_level_id, level, from_count }));
  return [
    ...of(null, null),
    ...levels.flatMap(({ id, name }) => [{ price_level_id: id, level: name, from_count: 1 }, ...of(id, name)]),
  ];
}

function asCells(
  row: exported.ExportedRow,
  names: readonly string[],
  columns: readonly LevelColumn[],
): (string | number | null)[] {
  const cells: Record<(typeof ownTemplate)[number]['key'], string | number | null> = {
    group: row.variants > 1 ? row.product_id : null,
    ...{ title: row.name, description: row.description, sku: row.sku || row.id },
    ...{ price: hryvnias(row.price), recommended_price: hryvnias(row.recommended_price) },
    ...{
      stock: row.tracked ? row.actual : null,
      unit: row.unit,
      weight: row.weight,
      ...sidesBy((side) => row[side]),
      place: row.place,
      minimum: row.minimum,
      tracked: row.tracked ? 'так' : 'ні',
      barcode: row.barcode,
      category: row.category_path,
      tags: row.tags.join(', '),
    },
    images: row.images.join(', '),
    published: row.published ? 'так' : 'ні',
  };
  const values = new Map(row.values.map(({ option, value }) => [option.toLowerCase(), value]));
  return [
    ...ownTemplate.map(({ key }) => cells[key]),
    row.vendor,
    ...columns.map(({ price_level_id, from_count }) =>
      hryvnias(
        row.prices.find((one) => one.price_level_id === price_level_id && one.from_count === from_count)?.price ?? null,
      ),
    ),
    ...names.map((name) => values.get(name.toLowerCase()) ?? null),
  ];
}

export async function showExport(app: Services, record: ExportRecord, error: Export['error']): Promise<Export> {
  const { id, kind, filters, columns, status, rows, rows_total, file, file_name, created_at, finished_at } = record;
  const share = rows_total ? Math.min(99, Math.floor((rows / rows_total) * 100)) : 0;
  return {
    ...{ id, kind, filters, columns, status, rows, file_name, error, created_at, finished_at },
    progress: status === 'done' ? 100 : share,
    url: file ? await app.storage.presignGet(file) : null,
  };
}
