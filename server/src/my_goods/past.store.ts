import type { Source } from '@lanka/domain/my_goods/rules';
import { sql } from 'drizzle-orm';
import type { Tx } from '../kit/db/db';

const TENTH = 1_000;
/** A tenth lower, in whole hryvnias. */
const lower = (sum: number | null): number | null => (sum === null ? null : Math.floor((sum * 0.9) / TENTH) * TENTH);

/**
 * As if he had taken them weeks ago: of every second of those goods of this supplier that he takes by a press something has
 * changed since. For data that are to be looked at.
 */
export async function takeEarlier(tx: Tx, project_id: string, user_id: string): Promise<void> {
  const rows = await tx.rows<{ id: string; taken: Source }>(sql`
    select id, taken from my_goods where project_id = ${project_id} and user_id = ${user_id} and not sync order by id`);
  for (const [nth, { id, taken }] of rows.entries()) {
    if (nth % 2 === 1) continue;
    const variants = Object.fromEntries(
      Object.entries(taken.variants).map(([variant, one]) => [
        variant,
        { ...one, recommended_price: lower(one.recommended_price), cost: nth % 4 === 0 ? lower(one.cost) : one.cost },
      ]),
    );
    const before = {
      ...taken,
      variants,
      photos: nth % 4 === 2 ? taken.photos.slice(0, -1) : taken.photos,
      name: nth % 4 === 0 ? taken.name.split(' ').slice(0, 2).join(' ') : taken.name,
    };
    await tx.execute(sql`
      update my_goods set taken = ${JSON.stringify(before)}::jsonb, taken_at = taken_at - interval '20 days'
      where project_id = ${project_id} and id = ${id}`);
  }
}
