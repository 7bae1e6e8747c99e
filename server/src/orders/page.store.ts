import { kyivDate } from '@lanka/domain/kit/time';
import { orderPayment } from '@lanka/domain/ledger/charges';
import { type CodState, type CodTerms, codFigures, type OrderCod, termsFor } from '@lanka/domain/orders/cod';
import { type CodPart, figuresOfParts, planParts } from '@lanka/domain/orders/cod-parts';
import { MAX_QUEUE_PLACE, type OrderRow, type OrderStatus } from '@lanka/domain/orders/contract';
import { toCollect } from '@lanka/domain/orders/rules';
import { COD_FEE } from '@lanka/domain/templates/main_info';
import { type SQL, sql } from 'drizzle-orm';
import type { DropshippingScope, ProjectScope } from '../kit/auth/scope';
import type { ChangeKind } from '../kit/changes/kinds';
import { idArray } from '../kit/db/arrays';
import type { Tx } from '../kit/db/db';
import { atMost, toInstant, toInstantOrNull } from '../kit/db/paging';
import type { OwnersOf } from '../kit/live/topics';
import { asCharge, CHARGE_COLUMNS, WITH_CHARGE } from '../ledger';
import { codTermsOf } from '../templates';
import { QUEUED } from './tables';

/** What lists and pages show of orders, and to whom. */

type Row = Record<string, unknown>;

/** What this asker may touch: the project's orders, of a Client only his own. */
export const mine = (scope: ProjectScope): SQL =>
  scope.role === 'Client'
    ? sql`o.project_id = ${scope.project.id} and o.counterparty_id = ${scope.counterparty_id}`
    : sql`o.project_id = ${scope.project.id}`;

export const OWN_COLUMNS = sql`o.id, o.project_id, p.title as project_title, o.number, o.prefix, o.status, o.counterparty_id, c.name as counterparty_name,
  m.name as manager_name, o.customer_name, o.sum, o.recommended_sum, o.customer_sum, o.prepaid, o.cod_state, o.cod_sum, o.cod_received, o.tags, o.source, o.external_number, o.delivery_town, o.returned, o.parcels, o.sent_pieces, o.shipped_at, o.ttn, o.sent_to_manager_at, o.reserved_until, o.created_at, o.updated_at,
  (select true from order_exchanges x where x.project_id = o.project_id and x.order_id = o.id limit 1) as is_exchange,
  ${CHARGE_COLUMNS}`;

/** Rows of lists out of what has the columns of orders. */
export const rowsOf = (source: SQL): SQL => sql`${source} o
  join projects p on p.id = o.project_id
  join counterparties c on c.project_id = o.project_id and c.id = o.counterparty_id
  left join users m on m.id = c.manager_id
  ${WITH_CHARGE}`;
export const ROW_FROM = rowsOf(sql`orders`);

/** `first_thumbnail_url` is still the storage key here. */
export function asRow(row: Row): OrderRow {
  const charge = asCharge(row);
  return {
    id: String(row.id),
    project_id: String(row.project_id),
    project_title: String(row.project_title),
    number: Number(row.number),
    prefix: String(row.prefix),
    status: row.status as OrderStatus,
    counterparty_id: String(row.counterparty_id),
    counterparty_name: String(row.counterparty_name),
    manager_name: (row.manager_name as string | null) ?? null,
    customer_name: String(row.customer_name),
    sum: Number(row.sum),
    recommended_sum: Number(row.recommended_sum),
    customer_sum: Number(row.customer_sum),
    to_collect: toCollect(Number(row.customer_sum), Number(row.prepaid)),
    cod: codOfRow(row),
    tags: row.tags as string[],
    source: String(row.source),
    external_number: (row.external_number as string | null) ?? null,
    town: String(row.delivery_town),
    items_count: Number(row.items_count ?? 0),
    returned: Number(row.returned),
    parcels: Number(row.parcels),
    partly_sent: Number(row.sent_pieces) > 0 && row.shipped_at === null,
    is_exchange: row.is_exchange === true,
    payment: charge && orderPayment(charge, kyivDate(new Date())),
    ttn: (row.ttn as string | null) ?? null,
    first_thumbnail_url: (row.first_thumbnail as string | null) ?? null,
    sent_to_manager_at: toInstantOrNull(row.sent_to_manager_at),
    reserved_until: (row.reserved_until as string | null) ?? null,
    created_at: toInstant(row.created_at),
    updated_at: toInstant(row.updated_at),
  };
}

const kopecks = (value: unknown): number | null => (value === null ? null : Number(value));

function codOfRow(row: Row): OrderRow['cod'] {
  const state = row.cod_state as CodState | null;
  const sum = kopecks(row.cod_sum) ?? toCollect(Number(row.customer_sum), Number(row.prepaid));
  return state && { state, sum, received: kopecks(row.cod_received) };
}

