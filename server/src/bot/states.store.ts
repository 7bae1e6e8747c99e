import { sql } from 'drizzle-orm';
import type { Tx } from '../kit/db/db';

export interface KnownBot {
  readonly id: number;
  readonly username: string;
  /** Of which token and address it is told, and how updates come: another one is asked anew. */
  readonly set_up: string;
}

/** One worker in all processes: whoever holds it renews it, and whoever has died loses it by time. */
export async function takeLease(tx: Tx, key: string, owner: string, seconds: number): Promise<boolean> {
  const [row] = await tx.rows(sql`
    insert into bot_states as s (key, value, until)
    values (${key}, ${JSON.stringify({ owner })}::jsonb, clock_timestamp() + make_interval(secs => ${seconds}))
    on conflict (key) do update set value = excluded.value, until = excluded.until
    where s.until < clock_timestamp() or s.value->>'owner' = ${owner} returning key`);
  return row !== undefined;
}

export async function endLease(tx: Tx, key: string, owner: string): Promise<void> {
  await tx.execute(sql`delete from bot_states where key = ${key} and value->>'owner' = ${owner}`);
}

export async function readBot(tx: Tx): Promise<KnownBot | null> {
  const [row] = await tx.rows<{ value: KnownBot }>(sql`select value from bot_states where key = 'bot'`);
  return row?.value ?? null;
}

/** Whether it was found out lately. */
export async function botIsFresh(tx: Tx, setUp: string): Promise<boolean> {
  const [row] = await tx.rows(sql`
    select key from bot_states where key = 'bot' and value->>'set_up' = ${setUp} and until > now()`);
  return row !== undefined;
}

export async function saveBot(tx: Tx, bot: KnownBot): Promise<void> {
  await tx.execute(sql`
    insert into bot_states (key, value, until) values ('bot', ${JSON.stringify(bot)}::jsonb, now() + interval '1 hour')
    on conflict (key) do update set value = excluded.value, until = excluded.until`);
}
