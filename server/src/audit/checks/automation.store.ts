import { sql } from 'drizzle-orm';
import type { Plan } from './plan.store';

/** Where a rule that is on waits for payments, changes of charges are noted, and nowhere else (decision 0080). */
export const chargeWatches = (project: string): Plan => ({
  name: 'charge_watches',
  rows: sql`select count(*) from automation_rules where project_id = ${project} and trigger = 'paid'`,
  differences: sql`
    with waiting as (
      select id, name from automation_rules where project_id = ${project} and trigger = 'paid' and enabled
    ), watches as (select project_id from charge_watches where project_id = ${project})
    select 'automation_rules' as "table", id, name, 1 as expected, 0 as found from waiting
    where not exists (select from watches)
    union all
    select 'charge_watches', project_id, '', 0, 1 from watches where not exists (select from waiting)`,
});
