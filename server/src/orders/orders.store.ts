import { type Effect, type OpenSum, type OrderRow, type OrderStatus, orderErrors } from '@lanka/domain/orders/contract';
import {
  OPEN_STATUSES,
  type OrderFacts,
  type PricedLine,
  type TemporaryHoldings,
  UNFINISHED_STATUSES,
} from '@lanka/domain/orders/rules';
import { and, eq, type SQL, sql } from 'drizzle-orm';
import type { DropshippingScope, ProjectScope } from '../kit/auth/scope';
import { idArray, textArray } from '../kit/db/arrays';
import type { Tx } from '../kit/db/db';
import { newId } from '../kit/db/ids';
import { awaitLock, type Locked } from '../kit/db/locked';
import { inOneStatement, type Read } from '../kit/db/one-statement';
import { toInstant, toInstantOrNull } from '../kit/db/paging';
import type { OwnersOf } from '../kit/live/topics';
import type { LockedParty } from '../partners';
import { queueAgain, queueForIndex } from './search/search.store';
import { type orderItems, orders } from './tables';

type Row = Record<string, unknown>;
export type OrderRecord = typeof orders.$inferSelect;

/** What this asker may touch: the project's orders, of a Client only his own. */
export const mine = (scope: ProjectScope): SQL =>
  scope.role === 'Client'
    ? sql`o.project_id = ${scope.project.id} and o.counterparty_id = ${scope.counterparty_id}`
    : sql`o.project_id = ${scope.project.id}`;

export interface SaleVariant {
  readonly id: string;
  readonly product_title: string;
  readonly modification_title: string;
  readonly sku: string;
  readonly base_price: number;
  readonly recommended_price: number;
}

/** The variants that may be ordered now, by id: alive, priced, and for a Client published. */
export const variantsForSale = (
  scope: ProjectScope,
  ids: readonly string[],
): Read<ReadonlyMap<string, SaleVariant>> => ({
  select: sql`
    select v.id, p.name as product_title, v.name as modification_title, v.sku, v.price as base_price,
      coalesce(v.recommended_price, v.price) as recommended_price
    from product_variants v join products p on p.project_id = v.project_id and p.id = v.product_id
    where v.project_id = ${scope.project.id} and v.id = any(${idArray(ids)})
      and v.deleted_at is null and p.deleted_at is null and v.price is not null
      ${scope.role === 'Client' ? sql`and p.published` : sql``}`,
  answer: (rows) => new Map((rows as unknown as SaleVariant[]).map((variant) => [variant.id, variant])),
});

export interface NewItem extends Omit<PricedLine, 'promotion_id'> {
  readonly id: string;
  readonly position: number;
  readonly product_variant_id: string;
  readonly product_title: string;
  readonly modification_title: string;
  readonly sku: string;
  readonly count: number;
}

const ITEM_COLUMNS = sql.raw(
  'id, position, product_variant_id, product_title, modification_title, sku, count, base_price, recommended_price, discount, discount_source, customer_discount, amount, recommended_amount',
);
const ITEM_RECORD = sql.raw(
  'id uuid, position int, product_variant_id uuid, product_title text, modification_title text, sku text, count int, base_price bigint, recommended_price bigint, discount int, discount_source text, customer_discount int, amount bigint, recommended_amount bigint',
);

/** From the lines that are there to these, in one statement: those gone are deleted, known ones changed, new ones added. */
export async function replaceItems(
  tx: Tx,
  scope: ProjectScope,
  { id }: LockedOrder,
  items: readonly NewItem[],
): Promise<void> {
  const kept = idArray(items.map((item) => item.id));
  await tx.execute(sql`
    with gone as (
      delete from order_items where project_id = ${scope.project.id} and order_id = ${id} and not (id = any(${kept}))
    )
    insert into order_items (project_id, order_id, ${ITEM_COLUMNS})
    select ${scope.project.id}, ${id}, ${ITEM_COLUMNS}
    from jsonb_to_recordset(${JSON.stringify(items)}::jsonb) as i(${ITEM_RECORD})
    on conflict (project_id, order_id, id) do update set
      position = excluded.position, product_title = excluded.product_title, modification_title = excluded.modification_title,
      sku = excluded.sku, count = excluded.count, base_price = excluded.base_price, recommended_price = excluded.recommended_price,
      discount = excluded.discount, discount_source = excluded.discount_source, customer_discount = excluded.customer_discount,
      amount = excluded.amount, recommended_amount = excluded.recommended_amount`);
}

