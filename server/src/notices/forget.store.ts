import { sql } from 'drizzle-orm';
import type { Tx } from '../kit/db/db';
import { type Forgotten, requestCame } from '../request_forms';

/**
 * What was told of a request that is deleted, and what is still to be told. A line of several stays: it says how many they
 * were, and only the newest of them by name. Lines of before had no id: those go by the name.
 */
export async function forgetRequest(tx: Tx, { project_id, id, name, created_at }: Forgotten): Promise<void> {
  const of = sql`(facts ->> 'id' = ${id}::text or facts ->> 'id' is null and facts ->> 'name' = ${name}::text)`;
  const kind = sql`project_id = ${project_id} and kind = ${requestCame.name}`;
  // whoever delivers them just now is waited for: what he has told is found below
  await tx.execute(sql`delete from notice_events where ${kind} and ${of}`);
  const told = sql`${kind} and at >= ${created_at}::timestamptz and ${of}`;
  await tx.execute(sql`delete from notices where ${told} and count = 1`);
  await tx.execute(sql`update notices set facts = '{"name":"","id":""}' where ${told}`);
}
