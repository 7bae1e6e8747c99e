import { sql } from 'drizzle-orm';
import type { Tx } from '../kit/db/db';

/** As if it had been published so many hours ago: the past of the demo. */
export async function publishedLately(tx: Tx, project_id: string, id: string, hours: number): Promise<void> {
  // to the millisecond, as what is published now
  const at = sql`date_trunc('milliseconds', now()) - make_interval(hours => ${hours})`;
  await tx.execute(sql`
    update news set created_at = ${at} - interval '1 hour', published_at = ${at}
    where project_id = ${project_id} and id = ${id}`);
}
