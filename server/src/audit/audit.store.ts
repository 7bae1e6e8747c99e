import { type Check, type CheckName, LISTED_DIFFERENCES } from '@lanka/domain/audit/contract';
import { MAX_STOCK } from '@lanka/domain/kit/bounds';
import { OPEN_STATUSES } from '@lanka/domain/orders/rules';
import { type SQL, sql } from 'drizzle-orm';
import { textArray } from '../kit/db/arrays';
import type { Tx } from '../kit/db/db';
import { OWN_ACCOUNT } from '../ledger/tables';
import { lowStockOf } from '../templates';

/**
 * The self-check. Each check is one statement over sets, so it compares one moment of the database with itself, and
 * names the row that differs. It repairs nothing: a difference is a fault that somebody has to understand first.
 */
interface Plan {
  readonly name: CheckName;
  /** How many rows were looked at. */
  readonly rows: SQL;
  /** Selects `"table", id, name, expected, found` of the rows that differ. */
  readonly differences: SQL;
}

const variantName = sql`coalesce(nullif(concat_ws(' · ', pr.name, nullif(v.name, '')), ''), l.product_variant_id::text)`;
const nameOfVariant = sql`concat_ws(' · ', pr.name, nullif(v.name, ''))`;
const variants = sql`left join product_variants v on v.project_id = l.project_id and v.id = l.product_variant_id
  left join products pr on pr.project_id = v.project_id and pr.id = v.product_id`;

/** `booked` against the sum of active bookings. */
const bookings = (project: string): Plan => ({
  name: 'bookings',
  rows: sql`select count(*) from stock_levels where project_id = ${project}`,
  differences: sql`
    select 'stock_levels' as "table", l.product_variant_id as id, ${variantName} as name,
      coalesce(b.total, 0) as expected, l.booked as found
    from stock_levels l
    left join (
      select product_variant_id, sum(count) as total from bookings
      where project_id = ${project} and status = 'Active' group by product_variant_id
    ) b on b.product_variant_id = l.product_variant_id
    ${variants}
    where l.project_id = ${project} and l.booked <> coalesce(b.total, 0)`,
});

/**
 * `actual` against the sum of movements; and the chain: every movement begins where another one ended (the first at
 * zero), the last one ends at `actual`. Compared as sets, so that it holds whatever order ids were given in.
 */
const movements = (project: string): Plan => ({
  name: 'movements',
  rows: sql`select count(*) from stock_movements where project_id = ${project}`,
  differences: sql`
    select 'stock_levels' as "table", l.product_variant_id as id, ${variantName} as name,
      coalesce(m.total, 0) as expected, l.actual as found
    from stock_levels l
    left join (
      select product_variant_id, sum(delta) as total from stock_movements
      where project_id = ${project} group by product_variant_id
    ) m on m.product_variant_id = l.product_variant_id
    ${variants}
    where l.project_id = ${project} and l.actual <> coalesce(m.total, 0)
    union all
    select 'stock_movements', s.id, ${variantName}, s.ended, s.before
    from (
      select *, row_number() over (partition by product_variant_id, before order by id) as nth,
        coalesce(lag(after) over (partition by product_variant_id order by id), 0) as ended
      from stock_movements where project_id = ${project}
    ) s
    left join (
      select product_variant_id, value, count(*) as times from (
        select product_variant_id, after as value from stock_movements where project_id = ${project}
        union all select product_variant_id, 0 from stock_levels where project_id = ${project}
      ) reached group by product_variant_id, value
    ) r on r.product_variant_id = s.product_variant_id and r.value = s.before
    join stock_levels l on l.project_id = s.project_id and l.product_variant_id = s.product_variant_id
    ${variants}
    where s.nth > coalesce(r.times, 0)`,
});

