import { sql } from 'drizzle-orm';
import type { Plan } from './plan.store';

/** Of the days that are over and counted: as many orders as were first sent on them. */
export const statistics = (project: string): Plan => ({
  name: 'statistics',
  rows: sql`select count(*) from order_days where project_id = ${project}`,
  differences: sql`
    select 'order_days' as "table", k.counterparty_id as id,
      concat_ws(' · ', coalesce(c.name, k.counterparty_id::text), k.day) as name, k.expected, k.found
    from (
      select counterparty_id, day, coalesce(o.orders, 0) as expected, coalesce(d.orders, 0) as found
      from (select counterparty_id, day, orders from order_days where project_id = ${project}) d
      full join (
        select counterparty_id, first_sent_on as day, count(*) as orders from orders
        where project_id = ${project} and first_sent_on is not null
          and first_sent_on <= (select until from order_days_until where project_id = ${project}) group by 1, 2
      ) o using (counterparty_id, day)
    ) k left join counterparties c on c.project_id = ${project} and c.id = k.counterparty_id
    where k.expected <> k.found`,
});
