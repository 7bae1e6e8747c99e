import { type SQL, sql } from 'drizzle-orm';
import { endOfDay } from '../../kit/db/days';
import {
  countedUntil,
  EARNED,
  EARNED_UNTIL,
  earnedOf,
  linesOf,
  movesOf,
  postingsOf,
  salesOf,
  toldAnew,
} from '../../statistics';
import type { Plan } from './plan.store';

/** Of the days that are over and counted: as many orders as were first sent on them. */
const orders = (project: string) => sql`
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
    where k.expected <> k.found`;

/**
 * What was sold, by day and by modification, against the postings and lines that were entered until it was counted. An
 * order stands under one town, carrier and source, so each of these comes to all of it; which tags it has may have
 * changed since.
 */
const sales = (project: string) => sql`
    with until as (select until from sale_days_until where project_id = ${project}),
    entered as materialized (${postingsOf(project, sql`created_at < (select ${endOfDay(sql`until`)} from until)`)}),
    lines as materialized (${linesOf(project)}), sales as materialized (${salesOf(project)}),
    days as materialized (
      select day, sum(orders) as orders, sum(charged_orders) as charged_orders, sum(charged_for_orders) as charged_for_orders,
        sum(charged) as charged, sum(returned) as returned, sum(costed) as costed, sum(cost) as cost
      from (
        select day, 0 as orders, charged_orders, charged_for_orders, charged, returned, costed, cost from sales
        union all select first_sent_on, 1, 0, 0, 0, 0, 0, 0 from orders
          where project_id = ${project} and first_sent_on <= (select until from until)
      ) s group by day
    ), kept as materialized (
      select by, day, sum(orders) as orders, sum(charged_orders) as charged_orders, sum(charged_for_orders) as charged_for_orders,
        sum(charged) as charged, sum(returned) as returned, sum(costed) as costed, sum(cost) as cost
      from sale_days where project_id = ${project} and by in ('all', 'town', 'operator', 'source') group by by, day
    ), goods as materialized (
      select day, product_variant_id, sum(sold) as sold, sum(back) as back, sum(charged) as charged,
        sum(returned) as returned, sum(costed) as costed, sum(cost) as cost, count(*) as lines from lines group by 1, 2
    )
    select 'sale_days' as "table", ${project}::uuid as id, concat_ws(' · ', d.by, d.day, f.figure) as name, f.expected, f.found
    from (
      select b.by, k.by as kept_by, coalesce(k.day, e.day) as day, e.orders as e1, k.orders as k1, e.charged_orders as e2,
        k.charged_orders as k2, e.charged_for_orders as e3, k.charged_for_orders as k3, e.charged as e4, k.charged as k4,
        e.returned as e5, k.returned as k5, e.costed as e6, k.costed as k6, e.cost as e7, k.cost as k7
      from (select by, d.* from unnest(array['all', 'town', 'operator', 'source']) b(by) cross join days d) e
      full join kept k on k.by = e.by and k.day = e.day
      cross join lateral (select coalesce(e.by, k.by) as by) b
    ) d cross join lateral (values ('orders', e1, k1), ('charged_orders', e2, k2), ('charged_for_orders', e3, k3),
      ('charged', e4, k4), ('returned', e5, k5), ('costed', e6, k6), ('cost', e7, k7)) v(figure, e, k)
    cross join lateral (select v.figure, coalesce(v.e, 0) as expected, coalesce(v.k, 0) as found) f
    where f.expected <> f.found
    union all
    select 'goods_days', d.product_variant_id, concat_ws(' · ', d.day, f.figure), f.expected, f.found
    from (
      select product_variant_id, day, e.sold as e1, k.sold as k1, e.back as e2, k.back as k2, e.charged as e3,
        k.charged as k3, e.returned as e4, k.returned as k4, e.costed as e5, k.costed as k5, e.cost as e6, k.cost as k6,
        e.lines as e7, k.lines as k7
      from goods e full join (select * from goods_days where project_id = ${project}) k using (product_variant_id, day)
    ) d cross join lateral (values ('sold', e1, k1::bigint), ('back', e2, k2::bigint), ('charged', e3, k3), ('returned', e4, k4),
      ('costed', e5, k5), ('cost', e6, k6), ('lines', e7, k7::bigint)) v(figure, e, k)
    cross join lateral (select v.figure, coalesce(v.e, 0) as expected, coalesce(v.k, 0) as found) f
    where f.expected <> f.found
    union all
    select 'goods_months', d.product_variant_id, concat_ws(' · ', d.month, f.figure), f.expected, f.found
    from (
      select product_variant_id, month, e.sold as e1, k.sold as k1, e.revenue as e2, k.charged - k.returned as k2,
        e.cost as e3, k.cost as k3
      from (
        select product_variant_id, date_trunc('month', day::timestamp)::date as month, sum(sold) as sold,
          sum(charged - returned) as revenue, sum(cost) as cost
        from goods_days where project_id = ${project} group by 1, 2
      ) e full join (select * from goods_months where project_id = ${project}) k using (product_variant_id, month)
    ) d cross join lateral (values ('sold', e1, k1::bigint), ('revenue', e2, k2), ('cost', e3, k3)) v(figure, e, k)
    cross join lateral (select v.figure, coalesce(v.e, 0) as expected, coalesce(v.k, 0) as found) f
    where f.expected <> f.found`;

