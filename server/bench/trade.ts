import { randomUUID } from 'node:crypto';
import pg from 'pg';
import { hashPassword, setPasswordHash, upsertUser } from '../src/identity';
import { newId } from '../src/kit/ids';
import type { Services } from '../src/kit/services';

export interface Trade {
  readonly project_id: string;
  readonly counterparty_id: string;
  readonly user_id: string;
  readonly token: string;
  readonly variants: readonly string[];
  /** The body of an order of three lines, other ones each time. */
  order(): object;
}

const VARIANTS = 3_000;

/** A project with 3,000 variants in stock, and its owner signed in. */
export async function prepareTrade(app: Services, url: string, address: string): Promise<Trade> {
  const user_id = await app.db.transaction({}, async (tx) => {
    const user = await upsertUser(tx, 'bench@example.com', 'Bench');
    await setPasswordHash(tx, user.id, await hashPassword('a long enough password'));
    return user.id;
  });
  const signedIn = await fetch(`${address}/api/auth/token`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ email: 'bench@example.com', password: 'a long enough password' }),
  });
  const { access_token: token } = (await signedIn.json()) as { access_token: string };
  const post = async (path: string, body: object): Promise<Record<string, string>> => {
    const answer = await fetch(`${address}/api/${path}`, {
      method: 'POST',
      headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
      body: JSON.stringify(body),
    });
    if (!answer.ok) throw new Error(await answer.text());
    return (await answer.json()) as Record<string, string>;
  };
  const project = await post('projects', {
    project: {
      legal_type: 'ФОП',
      legal_name: 'Л',
      contact_person: 'К',
      edropoy_code: '3184710691',
      title: 'Bench',
      category: 'Одяг',
    },
  });
  const project_id = project.id ?? '';
  const counterparty = await post(`projects/${project_id}/counterparties`, { name: 'Магазин', discount: 500 });
  const variants = Array.from({ length: VARIANTS }, newId);
  await fill(url, project_id, variants);
  let next = 0;
  const take = (): string => variants[(next++ * 7) % VARIANTS] ?? '';
  return {
    project_id,
    counterparty_id: counterparty.id ?? '',
    user_id,
    token,
    variants,
    order: () => ({
      counterparty_id: counterparty.id,
      items: [take(), take(), take()].map((product_variant_id) => ({ product_variant_id, count: 1 })),
      customer: { name: 'Іваненко Ірина', phone: `067${String(next).padStart(7, '0')}` },
      delivery: {
        operator: 'nova_poshta',
        recipient_name: 'Іваненко Ірина',
        recipient_phone: '0671234567',
        address: 'Львів, відділення 1',
      },
      send: true,
    }),
  };
}

/** Products and stock straight into the tables: the bench measures orders, not imports. */
async function fill(url: string, projectId: string, variants: readonly string[]): Promise<void> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  await client.query(`select set_config('lanka.project_ids', $1, false)`, [projectId]);
  await client.query(
    `insert into stock_levels (project_id, product_variant_id, actual) select $1, unnest($2::uuid[]), 1000000`,
    [projectId, variants],
  );
  await client.query(
    `with p as (insert into products (project_id, id, name, published) select $1, gen_random_uuid(), 'Товар ' || n, true
       from generate_series(1, 1000) n returning id), numbered as (select id, row_number() over () as n from p)
     insert into product_variants (project_id, id, product_id, name, sku, price, recommended_price, search_text)
     select $1, v.id, numbered.id, 'S', 'SKU-' || v.n, 10000 + v.n, 20000, 'товар sku-' || v.n
     from unnest($2::uuid[]) with ordinality v(id, n) join numbered on numbered.n = (v.n - 1) / 3 + 1`,
    [projectId, variants],
  );
  await client.query('analyze');
  await client.end();
}

/**
 * The least SQL that places an order: the order with three lines, conditional reservations, three bookings and one
 * history row, prepared, in one transaction.
 */
export async function placeByFloor(pool: pg.Pool, trade: Trade, id: string): Promise<void> {
  const picked = trade.order() as { items: { product_variant_id: string }[] };
  const ids = picked.items.map(({ product_variant_id }) => product_variant_id).sort();
  const client = await pool.connect();
  try {
    await client.query(`begin; select set_config('lanka.project_ids', '${trade.project_id}', true)`);
    await client.query({
      name: 'floor-order',
      text: `insert into orders (project_id, id, number, counterparty_id, status, sum, recommended_sum, created_by, search_text)
             values ($1, $2, $3, $4, 'Pending', 30000, 60000, $5, 'іваненко ірина 380671234567')`,
      values: [trade.project_id, id, Math.floor(Math.random() * 2_000_000_000), trade.counterparty_id, trade.user_id],
    });
    await client.query({
      name: 'floor-items',
      text: `insert into order_items (project_id, order_id, id, position, product_variant_id, product_title, count, base_price, recommended_price, amount, recommended_amount)
             select $1, $2, gen_random_uuid(), n, v, 'Товар', 1, 10000, 20000, 10000, 20000 from unnest($3::uuid[]) with ordinality i(v, n)`,
      values: [trade.project_id, id, ids],
    });
    const reserved = await client.query({
      name: 'floor-reserve',
      text: `update stock_levels set booked = booked + 1 where project_id = $1 and product_variant_id = any($2::uuid[]) and actual - booked >= 1`,
      values: [trade.project_id, ids],
    });
    if (reserved.rowCount !== ids.length) throw new Error('the floor ran out of stock');
    await client.query({
      name: 'floor-book',
      text: `insert into bookings (project_id, id, product_variant_id, count, status, ref_kind, ref_id, ref_line)
             select $1, gen_random_uuid(), v, 1, 'Active', 'order', $2, gen_random_uuid() from unnest($3::uuid[]) v`,
      values: [trade.project_id, id, ids],
    });
    await client.query({
      name: 'floor-history',
      text: `insert into order_history (project_id, order_id, id, kind, "to", actor_kind, actor_id) values ($1, $2, $3, 'created', 'Pending', 'user', $4)`,
      values: [trade.project_id, id, randomUUID(), trade.user_id],
    });
    await client.query('commit');
  } catch (error) {
    await client.query('rollback');
    throw error;
  } finally {
    client.release();
  }
}
