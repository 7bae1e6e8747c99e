import { sql } from 'drizzle-orm';
import { idArray } from '../kit/db/arrays';
import type { Tx } from '../kit/db/db';
import { OWN_ACCOUNT } from './tables';

/** Sums the days of these projects anew: for who has given postings other days. The transaction has entered them. */
export async function recountDays(tx: Tx, projectIds: readonly string[]): Promise<void> {
  const ours = sql`project_id = any(${idArray(projectIds)})`;
  await tx.execute(sql`delete from account_days where ${ours}`);
  await tx.execute(sql`
    insert into account_days (project_id, account, day, counterparty_id, counterparty_change, postings, orders_change, orders)
    select project_id, account, day, counterparty_id, sum(counterparty_change), count(*),
      coalesce(sum(counterparty_change) filter (where of_order), 0), count(*) filter (where of_order and charge = 1)
    from (
      select project_id, ${OWN_ACCOUNT} as account, day, counterparty_id, counterparty_change,
        purpose = 'charge' and ref_kind = 'order' as of_order,
        row_number() over (partition by project_id, ref_kind, ref_id, purpose order by sequence) as charge
      from postings where ${ours}
    ) p group by 1, 2, 3, 4`);
}
