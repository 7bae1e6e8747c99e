import { type SQL, sql } from 'drizzle-orm';
import { endOfDay } from '../kit/db/days';
import type { Tx } from '../kit/db/db';
import { OWN_ACCOUNT } from '../ledger/tables';
import { lockCounted } from './count-sales.store';
import { EARNED, EARNED_UNTIL, earnedOf, toldAnew } from './earned.store';

/**
 * Counts what dropshippers earned by what was entered up to the end of this day, which is over; twice does nothing. Days
 * of a dropshipper on which something was entered, or that are to be told anew, are counted anew. The transaction has
 * entered the project. Of orders that have changed since then some are counted when it is their turn: `isLast`, it is.
 */
export async function countEarned(tx: Tx, project: string, until: string, isLast = true): Promise<void> {
  const kept = await lockCounted(tx, project, EARNED_UNTIL);
  // days are written so that their order is that of their letters; `-infinity` stands before them all
  if (until <= kept) return;
  const counted = sql`(select ${endOfDay(sql`until`)} from party_days_until where project_id = ${project})`;
  const end = endOfDay(until);
  const entered = sql`sequence > (select after_sequence from party_days_until where project_id = ${project})
    and created_at >= ${counted} and created_at < ${end}`;
  const touched = await tx.rows<{ id: string; day: string }>(sql`
    select counterparty_id as id, day::text as day from (
      select counterparty_id, day from postings where project_id = ${project} and ${entered}
        and (${OWN_ACCOUNT} in ('sales', 'returns', 'logistics') or purpose in ('cod_fee', 'reversal'))
      union ${toldAnew(project, counted, isLast ? sql`` : sql`and o.updated_at < ${end}`)}
    ) d`);
  await countAnew(tx, project, end, touched);
  // whoever began before the day ended has written within the hour: what has a number up to this one was entered by then
  await tx.execute(sql`
    update party_days_until set until = ${until}::date, after_sequence = greatest(after_sequence, coalesce((
      select max(sequence) from postings where project_id = ${project} and ${entered} and created_at < ${end} - interval '1 hour'), 0))
    where project_id = ${project}`);
}

async function countAnew(
  tx: Tx,
  project: string,
  end: SQL,
  touched: readonly { readonly id: string; readonly day: string }[],
): Promise<void> {
  if (touched.length === 0) return;
  const ids = sql.param(touched.map(({ id }) => id));
  const days = sql.param(touched.map(({ day }) => day));
  const theirs = sql`(counterparty_id, day) in (select * from unnest(${ids}::uuid[], ${days}::date[]))`;
  for (const table of [sql`party_days`, sql`party_goods`])
    await tx.execute(sql`delete from ${table} where project_id = ${project} and ${theirs}`);
  await tx.execute(sql`
    with ${earnedOf(project, [sql`${theirs} and created_at < ${end}`])}, days as (
      insert into party_days (project_id, counterparty_id, day, revenue, cost, pieces, back, charged_orders, lines, fees)
      select ${project}, counterparty_id, day, ${EARNED}, sum(fees) from mine group by counterparty_id, day order by 2, 3
    )
    insert into party_goods (project_id, counterparty_id, day, product_variant_id, revenue, cost, pieces, back, charged_orders, lines)
    select ${project}, counterparty_id, day, product_variant_id, ${EARNED} from mine where kind <> 'fee'
    -- rows of a dropshipper, which are read together, stand together
    group by counterparty_id, day, product_variant_id order by 2, 3, 4`);
}
