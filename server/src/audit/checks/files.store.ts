import { sql } from 'drizzle-orm';
import type { Plan } from './plan.store';

/**
 * Kept totals of storage against the sizes of the files; and what a dropshipper has in this project is no more than
 * what he has everywhere.
 */
export const storage = (project: string): Plan => ({
  name: 'storage',
  rows: sql`select (select count(*) from uploads where project_id = ${project})
    + (select count(*) from product_images where project_id = ${project})
    + (select count(*) from my_goods_photos where project_id = ${project})
    + (select count(*) from static_data where project_id = ${project} and file_bytes is not null)`,
  differences: sql`
    select 'storage_totals' as "table", k.owner_id as id, coalesce(u.name, p.title, k.owner_id::text) as name,
      k.expected, k.found
    from (
      select coalesce(t.owner_id, f.owner_id) as owner_id, coalesce(f.total, 0) as expected, coalesce(t.bytes, 0) as found
      from (select owner_id, bytes from storage_totals where project_id = ${project}) t
      full join (
        select owner_id, sum(bytes) as total from (
          select case when of_user then user_id else project_id end as owner_id, bytes from uploads
          where project_id = ${project} and bytes is not null
          union all
          select project_id, bytes from product_images where project_id = ${project} and bytes is not null
          union all
          select project_id, file_bytes from static_data where project_id = ${project} and file_bytes is not null
          union all
          select g.user_id, f.bytes from my_goods_photos f
          join my_goods g on g.project_id = f.project_id and g.id = f.goods_id where f.project_id = ${project}
        ) files group by owner_id
      ) f on f.owner_id = t.owner_id
    ) k
    left join users u on u.id = k.owner_id left join projects p on p.id = k.owner_id
    where k.expected <> k.found
    union all
    select 'user_storage', t.owner_id, u.name, t.bytes, coalesce(s.bytes, 0)
    from storage_totals t join users u on u.id = t.owner_id left join user_storage s on s.user_id = t.owner_id
    where t.project_id = ${project} and t.owner_id <> ${project} and t.bytes > coalesce(s.bytes, 0)`,
});
