import { randomUUID } from 'node:crypto';
import pg from 'pg';
import type { Data } from './data';
import { any, threeVariants } from './pick';
import { Tally } from './tally';
import { ORDER_SUM, type WaitingOrder } from './waiting';

/** The least SQL for a job: prepared, through `pg`, as the same role behind the same row-level security. */
export interface Floor {
  readonly pool: pg.Pool;
  /** The order with three lines, conditional reservations, three bookings and one history row, in one transaction. */
  place(): Promise<void>;
  /** Sends an order of three lines off and charges it. */
  move(order: WaitingOrder): Promise<void>;
  /** One piece comes in. */
  /** Asks for the waybill of one. */
  waybill(order: WaitingOrder): Promise<void>;
  stock(): Promise<void>;
  /** One statement alone. */
  select(statement: Captured): Promise<void>;
  close(): Promise<void>;
}

export interface Captured {
  readonly text: string;
  readonly values: readonly unknown[];
}

export function openFloor(url: string, data: Data, connections: number): Floor {
  const options = `-c lanka.project_ids=${data.project_id}`;
  const pool = new pg.Pool({ connectionString: url, max: connections, options });
  pool.on('error', () => undefined);
  const tally = new Tally();
  const names = new Map<string, string>();
  const nameOf = (text: string): string => {
    const known = names.get(text) ?? `floor-${names.size}`;
    names.set(text, known);
    return known;
  };
  return {
    pool,
    async place() {
      tally.add(await within(pool, (client) => place(client, data)), { available: -1 });
    },
    async move(order) {
      tally.add(await within(pool, (client) => move(client, data, order)), { pieces: -1 });
    },
    async waybill(order) {
      await within(pool, (client) => waybill(client, data, order));
    },
    async stock() {
      tally.add([await stock(pool, data)], { available: 1, pieces: 1 });
    },
    async select({ text, values }) {
      await pool.query({ name: nameOf(text), text, values: [...values] });
    },
    async close() {
      await tally.settle(pool, data.project_id);
      await pool.end();
    },
  };
}

async function within<T>(pool: pg.Pool, work: (client: pg.PoolClient) => Promise<T>): Promise<T> {
  const client = await pool.connect();
  try {
    await client.query('begin');
    const done = await work(client);
    await client.query('commit');
    return done;
  } catch (error) {
    await client.query('rollback');
    throw error;
  } finally {
    client.release();
  }
}

let number = 1_000_000_000 + Math.floor(Math.random() * 500_000_000);

/** Answers the variants of which a piece was taken. */
async function place(client: pg.PoolClient, data: Data): Promise<string[]> {
  const { project_id, user_id } = data;
  const id = randomUUID();
  const ids = threeVariants(data).sort();
  const lines = ids.map(() => randomUUID());
  number += 1;
  const own = number;
  await client.query({
    name: 'floor-order',
    text: `insert into orders (project_id, id, number, counterparty_id, status, sum, recommended_sum, created_by, search_text)
           values ($1, $2, $3, $4, 'Pending', 30000, 60000, $5, 'іваненко ірина 380671234567')`,
    values: [project_id, id, own, any(data.counterparties), user_id],
  });
  await client.query({
    name: 'floor-items',
    text: `insert into order_items (project_id, order_id, id, position, product_variant_id, product_title, count, base_price, recommended_price, amount, recommended_amount)
           select $1, $2, line, n, v, 'Товар', 1, 10000, 20000, 10000, 20000 from unnest($3::uuid[], $4::uuid[]) with ordinality i(v, line, n)`,
    values: [project_id, id, ids, lines],
  });
  const reserved = await client.query({
    name: 'floor-reserve',
    text: `update stock_levels set booked = booked + 1 where project_id = $1 and product_variant_id = any($2::uuid[]) and actual - booked >= 1`,
    values: [project_id, ids],
  });
  if (reserved.rowCount !== ids.length) throw new Error('the floor ran out of stock');
  await client.query({
    name: 'floor-book',
    text: `insert into bookings (project_id, id, product_variant_id, count, status, ref_kind, ref_id, ref_line)
           select $1, gen_random_uuid(), v, 1, 'Active', 'order', $2, line from unnest($3::uuid[], $4::uuid[]) i(v, line)`,
    values: [project_id, id, ids, lines],
  });
  await client.query({
    name: 'floor-history',
    text: `insert into order_history (project_id, order_id, id, kind, "to", actor_kind, actor_id) values ($1, $2, $3, 'created', 'Pending', 'user', $4)`,
    values: [project_id, id, randomUUID(), user_id],
  });
  return ids;
}