/** An order that is not written yet; its columns stand in ORDER_RECORD. */
export type NewOrder = Omit<
  OrderRecord,
  'project_id' | 'shipped_at' | 'charged_at' | 'version' | 'created_at' | 'updated_at'
>;

const ORDER_COLUMNS = sql.raw(
  'id, number, counterparty_id, status, sum, recommended_sum, customer_discount, promotion_id, promo_code, customer_name, customer_email, customer_phone, delivery_operator, recipient_name, recipient_phone, delivery_address, ttn, search_text, created_by, sent_to_manager_at',
);
const ORDER_RECORD = sql.raw(
  'id uuid, number int, counterparty_id uuid, status text, sum bigint, recommended_sum bigint, customer_discount int, promotion_id uuid, promo_code text, customer_name text, customer_email text, customer_phone text, delivery_operator text, recipient_name text, recipient_phone text, delivery_address text, ttn text, search_text text, created_by uuid, sent_to_manager_at timestamptz',
);

/**
 * The order, its lines and what its history begins with, and what its page shows of them: one statement, however many
 * lines. Others may wait for the stock that it has booked, so there is no second way to the database.
 */
export async function insertOrder(
  tx: Tx,
  scope: ProjectScope,
  order: NewOrder,
  items: readonly NewItem[],
  history: readonly HistoryInput[],
): Promise<Row> {
  const project = scope.project.id;
  const lines = sql`, lines as (
      insert into order_items (project_id, order_id, ${ITEM_COLUMNS})
      select ${project}::uuid, ${order.id}::uuid, ${ITEM_COLUMNS}
      from jsonb_to_recordset(${JSON.stringify(items)}::jsonb) as i(${ITEM_RECORD})
      returning *
    )`;
  const isEmpty = items.length === 0;
  const found = await tx.execute<Row>(sql`
    with placed as (
      insert into orders (project_id, ${ORDER_COLUMNS})
      select ${project}::uuid, ${ORDER_COLUMNS} from jsonb_to_record(${JSON.stringify(order)}::jsonb) as o(${ORDER_RECORD})
      returning *
    )${isEmpty ? sql`` : lines}, queued as (${queueForIndex(project, sql`${order.number}::integer`)}),
    told as (${historyRows(scope, order.id, history)})
    ${pageOf(sql`placed`, isEmpty ? sql`order_items` : sql`lines`)}`);
  const [row] = found.rows;
  if (!row) throw new Error('an insert returns its row');
  return row;
}

/**
 * The columns that changed, and what the history tells of it. Its lines, bookings and stock are written before, so that
 * the answer, what its page shows now, has them.
 */
export async function saveOrder(
  tx: Tx,
  scope: ProjectScope,
  { id }: LockedOrder,
  changes: Partial<OrderRecord>,
  entry: HistoryInput,
): Promise<Row> {
  const changed = tx
    .update(orders)
    .set({ ...changes, version: sql`${orders.version} + 1`, updated_at: sql`now()` })
    .where(and(eq(orders.project_id, scope.project.id), eq(orders.id, id)))
    .returning();
  const [row] = await tx.rows<Row>(sql`
    with changed as ${changed}, told as (${historyRows(scope, id, [entry])})
    ${pageOf(sql`changed`, sql`order_items`)}`);
  if (!row) throw new Error('an order that is locked is there');
  if (changes.search_text !== undefined) await queueAgain(tx, scope.project.id, id);
  return row;
}

export async function removeOrder(tx: Tx, scope: ProjectScope, { id }: LockedOrder): Promise<void> {
  await tx.delete(orders).where(and(eq(orders.project_id, scope.project.id), eq(orders.id, id)));
}

/**
 * Nobody else changes this order until the transaction ends. Only `lockOrder` and `beginOrder` make one, and whatever
 * writes an order, its lines, or stock and money for it asks for one: without its lock a write does not compile.
 */
export type LockedOrder<T extends object = OrderRecord> = Locked<'orders', T>;

