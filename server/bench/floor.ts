import { randomUUID } from 'node:crypto';
import pg from 'pg';
import type { Data } from './data';

/** The least SQL for a job: prepared, through `pg`, as the same role behind the same row-level security. */
export interface Floor {
  readonly pool: pg.Pool;
  place(): Promise<void>;
  /** A statement of ours as it is, alone. */
  select(statement: Captured): Promise<void>;
  close(): Promise<void>;
}

export interface Captured {
  readonly text: string;
  readonly values: readonly unknown[];
}

export async function openFloor(url: string, data: Data, connections: number): Promise<Floor> {
  const options = `-c lanka.project_ids=${data.project_id}`;
  const pool = new pg.Pool({ connectionString: url, max: connections, options });
  pool.on('error', () => undefined);
  const names = new Map<string, string>();
  const nameOf = (text: string): string => {
    const known = names.get(text) ?? `floor-${names.size}`;
    names.set(text, known);
    return known;
  };
  return {
    pool,
    place: () => placeByFloor(pool, data),
    async select({ text, values }) {
      await pool.query({ name: nameOf(text), text, values: [...values] });
    },
    close: () => pool.end(),
  };
}

let number = 1_000_000_000 + Math.floor(Math.random() * 500_000_000);

/**
 * The order with three lines, conditional reservations, three bookings and one history row, in one transaction.
 */
async function placeByFloor(pool: pg.Pool, data: Data): Promise<void> {
  const { project_id, user_id, variants } = data;
  const id = randomUUID();
  const start = Math.floor(Math.random() * (variants.length - 3));
  const ids = variants.slice(start, start + 3).sort();
  const lines = ids.map(() => randomUUID());
  const counterparty = data.counterparties[Math.floor(Math.random() * data.counterparties.length)];
  number += 1;
  const own = number;
  const client = await pool.connect();
  try {
    await client.query(`begin`);
    await client.query({
      name: 'floor-order',
      text: `insert into orders (project_id, id, number, counterparty_id, status, sum, recommended_sum, created_by, search_text)
             values ($1, $2, $3, $4, 'Pending', 30000, 60000, $5, 'іваненко ірина 380671234567')`,
      values: [project_id, id, own, counterparty, user_id],
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
    await client.query('commit');
  } catch (error) {
    await client.query('rollback');
    throw error;
  } finally {
    client.release();
  }
}