/** What is told apart by month against its days. */
const months = (project: string) => sql`
    select 'sale_months' as "table", ${project}::uuid as id, concat_ws(' · ', d.by, d.key, d.month, f.figure) as name, f.expected, f.found
    from (
      select by, key, month, sum(orders) filter (where kept) as k1, sum(orders) filter (where not kept) as e1,
        sum(charged - returned) filter (where kept) as k2, sum(charged - returned) filter (where not kept) as e2,
        sum(charged_for_orders) filter (where kept) as k3, sum(charged_for_orders) filter (where not kept) as e3,
        sum(costed - cost) filter (where kept) as k4, sum(costed - cost) filter (where not kept) as e4
      from (
        select true as kept, by, key, month, orders, charged, returned, charged_for_orders, costed, cost
        from sale_months where project_id = ${project}
        union all
        select false, by, key, date_trunc('month', day::timestamp)::date, orders, charged, returned, charged_for_orders, costed, cost
        from sale_days where project_id = ${project} and by <> 'all'
      ) s group by by, key, month
    ) d cross join lateral (values ('orders', e1, k1), ('revenue', e2, k2), ('charged_for_orders', e3, k3), ('margin', e4, k4)) v(figure, e, k)
    cross join lateral (select v.figure, coalesce(v.e, 0) as expected, coalesce(v.k, 0) as found) f
    where f.expected <> f.found`;

/**
 * What goods came to up to a month or a week: what they did up to the one before, and what was sold in it. Of months by
 * `goods_months`, of weeks by their days. One month or week after the other: three lists of all modifications are joined
 * in memory, where to group all of them by all weeks, some millions of rows, went through files.
 */
const totals = (project: string, { table, part, step, sold, soldIn }: Totals) => sql`
    select '${table}' as "table", d.product_variant_id as id, concat_ws(' · ', d.part, f.figure) as name, f.expected, f.found
    from (
      select parts.part, t.* from (
        select ${part} as part from ${table} where project_id = ${project}
        union select (known.part + ${step})::date from (select distinct ${part} as part from ${table} where project_id = ${project}) known
          where known.part < (select max(${part}) from ${table} where project_id = ${project})
        union ${soldIn}
      ) parts cross join lateral (
        select product_variant_id,
          coalesce(p.sold, 0) + coalesce(s.sold, 0) as e1, coalesce(k.sold, 0) as k1,
          coalesce(p.back, 0) + coalesce(s.back, 0) as e2, coalesce(k.back, 0) as k2,
          coalesce(p.charged - p.returned, 0) + coalesce(s.charged - s.returned, 0) as e3, coalesce(k.charged - k.returned, 0) as k3,
          coalesce(p.costed - p.cost, 0) + coalesce(s.costed - s.cost, 0) as e4, coalesce(k.costed - k.cost, 0) as k4,
          coalesce(p.lines, 0) + coalesce(s.lines, 0) as e5, coalesce(k.lines, 0) as k5,
          coalesce(p.squares, 0) + coalesce(s.sold::bigint * s.sold::bigint, 0) as e6, coalesce(k.squares, 0) as k6
        from (select * from ${table} where project_id = ${project} and ${part} = parts.part) k
        full join (
          select * from ${table} where project_id = ${project} and ${part} = (parts.part - ${step})::date
            and ${part} < (select max(${part}) from ${table} where project_id = ${project})
        ) p using (product_variant_id)
        full join (${sold}) s using (product_variant_id)
      ) t where e1 <> k1 or e2 <> k2 or e3 <> k3 or e4 <> k4 or e5 <> k5 or e6 <> k6
    ) d cross join lateral (values ('sold', e1, k1), ('back', e2, k2), ('revenue', e3, k3), ('margin', e4, k4), ('lines', e5, k5),
      ('squares', e6, k6)) f(figure, expected, found)
    where f.expected <> f.found`;

interface Totals {
  readonly table: SQL;
  readonly part: SQL;
  readonly step: SQL;
  /** In which parts something was sold, and what in `parts.part`. */
  readonly soldIn: SQL;
  readonly sold: SQL;
}

