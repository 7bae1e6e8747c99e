import { sql } from 'drizzle-orm';
import type { Tx } from '../kit/db/db';

export interface Brought {
  readonly update_id: number;
  readonly body: object;
}

/** Each once, however often it is brought. */
export async function insertUpdates(tx: Tx, updates: readonly Brought[]): Promise<void> {
  if (updates.length === 0) return;
  await tx.execute(sql`
    insert into bot_updates (update_id, body)
    select r.update_id, r.body from jsonb_to_recordset(${JSON.stringify(updates)}::jsonb) as r(update_id bigint, body jsonb)
    order by r.update_id on conflict (update_id) do nothing`);
}

/** The oldest that waits, locked; whoever comes meanwhile finds none. */
export async function takeUpdate(tx: Tx): Promise<(Brought & { readonly attempts: number }) | null> {
  const [row] = await tx.rows<{ update_id: string; body: object; attempts: number }>(sql`
    select update_id, body, attempts from bot_updates where done_at is null order by update_id limit 1 for update skip locked`);
  return row ? { update_id: Number(row.update_id), body: row.body, attempts: Number(row.attempts) } : null;
}

/** What it said is forgotten. */
export async function endUpdate(tx: Tx, updateId: number): Promise<void> {
  await tx.execute(sql`update bot_updates set done_at = now(), body = null where update_id = ${updateId}`);
}

/** Answers how often it was tried. */
export async function countTry(tx: Tx, updateId: number): Promise<number> {
  const [row] = await tx.rows<{ attempts: number }>(sql`
    update bot_updates set attempts = attempts + 1 where update_id = ${updateId} returning attempts`);
  return Number(row?.attempts ?? 0);
}

/** Another bot counts its own: with the number of ours it would be told of nothing. */
export async function forgetUpdates(tx: Tx): Promise<void> {
  await tx.execute(sql`delete from bot_updates`);
}

/** The one that came last; their numbers begin anew where none has come for a week. */
export async function lastUpdate(tx: Tx): Promise<number | null> {
  const [row] = await tx.rows<{ update_id: string }>(sql`
    select update_id from bot_updates where received_at > now() - interval '6 days'
    order by received_at desc, update_id desc limit 1`);
  return row ? Number(row.update_id) : null;
}