/** Kept balances and sums by account against the sum of postings; the chain of `balance_after`; and each amount's sign for the counterparty. */
const postings = (project: string): Plan => ({
  name: 'postings',
  rows: sql`select count(*) from postings where project_id = ${project}`,
  differences: sql`
    select 'counterparty_accounts' as "table", k.counterparty_id as id, coalesce(c.name, k.counterparty_id::text) as name,
      k.expected, k.found
    from (
      select coalesce(a.counterparty_id, p.counterparty_id) as counterparty_id, coalesce(p.total, 0) as expected,
        coalesce(a.balance, 0) as found
      from (select counterparty_id, balance from counterparty_accounts where project_id = ${project}) a
      full join (
        select counterparty_id, sum(counterparty_change) as total from postings
        where project_id = ${project} group by counterparty_id
      ) p on p.counterparty_id = a.counterparty_id
    ) k left join counterparties c on c.project_id = ${project} and c.id = k.counterparty_id
    where k.expected <> k.found
    union all
    select 'account_sums', k.counterparty_id, concat_ws(' · ', coalesce(c.name, k.counterparty_id::text), k.account),
      k.expected, k.found
    from (
      select coalesce(a.counterparty_id, p.counterparty_id) as counterparty_id, coalesce(a.account, p.account) as account,
        coalesce(p.total, 0) as expected, coalesce(a.counterparty_change, 0) as found,
        coalesce(p.rows, 0) <> coalesce(a.postings, 0) as miscounted
      from (select counterparty_id, account, counterparty_change, postings from account_sums where project_id = ${project}) a
      full join (
        select counterparty_id, ${OWN_ACCOUNT} as account, sum(counterparty_change) as total, count(*) as rows from postings
        where project_id = ${project} group by 1, 2
      ) p on p.counterparty_id = a.counterparty_id and p.account = a.account
    ) k left join counterparties c on c.project_id = ${project} and c.id = k.counterparty_id
    where k.expected <> k.found or k.miscounted
    union all
    select 'postings', s.id, coalesce(c.name, s.counterparty_id::text), s.expected, s.balance_after
    from (
      select id, counterparty_id, balance_after, counterparty_change
        + coalesce(lag(balance_after) over (partition by counterparty_id order by sequence), 0) as expected
      from postings where project_id = ${project}
    ) s left join counterparties c on c.project_id = ${project} and c.id = s.counterparty_id
    where s.expected <> s.balance_after
    union all
    select 'postings', p.id, coalesce(c.name, p.counterparty_id::text),
      case when p.destination = 'counterparty' then p.amount else -p.amount end, p.counterparty_change
    from postings p left join counterparties c on c.project_id = ${project} and c.id = p.counterparty_id
    where p.project_id = ${project}
      and p.counterparty_change <> case when p.destination = 'counterparty' then p.amount else -p.amount end`,
});

/** Σ over all accounts, the kept balances of counterparties and the project's own from the postings, is zero. */
const sumZero = (project: string): Plan => ({
  name: 'sum_zero',
  rows: sql`select count(*) from counterparty_accounts where project_id = ${project}`,
  differences: sql`
    select 'counterparty_accounts' as "table", ${project}::uuid as id, 'Σ' as name, 0 as expected, total as found
    from (
      select coalesce((select sum(balance) from counterparty_accounts where project_id = ${project}), 0)
        + coalesce((select sum(case when destination = 'counterparty' then -amount else amount end)
            from postings where project_id = ${project}), 0) as total
    ) all_accounts where total <> 0`,
});

/** `waiting` against what waits; and nobody waits for what is on the shelf. */
const waits = (project: string): Plan => ({
  name: 'waits',
  rows: sql`select count(*) from stock_waits where project_id = ${project}`,
  differences: sql`
    select 'stock_levels' as "table", l.product_variant_id as id, ${variantName} as name,
      coalesce(w.total, 0) as expected, l.waiting as found
    from stock_levels l
    left join (
      select product_variant_id, sum(count - filled) as total from stock_waits
      where project_id = ${project} and status = 'Waiting' group by product_variant_id
    ) w on w.product_variant_id = l.product_variant_id
    ${variants}
    where l.project_id = ${project} and l.waiting <> coalesce(w.total, 0)
    union all
    select 'stock_levels', l.product_variant_id, ${variantName}, 0, l.actual - l.booked
    from stock_levels l ${variants}
    where l.project_id = ${project} and l.waiting > 0 and l.actual > l.booked`,
});

