import { sql } from 'drizzle-orm';
import { dayAt } from '../../kit/db/days';
import { kind, PAGE } from './kind';

interface Row {
  readonly id: string;
  readonly placed: string;
  readonly title: string;
  readonly promo_code: string | null;
  readonly discount: number;
  readonly discount_type: 'percent' | 'amount';
  readonly starts_on: string | null;
  readonly expires_on: string | null;
  readonly orders: number;
  readonly pieces: number;
  readonly sum: number;
  readonly given: number;
}

/** What each promotion brought of orders that were first sent in the period and still count, as its own page says it of all. */
export const promotions = kind<Row>({
  columns: [
    { as: 'text', ua: 'Акція', en: 'Promotion', of: (row) => row.title },
    { as: 'text', ua: 'Промокод', en: 'Promo code', of: (row) => row.promo_code },
    {
      ...{ as: 'percent', ua: 'Знижка, %', en: 'Discount, %' },
      of: ({ discount, discount_type }) => (discount_type === 'percent' ? discount : null),
    },
    {
      ...{ as: 'money', ua: 'Знижка з одиниці, грн', en: 'Discount a piece, UAH' },
      of: ({ discount, discount_type }) => (discount_type === 'amount' ? discount : null),
    },
    { as: 'day', ua: 'Починається', en: 'Starts', of: (row) => row.starts_on },
    { as: 'day', ua: 'Закінчується', en: 'Ends', of: (row) => row.expires_on },
    { as: 'count', ua: 'Замовлень', en: 'Orders', of: (row) => row.orders },
    { as: 'count', ua: 'Одиниць', en: 'Pieces', of: (row) => row.pieces, foot: true },
    { as: 'money', ua: 'Продано, грн', en: 'Sold, UAH', of: (row) => row.sum, foot: true },
    { as: 'money', ua: 'Надано знижок, грн', en: 'Discounts given, UAH', of: (row) => row.given, foot: true },
  ],
  read: (tx, { project_id, from, to }, after) =>
    tx.rows<{ [K in keyof Row]: Row[K] }>(sql`
      with taken as materialized (
        select p.* from promotions p
        where p.project_id = ${project_id}
          ${after ? sql`and (p.created_at, p.id) > (${after.placed}::timestamptz, ${after.id}::uuid)` : sql``}
        order by p.created_at, p.id limit ${PAGE}
      )
      select p.id, p.created_at::text as placed, p.title, p.promo_code, p.discount::float8 as discount, p.discount_type,
        ${dayAt(sql`p.starts_at`)} as starts_on, ${dayAt(sql`p.expires_at`)} as expires_on, r.orders, r.pieces, r.sum, r.given
      from taken p
      cross join lateral (
        select count(distinct i.order_id)::int as orders, coalesce(sum(i.count), 0)::float8 as pieces,
          coalesce(sum(i.amount), 0)::float8 as sum, coalesce(sum(i.base_price * i.count - i.amount), 0)::float8 as given
        from order_items i
        join orders o on o.project_id = i.project_id and o.id = i.order_id
        where i.project_id = p.project_id and i.promotion_id = p.id and o.status not in ('Draft', 'Blocked', 'Canceled')
          and o.first_sent_on between ${from} and ${to}
      ) r
      order by p.created_at, p.id`),
});