/** Locks the order until the transaction ends: of two moves at once the second sees what the first has done. */
export function lockOrder(tx: Tx, scope: ProjectScope, id: string): Promise<LockedOrder> {
  const client = scope.role === 'Client' ? eq(orders.counterparty_id, scope.counterparty_id ?? '') : undefined;
  const lock = async () => {
    const [row] = await tx
      .select()
      .from(orders)
      .where(and(eq(orders.project_id, scope.project.id), eq(orders.id, id), client))
      .for('update');
    if (!row) throw orderErrors.not_found();
    return row;
  };
  return awaitLock('orders', lock());
}

/** An order that is not written yet needs no lock: nobody else knows its id. */
export const beginOrder = (order: MovingOrder): Promise<LockedOrder<MovingOrder>> =>
  awaitLock('orders', Promise.resolve(order));

/** The same without the lock, for showing. */
export async function readOrderRecord(tx: Tx, scope: ProjectScope, id: string): Promise<OrderRecord | null> {
  const client = scope.role === 'Client' ? eq(orders.counterparty_id, scope.counterparty_id ?? '') : undefined;
  const [row] = await tx
    .select()
    .from(orders)
    .where(and(eq(orders.project_id, scope.project.id), eq(orders.id, id), client));
  return row ?? null;
}

export type ItemRecord = typeof orderItems.$inferSelect;

/** Takes the order and not its id: of one that shall be locked, the lines are asked for behind the lock. */
export const itemsOf = (scope: ProjectScope, { id }: OrderRecord): Read<ItemRecord[]> => ({
  select: sql`select * from order_items where project_id = ${scope.project.id} and order_id = ${id} order by position`,
  answer: (rows) => rows as unknown as ItemRecord[],
});

export async function readItems(tx: Tx, scope: ProjectScope, order: OrderRecord): Promise<ItemRecord[]> {
  const [items] = await inOneStatement(tx, [itemsOf(scope, order)]);
  return items;
}

/** An order as its moves see it: one that is new has no number yet. */
export type MovingOrder = Omit<NewOrder, 'number' | 'search_text'> &
  Pick<OrderRecord, 'shipped_at' | 'charged_at'> & { readonly number: number | null };

export const factsOf = (order: MovingOrder, itemCount: number): OrderFacts => ({
  status: order.status,
  item_count: itemCount,
  shipped: order.shipped_at !== null,
  charged: order.charged_at !== null,
  customer_name: order.customer_name,
  delivery: {
    operator: order.delivery_operator,
    recipient_name: order.recipient_name,
    recipient_phone: order.recipient_phone,
    address: order.delivery_address,
  },
});

export interface HistoryInput {
  readonly kind: 'created' | 'moved' | 'edited';
  readonly from: OrderStatus | null;
  readonly to: OrderStatus | null;
  readonly reason: string;
  readonly effects: readonly Effect[];
}

function historyRows(scope: ProjectScope, orderId: string, entries: readonly HistoryInput[]): SQL {
  const rows = entries.map((entry) => ({ ...entry, id: newId() }));
  return sql`insert into order_history (project_id, order_id, id, kind, "from", "to", reason, effects, actor_kind, actor_id)
    select ${scope.project.id}::uuid, ${orderId}::uuid, h.id, h.kind, h."from", h."to", h.reason, h.effects, 'user', ${scope.user.id}::uuid
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as h(id uuid, kind text, "from" text, "to" text, reason text, effects jsonb)`;
}

export const OWN_COLUMNS = sql`o.id, o.project_id, p.title as project_title, o.number, o.status, o.counterparty_id, c.name as counterparty_name,
  m.name as manager_name, o.customer_name, o.sum, o.recommended_sum, o.ttn, o.sent_to_manager_at, o.created_at, o.updated_at`;

/** Rows of lists out of what has the columns of orders. */
export const rowsOf = (source: SQL): SQL => sql`${source} o
  join projects p on p.id = o.project_id
  join counterparties c on c.project_id = o.project_id and c.id = o.counterparty_id
  left join users m on m.id = c.manager_id`;
export const ROW_FROM = rowsOf(sql`orders`);