/** The order locked and moved, its bookings ended, the pieces gone with their movements, its sum owed, its history. */
async function move(client: pg.PoolClient, { project_id, user_id }: Data, { id }: WaitingOrder): Promise<string[]> {
  const locked = await client.query<{ counterparty_id: string }>({
    name: 'floor-lock',
    text: `select counterparty_id from orders where project_id = $1 and id = $2 and status = 'Pending' for update`,
    values: [project_id, id],
  });
  const counterparty = locked.rows[0]?.counterparty_id;
  if (!counterparty) throw new Error('the order has been moved already');
  const booked = await client.query<{ product_variant_id: string }>({
    name: 'floor-end-bookings',
    text: `update bookings set status = 'Completed', updated_at = now()
           where project_id = $1 and ref_kind = 'order' and ref_id = $2 and status = 'Active' returning product_variant_id`,
    values: [project_id, id],
  });
  const shipped = await client.query({
    name: 'floor-ship',
    text: `with moved as (
             update stock_levels set actual = actual - 1, booked = booked - 1
             where project_id = $1 and product_variant_id = any($3::uuid[]) returning product_variant_id, actual
           )
           insert into stock_movements (project_id, id, product_variant_id, kind, delta, before, after, ref_kind, ref_id, actor_kind, actor_id)
           select $1, gen_random_uuid(), product_variant_id, 'shipment', -1, actual + 1, actual, 'order', $2, 'user', $4 from moved`,
    values: [project_id, id, booked.rows.map((row) => row.product_variant_id).sort(), user_id],
  });
  if (shipped.rowCount !== 3) throw new Error('an order of three lines shipped another number of them');
  await client.query({
    name: 'floor-charge',
    text: `with account as (
             update counterparty_accounts set balance = balance - $5::bigint
             where project_id = $1 and counterparty_id = $3 returning balance, purchases_balance, reserved
           ), summed as (
             insert into account_sums as s (project_id, counterparty_id, account, counterparty_change, postings)
             select $1, $3, 'sales', -$5::bigint, 1 from account
             on conflict (project_id, counterparty_id, account) do update
               set counterparty_change = s.counterparty_change + excluded.counterparty_change, postings = s.postings + 1
           ), posted as (
             insert into postings (project_id, id, purpose, source, destination, amount, counterparty_id, counterparty_change, balance_after, ref_kind, ref_id, actor_kind, actor_id)
             select $1, gen_random_uuid(), 'charge', 'counterparty', 'sales', $5, $3, -$5::bigint, balance, 'order', $2, 'user', $4 from account
             returning sequence, day
           ), by_day as (
             insert into account_days as s (project_id, account, day, counterparty_id, counterparty_change, postings, orders_change, orders)
             select $1, 'sales', day, $3, -$5::bigint, 1, -$5::bigint, 1 from posted
             on conflict (project_id, account, day, counterparty_id) do update
               set counterparty_change = s.counterparty_change + excluded.counterparty_change, postings = s.postings + 1,
                 orders_change = s.orders_change + excluded.orders_change, orders = s.orders + 1
           )
           insert into charges (project_id, order_id, counterparty_id, sequence, charged, unpaid, charged_on)
           select $1, $2, $3, sequence, $5, least($5, greatest(reserved - (balance - purchases_balance), 0)), day from posted, account`,
    values: [project_id, id, counterparty, user_id, ORDER_SUM],
  });
  await client.query({
    name: 'floor-sent',
    text: `update orders set status = 'Sent', shipped_at = now(), charged_at = now(), updated_at = now(), version = version + 1
           where project_id = $1 and id = $2`,
    values: [project_id, id],
  });
  await client.query({
    name: 'floor-moved',
    text: `insert into order_history (project_id, order_id, id, kind, "from", "to", actor_kind, actor_id)
           values ($1, $2, gen_random_uuid(), 'moved', 'Pending', 'Sent', 'user', $3)`,
    values: [project_id, id, user_id],
  });
  return booked.rows.map((row) => row.product_variant_id);
}

/** The order locked, what the carrier shall make and its task written. Of the floor's he is never asked. */
async function waybill(client: pg.PoolClient, { project_id, user_id }: Data, { id }: WaitingOrder): Promise<void> {
  await client.query({
    name: 'floor-lock-for-waybill',
    text: `select * from orders where project_id = $1 and id = $2 for update`,
    values: [project_id, id],
  });
  await client.query({
    name: 'floor-waybill',
    text: `insert into delivery_waybills (project_id, id, order_id, owner_id, state, own_ref, plan, created_by)
           values ($1, gen_random_uuid(), $2, '00000000-0000-0000-0000-000000000000', 'removed', $5, $3, $4)`,
    values: [
      project_id,
      id,
      JSON.stringify({ recipient_name: 'Іваненко Ірина', weight: 1_000, cod_sum: 0 }),
      user_id,
      id,
    ],
  });
  await client.query({
    name: 'floor-waybill-task',
    text: `insert into integration_tasks (project_id, id, service, kind, key, ref_kind, ref_id, payload, state, finished_at)
           values ($1, gen_random_uuid(), 'nova_poshta', 'waybill.make', 'floor ' || gen_random_uuid(), 'order', $2, '{}', 'done', now())`,
    values: [project_id, id],
  });
}

/** The level and its movement, one statement. */
async function stock(pool: pg.Pool, { project_id, user_id, variants }: Data): Promise<string> {
  const variant = any(variants);
  const changed = await pool.query({
    name: 'floor-stock',
    text: `with level as (
             update stock_levels set actual = actual + 1 where project_id = $1 and product_variant_id = $2 and waiting = 0
             returning product_variant_id, actual
           )
           insert into stock_movements (project_id, id, product_variant_id, kind, delta, before, after, ref_kind, ref_id, comment, actor_kind, actor_id)
           select $1, gen_random_uuid(), product_variant_id, 'income', 1, actual - 1, actual, 'manual', gen_random_uuid(), 'приймання', 'user', $3 from level`,
    values: [project_id, variant, user_id],
  });
  if (changed.rowCount !== 1) throw new Error('the floor changed no stock');
  return variant;
}
