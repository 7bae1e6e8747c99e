import { MAX_STOCK } from '@lanka/domain/kit/bounds';
import { sql } from 'drizzle-orm';
import { lowStockOf } from '../../templates';
import { nameOfVariant, type Plan, variantName, variants } from './plan.store';

/** What a product shows: living variants, and with a deleted product those that went with it. */
const shown = sql`(v.deleted_at is null or v.deleted_at is not distinct from pr.deleted_at)`;

/** What the rows of each product come to. */
const ofProducts = (project: string) => sql`
  select pr.id, count(v.id) as variants_count, min(v.price) as min_price, max(v.price) as max_price,
    min(v.recommended_price) as min_recommended_price, max(v.recommended_price) as max_recommended_price,
    case when count(v.id) = 1 then (array_agg(v.id))[1] end as only_variant_id,
    coalesce((array_agg(v.sku order by v.position, v.id) filter (where v.sku <> ''))[1], '') as first_sku,
    coalesce(sum(l.actual), 0) as actual, coalesce(sum(l.available), 0) as available,
    count(*) filter (where l.available = 0) as out_of_stock,
    count(*) filter (where l.available between 1 and l.low_at) as low
  from products pr
  left join product_variants v on v.project_id = ${project} and v.product_id = pr.id and ${shown}
  left join stock_levels l on l.project_id = ${project} and l.product_variant_id = v.id
  where pr.project_id = ${project} group by pr.id`;

/** The totals of a project, kept and counted, as rows `name, expected, found`. */
const ofProject = (project: string) => sql`
  select n.name, n.expected, n.found from (
    select coalesce(sum(products), 0) as products, coalesce(sum(published), 0) as published,
      coalesce(sum(deleted), 0) as deleted, coalesce(sum(modifications), 0) as modifications,
      coalesce(sum(out_of_stock), 0) as out_of_stock, coalesce(sum(pieces), 0) as pieces, coalesce(sum(value), 0) as value
    from stock_totals where project_id = ${project}
  ) t cross join (
    select count(*) filter (where deleted_at is null) as products,
      count(*) filter (where deleted_at is null and published) as published,
      count(*) filter (where deleted_at is not null) as deleted
    from products where project_id = ${project}
  ) p cross join (
    select count(*) as modifications, count(*) filter (where l.available = 0) as out_of_stock,
      coalesce(sum(l.actual), 0) as pieces, coalesce(sum(l.actual * coalesce(v.price, 0)), 0) as value
    from product_variants v join stock_levels l on l.project_id = ${project} and l.product_variant_id = v.id
    where v.project_id = ${project} and v.deleted_at is null
  ) s cross join lateral (values ('products', p.products, t.products), ('published', p.published, t.published),
    ('deleted', p.deleted, t.deleted), ('modifications', s.modifications, t.modifications),
    ('out_of_stock', s.out_of_stock, t.out_of_stock), ('pieces', s.pieces, t.pieces), ('value', s.value, t.value)
  ) n(name, expected, found)`;

/** From which available count down a variant runs low: its minimum, else what the project takes for little. */
const lowAt = (id: string) => sql`least(coalesce(v.minimum, ${lowStockOf({ project: { id } })}), ${MAX_STOCK - 1})`;

