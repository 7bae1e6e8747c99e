import { NEAR_MS, type Since } from '@lanka/domain/stocktakes/rules';
import { sql } from 'drizzle-orm';
import type { ProjectScope } from '../kit/auth/scope';
import type { Tx } from '../kit/db/db';
import { firstIdOf } from '../kit/db/ids';
import type { LockedLevels } from '../stock';
import type { LockedStocktake } from './stocktakes.store';

/** A count that comes late. */
interface LateCount {
  readonly id: string;
  readonly product_variant_id: string;
  readonly age_ms: number;
}

/** So far the clocks of processes may be apart, by one of which an id is drawn and by another one asked for. */
const CLOCKS_APART_MS = 10 * 60_000;

/** What happened to the levels, which are locked, since each of these counts; nothing is counted before the opening. */
export async function readSince(
  tx: Tx,
  scope: ProjectScope,
  { created_at }: LockedStocktake,
  _levels: LockedLevels,
  counts: readonly LateCount[],
): Promise<Map<string, Since>> {
  if (counts.length === 0) return new Map();
  const oldest = Math.max(
    Date.now() - Math.max(...counts.map(({ age_ms }) => age_ms)) - NEAR_MS,
    new Date(created_at).getTime(),
  );
  const near = sql`${NEAR_MS} * interval '1 millisecond'`;
  const found = await tx.rows<{ id: string } & Since>(sql`
    select e.id, coalesce(sum(m.delta) filter (where m.created_at > e.moment), 0)::int as delta,
      (count(m.id) filter (where m.created_at > e.moment))::int as movements,
      (count(m.id) filter (where m.created_at > e.moment and m.kind = 'correction'))::int as corrections,
      coalesce(bool_or(m.created_at > e.moment - ${near} and m.created_at < e.moment + ${near}), false) as near
    from (
      select id, product_variant_id,
        greatest(now() - age_ms * interval '1 millisecond', ${created_at}::timestamptz) as moment
      from jsonb_to_recordset(${JSON.stringify(counts)}::jsonb) as n(id uuid, product_variant_id uuid, age_ms bigint)
    ) e
    left join stock_movements m on m.project_id = ${scope.project.id} and m.product_variant_id = e.product_variant_id
      and m.id >= ${firstIdOf(new Date(oldest - CLOCKS_APART_MS))}::uuid
    group by e.id`);
  return new Map(found.map(({ id, ...since }) => [id, since]));
}