/** Of a row that has the columns of a page, and of its parcels where it has several: by the terms of the project, the defaults where it has given none. */
export function codOfPage(row: Row, parts: readonly CodPart[] | null): OrderCod | null {
  const shown = codOfRow(row);
  if (!shown) return null;
  const set = { sum_set: kopecks(row.cod_sum), fee_set: kopecks(row.cod_fee) };
  const to_collect = toCollect(Number(row.customer_sum), Number(row.prepaid));
  const terms = termsFor(shown.state, (row.cod_terms as CodTerms | null) ?? COD_FEE);
  const cost = Number(row.sum);
  const figures = parts
    ? figuresOfParts(planParts(parts, { to_collect, ...set }, terms), cost)
    : codFigures({ to_collect, cost, ...set }, terms);
  return { ...shown, ...figures, ...set, received_fee: kopecks(row.cod_received_fee) };
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

/**
 * How many others stand before it, and itself; null when it stands in no queue. While it is moved its old row is still
 * there. Row-level security keeps a comparison of numerics out of the index, so the first of the queue are read, not all.
 */
const PLACE = sql`case when o.status in (${QUEUED}) and o.queue_key is not null then (
    select count(*) from (
      select q.queue_key, q.id from orders q
      where q.project_id = o.project_id and q.id <> o.id and q.status in (${QUEUED})
      order by q.queue_key, q.id ${atMost(MAX_QUEUE_PLACE - 1)}
    ) q where (q.queue_key, q.id) < (o.queue_key, o.id)) + 1 end`;

/** What the page of an order shows: of orders with their lines that are stored, or that the same statement writes. */
export const pageOf = (source: SQL, lines: SQL): SQL => sql`
    select ${OWN_COLUMNS}, o.customer_email, o.customer_phone, o.delivery_operator, o.recipient_name, o.recipient_phone,
      o.delivery_address, o.delivery_city_ref, o.delivery_branch_ref, o.delivery_door, o.utm, o.prepaid_on, o.cod_fee, o.cod_received_fee,
      ${codTermsOf(sql`o.project_id`)} as cod_terms, o.promo_code, o.customer_discount, c.discount as counterparty_discount, o.charged_at,
      o.fields, o.version, o.created_by, o.by_key, ${PLACE} as queue_place, author.name as created_by_name,
      (select json_agg(json_build_object('id', i.id, 'product_variant_id', i.product_variant_id,
          'product_title', i.product_title, 'modification_title', i.modification_title, 'sku', i.sku, 'fields', i.fields, 'count', i.count, 'unit', i.unit,
          'base_price', i.base_price, 'recommended_price', i.recommended_price,
          'price_level', i.price_level, 'price_from', i.price_from, 'discount', i.discount,
          'discount_source', i.discount_source, 'customer_discount', i.customer_discount, 'amount', i.amount,
          'recommended_amount', i.recommended_amount, 'customer_price', i.customer_price,
          'customer_amount', i.customer_amount, 'available', l.available, 'tracked', l.tracked,
          'waiting', coalesce(w.count - w.filled, 0), 'temporary_booking_expires_at', b.expires_at, 'temporary_booking_count', coalesce(b.count, 0),
          'thumbnail', v.thumbnail, 'place', v.place) order by i.position)
        from ${lines} i
        join product_variants v on v.project_id = i.project_id and v.id = i.product_variant_id
        join stock_levels l on l.project_id = i.project_id and l.product_variant_id = i.product_variant_id
        left join bookings b on b.project_id = i.project_id and b.ref_kind = 'order' and b.ref_id = i.order_id
          and b.ref_line = i.id and b.status = 'Active' and b.booked_hours is not null
        left join stock_waits w on w.project_id = i.project_id and w.ref_kind = 'order' and w.ref_id = i.order_id
          and w.ref_line = i.id and w.status = 'Waiting'
        where i.project_id = o.project_id and i.order_id = o.id) as items
    from ${rowsOf(source)} left join users author on author.id = o.created_by`;

/** One order with everything that its page shows, in one statement; null when it is not the asker's to see. */
export async function findOrder(tx: Tx, scope: ProjectScope, id: string): Promise<Row | null> {
  const found = await tx.rows<Row>(sql`${pageOf(sql`orders`, sql`order_items`)} where ${mine(scope)} and o.id = ${id}`);
  return found[0] ?? null;
}

/** Whether the order is the asker's to see. */
export async function orderExists(tx: Tx, scope: ProjectScope, id: string): Promise<boolean> {
  const found = await tx.rows(sql`select 1 from orders o where ${mine(scope)} and o.id = ${id}`);
  return found.length > 0;
}

/** The numbers of these orders, as far as they are the asker's to see; other slices show them beside a reference. */
export async function orderNumbers(tx: Tx, scope: ProjectScope, ids: readonly string[]): Promise<Map<string, number>> {
  const found = await tx.rows<{ id: string; number: number }>(sql`
    select o.id, o.number from orders o where ${mine(scope)} and o.id = any(${sql.param([...ids])}::uuid[])`);
  return new Map(found.map(({ id, number }) => [id, number]));
}

/** What readers of `changes` are told of these orders. */
export const orderChanges: ChangeKind = {
  kind: 'order',
  async read(tx, _app, scope, ids) {
    const found = await tx.rows<Row>(sql`
      select o.id, o.number, o.status, o.counterparty_id, o.sum, o.ttn, o.version from orders o
      where ${mine(scope)} and o.id = any(${idArray(ids)})`);
    return new Map(found.map(({ id, sum, ...told }) => [String(id), { ...told, sum: Number(sum) }]));
  },
};

export const ownersOfOrders: OwnersOf = async (tx, projectId, ids) => {
  const found = await tx.rows<{ id: string; counterparty_id: string }>(sql`
    select id, counterparty_id from orders where project_id = ${projectId} and id = any(${sql.param([...ids])}::uuid[])`);
  return new Map(found.map((row) => [row.id, row.counterparty_id]));
};
