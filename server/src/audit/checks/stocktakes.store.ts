import { sql } from 'drizzle-orm';
import { nameOfVariant, type Plan } from './plan.store';

/**
 * Stocktakes: a counted line is what its newest entry says; a closed one has corrected the stock by its differences, to
 * the piece, where the stock did not refuse that, and an open or canceled one by nothing; its totals are those of its
 * corrections.
 */
export const stocktakes = (project: string): Plan => ({
  name: 'stocktakes',
  rows: sql`select count(*) from stocktake_lines where project_id = ${project}`,
  differences: sql`
    select 'stocktake_lines' as "table", l.stocktake_id as id, concat('№ ', l.number, ' · ', ${nameOfVariant}) as name,
      n.expected, n.found
    from (
      select coalesce(s.stocktake_id, m.ref_id) as stocktake_id, t.number, t.status,
        coalesce(s.product_variant_id, m.product_variant_id) as product_variant_id, s.counted, c.counted as entered,
        c.product_variant_id is not null as has_entry, coalesce(m.delta, 0) as moved,
        case when t.status = 'closed' and not s.refused then coalesce(s.difference, 0) else 0 end as corrected
      from (select * from stocktake_lines where project_id = ${project}) s
      full join (
        select ref_id, product_variant_id, sum(delta) as delta from stock_movements
        where project_id = ${project} and ref_kind = 'stocktake' group by ref_id, product_variant_id
      ) m on m.ref_id = s.stocktake_id and m.product_variant_id = s.product_variant_id
      left join (
        select distinct on (stocktake_id, product_variant_id) stocktake_id, product_variant_id, counted
        from stocktake_counts where project_id = ${project} order by stocktake_id, product_variant_id, sequence desc
      ) c on c.stocktake_id = s.stocktake_id and c.product_variant_id = s.product_variant_id
      left join stocktakes t on t.project_id = ${project} and t.id = coalesce(s.stocktake_id, m.ref_id)
    ) l
    left join product_variants v on v.project_id = ${project} and v.id = l.product_variant_id
    left join products pr on pr.project_id = ${project} and pr.id = v.product_id
    cross join lateral (values (l.corrected, l.moved),
      (case when l.has_entry then coalesce(l.entered, -1) else coalesce(l.counted, -1) end,
        -- closing takes a line that nobody counted for nothing found, if that is said
        case when l.has_entry and l.entered is null and l.counted = 0 then -1 else coalesce(l.counted, -1) end)
    ) n(expected, found)
    where n.expected <> n.found
    union all
    select 'stocktakes', t.id, concat('№ ', t.number, ' · ', n.name), n.expected, n.found
    from stocktakes t
    left join (
      select stocktake_id, count(*) as lines, count(counted) as counted, count(*) filter (where difference <> 0) as different,
        coalesce(sum(difference) filter (where difference > 0), 0) as more,
        coalesce(-sum(difference) filter (where difference < 0), 0) as less,
        coalesce(sum(difference) filter (where difference > 0 and not refused), 0) as surplus,
        coalesce(-sum(difference) filter (where difference < 0 and not refused), 0) as shortage
      from stocktake_lines where project_id = ${project} group by stocktake_id
    ) s on s.stocktake_id = t.id
    left join stocktake_figures f on f.project_id = ${project} and f.stocktake_id = t.id
    cross join lateral (values ('lines', coalesce(s.lines, 0), t.lines),
      ('counted', coalesce(s.counted, 0), coalesce(f.counted, -1)),
      ('different', coalesce(s.different, 0), coalesce(f.different, -1)),
      ('counted more', coalesce(s.more, 0), coalesce(f.surplus, -1)),
      ('counted less', coalesce(s.less, 0), coalesce(f.shortage, -1)),
      ('surplus', case when t.status = 'closed' then coalesce(s.surplus, 0) else 0 end, coalesce(t.surplus, 0)),
      ('shortage', case when t.status = 'closed' then coalesce(s.shortage, 0) else 0 end, coalesce(t.shortage, 0))
    ) n(name, expected, found)
    where t.project_id = ${project} and n.expected <> n.found`,
});
