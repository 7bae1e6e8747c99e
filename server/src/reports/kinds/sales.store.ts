import type { OrderStatus } from '@lanka/domain/orders/entities';
import { PLACED_STATUSES, STATUSES } from '@lanka/domain/orders/machine';
import { OPERATOR_NAMES } from '@lanka/domain/orders/operators';
import type { StoredValues } from '@lanka/domain/templates/fields';
import { sql } from 'drizzle-orm';
import { timeAt } from '../../kit/db/days';
import { linesOf, postingsOf } from '../../statistics';
import { kind, numbered } from './kind';

interface Row {
  readonly id: string;
  readonly first_sent_on: string;
  readonly number: number;
  readonly prefix: string;
  readonly status: OrderStatus;
  readonly created_at: string;
  readonly charged_at: string | null;
  readonly counterparty: string;
  readonly manager: string | null;
  readonly customer_name: string;
  readonly customer_phone: string | null;
  readonly operator: string;
  readonly town: string;
  readonly ttn: string | null;
  readonly source: string;
  readonly tags: string[];
  readonly promo_code: string | null;
  readonly product: string | null;
  readonly modification: string | null;
  readonly sku: string | null;
  readonly unit: string | null;
  readonly count: number | null;
  readonly back: number | null;
  readonly base_price: number | null;
  readonly discount: number | null;
  readonly amount: number | null;
  readonly customer_amount: number | null;
  readonly cost: number | null;
  readonly fields: StoredValues;
  readonly line_fields: StoredValues | null;
}

/** Orders of a page; their lines come with them. */
const ORDERS = 300;

/** What was called off, or is to be sent anew, is no sale: it has its rows, and is not in the sums. */
const ifSold =
  (of: (row: Row) => number | null) =>
  (row: Row): number =>
    PLACED.has(row.status) ? (of(row) ?? 0) : 0;
const PLACED: ReadonlySet<OrderStatus> = new Set(PLACED_STATUSES);

/**
 * Orders that were first sent to the manager in the period, whatever became of them: a row for each line. What goods
 * cost is that of the moment when they were charged, as statistics have it.
 */
