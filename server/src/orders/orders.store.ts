import { kyivDate } from '@lanka/domain/kit/time';
import type { OrderChange } from '@lanka/domain/orders/changes';
import { type HistoryEffect, type HistoryEntry, type OrderStatus, orderErrors } from '@lanka/domain/orders/contract';
import { isOver } from '@lanka/domain/orders/reservation';
import type { OrderFacts, PricedLine } from '@lanka/domain/orders/rules';
import type { FurtherPrice } from '@lanka/domain/price_levels/rules';
import type { StoredValues } from '@lanka/domain/templates/fields';
import { and, eq, type SQL, sql } from 'drizzle-orm';
import type { ActingIn, ProjectScope } from '../kit/auth/scope';
import { markChanged, markGone } from '../kit/changes/record';
import { idArray } from '../kit/db/arrays';
import type { Tx } from '../kit/db/db';
import { isDuplicate } from '../kit/db/duplicates';
import { newId } from '../kit/db/ids';
import { awaitLock, awaitLocks, type Locked } from '../kit/db/locked';
import { inOneStatement, type Read } from '../kit/db/one-statement';
import { queuedForSearch, queueForSearch } from '../search';
import { orderPrefixOf } from '../templates';
import { pageOf } from './page.store';
import { ORDERS } from './search.store';
import { type orderItems, orders } from './tables';

type Row = Record<string, unknown>;
export type OrderRecord = typeof orders.$inferSelect;

export interface SaleVariant {
  readonly id: string;
  readonly product_id: string;
  readonly tags: readonly string[];
  readonly product_title: string;
  readonly modification_title: string;
  readonly sku: string;
  readonly price: number;
  readonly prices: readonly FurtherPrice[];
  readonly recommended_price: number | null;
  readonly unit: string;
  readonly tracked: boolean;
}

/** The variants that may be ordered now, by id: alive, priced, and for a Client published. */
export const variantsForSale = (
  scope: ProjectScope,
  ids: readonly string[],
): Read<ReadonlyMap<string, SaleVariant>> => ({
  select: sql`
    select v.id, v.product_id, p.tags, p.name as product_title, v.name as modification_title, v.sku, v.price, v.prices,
      v.recommended_price, p.unit, p.tracked
    from product_variants v join products p on p.project_id = v.project_id and p.id = v.product_id
    where v.project_id = ${scope.project.id} and v.id = any(${idArray(ids)})
      and v.deleted_at is null and p.deleted_at is null and v.price is not null
      ${scope.role === 'Client' ? sql`and p.published` : sql``}`,
  answer: (rows) => new Map((rows as unknown as SaleVariant[]).map((variant) => [variant.id, variant])),
});

export interface NewItem extends PricedLine {
  readonly id: string;
  readonly position: number;
  readonly product_variant_id: string;
  readonly product_title: string;
  readonly modification_title: string;
  readonly sku: string;
  readonly fields: StoredValues;
  readonly count: number;
  readonly unit: string;
  readonly tracked: boolean;
  /** What the base price is by: a level's name, and from how many pieces on. */
  readonly price_level: string | null;
  readonly price_from: number;
}

