import { randomUUID } from 'node:crypto';
import pg from 'pg';
import type { Logger } from 'pino';
import * as slices from '../src/app';
import { openDatabase } from '../src/kit/db/db';
import { searchesOf } from '../src/kit/slice';
import { indexSearch } from '../src/search';
import type { Data } from './data';
import { Exhausted } from './measure';
import { any, threeVariants } from './pick';

/** An order that waits to be sent off, as the floor must know it. */
export interface WaitingOrder {
  readonly id: string;
  readonly number: number;
}

/** Orders of three lines at Pending, booked: what moving to Sent uses up. */
export interface Supply {
  /** Makes orders until there are so many; outside the measured time. */
  fill(count: number): Promise<void>;
  /** @throws Exhausted when there is none left: the round ends then */
  take(): WaitingOrder;
  close(): Promise<void>;
}

const PORTION = 2_000;
/** Of a line and of an order, kopecks. */
export const LINE_SUM = 10_000;
export const ORDER_SUM = 3 * LINE_SUM;

export async function openSupply(url: string, data: Data, log: Logger): Promise<Supply> {
  const client = new pg.Client({
    connectionString: url,
    options: `-c lanka.project_ids=${data.project_id} -c synchronous_commit=off`,
  });
  client.on('error', () => undefined);
  await client.connect();
  const db = await openDatabase(url, { poolSize: 1, prepared: true }, log);
  const waiting: WaitingOrder[] = [];
  return {
    async fill(count) {
      const before = waiting.length;
      while (waiting.length < count) {
        waiting.push(...(await makeOrders(client, data, Math.min(PORTION, count - waiting.length))));
      }
      if (waiting.length > before) await indexSearch({ db, searches: searchesOf(slices) }, data.project_id);
    },
    take() {
      const order = waiting.pop();
      if (!order) throw new Exhausted('no order waits any more');
      return order;
    },
    async close() {
      await client.end();
      await db.close();
    },
  };
}

/** Set-wise what the product does for each: the order, its lines, history and bookings, and the levels they hold. */
async function makeOrders(client: pg.Client, data: Data, count: number): Promise<WaitingOrder[]> {
  const { project_id, user_id } = data;
  const ids = Array.from({ length: count }, () => randomUUID());
  const counterparties = ids.map(() => any(data.counterparties));
  const lines = ids.flatMap((order_id) =>
    threeVariants(data).map((variant, position) => ({ order_id, id: randomUUID(), variant, position })),
  );
  await client.query('begin');
  const { rows: numbered } = await client.query<{ first: number }>(
    `update counters set value = value + $2 where project_id = $1 and name = 'order' returning value - $2 + 1 as first`,
    [project_id, count],
  );
  const first = numbered[0]?.first ?? 1;
  await client.query(
    `insert into orders (project_id, id, number, counterparty_id, status, sum, recommended_sum, customer_name, customer_phone,
       delivery_operator, recipient_name, recipient_phone, delivery_address, search_text, created_by, sent_to_manager_at, queue_key)
     select $1, o.id, $2 + n - 1, o.counterparty, 'Pending', ${ORDER_SUM}, ${2 * ORDER_SUM}, 'Іваненко Ірина', '380671234567',
       'nova_poshta', 'Іваненко Ірина', '380671234567', 'Львів, відділення 1', 'іваненко ірина 380671234567', $3, now(), extract(epoch from now()) + ($2 + n - 1)::numeric / 10000000000000
     from unnest($4::uuid[], $5::uuid[]) with ordinality as o(id, counterparty, n)`,
    [project_id, first, user_id, ids, counterparties],
  );
  const columns = [
    lines.map(({ order_id }) => order_id),
    lines.map(({ id }) => id),
    lines.map(({ variant }) => variant),
    lines.map(({ position }) => position),
  ];
  const fromLines = 'unnest($2::uuid[], $3::uuid[], $4::uuid[], $5::int[]) as i(order_id, id, variant, position)';
  await client.query(
    `insert into order_items (project_id, order_id, id, position, product_variant_id, product_title, count, base_price,
       recommended_price, amount, recommended_amount)
     select $1, i.order_id, i.id, i.position, i.variant, 'Товар', 1, ${LINE_SUM}, ${2 * LINE_SUM}, ${LINE_SUM}, ${2 * LINE_SUM}
     from ${fromLines}`,
    [project_id, ...columns],
  );
  await client.query(
    `with levels as (
       update stock_levels l set booked = l.booked + m.count
       from (select variant, count(*)::int as count from ${fromLines} group by variant) m
       where l.project_id = $1 and l.product_variant_id = m.variant
       returning l.product_id, m.count
     ), figures as (
       update product_figures f set available = f.available - m.count
       from (select product_id, sum(count) as count from levels group by product_id) m
       where f.project_id = $1 and f.product_id = m.product_id
     )
     insert into bookings (project_id, id, product_variant_id, count, status, ref_kind, ref_id, ref_line, user_id)
     select $1, gen_random_uuid(), i.variant, 1, 'Active', 'order', i.order_id, i.id, $6::uuid
     from ${fromLines} where i.position >= 0`,
    [project_id, ...columns, user_id],
  );
  await client.query(
    `with queued as (insert into search_pending (project_id, kind, id) select $1, 'orders', id from unnest($3::uuid[]) id)
     insert into order_history (project_id, order_id, id, kind, "from", "to", actor_kind, actor_id)
     select $1, id, gen_random_uuid(), 'moved', 'Draft', 'Pending', 'user', $2 from unnest($3::uuid[]) id`,
    [project_id, user_id, ids],
  );
  await client.query('commit');
  return ids.map((id, index) => ({ id, number: first + index }));
}