/** Every line of an open order is booked or waits, to the piece; and the order's sum is that of its lines. */
const orderLines = (project: string): Plan => ({
  name: 'order_lines',
  rows: sql`select count(*) from order_items where project_id = ${project}`,
  differences: sql`
    select 'order_items' as "table", i.id, '№ ' || o.number || ' · ' || i.product_title as name,
      i.count as expected, coalesce(b.total, 0) + coalesce(w.total, 0) as found
    from orders o
    join order_items i on i.project_id = o.project_id and i.order_id = o.id
    left join (
      select ref_id, ref_line, sum(count) as total from bookings
      where project_id = ${project} and ref_kind = 'order' and status = 'Active' group by ref_id, ref_line
    ) b on b.ref_id = o.id and b.ref_line = i.id
    left join (
      select ref_id, ref_line, sum(count - filled) as total from stock_waits
      where project_id = ${project} and ref_kind = 'order' and status = 'Waiting' group by ref_id, ref_line
    ) w on w.ref_id = o.id and w.ref_line = i.id
    where o.project_id = ${project} and o.status = any(${textArray(OPEN_STATUSES)}) and i.tracked
      and i.count <> coalesce(b.total, 0) + coalesce(w.total, 0)
    union all
    select 'orders', o.id, '№ ' || o.number, coalesce(i.total, 0), o.sum
    from orders o
    left join (select order_id, sum(amount) as total from order_items where project_id = ${project} group by order_id) i
      on i.order_id = o.id
    where o.project_id = ${project} and o.sum <> coalesce(i.total, 0)`,
});

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
const figures = (project: string): Plan => ({
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

/**
 * Kept totals of storage against the sizes of the files; and what a dropshipper has in this project is no more than
 * what he has everywhere.
 */
const storage = (project: string): Plan => ({
  name: 'storage',
  rows: sql`select (select count(*) from uploads where project_id = ${project})
    + (select count(*) from product_images where project_id = ${project})`,
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
const turnover = (project: string): Plan => ({
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
const costs = (project: string): Plan => ({
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

/**
 * Requests: what their lines say came into stock has come by documents that they caused, or by movements before there
 * were any; and what else was made is told by rows that say so.
 */
const manufacture = (project: string): Plan => ({
  name: 'manufacture',
  rows: sql`select count(*) from manufacture_lines where project_id = ${project}`,
  differences: sql`
    select 'manufacture_lines' as "table", r.id, concat('№ ', r.number, ' · ', ${nameOfVariant}) as name,
      coalesce(c.count, 0) as expected, coalesce(l.stocked, 0) as found
    from (select * from manufacture_lines where project_id = ${project}) l
    full join (
      select request_id, product_variant_id, sum(count) as count from (
        select d.ref_id as request_id, i.product_variant_id, i.arrived as count
        from turnover_documents d join turnover_items i on i.project_id = d.project_id and i.document_id = d.id
        where d.project_id = ${project} and d.ref_kind = 'manufacture_request' and d.status = 'posted'
        union all
        select ref_id, product_variant_id, delta from stock_movements
        where project_id = ${project} and ref_kind = 'manufacture_request'
      ) came group by request_id, product_variant_id
    ) c on c.request_id = l.request_id and c.product_variant_id = l.product_variant_id
    left join manufacture_requests r on r.project_id = ${project} and r.id = coalesce(l.request_id, c.request_id)
    left join product_variants v on v.project_id = ${project}
      and v.id = coalesce(l.product_variant_id, c.product_variant_id)
    left join products pr on pr.project_id = ${project} and pr.id = v.product_id
    where coalesce(c.count, 0) <> coalesce(l.stocked, 0)
    union all
    select 'manufacture_lines', r.id, concat('№ ', r.number, ' · ', ${nameOfVariant}), coalesce(u.count, 0), l.made - l.stocked
    from manufacture_lines l
    left join (
      select request_id, product_variant_id, sum(count) as count from manufacture_unstocked
      where project_id = ${project} group by request_id, product_variant_id
    ) u on u.request_id = l.request_id and u.product_variant_id = l.product_variant_id
    join manufacture_requests r on r.project_id = ${project} and r.id = l.request_id
    left join product_variants v on v.project_id = ${project} and v.id = l.product_variant_id
    left join products pr on pr.project_id = ${project} and pr.id = v.product_id
    where l.project_id = ${project} and l.made - l.stocked <> coalesce(u.count, 0)`,
});

/**
 * Stocktakes: a counted line is what its newest entry says; a closed one has corrected the stock by its differences, to
 * the piece, where the stock did not refuse that, and an open or canceled one by nothing; its totals are those of its
 * corrections.
 */
const stocktakes = (project: string): Plan => ({
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

/** Price levels that a modification has a price of, or that a counterparty buys by, and that are not there. */
const priceLevels = (project: string): Plan => ({
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

/** In the order in which a status is told from the lines; as a number, so that it is compared with the others. */
const RETURN_STATUSES = sql`array['pending', 'approved', 'rejected', 'partially_approved', 'partially_rejected']`;

/**
 * Returns: status, counts and credit are those of their lines; an approved line moved its pieces where it was put back
 * and was credited, another one neither; no more came back than was sent, and what was credited is its share; a refused
 * parcel was charged what it says; and orders know how many pieces they have back.
 */
const returns = (project: string): Plan => ({
  name: 'returns',
  rows: sql`select count(*) from return_items where project_id = ${project}`,
  differences: sql`
    select 'returns' as "table", r.id, concat('№ ', r.number, ' · ', n.name) as name, n.expected, n.found
    from returns r
    left join (
      select return_id, sum(count) as count, coalesce(sum(count) filter (where status = 'pending'), 0) as undecided,
        sum(credit) as credit, bool_or(status = 'approved') as approved, bool_or(status = 'rejected') as rejected,
        bool_or(status = 'pending') as pending
      from return_items where project_id = ${project} group by return_id
    ) i on i.return_id = r.id
    left join (
      select ref_id, sum(amount) as amount from postings
      where project_id = ${project} and ref_kind = 'order' and purpose = 'logistics' group by ref_id
    ) p on p.ref_id = r.order_id and r.origin = 'refusal'
    cross join lateral (values ('count', coalesce(i.count, 0), r.count), ('undecided', coalesce(i.undecided, 0), r.undecided),
      ('credit', coalesce(i.credit, 0), r.credit), ('logistics', coalesce(p.amount, 0), r.logistics_charge),
      ('status', case when not i.approved and not i.rejected then 1 when not i.pending and not i.rejected then 2
        when not i.pending and not i.approved then 3 when i.approved then 4 else 5 end,
        array_position(${RETURN_STATUSES}, r.status))
    ) n(name, expected, found)
    where r.project_id = ${project} and n.expected is distinct from n.found
    union all
    select 'return_items', coalesce(i.id, m.ref_id, p.ref_id), concat('№ ', r.number, ' · ', n.name), n.expected, n.found
    from (select * from return_items where project_id = ${project}) i
    full join (
      select ref_id, sum(delta) as delta from stock_movements
      where project_id = ${project} and ref_kind = 'return_item' group by ref_id
    ) m on m.ref_id = i.id
    full join (
      select ref_id, sum(counterparty_change) as change from postings
      where project_id = ${project} and ref_kind = 'return_item' group by ref_id
    ) p on p.ref_id = coalesce(i.id, m.ref_id)
    left join returns r on r.project_id = ${project} and r.id = i.return_id
    cross join lateral (values ('stock', case when i.restocked then i.count else 0 end, coalesce(m.delta, 0)),
      ('postings', coalesce(i.credit, 0), coalesce(p.change, 0))
    ) n(name, expected, found)
    where n.expected <> n.found
    union all
    select 'order_items', oi.id, concat('№ ', o.number, ' · ', oi.product_title, ' · ', n.name), n.expected, n.found
    from (
      select order_id, order_item_id, coalesce(sum(count) filter (where status = 'approved'), 0) as approved,
        sum(count) filter (where status <> 'rejected') as returned, sum(credit) as credit
      from return_items where project_id = ${project} group by order_id, order_item_id
    ) b
    join order_items oi on oi.project_id = ${project} and oi.order_id = b.order_id and oi.id = b.order_item_id
    join orders o on o.project_id = ${project} and o.id = b.order_id
    cross join lateral (values ('count', case when o.shipped_at is null then 0 else least(oi.count, coalesce(b.returned, 0)) end,
        coalesce(b.returned, 0)),
      ('credit', oi.amount * b.approved / oi.count, b.credit)
    ) n(name, expected, found)
    where n.expected <> n.found
    union all
    select 'orders', o.id, '№ ' || o.number, coalesce(i.total, 0), o.returned
    from (select id, number, returned from orders where project_id = ${project}) o
    left join (
      select order_id, sum(count) as total from return_items
      where project_id = ${project} and status <> 'rejected' group by order_id
    ) i on i.order_id = o.id
    where o.returned <> coalesce(i.total, 0)`,
});

/**
 * An agreed act against its own lines, and these against the postings of its days; its opening balance against all
 * postings before; and the days that are closed against the last agreed act.
 */
const reconciliations = (project: string): Plan => ({
  name: 'reconciliations',
  rows: sql`select count(*) from reconciliations where project_id = ${project} and status = 'agreed'`,
  differences: sql`
    with acts as (
      select r.id, r.number, r.counterparty_id, r.first_day, r.last_day, v.opening, v.debit, v.credit, r.closing,
        coalesce(l.debit, 0) as line_debit, coalesce(l.credit, 0) as line_credit, coalesce(l.lines, 0) as lines
      from reconciliations r
      join reconciliation_revisions v on v.project_id = ${project} and v.reconciliation_id = r.id and v.revision = r.revision
      left join (
        select reconciliation_id, revision, sum(debit) as debit, sum(credit) as credit, count(*) as lines
        from reconciliation_lines where project_id = ${project} group by 1, 2
      ) l on l.reconciliation_id = r.id and l.revision = r.revision
      where r.project_id = ${project} and r.status = 'agreed'
    ), booked as (
      select a.id, coalesce(sum(p.counterparty_change) filter (where p.day < a.first_day), 0) as opening,
        coalesce(-sum(p.counterparty_change) filter (where p.day >= a.first_day and p.counterparty_change < 0), 0) as debit,
        coalesce(sum(p.counterparty_change) filter (where p.day >= a.first_day and p.counterparty_change > 0), 0) as credit,
        count(*) filter (where p.day >= a.first_day) as lines
      from acts a
      join postings p on p.project_id = ${project} and p.counterparty_id = a.counterparty_id and p.day <= a.last_day
      group by a.id
    )
    select 'reconciliations' as "table", a.id, concat('№ ', a.number, ' · ', n.name) as name, n.expected, n.found
    from acts a left join booked b on b.id = a.id
    cross join lateral (values
      ('opening', coalesce(b.opening, 0), a.opening),
      ('debit', coalesce(b.debit, 0), a.debit),
      ('credit', coalesce(b.credit, 0), a.credit),
      ('debit of lines', a.line_debit, a.debit),
      ('credit of lines', a.line_credit, a.credit),
      ('lines', coalesce(b.lines, 0), a.lines),
      ('closing', a.opening - a.debit + a.credit, a.closing)
    ) n(name, expected, found)
    where n.expected <> n.found
    union all
    select 'counterparties', k.counterparty_id, concat_ws(' · ', c.name, k.expected, k.found),
      coalesce(k.expected - date '2000-01-01', 0), coalesce(k.found - date '2000-01-01', 0)
    from (
      select a.counterparty_id, a.closed_until as found, r.expected
      from (select counterparty_id, closed_until from counterparty_accounts where project_id = ${project}) a
      left join (
        select counterparty_id, max(last_day) as expected from reconciliations
        where project_id = ${project} and status = 'agreed' group by counterparty_id
      ) r on r.counterparty_id = a.counterparty_id
      where a.closed_until is distinct from r.expected
    ) k left join counterparties c on c.project_id = ${project} and c.id = k.counterparty_id`,
});

const PLANS = [
  bookings,
  movements,
  waits,
  orderLines,
  figures,
  postings,
  sumZero,
  storage,
  turnover,
  costs,
  manufacture,
  stocktakes,
  priceLevels,
  returns,
  reconciliations,
];

/**
 * Runs every check of one project. The transaction must have entered it. Whole sets are compared, so nested loops are
 * never right; a planner that has lost its statistics (PostgreSQL drops them after a crash) would choose them and take
 * minutes for what takes milliseconds.
 */
export async function runChecks(tx: Tx, projectId: string): Promise<Check[]> {
  await tx.execute(sql`select set_config('enable_nestloop', 'off', true)`);
  const checks: Check[] = [];
  for (const plan of PLANS) checks.push(await runCheck(tx, plan(projectId)));
  return checks;
}

async function runCheck(tx: Tx, { name, rows, differences }: Plan): Promise<Check> {
  const found = await tx.rows(sql`
    with differences as materialized (${differences})
    select (${rows})::int as rows_checked, (select count(*) from differences)::int as differences_total,
      coalesce((select jsonb_agg(d) from (select * from differences order by name, id limit ${LISTED_DIFFERENCES}) d), '[]')
        as differences`);
  const row = found[0] as { rows_checked: number; differences_total: number; differences: Check['differences'] };
  return {
    name,
    rows_checked: row.rows_checked,
    differences_total: row.differences_total,
    differences: row.differences,
  };
}
