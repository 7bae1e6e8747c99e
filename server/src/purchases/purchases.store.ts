import type { OrderRow } from '@lanka/domain/orders/contract';
import type { Payment } from '@lanka/domain/purchases/contract';
import { type SQL, sql } from 'drizzle-orm';
import type { DropshippingScope } from '../kit/auth/scope';
import { idArray } from '../kit/db/arrays';
import type { Tx } from '../kit/db/db';
import { anyPart, atMost, type ListPlan, type ListQuery, readPage, toInstant } from '../kit/db/paging';
import { asOrderRow, findNewest, OWN_COLUMNS, ordersOfDropshipper, ROW_FROM } from '../orders';
import type { LockedBasket } from './basket.store';

export interface StoredPurchase {
  readonly id: string;
  readonly number: number;
  readonly payment: Payment;
  readonly created_at: string;
}

const COLUMNS = sql`p.id, p.number, p.payment, p.created_at`;
const asPurchase = (row: Record<string, unknown>): StoredPurchase => ({
  id: String(row.id),
  number: Number(row.number),
  payment: row.payment as Payment,
  created_at: toInstant(row.created_at),
});

/** So many orders that have the words are looked at: the newest. */
const FOUND_ORDERS = 1_000;

/**
 * Which of his purchases have these words: the number, a supplier’s name, or what one of its orders is found by. Orders
 * are other tenants’ rows: they are found there first, and named here by their ids.
 */
async function isFound(tx: Tx, scope: DropshippingScope, q: string): Promise<SQL> {
  const { from, where, fits } = await findNewest(tx, scope, { q }, FOUND_ORDERS);
  const orders = await tx.rows<{ id: string }>(sql`
    with looked as materialized (
      select o.* from ${from} where ${where} order by o.created_at desc, o.id desc ${atMost(FOUND_ORDERS)}
    ) select o.id from looked o where ${fits}`);
  const suppliers = await tx.rows<{ id: string }>(sql`
    select p.id from projects p where p.id = any(${idArray(ordersAt(scope))})
      and lower(p.title collate "und-x-icu") like ${anyPart(q)}`);
  const ids = (rows: readonly { readonly id: string }[]) => idArray(rows.map(({ id }) => id));
  const [, number] = /^(?:№\s*)?(\d{1,9})$/.exec(q.trim()) ?? [];
  return sql`(p.number = ${number ? Number(number) : 0} or p.id = any(array(select o.purchase_id from purchase_orders o
    where o.project_id = ${scope.user.id} and (o.order_id = any(${ids(orders)}) or o.supplier_id = any(${ids(suppliers)})))))`;
}
const ordersAt = ({ suppliers, past_suppliers }: DropshippingScope): string[] =>
  [...suppliers, ...past_suppliers].map(({ project_id }) => project_id);

export async function listPurchases(
  tx: Tx,
  scope: DropshippingScope,
  query: ListQuery & { readonly q?: string | undefined },
) {
  const found = query.q ? sql` and ${await isFound(tx, scope, query.q)}` : sql``;
  const plan: ListPlan = {
    columns: COLUMNS,
    from: sql`purchases p`,
    where: sql`p.project_id = ${scope.user.id}${found}`,
    countsInOrder: true,
    customPlan: query.q !== undefined,
    sorts: { created_at: { by: sql`p.created_at`, type: 'timestamptz' } },
    id: sql`p.id`,
  };
  return readPage(tx, query, plan, asPurchase);
}

export async function findPurchase(tx: Tx, { user }: DropshippingScope, id: string): Promise<StoredPurchase | null> {
  const [row] = await tx.rows(sql`select ${COLUMNS} from purchases p where p.project_id = ${user.id} and p.id = ${id}`);
  return row ? asPurchase(row) : null;
}

/** What was made of the basket when it had this version; null: it was not sent then. */
export async function findSent(tx: Tx, { user }: DropshippingScope, version: number): Promise<string | null> {
  const [row] = await tx.rows<{ id: string }>(sql`
    select id from purchases where project_id = ${user.id} and basket_version = ${version}`);
  return row?.id ?? null;
}

export async function findOfOrder(
  tx: Tx,
  { user }: DropshippingScope,
  order_id: string,
): Promise<StoredPurchase | null> {
  const [row] = await tx.rows(sql`
    select ${COLUMNS} from purchase_orders o join purchases p on p.project_id = o.project_id and p.id = o.purchase_id
    where o.project_id = ${user.id} and o.order_id = ${order_id}`);
  return row ? asPurchase(row) : null;
}

export interface NewPurchase {
  readonly id: string;
  readonly payment: Payment;
  readonly orders: readonly { readonly supplier_id: string; readonly order_id: string }[];
}

export async function insertPurchase(
  tx: Tx,
  { user }: DropshippingScope,
  basket: LockedBasket,
  { id, payment, orders }: NewPurchase,
): Promise<void> {
  await tx.execute(sql`
    insert into purchases (project_id, id, number, basket_version, payment)
    values (${user.id}, ${id}, ${basket.purchases + 1}, ${basket.version}, ${payment})`);
  await tx.execute(sql`
    insert into purchase_orders (project_id, purchase_id, supplier_id, order_id)
    select ${user.id}, ${id}, o.supplier_id, o.order_id
    from jsonb_to_recordset(${JSON.stringify(orders)}::jsonb) as o(supplier_id uuid, order_id uuid)`);
}

/** An order of a purchase; `first_thumbnail_url` is not read. */
export type OrderOfPurchase = OrderRow & { readonly customer_phone: string | null };

/** The orders of these purchases, by the purchase, those of one in the order of their suppliers' names. */
export async function ordersOf(
  tx: Tx,
  scope: DropshippingScope,
  ids: readonly string[],
): Promise<ReadonlyMap<string, readonly OrderOfPurchase[]>> {
  if (ids.length === 0) return new Map();
  const links = await tx.rows<{ purchase_id: string; supplier_id: string; order_id: string }>(sql`
    select purchase_id, supplier_id, order_id from purchase_orders
    where project_id = ${scope.user.id} and purchase_id = any(${idArray(ids)})`);
  const projects = [...new Set(links.map(({ supplier_id }) => supplier_id))];
  const orders = links.map(({ order_id }) => order_id);
  // each supplier's orders are another tenant's: they are named by both
  const rows = await tx.rows<Record<string, unknown>>(sql`
    select ${OWN_COLUMNS}, o.customer_phone from ${ROW_FROM}
    where o.project_id = any(${idArray(projects)}) and o.id = any(${idArray(orders)}) and ${ordersOfDropshipper(scope)}
    order by p.title, o.id`);
  const purchaseOf = new Map(links.map(({ order_id, purchase_id }) => [order_id, purchase_id]));
  const found = new Map<string, OrderOfPurchase[]>(ids.map((id) => [id, []]));
  for (const row of rows) {
    const order = { ...asOrderRow(row), customer_phone: (row.customer_phone as string | null) ?? null };
    found.get(purchaseOf.get(order.id) ?? '')?.push(order);
  }
  return found;
}