/** `first_thumbnail_url` is still the storage key here. */
export function asRow(row: Row): OrderRow {
  return {
    id: String(row.id),
    project_id: String(row.project_id),
    project_title: String(row.project_title),
    number: Number(row.number),
    status: row.status as OrderStatus,
    counterparty_id: String(row.counterparty_id),
    counterparty_name: String(row.counterparty_name),
    manager_name: (row.manager_name as string | null) ?? null,
    customer_name: String(row.customer_name),
    sum: Number(row.sum),
    recommended_sum: Number(row.recommended_sum),
    items_count: Number(row.items_count ?? 0),
    ttn: (row.ttn as string | null) ?? null,
    first_thumbnail_url: (row.first_thumbnail as string | null) ?? null,
    sent_to_manager_at: toInstantOrNull(row.sent_to_manager_at),
    created_at: toInstant(row.created_at),
    updated_at: toInstant(row.updated_at),
  };
}

/** The tenants and counterparties that a dropshipper's workspace may show. */
export function asDropshipper(scope: DropshippingScope): SQL {
  const all = [...scope.suppliers, ...scope.past_suppliers];
  const [only] = all;
  // of one supplier the index gives his orders in their order
  if (only && all.length === 1)
    return sql`o.project_id = ${only.project_id} and o.counterparty_id = ${only.counterparty_id}`;
  const projects = sql.param(all.map(({ project_id }) => project_id));
  const counterparties = sql.param(all.map(({ counterparty_id }) => counterparty_id));
  return sql`(o.project_id, o.counterparty_id) in (select * from unnest(${projects}::uuid[], ${counterparties}::uuid[]))`;
}

/** What the page of an order shows: of orders with their lines that are stored, or that the same statement writes. */
const pageOf = (source: SQL, lines: SQL): SQL => sql`
    select ${OWN_COLUMNS}, o.customer_email, o.customer_phone, o.delivery_operator, o.recipient_name, o.recipient_phone,
      o.delivery_address, o.promo_code, o.customer_discount, c.discount as counterparty_discount, o.shipped_at, o.charged_at,
      o.version, o.created_by, author.name as created_by_name,
      (select json_agg(json_build_object('id', i.id, 'product_variant_id', i.product_variant_id,
          'product_title', i.product_title, 'modification_title', i.modification_title, 'sku', i.sku, 'count', i.count,
          'base_price', i.base_price, 'recommended_price', i.recommended_price, 'discount', i.discount,
          'discount_source', i.discount_source, 'customer_discount', i.customer_discount, 'amount', i.amount,
          'recommended_amount', i.recommended_amount, 'available', l.actual - l.booked,
          'waiting', coalesce(w.count - w.filled, 0), 'temporary_booking_expires_at', b.expires_at,
          'thumbnail', v.thumbnail) order by i.position)
        from ${lines} i
        join product_variants v on v.project_id = i.project_id and v.id = i.product_variant_id
        join stock_levels l on l.project_id = i.project_id and l.product_variant_id = i.product_variant_id
        left join bookings b on b.project_id = i.project_id and b.ref_kind = 'order' and b.ref_id = i.order_id
          and b.ref_line = i.id and b.status = 'Active' and b.expires_at is not null
        left join stock_waits w on w.project_id = i.project_id and w.ref_kind = 'order' and w.ref_id = i.order_id
          and w.ref_line = i.id and w.status = 'Waiting'
        where i.project_id = o.project_id and i.order_id = o.id) as items
    from ${rowsOf(source)} left join users author on author.id = o.created_by`;

/** One order with everything that its page shows, in one statement; null when it is not the asker's to see. */
export async function findOrder(tx: Tx, scope: ProjectScope, id: string): Promise<Row | null> {
  const found = await tx.execute<Row>(
    sql`${pageOf(sql`orders`, sql`order_items`)} where ${mine(scope)} and o.id = ${id}`,
  );
  return found.rows[0] ?? null;
}

/** Whether the order is the asker's to see. */
export async function orderExists(tx: Tx, scope: ProjectScope, id: string): Promise<boolean> {
  const found = await tx.execute(sql`select 1 from orders o where ${mine(scope)} and o.id = ${id}`);
  return found.rows.length > 0;
}