/** Figures that lists and totals are read from against what they are made of (decision 0030). */
export const figures = (project: string): Plan => ({
  name: 'figures',
  rows: sql`select count(*) from products where project_id = ${project}`,
  differences: sql`
    select n."table", pr.id, pr.name || ' · ' || n.name as name, coalesce(n.expected, -1) as expected, coalesce(n.found, -1) as found
    from products pr join (${ofProducts(project)}) r on r.id = pr.id
    left join product_figures f on f.project_id = ${project} and f.product_id = pr.id
    cross join lateral (values ('product_figures', 'actual', r.actual, f.actual),
      ('product_figures', 'available', r.available, f.available), ('product_figures', 'out_of_stock', r.out_of_stock, f.out_of_stock),
      ('product_figures', 'low', r.low, f.low), ('products', 'variants', r.variants_count, pr.variants_count),
      ('products', 'min_price', r.min_price, pr.min_price), ('products', 'max_price', r.max_price, pr.max_price),
      ('products', 'min_recommended_price', r.min_recommended_price, pr.min_recommended_price),
      ('products', 'max_recommended_price', r.max_recommended_price, pr.max_recommended_price),
      -- texts: 1 where they agree
      ('products', 'sku', 1, (pr.first_sku = r.first_sku and pr.only_variant_id is not distinct from r.only_variant_id)::int)
    ) n("table", name, expected, found)
    where pr.project_id = ${project} and n.found is distinct from n.expected
    union all
    select 'stock_totals', ${project}::uuid, name, expected, found from (${ofProject(project)}) t where expected <> found
    union all
    select 'stock_levels', l.product_variant_id, ${variantName}, coalesce(v.price, 0), l.price
    from stock_levels l ${variants}
    where l.project_id = ${project} and v.id is not null and (l.price <> coalesce(v.price, 0)
      or l.minimum is distinct from v.minimum
      or l.product_id is distinct from v.product_id or l.listed <> (v.deleted_at is null) or l.shown <> ${shown}
      or v.published <> (pr.published and v.deleted_at is null) or (v.deleted_at is null and l.tracked <> pr.tracked))
    union all
    select 'stock_levels', l.product_variant_id, ${variantName}, ${lowAt(project)}, l.low_at
    from stock_levels l ${variants}
    where l.project_id = ${project} and v.id is not null and l.low_at <> ${lowAt(project)}`,
});

/** What counterparties buy by beside what `termsInEffect` makes of their own and of their groups. */
export const groupTerms = (project: string): Plan => ({
  name: 'group_terms',
  rows: sql`select count(*) from counterparty_group_members where project_id = ${project}`,
  differences: sql`
    select 'counterparties' as "table", c.id, c.name, coalesce(best.discount, 0) as expected, c.discount as found
    from counterparties c
    left join lateral (select g.id, g.discount from counterparty_group_members gm
      join counterparty_groups g on g.project_id = gm.project_id and g.id = gm.group_id
      where gm.project_id = c.project_id and gm.counterparty_id = c.id and g.archived_at is null and g.discount > 0
      order by g.discount desc, g.position, g.id limit 1) best on true
    where c.project_id = ${project} and c.deleted_at is null and (c.discount_group_id is not null or c.discount = 0)
      and (c.discount <> coalesce(best.discount, 0) or c.discount_group_id is distinct from best.id)
    union all
    -- levels: 1 where they agree
    select 'counterparties', c.id, c.name, 1, 0
    from counterparties c
    left join lateral (select g.id, g.price_level_id from counterparty_group_members gm
      join counterparty_groups g on g.project_id = gm.project_id and g.id = gm.group_id
      where gm.project_id = c.project_id and gm.counterparty_id = c.id and g.archived_at is null
        and g.price_level_id is not null
      order by g.position, g.id limit 1) first on true
    where c.project_id = ${project} and c.deleted_at is null
      and (c.price_level_group_id is not null or c.price_level_id is null)
      and (c.price_level_id is distinct from first.price_level_id or c.price_level_group_id is distinct from first.id)`,
});

/** Price levels that a modification has a price of, or that a counterparty buys by, and that are not there. */
export const priceLevels = (project: string): Plan => ({
  name: 'price_levels',
  rows: sql`select (select count(*) from product_variants where project_id = ${project} and prices <> '[]')
    + (select count(*) from counterparties where project_id = ${project} and price_level_id is not null)`,
  differences: sql`
    select 'product_variants' as "table", v.id, ${nameOfVariant} as name, 0 as expected, count(*) as found
    from product_variants v
    cross join lateral jsonb_array_elements(v.prices) x
    left join products pr on pr.project_id = ${project} and pr.id = v.product_id
    left join price_levels l on l.project_id = ${project} and l.id = (x ->> 'price_level_id')::uuid
    where v.project_id = ${project} and v.prices <> '[]' and x ->> 'price_level_id' is not null and l.id is null
    group by v.id, v.name, pr.name
    union all
    select 'counterparties', c.id, c.name, 0, 1
    from counterparties c left join price_levels l on l.project_id = ${project} and l.id = c.price_level_id
    where c.project_id = ${project} and c.price_level_id is not null and l.id is null`,
});