const monthTotals = (project: string) =>
  totals(project, {
    ...{ table: sql.raw('goods_totals'), part: sql.raw('month'), step: sql`interval '1 month'` },
    soldIn: sql`select month from goods_months where project_id = ${project}`,
    sold: sql`select product_variant_id, sold, back, charged, returned, costed, cost, lines
      from goods_months where project_id = ${project} and month = parts.part`,
  });
const weekTotals = (project: string) =>
  totals(project, {
    ...{ table: sql.raw('goods_week_totals'), part: sql.raw('week'), step: sql`interval '7 days'` },
    soldIn: sql`select date_trunc('week', day::timestamp)::date from goods_days where project_id = ${project}`,
    sold: sql`select product_variant_id, sum(sold) as sold, sum(back) as back, sum(charged) as charged,
        sum(returned) as returned, sum(costed) as costed, sum(cost) as cost, sum(lines) as lines
      from goods_days where project_id = ${project} and day >= parts.part and day < parts.part + 7 group by 1`,
  });

/** What dropshippers earned, by day and by modification, against their postings and lines; not of days that are told anew. */
const earned = (project: string) => {
  const until = countedUntil(project, EARNED_UNTIL);
  return sql`
    with ${earnedOf(project, [sql`created_at < ${until}`])}, anew as materialized (${toldAnew(project, until)}),
    days as materialized (
      select counterparty_id, day, ${EARNED}, sum(fees) as fees from mine group by 1, 2
    ), goods as materialized (
      select counterparty_id, day, product_variant_id, ${EARNED} from mine where kind <> 'fee' group by 1, 2, 3
    )
    select d."table", d.id, concat_ws(' · ', coalesce(c.name, d.counterparty_id::text), d.day, f.figure) as name, f.expected, f.found
    from (
      select 'party_days' as "table", counterparty_id as id, counterparty_id, day, e.revenue as e1, k.revenue as k1, e.cost as e2,
        k.cost as k2, e.fees as e3, k.fees as k3, e.pieces as e4, k.pieces as k4, e.back as e5, k.back as k5,
        e.charged_orders as e6, k.charged_orders as k6, e.lines as e7, k.lines as k7
      from days e full join (select * from party_days where project_id = ${project}) k using (counterparty_id, day)
      union all
      select 'party_goods', product_variant_id, counterparty_id, day, e.revenue, k.revenue, e.cost, k.cost, 0, 0, e.pieces,
        k.pieces, e.back, k.back, e.charged_orders, k.charged_orders, e.lines, k.lines
      from goods e full join (select * from party_goods where project_id = ${project}) k using (counterparty_id, day, product_variant_id)
    ) d cross join lateral (values ('revenue', e1, k1), ('cost', e2, k2), ('fees', e3, k3), ('pieces', e4, k4::bigint),
      ('back', e5, k5::bigint), ('charged_orders', e6, k6::bigint), ('lines', e7, k7::bigint)) v(figure, e, k)
    cross join lateral (select v.figure, coalesce(v.e, 0) as expected, coalesce(v.k, 0) as found) f
    left join counterparties c on c.project_id = ${project} and c.id = d.counterparty_id
    where f.expected <> f.found and (d.counterparty_id, d.day) not in (select counterparty_id, day from anew)`;
};

/** How orders were moved, by day, against their history. */
const moves = (project: string) => sql`
    select 'move_days' as "table", ${project}::uuid as id, concat_ws(' · ', day, "from", "to") as name,
      coalesce(e.moves, 0) as expected, coalesce(k.moves, 0) as found
    from (
      select (created_at at time zone 'Europe/Kyiv')::date as day, "from", "to", count(*) as moves
      from (${movesOf(
        project,
        sql`'-infinity'::timestamptz`,
        endOfDay(sql`(select max(until) from sale_days_until where project_id = ${project})`),
      )}) m group by 1, 2, 3
    ) e full join (select day, "from", "to", moves from move_days where project_id = ${project}) k using (day, "from", "to")
    where coalesce(e.moves, 0) <> coalesce(k.moves, 0)`;

/** What is summed up by day. */
export const statistics = (project: string): Plan => ({
  name: 'statistics',
  rows: sql`(select count(*) from order_days where project_id = ${project})
    + (select count(*) from sale_days where project_id = ${project} and by = 'all')
    + (select count(*) from goods_days where project_id = ${project})
    + (select count(*) from party_goods where project_id = ${project})`,
  differences: sql`select * from (${orders(project)}) o union all select * from (${sales(project)}) s
    union all select * from (${months(project)}) n
    union all select * from (${monthTotals(project)}) t union all select * from (${weekTotals(project)}) w union all select * from (${moves(project)}) m
    union all select * from (${earned(project)}) e`,
});
