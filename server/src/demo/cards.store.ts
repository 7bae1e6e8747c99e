import { sql } from 'drizzle-orm';
import type { Tx } from '../kit/db/db';

/** The dropshipper of the shop who has been there longest. The transaction has entered the project. */
export async function findPayer(tx: Tx, project: string): Promise<string | null> {
  const [row] = await tx.rows<{ user_id: string }>(sql`
    select m.user_id from memberships m
    where m.project_id = ${project} and m.role = 'Client' and m.counterparty_id is not null and m.ended_at is null
    order by m.created_at, m.user_id limit 1`);
  return row?.user_id ?? null;
}
