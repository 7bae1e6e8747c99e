import { type BasketDetails, EMPTY_DETAILS } from '@lanka/domain/purchases/contract';
import { sql } from 'drizzle-orm';
import type { DropshippingScope, ProjectScope } from '../kit/auth/scope';
import { idArray } from '../kit/db/arrays';
import type { Tx } from '../kit/db/db';
import { awaitLock, type Locked } from '../kit/db/locked';

export interface StoredBasket {
  readonly version: number;
  readonly purchases: number;
  readonly details: BasketDetails;
}
export type LockedBasket = Locked<'baskets', StoredBasket>;

export interface StoredLine {
  readonly supplier_id: string;
  readonly product_variant_id: string;
  readonly count: number;
  readonly customer_price: number | null;
  readonly product_title: string;
  readonly modification_title: string;
  readonly sku: string;
  readonly unit: string;
}
export type NewLine = StoredLine;

const EMPTY: StoredBasket = { version: 1, purchases: 0, details: EMPTY_DETAILS };

/** Keys that were added since it was written have their empty values. */
const asBasket = ({ details, ...row }: StoredBasket): StoredBasket => ({
  ...row,
  details: { ...EMPTY_DETAILS, ...details },
});

export async function findBasket(tx: Tx, { user }: DropshippingScope): Promise<StoredBasket> {
  const [row] = await tx.rows<StoredBasket & Record<string, unknown>>(sql`
    select version, purchases, details from baskets where project_id = ${user.id}`);
  return row ? asBasket(row) : EMPTY;
}

/** Made where there is none yet. Whoever changes the basket or its lines, or sends them, holds this lock. */
export async function lockBasket(tx: Tx, { user }: DropshippingScope): Promise<LockedBasket> {
  await tx.execute(sql`
    insert into baskets (project_id, details) values (${user.id}, ${JSON.stringify(EMPTY_DETAILS)}::jsonb)
    on conflict (project_id) do nothing`);
  const lock = async () => {
    const [row] = await tx.rows<StoredBasket & Record<string, unknown>>(sql`
      select version, purchases, details from baskets where project_id = ${user.id} for update`);
    if (!row) throw new Error('the basket was made');
    return asBasket(row);
  };
  return awaitLock('baskets', lock());
}

export async function saveBasket(
  tx: Tx,
  { user }: DropshippingScope,
  { version }: LockedBasket,
  { details, purchases }: { readonly details?: BasketDetails; readonly purchases?: number } = {},
): Promise<number> {
  const changes = [
    sql`version = version + 1, updated_at = now()`,
    ...(details ? [sql`details = ${JSON.stringify(details)}::jsonb`] : []),
    ...(purchases === undefined ? [] : [sql`purchases = ${purchases}`]),
  ];
  await tx.execute(sql`update baskets set ${sql.join(changes, sql`, `)} where project_id = ${user.id}`);
  return version + 1;
}

/** In the order in which they were added; those of one supplier beside each other is for the caller. */
export async function readLines(tx: Tx, { user }: DropshippingScope): Promise<StoredLine[]> {
  const rows = await tx.rows<Record<string, unknown>>(sql`
    select supplier_id, product_variant_id, count, customer_price, product_title, modification_title, sku, unit
    from basket_lines where project_id = ${user.id} order by created_at, supplier_id, product_variant_id`);
  return rows.map((row) => ({
    ...(row as unknown as StoredLine),
    customer_price: row.customer_price === null ? null : Number(row.customer_price),
  }));
}

export async function countLines(tx: Tx, { user }: DropshippingScope): Promise<number> {
  const [row] = await tx.rows<{ n: number }>(sql`
    select count(*)::int as n from basket_lines where project_id = ${user.id}`);
  return row?.n ?? 0;
}

/** New lines, and known ones with the counts and prices that these have. */
export async function putLines(
  tx: Tx,
  { user }: DropshippingScope,
  _basket: LockedBasket,
  lines: readonly NewLine[],
): Promise<void> {
  await tx.execute(sql`
    insert into basket_lines (project_id, supplier_id, product_variant_id, count, customer_price, product_title,
      modification_title, sku, unit, created_at)
    select ${user.id}, l.supplier_id, l.product_variant_id, l.count, l.customer_price, l.product_title,
      l.modification_title, l.sku, l.unit, clock_timestamp() + l.n * interval '1 microsecond'
    from jsonb_to_recordset(${JSON.stringify(lines.map((line, n) => ({ ...line, n })))}::jsonb) as l(n int, supplier_id uuid,
      product_variant_id uuid, count int, customer_price bigint, product_title text, modification_title text, sku text, unit text)
    on conflict (project_id, supplier_id, product_variant_id) do update set count = excluded.count,
      customer_price = excluded.customer_price, product_title = excluded.product_title,
      modification_title = excluded.modification_title, sku = excluded.sku, unit = excluded.unit`);
}

export async function deleteLine(
  tx: Tx,
  { user }: DropshippingScope,
  _basket: LockedBasket,
  of: { readonly project_id: string; readonly product_variant_id: string },
): Promise<boolean> {
  const gone = await tx.rows(sql`
    delete from basket_lines where project_id = ${user.id} and supplier_id = ${of.project_id}
      and product_variant_id = ${of.product_variant_id} returning 1`);
  return gone.length > 0;
}

export async function deleteLines(tx: Tx, { user }: DropshippingScope, _basket: LockedBasket): Promise<void> {
  await tx.execute(sql`delete from basket_lines where project_id = ${user.id}`);
}

export interface ShownVariant {
  readonly id: string;
  readonly product_id: string;
  readonly product_title: string;
  readonly modification_title: string;
  readonly sku: string;
  readonly unit: string;
  readonly thumbnail: string | null;
  readonly available: number;
  readonly tracked: boolean;
}

/** Those of these modifications of one supplier that a dropshipper may see, as goods and with what there is of them. */
export async function readShown(
  tx: Tx,
  { project }: ProjectScope,
  ids: readonly string[],
): Promise<ReadonlyMap<string, ShownVariant>> {
  const rows = await tx.rows<ShownVariant & Record<string, unknown>>(sql`
    select v.id, v.product_id, p.name as product_title, v.name as modification_title, v.sku, p.unit, v.thumbnail,
      l.available, l.tracked
    from product_variants v
    join products p on p.project_id = v.project_id and p.id = v.product_id
    join stock_levels l on l.project_id = v.project_id and l.product_variant_id = v.id
    where v.project_id = ${project.id} and v.id = any(${idArray(ids)}) and v.deleted_at is null
      and p.deleted_at is null and p.published`);
  return new Map(rows.map((row) => [row.id, row]));
}