export const sales = kind<Row>({
  total: {
    ua: 'Разом без скасованих і повернутих на доопрацювання',
    en: 'Total without those canceled or returned for editing',
  },
  columns: [
    { as: 'text', ua: 'Номер', en: 'Number', of: numbered },
    { as: 'day', ua: 'Надіслано', en: 'Sent to the manager', of: (row) => row.first_sent_on },
    { as: 'text', ua: 'Статус', en: 'Status', of: ({ status }, locale) => STATUSES[status][locale] },
    { as: 'time', ua: 'Створено', en: 'Created', of: (row) => row.created_at },
    { as: 'time', ua: 'Нараховано', en: 'Charged', of: (row) => row.charged_at },
    { as: 'text', ua: 'Контрагент', en: 'Counterparty', of: (row) => row.counterparty },
    { as: 'text', ua: 'Менеджер', en: 'Manager', of: (row) => row.manager },
    { as: 'text', ua: 'Покупець', en: 'Customer', of: (row) => row.customer_name },
    { as: 'text', ua: 'Телефон', en: 'Phone', of: (row) => row.customer_phone },
    {
      ...{ as: 'text', ua: 'Доставка', en: 'Delivery' },
      of: ({ operator }, locale) => OPERATOR_NAMES[operator as keyof typeof OPERATOR_NAMES]?.[locale] ?? operator,
    },
    { as: 'text', ua: 'Місто', en: 'Town', of: (row) => row.town },
    { as: 'text', ua: 'ТТН', en: 'Waybill', of: (row) => row.ttn },
    { as: 'text', ua: 'Джерело', en: 'Source', of: (row) => row.source },
    { as: 'text', ua: 'Теги', en: 'Tags', of: (row) => row.tags.join(', ') },
    { as: 'text', ua: 'Промокод', en: 'Promo code', of: (row) => row.promo_code },
    { as: 'text', ua: 'Товар', en: 'Product', of: (row) => row.product },
    { as: 'text', ua: 'Модифікація', en: 'Modification', of: (row) => row.modification },
    { as: 'text', ua: 'Артикул', en: 'SKU', of: (row) => row.sku },
    { as: 'text', ua: 'Одиниця', en: 'Unit', of: (row) => row.unit },
    { as: 'count', ua: 'Кількість', en: 'Count', of: (row) => row.count, foot: ifSold((row) => row.count) },
    { as: 'count', ua: 'Повернено', en: 'Returned', of: (row) => row.back, foot: ifSold((row) => row.back) },
    { as: 'money', ua: 'Ціна, грн', en: 'Price, UAH', of: (row) => row.base_price },
    { as: 'percent', ua: 'Знижка, %', en: 'Discount, %', of: (row) => row.discount },
    { as: 'money', ua: 'Сума, грн', en: 'Sum, UAH', of: (row) => row.amount, foot: ifSold((row) => row.amount) },
    {
      as: 'money',
      ua: 'Сума покупця, грн',
      en: 'Customer sum, UAH',
      of: (row) => row.customer_amount,
      foot: ifSold((row) => row.customer_amount),
    },
    {
      as: 'money',
      ua: 'Собівартість, грн',
      en: 'Cost, UAH',
      costs: true,
      of: (row) => row.cost,
      foot: ifSold((row) => row.cost),
    },
  ],
  fields: [
    { set: 'order', of: (row) => row.fields },
    { set: 'order_item', of: (row) => row.line_fields ?? {} },
  ],
  read: (tx, { project_id, from, to, counterparty_id }, after) =>
    tx.rows<{ [K in keyof Row]: Row[K] }>(sql`
      with taken as materialized (
        select o.* from orders o
        where o.project_id = ${project_id} and o.first_sent_on is not null and o.first_sent_on between ${from} and ${to}
          ${counterparty_id ? sql`and o.counterparty_id = ${counterparty_id}` : sql``}
          ${after ? sql`and (o.first_sent_on, o.id) > (${after.first_sent_on}::date, ${after.id}::uuid)` : sql``}
        order by o.first_sent_on, o.id limit ${ORDERS}
      ), back as materialized (
        select r.order_id, r.order_item_id, sum(r.count)::int as count
        from taken o join return_items r on r.project_id = o.project_id and r.order_id = o.id
        where o.returned > 0 and r.status = 'approved' group by r.order_id, r.order_item_id
      ), entered as materialized (${postingsOf(
        project_id,
        sql`purpose = 'charge' and ref_kind = 'order' and ref_id in (select id from taken)`,
      )}), lines as materialized (${linesOf(project_id)}), costs as materialized (
        select order_id, line_id, sum(sold) as sold, case when count(*) = count(unit_cost) then sum(cost) end as cost
        from lines group by order_id, line_id
      )
      select o.id, o.first_sent_on, o.number, o.prefix, o.status, ${timeAt(sql`o.created_at`)} as created_at,
        ${timeAt(sql`o.charged_at`)} as charged_at, c.name as counterparty, m.name as manager, o.customer_name,
        o.customer_phone, o.delivery_operator as operator, o.delivery_town as town, o.ttn, o.source, o.tags, o.promo_code,
        i.product_title as product, i.modification_title as modification, i.sku, i.unit, i.count, b.count as back,
        i.base_price::float8 as base_price, i.discount, i.amount::float8 as amount,
        i.customer_amount::float8 as customer_amount, case when k.sold = i.count then k.cost end::float8 as cost, o.fields, i.fields as line_fields
      from taken o
      join counterparties c on c.project_id = o.project_id and c.id = o.counterparty_id
      left join users m on m.id = c.manager_id
      left join order_items i on i.project_id = o.project_id and i.order_id = o.id
      left join back b on b.order_id = i.order_id and b.order_item_id = i.id
      left join costs k on k.order_id = i.order_id and k.line_id = i.id
      order by o.first_sent_on, o.id, i.position, i.id`),
});
