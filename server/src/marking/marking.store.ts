import type { CodeType, FoundOrder, MarkingSettings } from '@lanka/domain/marking/contract';
import type { LabelOrder } from '@lanka/domain/marking/label-fields';
import type { OrderStatus } from '@lanka/domain/orders/contract';
import type { StoredValues } from '@lanka/domain/templates/fields';
import { eq, type SQL, sql } from 'drizzle-orm';
import type { ProjectScope } from '../kit/auth/scope';
import { idArray, textArray } from '../kit/db/arrays';
import type { Tx } from '../kit/db/db';
import { markingSettings } from './tables';

export type StoredSettings = Omit<MarkingSettings, 'without_code'>;
type Scope = { readonly project: { readonly id: string } };

const UNTOLD: StoredSettings = { code_type: 'qr', redirect_url: null, show_price: false, version: 1 };

export async function readSettings(tx: Tx, { project }: Scope): Promise<StoredSettings> {
  const [row] = await tx.select().from(markingSettings).where(eq(markingSettings.project_id, project.id));
  if (!row) return UNTOLD;
  const { code_type, redirect_url, show_price, version } = row;
  return { code_type, redirect_url, show_price, version };
}

/** The settings as they are until this transaction ends; makes the row of those given to all when there is none. */
export async function lockSettings(tx: Tx, scope: Scope): Promise<StoredSettings> {
  const { version, ...values } = UNTOLD;
  await tx
    .insert(markingSettings)
    .values({ ...values, project_id: scope.project.id })
    .onConflictDoNothing();
  const [row] = await tx
    .select()
    .from(markingSettings)
    .where(eq(markingSettings.project_id, scope.project.id))
    .for('update');
  return row ?? UNTOLD;
}

/** The caller holds the row. */
export async function writeSettings(
  tx: Tx,
  { project }: Scope,
  values: { readonly code_type: CodeType; readonly redirect_url: string | null; readonly show_price: boolean },
): Promise<void> {
  await tx
    .update(markingSettings)
    .set({ ...values, version: sql`${markingSettings.version} + 1`, updated_at: sql`now()` })
    .where(eq(markingSettings.project_id, project.id));
}

export interface Coded {
  readonly id: string;
  readonly name: string;
}

/** So many goods of one SKU are told apart by name. */
const CHOICES = 5;

/**
 * The modifications that these codes name: by what stands on a label now, else by an internal code that one had before it
 * got a barcode, else by SKU, which several may have. A Client finds those of published products.
 */
export async function findCoded(tx: Tx, scope: ProjectScope, codes: readonly string[]): Promise<Coded[]> {
  const own = sql`v.project_id = ${scope.project.id} and v.deleted_at is null
    ${scope.role === 'Client' ? sql`and v.published` : sql``}`;
  const keys = codes.map((code) => code.toLowerCase());
  const found = await tx.rows<{ id: string; name: string; rank: number }>(sql`
    select f.id, f.rank, concat_ws(', ', p.name, nullif(nullif(v.name, ''), p.name)) as name from (
      (select v.id, 1 as rank from product_variants v where ${own} and v.code = any(${textArray(codes)}) limit 1)
      union all
      (select v.id, 2 from product_variants v where ${own} and v.internal_code = any(${textArray(codes)}) limit 1)
      union all
      (select v.id, 3 from product_variants v where ${own} and v.sku_key = any(${textArray(keys)}) order by v.id
        limit ${CHOICES})
    ) f
    join product_variants v on v.project_id = ${scope.project.id} and v.id = f.id
    join products p on p.project_id = v.project_id and p.id = v.product_id
    order by f.rank, f.id`);
  return found.filter(({ rank }) => rank === found[0]?.rank).map(({ id, name }) => ({ id, name }));
}

const numbered = (number: number): SQL => sql`o.number = ${number}`;
/** By the waybill of the order or of one of its parcels. */
const waybilled = (project_id: string, ttn: string): SQL => sql`o.id = any(array(
  select w.id from orders w where w.project_id = ${project_id} and w.ttn = ${ttn}
  union all select p.order_id from parcels p where p.project_id = ${project_id} and p.ttn = ${ttn}))`;