/** The numbers of these orders, as far as they are the asker's to see; other slices show them beside a reference. */
export async function orderNumbers(tx: Tx, scope: ProjectScope, ids: readonly string[]): Promise<Map<string, number>> {
  const found = await tx.execute<{ id: string; number: number }>(sql`
    select o.id, o.number from orders o where ${mine(scope)} and o.id = any(${sql.param([...ids])}::uuid[])`);
  return new Map(found.rows.map(({ id, number }) => [id, number]));
}

async function openSums(tx: Tx, tenant: SQL, counterpartyId: string | undefined): Promise<OpenSum[]> {
  const found = await tx.execute<Row>(sql`
    select o.project_id, o.counterparty_id, sum(o.sum) as sum, count(*) as orders from orders o
    where ${tenant} and o.status = any(${textArray(OPEN_STATUSES)}) and o.charged_at is null
      ${counterpartyId ? sql`and o.counterparty_id = ${counterpartyId}` : sql``}
    group by o.project_id, o.counterparty_id`);
  return found.rows.map((row) => ({
    project_id: String(row.project_id),
    counterparty_id: String(row.counterparty_id),
    sum: Number(row.sum),
    orders: Number(row.orders),
  }));
}

/** What the counterparties will owe beside their balance. */
export const readOpenSums = (tx: Tx, scope: ProjectScope, counterpartyId: string | undefined) =>
  openSums(tx, mine(scope), counterpartyId);

export const readMyOpenSums = (tx: Tx, scope: DropshippingScope) => openSums(tx, asDropshipper(scope), undefined);

/**
 * What this client has booked for a time in all his drafts, without one line. His row is locked (`lockParty`), so that
 * two of his bookings at once cannot both be the last.
 */
export async function readTemporary(
  tx: Tx,
  scope: ProjectScope,
  { counterparty_id }: OrderRecord,
  item: { readonly id: string; readonly product_variant_id: string },
  _party: LockedParty,
): Promise<TemporaryHoldings> {
  const found = await tx.execute<{ lines: number; pieces: number }>(sql`
    select count(*)::int as lines,
      coalesce(sum(b.count) filter (where b.product_variant_id = ${item.product_variant_id}), 0)::int as pieces
    from bookings b join orders o on o.project_id = b.project_id and o.id = b.ref_id
    where b.project_id = ${scope.project.id} and b.ref_kind = 'order' and b.status = 'Active' and b.expires_at is not null
      and b.ref_line <> ${item.id} and o.counterparty_id = ${counterparty_id}`);
  return found.rows[0] ?? { lines: 0, pieces: 0 };
}

/** Orders that are not finished, for the guard of a counterparty's deletion. */
export async function hasUnfinished(tx: Tx, scope: ProjectScope, counterpartyId: string): Promise<boolean> {
  const found = await tx.execute(sql`
    select 1 from orders where project_id = ${scope.project.id} and counterparty_id = ${counterpartyId}
      and status = any(${textArray(UNFINISHED_STATUSES)}) limit 1`);
  return found.rows.length > 0;
}

/** Orders under way (sent to the manager and not shipped yet): of the whole project, of one counterparty, or of those whom this user manages. */
export async function countUnderWay(
  tx: Tx,
  scope: ProjectScope,
  of: { counterparty_id?: string; manager_id?: string } = {},
): Promise<number> {
  const whose: SQL[] = [sql`o.project_id = ${scope.project.id}`, sql`o.status = any(${textArray(OPEN_STATUSES)})`];
  if (of.counterparty_id) whose.push(sql`o.counterparty_id = ${of.counterparty_id}`);
  if (of.manager_id)
    whose.push(sql`o.counterparty_id in (
      select id from counterparties where project_id = ${scope.project.id} and manager_id = ${of.manager_id})`);
  const found = await tx.execute<{ n: number }>(
    sql`select count(*)::int as n from orders o where ${sql.join(whose, sql` and `)}`,
  );
  return found.rows[0]?.n ?? 0;
}

export const ownersOfOrders: OwnersOf = async (tx, projectId, ids) => {
  const found = await tx.execute<{ id: string; counterparty_id: string }>(sql`
    select id, counterparty_id from orders where project_id = ${projectId} and id = any(${sql.param([...ids])}::uuid[])`);
  return new Map(found.rows.map((row) => [row.id, row.counterparty_id]));
};
