import { sql } from 'drizzle-orm';
import type { ProjectScope } from '../kit/auth/scope';
import { textArray } from '../kit/db/arrays';
import type { Tx } from '../kit/db/db';

/** From here on nobody else makes orders of rows for this counterparty, until the transaction ends. */
export async function lockBatches(tx: Tx, { project }: ProjectScope, counterparty_id: string): Promise<void> {
  const key = `order_batches ${project.id} ${counterparty_id}`;
  await tx.execute(sql`select pg_advisory_xact_lock(hashtextextended(${key}, 0))`);
}

export interface MadeOrder {
  readonly key: string;
  readonly id: string;
  readonly number: number;
  readonly created_at: Date;
}

/** The orders that were made of these rows and are there still. */
export async function readMade(
  tx: Tx,
  { project }: ProjectScope,
  counterparty_id: string,
  keys: readonly string[],
): Promise<MadeOrder[]> {
  const rows = await tx.rows<{ key: string; id: string; number: number; created_at: string }>(sql`
    select k.key, o.id, o.number, k.created_at from order_batch_keys k
    join orders o on o.project_id = k.project_id and o.id = k.order_id
    where k.project_id = ${project.id} and k.counterparty_id = ${counterparty_id} and k.key = any(${textArray(keys)})`);
  return rows.map(({ created_at, ...made }) => ({ ...made, created_at: new Date(created_at) }));
}

/** Of rows that were given once more, the key stands for the newest order. */
export async function keepMade(
  tx: Tx,
  { project }: ProjectScope,
  counterparty_id: string,
  made: readonly { readonly key: string; readonly id: string }[],
): Promise<void> {
  await tx.execute(sql`
    insert into order_batch_keys (project_id, counterparty_id, key, order_id)
    select ${project.id}, ${counterparty_id}, r.key, r.id
    from jsonb_to_recordset(${JSON.stringify(made)}::jsonb) as r(key text, id uuid)
    on conflict (project_id, counterparty_id, key)
    do update set order_id = excluded.order_id, created_at = excluded.created_at`);
}
