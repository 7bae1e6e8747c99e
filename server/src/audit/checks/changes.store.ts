import { sql } from 'drizzle-orm';
import type { Plan } from './plan.store';

/** No change has a higher number than the last that was given: whoever reads from there on would miss it. */
export const changes = (project: string): Plan => ({
  name: 'changes',
  rows: sql`select count(*) from numbered_changes where project_id = ${project}`,
  differences: sql`
    select 'numbered_changes' as "table", c.entity_id as id, c.kind as name,
      coalesce(n.last, 0) as expected, c.number as found
    from numbered_changes c left join change_numbers n on n.project_id = c.project_id
    where c.project_id = ${project} and c.number > coalesce(n.last, 0)`,
});
