import type { PaymentAccount, PaymentStatus } from '@lanka/domain/payments/contract';
import { sql } from 'drizzle-orm';
import { nameOrKey } from '../../kit/db/by-key';
import { timeAt } from '../../kit/db/days';
import { inWords, kind, PAGE, type Words } from './kind';

interface Row {
  readonly id: string;
  readonly date: string;
  readonly type: 'receipt' | 'withdrawal';
  readonly account: PaymentAccount;
  readonly status: PaymentStatus;
  readonly amount: number;
  readonly counterparty: string;
  readonly orders: string | null;
  readonly comment: string;
  readonly author: string | null;
  readonly decided_by: string | null;
  readonly created_at: string;
}

const TYPES: Readonly<Record<Row['type'], Words>> = {
  receipt: { ua: 'Надходження', en: 'Receipt' },
  withdrawal: { ua: 'Виплата', en: 'Withdrawal' },
};
const ACCOUNTS: Readonly<Record<PaymentAccount, Words>> = {
  cash: { ua: 'Готівка', en: 'Cash' },
  bank: { ua: 'Банк', en: 'Bank' },
  cash_on_delivery: { ua: 'Післяплата', en: 'Cash on delivery' },
  adjustments: { ua: 'Коригування', en: 'Adjustment' },
};
const STATUSES: Readonly<Record<PaymentStatus, Words>> = {
  pending: { ua: 'Очікує', en: 'Pending' },
  confirmed: { ua: 'Підтверджено', en: 'Confirmed' },
  declined: { ua: 'Відхилено', en: 'Declined' },
};
const confirmed = (type: Row['type']) => (row: Row) =>
  row.status === 'confirmed' && row.type === type ? row.amount : null;

/** Payments by their days. Only confirmed ones are money: the rest stands in a column of its own. */
export const payments = kind<Row>({
  columns: [
    { as: 'day', ua: 'Дата', en: 'Date', of: (row) => row.date },
    { as: 'text', ua: 'Тип', en: 'Type', of: ({ type }, locale) => inWords(TYPES, type, locale) },
    { as: 'text', ua: 'Рахунок', en: 'Account', of: ({ account }, locale) => inWords(ACCOUNTS, account, locale) },
    { as: 'text', ua: 'Стан', en: 'State', of: ({ status }, locale) => inWords(STATUSES, status, locale) },
    { as: 'text', ua: 'Контрагент', en: 'Counterparty', of: (row) => row.counterparty },
    { as: 'text', ua: 'Замовлення', en: 'Orders', of: (row) => row.orders },
    { as: 'money', ua: 'Отримано, грн', en: 'Received, UAH', of: confirmed('receipt'), foot: true },
    { as: 'money', ua: 'Виплачено, грн', en: 'Paid out, UAH', of: confirmed('withdrawal'), foot: true },
    {
      ...{ as: 'money', ua: 'Не підтверджено, грн', en: 'Not confirmed, UAH', foot: true },
      of: ({ status, amount }) => (status === 'confirmed' ? null : amount),
    },
    { as: 'text', ua: 'Коментар', en: 'Comment', of: (row) => row.comment },
    { as: 'text', ua: 'Хто вніс', en: 'Entered by', of: (row) => row.author },
    { as: 'text', ua: 'Хто опрацював', en: 'Processed by', of: (row) => row.decided_by },
    { as: 'time', ua: 'Внесено', en: 'Entered', of: (row) => row.created_at },
  ],
  read: (tx, { project_id, from, to, counterparty_id }, after) =>
    tx.rows<{ [K in keyof Row]: Row[K] }>(sql`
      with taken as materialized (
        select p.* from payments p
        where p.project_id = ${project_id} and p.date between ${from} and ${to}
          ${counterparty_id ? sql`and p.counterparty_id = ${counterparty_id}` : sql``}
          ${after ? sql`and (p.date, p.id) > (${after.date}::date, ${after.id}::uuid)` : sql``}
        order by p.date, p.id limit ${PAGE}
      )
      select p.id, p.date, p.type, p.account, p.status, p.amount::float8 as amount, c.name as counterparty, n.orders,
        p.comment, ${nameOrKey(sql`p.by_key`, sql`u.name`)} as author,
        ${nameOrKey(sql`p.processed_by_key`, sql`d.name`)} as decided_by, ${timeAt(sql`p.created_at`)} as created_at
      from taken p
      join counterparties c on c.project_id = p.project_id and c.id = p.counterparty_id
      left join users u on u.id = p.created_by
      left join users d on d.id = p.processed_by
      cross join lateral (
        select string_agg(o.prefix || o.number, ', ' order by o.number) as orders from payment_orders n
        join orders o on o.project_id = n.project_id and o.id = n.order_id
        where n.project_id = p.project_id and n.payment_id = p.id
      ) n
      order by p.date, p.id`),
});
