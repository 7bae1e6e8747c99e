import { sql } from 'drizzle-orm';
import { idArray } from '../kit/db/arrays';
import type { Tx } from '../kit/db/db';

/** What a modification is called, as lines of orders say it. */
export interface Named {
  readonly id: string;
  readonly title: string;
  readonly name: string;
  readonly sku: string;
}

export async function readNames(tx: Tx, project_id: string, ids: readonly string[]): Promise<Map<string, Named>> {
  const rows = await tx.rows<{ [K in keyof Named]: Named[K] }>(sql`
    select v.id, p.name as title, v.name, v.sku from product_variants v
    join products p on p.project_id = v.project_id and p.id = v.product_id
    where v.project_id = ${project_id} and v.id = any(${idArray(ids)})`);
  return new Map(rows.map((row) => [row.id, row]));
}

/** Rows of one table, each with the same columns; what a column is left out of gets its default. */
export type Rows = readonly Readonly<Record<string, unknown>>[];

const TABLES = [
  ...['orders', 'order_items', 'order_history', 'bookings', 'stock_movements', 'payments', 'returns', 'return_items'],
  ...['return_history', 'postings', 'charges', 'account_sums', 'order_comments'],
] as const;
export type Table = (typeof TABLES)[number];

/** To what a counterparty had there. */
const ADDED = sql`on conflict (project_id, counterparty_id, account) do update
  set counterparty_change = account_sums.counterparty_change + excluded.counterparty_change,
    postings = account_sums.postings + excluded.postings`;

/** One statement for each table, in the order in which they refer to one another. */
export async function insertMonths(tx: Tx, rows: Readonly<Record<string, Rows>>): Promise<void> {
  for (const table of TABLES) {
    const [first] = rows[table] ?? [];
    if (!first) continue;
    const columns = sql.raw(
      Object.keys(first)
        .map((name) => `"${name}"`)
        .join(', '),
    );
    await tx.execute(sql`
      insert into ${sql.identifier(table)} (${columns})
      select ${columns} from jsonb_populate_recordset(null::${sql.identifier(table)}, ${JSON.stringify(rows[table])}::jsonb)
      ${table === 'account_sums' ? ADDED : sql``}`);
  }
}

/** What comes after gets the next number, and what was written here is found by its words. */
export async function settleMonths(
  tx: Tx,
  project_id: string,
  balances: readonly { readonly counterparty_id: string; readonly balance: number }[],
  returns: number,
): Promise<void> {
  await tx.execute(sql`
    update counterparty_accounts a set balance = b.balance
    from jsonb_to_recordset(${JSON.stringify(balances)}::jsonb) b(counterparty_id uuid, balance bigint)
    where a.project_id = ${project_id} and a.counterparty_id = b.counterparty_id`);
  // the ledger numbers its rows itself
  await tx.execute(sql`
    update charges c set sequence = p.sequence from postings p
    where c.project_id = ${project_id} and p.project_id = c.project_id and p.ref_kind = 'order' and p.ref_id = c.order_id
      and p.purpose = 'charge'`);
  if (returns > 0)
    await tx.execute(sql`insert into counters (project_id, name, value) values (${project_id}, 'return', ${returns})`);
  await tx.execute(sql`
    insert into search_pending (project_id, kind, id)
    select project_id, 'orders', id from orders where project_id = ${project_id}
    union all select project_id, 'payments', id from payments where project_id = ${project_id}
    union all select project_id, 'returns', id from returns where project_id = ${project_id}
    on conflict do nothing`);
}

/**
 * What was on the shelf before and after each movement of these modifications, in the order of their days: some were
 * written behind the others.
 */
export const chainMovements = (tx: Tx, project_id: string, variants: readonly string[]): Promise<unknown> =>
  tx.execute(sql`
    update stock_movements m set before = c.after - m.delta, after = c.after
    from (
      select id, sum(delta) over (partition by product_variant_id order by created_at, id) as after from stock_movements
      where project_id = ${project_id} and product_variant_id = any(${idArray(variants)})) c
    where m.project_id = ${project_id} and m.id = c.id`);

/** All goods of the project are so many days older; which of them are the newer ones stays as it is. */
export async function ageGoods(tx: Tx, project_id: string, days: number): Promise<void> {
  for (const table of ['products', 'product_variants', 'product_images'])
    await tx.execute(sql`
      update ${sql.identifier(table)} set created_at = created_at - make_interval(days => ${days})
      where project_id = ${project_id}`);
}

/** The operator has verified it on this day. */
export const ageListing = (tx: Tx, supplier_id: string, at: string): Promise<unknown> =>
  tx.execute(sql`
    update catalogue_listings set requested_at = ${at}::timestamptz - interval '5 hours', decided_at = ${at}
    where supplier_id = ${supplier_id}`);