const ITEM_COLUMNS = sql.raw(
  'id, position, product_variant_id, product_title, modification_title, sku, fields, count, unit, tracked, base_price, recommended_price, price_level, price_from, discount, discount_source, promotion_id, customer_discount, amount, recommended_amount, customer_price, customer_amount',
);
const ITEM_RECORD = sql.raw(
  'id uuid, position int, product_variant_id uuid, product_title text, modification_title text, sku text, fields jsonb, count int, unit text, tracked boolean, base_price bigint, recommended_price bigint, price_level text, price_from int, discount int, discount_source text, promotion_id uuid, customer_discount int, amount bigint, recommended_amount bigint, customer_price bigint, customer_amount bigint',
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
      sku = excluded.sku, fields = excluded.fields, count = excluded.count, unit = excluded.unit, tracked = excluded.tracked, base_price = excluded.base_price, recommended_price = excluded.recommended_price,
      price_level = excluded.price_level, price_from = excluded.price_from,
      discount = excluded.discount, discount_source = excluded.discount_source, promotion_id = excluded.promotion_id, customer_discount = excluded.customer_discount,
      amount = excluded.amount, recommended_amount = excluded.recommended_amount, customer_price = excluded.customer_price, customer_amount = excluded.customer_amount`);
}

/** An order that is not written yet; its columns stand in ORDER_RECORD. */
export type NewOrder = Omit<
  OrderRecord,
  | 'project_id'
  | 'prefix'
  | 'by_key'
  | 'reservation_told'
  | 'shipped_at'
  | 'charged_at'
  | 'cod_received'
  | 'cod_received_fee'
  | 'returned'
  | 'parcels'
  | 'sent_pieces'
  | 'sent_sum'
  | 'version'
  | 'created_at'
  | 'updated_at'
>;

const ORDER_COLUMNS = sql.raw(
  'id, number, counterparty_id, status, sum, recommended_sum, customer_sum, customer_discount, promotion_id, promo_code, customer_name, customer_email, customer_phone, delivery_operator, recipient_name, recipient_phone, delivery_town, delivery_address, delivery_city_ref, delivery_branch_ref, delivery_door, ttn, tags, source, external_number, utm, prepaid, prepaid_on, cod_state, cod_sum, cod_fee, fields, search_text, created_by, sent_to_manager_at, first_sent_on, reserved_until, queue_key',
);
const ORDER_RECORD = sql.raw(
  'id uuid, number int, counterparty_id uuid, status text, sum bigint, recommended_sum bigint, customer_sum bigint, customer_discount int, promotion_id uuid, promo_code text, customer_name text, customer_email text, customer_phone text, delivery_operator text, recipient_name text, recipient_phone text, delivery_town text, delivery_address text, delivery_city_ref text, delivery_branch_ref text, delivery_door jsonb, ttn text, tags text[], source text, external_number text, utm jsonb, prepaid bigint, prepaid_on date, cod_state text, cod_sum bigint, cod_fee bigint, fields jsonb, search_text text, created_by uuid, sent_to_manager_at timestamptz, first_sent_on date, reserved_until date, queue_key numeric',
);

/** The order of this counterparty that has this number of the seller's own system. */
export async function readByExternalNumber(
  tx: Tx,
  scope: ProjectScope,
  counterparty_id: string,
  external_number: string,
): Promise<{ id: string; number: number } | null> {
  const [row] = await tx.rows<{ id: string; number: number }>(sql`
    select id, number from orders where project_id = ${scope.project.id} and external_number = ${external_number}
      and counterparty_id = ${counterparty_id}`);
  return row ?? null;
}

/** Two who write the same number at once: the second meets the index. */
const refuseTaken =
  (external_number: string | null | undefined) =>
  (error: unknown): never => {
    if (!external_number || !isDuplicate(error, 'orders_external_number')) throw error;
    throw orderErrors.external_number_taken({ path: 'external_number', external_number });
  };

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
  const found = await tx
    .rows<Row>(sql`
    with placed as (
      insert into orders (project_id, prefix, ${ORDER_COLUMNS})
      select ${project}::uuid, ${orderPrefixOf(scope)}, ${ORDER_COLUMNS} from jsonb_to_record(${JSON.stringify(order)}::jsonb) as o(${ORDER_RECORD})
      returning *
    )${isEmpty ? sql`` : lines}, queued as (${queuedForSearch(ORDERS, project, order.id)}),
    told as (${historyRows(scope, order.id, history)})
    ${pageOf(sql`placed`, isEmpty ? sql`order_items` : sql`lines`)}`)
    .catch(refuseTaken(order.external_number));
  const [row] = found;
  if (!row) throw new Error('an insert returns its row');
  markChanged(tx, scope, 'order', [order.id], 'created');
  return row;
}

/**
 * The columns that changed, and what the history tells of it. Its lines, bookings and stock are written before, so that
 * the answer, what its page shows now, has them.
 */
export async function saveOrder(
  tx: Tx,
  scope: ProjectScope,
  { id, counterparty_id }: LockedOrder,
  changes: Partial<OrderRecord>,
  entry: HistoryInput,
): Promise<Row> {
  // written by hand: the query builder takes ten times as long to spell it, and every move of an order comes by here
  const columns = Object.entries(changes).map(([name, value]) => sql`${sql.identifier(name)} = ${sql.param(value)}, `);
  const [row] = await tx
    .rows<Row>(sql`
    with changed as (
      update orders set ${sql.join(columns)}version = version + 1, updated_at = now()
      where project_id = ${scope.project.id} and id = ${id} returning *
    ), told as (${historyRows(scope, id, [entry])})
    ${pageOf(sql`changed`, sql`order_items`)}`)
    .catch(refuseTaken(changes.external_number));
  if (!row) throw new Error('an order that is locked is there');
  const isMoved = changes.counterparty_id !== undefined && changes.counterparty_id !== counterparty_id;
  markChanged(tx, scope, 'order', [id], isMoved ? 'shown' : 'changed');
  if (isMoved) markGone(tx, scope, 'order', [id], counterparty_id);
  if (changes.search_text !== undefined || changes.fields !== undefined)
    await queueForSearch(tx, ORDERS, scope.project.id, [id]);
  return row;
}

export async function removeOrder(tx: Tx, scope: ActingIn, { id, counterparty_id }: LockedOrder): Promise<void> {
  markChanged(tx, scope, 'order', [id], 'deleted');
  markGone(tx, scope, 'order', [id], counterparty_id);
  await tx.delete(orders).where(and(eq(orders.project_id, scope.project.id), eq(orders.id, id)));
}

/**
 * Nobody else changes this order until the transaction ends. Only `lockOrder` and `beginOrder` make one, and whatever
 * writes an order, its lines, or stock and money for it asks for one: without its lock a write does not compile.
 */
export type LockedOrder<T extends object = OrderRecord> = Locked<'orders', T>;

/** Locks the order until the transaction ends: of two moves at once the second sees what the first has done. */
export async function lockOrder(tx: Tx, scope: ProjectScope, id: string): Promise<LockedOrder> {
  const order = (await lockOrders(tx, scope, [id])).get(id);
  if (!order) throw orderErrors.not_found();
  return order;
}

/** Those of these that are there, in the order of their keys: so two at once do not wait for each other crosswise. */
export async function lockOrders(
  tx: Tx,
  scope: ProjectScope,
  ids: readonly string[],
): Promise<ReadonlyMap<string, LockedOrder>> {
  if (ids.length === 0) return new Map();
  const client = scope.role === 'Client' ? eq(orders.counterparty_id, scope.counterparty_id ?? '') : undefined;
  const lock = async () =>
    tx
      .select()
      .from(orders)
      .where(and(eq(orders.project_id, scope.project.id), sql`${orders.id} = any(${idArray(ids)})`, client))
      .orderBy(orders.id)
      .for('update');
  return new Map((await awaitLocks('orders', lock())).map((order) => [order.id, order]));
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
  Pick<OrderRecord, 'shipped_at' | 'charged_at' | 'sent_pieces' | 'sent_sum'> & { readonly number: number | null };

export const isPartlySent = ({ sent_pieces, shipped_at }: Pick<OrderRecord, 'sent_pieces' | 'shipped_at'>): boolean =>
  sent_pieces > 0 && shipped_at === null;

export const factsOf = (order: MovingOrder, itemCount: number, today: string = kyivDate(new Date())): OrderFacts => ({
  status: order.status,
  item_count: itemCount,
  shipped: order.shipped_at !== null,
  charged: order.charged_at !== null,
  partly_sent: isPartlySent(order),
  reservation_over: isOver(order.reserved_until, today) ? { today } : null,
  customer_name: order.customer_name,
  delivery: {
    operator: order.delivery_operator,
    recipient_name: order.recipient_name,
    recipient_phone: order.recipient_phone,
    address: order.delivery_address,
  },
});

export interface HistoryInput {
  readonly kind: HistoryEntry['kind'];
  readonly from: OrderStatus | null;
  readonly to: OrderStatus | null;
  readonly reason: string;
  readonly effects: readonly HistoryEffect[];
  readonly changes?: readonly OrderChange[];
}

/** What a rule does is told by its name, and not as done by the one in whose name it acts. */
function historyRows({ project, user, by_rule }: ProjectScope, orderId: string, entries: readonly HistoryInput[]): SQL {
  const rows = entries.map((entry) => ({ changes: [], ...entry, id: newId() }));
  const actor = by_rule ? sql`'system', null::uuid, ${by_rule.name}::text` : sql`'user', ${user.id}::uuid, null`;
  return sql`insert into order_history (project_id, order_id, id, kind, "from", "to", reason, effects, changes, actor_kind, actor_id, rule)
    select ${project.id}::uuid, ${orderId}::uuid, h.id, h.kind, h."from", h."to", h.reason, h.effects, h.changes, ${actor}
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as h(id uuid, kind text, "from" text, "to" text, reason text, effects jsonb, changes jsonb)`;
}

/** That a rule has run for this order; what it changed of it stands in lines of their own. */
export async function tellRun(tx: Tx, scope: ProjectScope, orderId: string): Promise<void> {
  const entry = { kind: 'automated', from: null, to: null, reason: '', effects: [] } as const;
  await tx.execute(historyRows(scope, orderId, [entry]));
}
