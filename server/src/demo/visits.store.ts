import { sql } from 'drizzle-orm';
import type { Tx } from '../kit/db/db';

/** A month of visits of the site, fewer at weekends. */
export async function addVisits(tx: Tx, today: string): Promise<void> {
  await tx.execute(sql`
    insert into site_days (day, event, page, label, count)
    select d::date, event, page, label,
      greatest(1, round(most * (case when extract(isodow from d) > 5 then 0.4 else 0.8 end + (extract(doy from d)::int % 5) * 0.08)))::int
    from generate_series(${today}::date - 29, ${today}::date, interval '1 day') d, (values
      ('visit', '/', '', 46), ('page_view', '/', '', 61), ('page_view', '/price', '', 24), ('page_view', '/cp/signup', '', 7),
      ('page_view', '/cp/onboarding', '', 5), ('click', '/', 'choose_plan', 6), ('click', '/price', 'choose_plan', 5),
      ('scroll', '/', '50', 33), ('scroll', '/', '90', 17), ('step_view', '/cp/onboarding', 'legal', 4),
      ('step_view', '/cp/onboarding', 'plan', 3), ('drop_off', '/cp/onboarding', 'legal', 1)
    ) kinds(event, page, label, most)
    on conflict do nothing`);
}
