import { sql } from 'drizzle-orm';
import type { Plan } from './plan.store';

/** What all keys have used together in a month against what each has. */
export const apiUse = (project: string): Plan => ({
  name: 'api_use',
  rows: sql`select count(*) from api_use where project_id = ${project}`,
  differences: sql`
    with sums as (
      select month, coalesce(sum(requests) filter (where key_id <> project_id), 0) as requests,
        coalesce(sum(bytes) filter (where key_id <> project_id), 0) as bytes,
        coalesce(sum(requests) filter (where key_id = project_id), 0) as all_requests,
        coalesce(sum(bytes) filter (where key_id = project_id), 0) as all_bytes
      from api_use where project_id = ${project} group by month
    )
    select 'api_use' as "table", ${project}::uuid as id, concat(to_char(s.month, 'YYYY-MM'), ' · ', n.name) as name,
      n.expected, n.found
    from sums s cross join lateral (values
      ('requests', s.requests, s.all_requests),
      ('bytes', s.bytes, s.all_bytes)
    ) n(name, expected, found)
    where n.expected <> n.found`,
});
