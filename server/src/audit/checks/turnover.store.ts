import { sql } from 'drizzle-orm';
import { nameOfVariant, type Plan } from './plan.store';

/** Goods that moved by a document or by an arrival of it, by document and variant. */
const movedGoods = (project: string) => sql`
  select document_id, product_variant_id, sum(delta) as delta from (
    select ref_id as document_id, product_variant_id, delta from stock_movements
    where project_id = ${project} and ref_kind = 'turnover'
    union all
    select a.document_id, m.product_variant_id, m.delta from stock_movements m
    left join turnover_arrivals a on a.project_id = ${project} and a.id = m.ref_id
    where m.project_id = ${project} and m.ref_kind = 'turnover_arrival'
  ) moved group by document_id, product_variant_id`;

/**
 * Documents: their sums are those of their lines; what they say has come or gone has moved the stock, to the piece; what
 * is expected is what has not come; a counter-document took back what had come; and the counterparty was credited or
 * charged what they come to.
 */
export const turnover = (project: string): Plan => ({
  name: 'turnover',
  rows: sql`select count(*) from turnover_documents where project_id = ${project}`,
  differences: sql`
    select 'turnover_documents' as "table", d.id, concat('№ ', d.number, ' · ', n.name) as name, n.expected, n.found
    from turnover_documents d
    left join (
      select document_id, sum(transaction_amount) as sum, sum(expected) as expected, sum(arrived) as arrived,
        sum(count) as count, count(*) as items_count, (array_agg(product_variant_id order by position))[1] as first_variant_id
      from turnover_items where project_id = ${project} group by document_id
    ) i on i.document_id = d.id
    left join (
      select document_id, sum(count) as count from turnover_arrivals where project_id = ${project} group by document_id
    ) a on a.document_id = d.id
    left join (
      select ref_id, sum(counterparty_change) as change from postings
      where project_id = ${project} and ref_kind = 'turnover' group by ref_id
    ) p on p.ref_id = d.id
    cross join lateral (values ('sum', coalesce(i.sum, 0), d.sum), ('expected', coalesce(i.expected, 0), d.expected),
      ('count', coalesce(i.count, 0), d.count), ('items_count', coalesce(i.items_count, 0), d.items_count),
      ('first_variant_id', 1, (i.first_variant_id is not distinct from d.first_variant_id)::int),
      ('arrivals', case when d.in_stock then 0 else coalesce(i.arrived, 0) end, coalesce(a.count, 0)),
      ('postings', case when d.status = 'draft' or d.counterparty_id is null or d.type = 'write_off' then 0
        when d.flow = 'income' then d.sum else -d.sum end, coalesce(p.change, 0))
    ) n(name, expected, found)
    where d.project_id = ${project} and n.expected <> n.found
    union all
    select 'turnover_documents', ${project}::uuid, concat('Σ ', coalesce(t.flow, c.flow)), coalesce(c.documents, 0),
      coalesce(t.documents, 0)
    from (select flow, documents from turnover_totals where project_id = ${project}) t
    full join (select flow, count(*) as documents from turnover_documents where project_id = ${project} group by flow) c
      on c.flow = t.flow
    where coalesce(c.documents, 0) <> coalesce(t.documents, 0)
    union all
    select 'turnover_items', l.document_id, concat('№ ', l.number, ' · ', ${nameOfVariant}), n.expected, n.found
    from (
      select coalesce(i.document_id, m.document_id) as document_id, d.number, d.status, d.reverses,
        coalesce(i.product_variant_id, m.product_variant_id) as product_variant_id,
        coalesce(i.arrived, 0) as arrived, coalesce(i.expected, 0) as expected, coalesce(i.count, 0) as count,
        case when d.flow = 'income' then coalesce(i.arrived, 0) else -coalesce(i.arrived, 0) end as goods,
        coalesce(m.delta, 0) as moved, o.arrived as taken
      from (select * from turnover_items where project_id = ${project}) i
      full join (${movedGoods(project)}) m
        on m.document_id = i.document_id and m.product_variant_id = i.product_variant_id
      left join turnover_documents d on d.project_id = ${project} and d.id = coalesce(i.document_id, m.document_id)
      left join turnover_items o on o.project_id = ${project} and o.document_id = d.reverses
        and o.product_variant_id = i.product_variant_id
    ) l
    left join product_variants v on v.project_id = ${project} and v.id = l.product_variant_id
    left join products pr on pr.project_id = ${project} and pr.id = v.product_id
    cross join lateral (values (l.goods, l.moved),
      (case when l.status = 'draft' then 0 when l.reverses is not null then l.taken
        when l.status = 'posted' then l.count else l.arrived end, l.arrived + l.expected)
    ) n(expected, found)
    where n.expected is distinct from n.found`,
});

/** Costs: each is that of its last step, each step begins where the one before ended and adds up, and the steps are the purchases that came and were taken back. */
export const costs = (project: string): Plan => ({
  name: 'costs',
  rows: sql`select count(*) from cost_steps where project_id = ${project}`,
  differences: sql`
    select 'variant_costs' as "table", coalesce(l.product_variant_id, k.product_variant_id) as id, ${nameOfVariant} as name,
      coalesce(l.cost_after, -1) as expected, coalesce(k.cost, -1) as found
    from (
      select distinct on (product_variant_id) product_variant_id, cost_after from cost_steps
      where project_id = ${project} order by product_variant_id, sequence desc
    ) l
    full join (select product_variant_id, cost from variant_costs where project_id = ${project}) k
      on k.product_variant_id = l.product_variant_id
    left join product_variants v on v.project_id = ${project} and v.id = coalesce(l.product_variant_id, k.product_variant_id)
    left join products pr on pr.project_id = ${project} and pr.id = v.product_id
    where l.cost_after is distinct from k.cost
    union all
    select 'cost_steps', s.id, ${nameOfVariant}, coalesce(n.expected, -1), coalesce(n.found, -1)
    from (
      select *, lag(cost_after) over (partition by product_variant_id order by sequence) as ended
      from cost_steps where project_id = ${project}
    ) s
    left join product_variants v on v.project_id = ${project} and v.id = s.product_variant_id
    left join products pr on pr.project_id = ${project} and pr.id = v.product_id
    cross join lateral (values (s.ended, s.cost_before),
      (case when s.reverses is not null then s.cost_after when s.cost_before is null or s.pieces_before <= 0 then s.price
        else div(2 * (s.pieces_before::numeric * s.cost_before + s.count::numeric * s.price) + s.pieces_before + s.count,
          2 * (s.pieces_before::numeric + s.count))::bigint end, s.cost_after)
    ) n(expected, found)
    where n.expected is distinct from n.found
    union all
    select 'turnover_items', d.id, concat('№ ', d.number), n.expected, n.found
    from turnover_documents d
    left join (
      select i.document_id, sum(i.arrived) as arrived from turnover_items i
      where i.project_id = ${project} and i.transaction_item_price is not null group by i.document_id
    ) i on i.document_id = d.id
    left join (select document_id, sum(count) as count from cost_steps where project_id = ${project} group by document_id) s
      on s.document_id = d.id
    cross join lateral (values (case when d.type <> 'purchase' then 0 when d.flow = 'income' then coalesce(i.arrived, 0)
      else -coalesce(i.arrived, 0) end, coalesce(s.count, 0))) n(expected, found)
    where d.project_id = ${project} and n.expected <> n.found`,
});