/** The order of this number, or of this waybill, as far as it is the asker's to see. */
export async function findOrder(tx: Tx, scope: ProjectScope, asked: number | string): Promise<FoundOrder | null> {
  const which = typeof asked === 'number' ? numbered(asked) : waybilled(scope.project.id, asked);
  const mine = scope.role === 'Client' ? sql`and o.counterparty_id = ${scope.counterparty_id}` : sql``;
  const [row] = await tx.rows<{
    id: string;
    number: number;
    status: OrderStatus;
    counterparty_name: string;
    customer_name: string;
  }>(sql`
    select o.id, o.number, o.status, c.name as counterparty_name, o.customer_name from orders o
      join counterparties c on c.project_id = o.project_id and c.id = o.counterparty_id
    where o.project_id = ${scope.project.id} and ${which} ${mine} order by o.created_at desc limit 1`);
  return row ?? null;
}

export interface Supplier {
  readonly id: string;
  readonly title: string;
  /** Storage key or address. */
  readonly logo: string | null;
}

export async function findSupplier(tx: Tx, friendly_id: string): Promise<Supplier | null> {
  const [row] = await tx.rows<Supplier & Record<string, unknown>>(sql`
    select id, title, logo from projects where friendly_id = ${friendly_id} and deleted_at is null`);
  return row ?? null;
}

export interface Labelled {
  readonly id: string;
  readonly name: string;
  readonly product_name: string;
  readonly sku: string;
  readonly recommended_price: number | null;
  /** Storage key. */
  readonly picture: string | null;
}

/** What the public page shows of the modification with this code; the transaction has entered the project. */
export async function findLabelled(tx: Tx, { project }: Scope, code: string): Promise<Labelled | null> {
  const codes = textArray([code]);
  const [row] = await tx.rows<Labelled & { recommended_price: unknown }>(sql`
    select v.id, v.name, p.name as product_name, v.sku, v.recommended_price, coalesce(v.thumbnail, p.thumbnail) as picture
    from product_variants v join products p on p.project_id = v.project_id and p.id = v.product_id
    where v.project_id = ${project.id} and v.deleted_at is null
      and (v.code = any(${codes}) or v.internal_code = any(${codes}))
    order by v.code = any(${codes}) desc limit 1`);
  if (!row) return null;
  return { ...row, recommended_price: row.recommended_price === null ? null : Number(row.recommended_price) };
}

/** Storage key of the project's logo; null when it has none, or has it elsewhere. */
export async function findLogo(tx: Tx, { project }: Scope): Promise<string | null> {
  const [row] = await tx.rows<{ logo: string | null }>(sql`select logo from projects where id = ${project.id}`);
  return row?.logo && !/^(https?:|\/|data:)/.test(row.logo) ? row.logo : null;
}

/** The newest modification, to show a label of. */
export async function sampleVariant(tx: Tx, { project }: Scope): Promise<string | null> {
  const [row] = await tx.rows<{ id: string }>(sql`
    select id from product_variants where project_id = ${project.id} and deleted_at is null
    order by created_at desc, id desc limit 1`);
  return row?.id ?? null;
}

export interface FieldValuesOf {
  readonly id: string;
  readonly product: StoredValues;
  readonly product_modification: StoredValues;
}

/** Values of additional fields of these modifications and of their products. */
export function readFieldValues(tx: Tx, { project }: ProjectScope, ids: readonly string[]): Promise<FieldValuesOf[]> {
  return tx.rows<FieldValuesOf & Record<string, unknown>>(sql`
    select v.id, p.fields as product, v.fields as product_modification
    from product_variants v join products p on p.project_id = v.project_id and p.id = v.product_id
    where v.project_id = ${project.id} and v.id = any(${idArray(ids)})`);
}

export interface OrderedGoods extends LabelOrder {
  readonly order_id: string;
  readonly product_variant_id: string;
}

/** What these orders say of these modifications. An order that has none of them is there without goods. */
export async function readOrdered(
  tx: Tx,
  { project }: ProjectScope,
  order_ids: readonly string[],
  variant_ids: readonly string[],
): Promise<{ readonly orders: ReadonlySet<string>; readonly goods: readonly OrderedGoods[] }> {
  const rows = await tx.rows<{ [K in keyof OrderedGoods]: OrderedGoods[K] | null } & { order_id: string }>(sql`
    select o.id as order_id, i.product_variant_id, o.prefix || o.number as number, o.fields as "order",
      i.fields as order_item
    from orders o
    left join order_items i on i.project_id = o.project_id and i.order_id = o.id
      and i.product_variant_id = any(${idArray(variant_ids)})
    where o.project_id = ${project.id} and o.id = any(${idArray(order_ids)})`);
  return {
    orders: new Set(rows.map(({ order_id }) => order_id)),
    goods: rows.filter((row): row is OrderedGoods => row.product_variant_id !== null),
  };
}
