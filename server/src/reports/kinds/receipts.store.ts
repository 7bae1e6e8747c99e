import type { ReceiptKind, ReceiptStatus } from '@lanka/domain/fiscal/contract';
import { sql } from 'drizzle-orm';
import { timeAt } from '../../kit/db/days';
import { inWords, kind, numbered, PAGE, type Words } from './kind';

interface Row {
  readonly id: string;
  readonly day: string;
  readonly at: string;
  readonly register: string;
  readonly kind: ReceiptKind;
  readonly status: ReceiptStatus;
  readonly number: number | null;
  readonly prefix: string | null;
  readonly fiscal_code: string | null;
  readonly total: number;
  readonly cash: number;
  readonly card: number;
  readonly author: string | null;
}

const KINDS: Readonly<Record<ReceiptKind, Words>> = {
  sell: { ua: 'Продаж', en: 'Sale' },
  return: { ua: 'Повернення', en: 'Return' },
  service_in: { ua: 'Внесення готівки', en: 'Cash put in' },
  service_out: { ua: 'Вилучення готівки', en: 'Cash taken out' },
};
const STATUSES: Readonly<Record<ReceiptStatus, Words>> = {
  waiting: { ua: 'Очікує', en: 'Waiting' },
  sent: { ua: 'Надіслано', en: 'Sent' },
  issued: { ua: 'Видано', en: 'Issued' },
  failed: { ua: 'Не вдалося', en: 'Failed' },
};
const SIGNS: Readonly<Record<ReceiptKind, number>> = { sell: 1, return: -1, service_in: 0, service_out: 0 };

/** What was issued alone is money. */
const issued = (row: Row): boolean => row.status === 'issued';
const of = (wanted: ReceiptKind) => (row: Row) => (issued(row) && row.kind === wanted ? row.total : null);
const by = (means: 'cash' | 'card') => (row: Row) =>
  issued(row) && SIGNS[row.kind] !== 0 && row[means] > 0 ? SIGNS[row.kind] * row[means] : null;

/** Fiscal receipts by the days that they count for, as the list of receipts sums them up. */
export const receipts = kind<Row>({
  columns: [
    { as: 'day', ua: 'День', en: 'Day', of: (row) => row.day },
    { as: 'time', ua: 'Коли', en: 'When', of: (row) => row.at },
    { as: 'text', ua: 'Каса', en: 'Register', of: (row) => row.register },
    { as: 'text', ua: 'Чек', en: 'Receipt', of: (row, locale) => inWords(KINDS, row.kind, locale) },
    { as: 'text', ua: 'Стан', en: 'State', of: ({ status }, locale) => inWords(STATUSES, status, locale) },
    { as: 'text', ua: 'Замовлення', en: 'Order', of: numbered },
    { as: 'text', ua: 'Фіскальний номер', en: 'Fiscal number', of: (row) => row.fiscal_code },
    { as: 'money', ua: 'Продаж, грн', en: 'Sold, UAH', of: of('sell'), foot: true },
    { as: 'money', ua: 'Повернення, грн', en: 'Returned, UAH', of: of('return'), foot: true },
    { as: 'money', ua: 'Готівкою, грн', en: 'In cash, UAH', of: by('cash'), foot: true },
    { as: 'money', ua: 'Карткою, грн', en: 'By card, UAH', of: by('card'), foot: true },
    { as: 'money', ua: 'Внесено в касу, грн', en: 'Put in, UAH', of: of('service_in'), foot: true },
    { as: 'money', ua: 'Вилучено з каси, грн', en: 'Taken out, UAH', of: of('service_out'), foot: true },
    { as: 'text', ua: 'Хто', en: 'Who', of: (row) => row.author },
  ],
  read: (tx, { project_id, from, to }, after) =>
    tx.rows<{ [K in keyof Row]: Row[K] }>(sql`
      with taken as materialized (
        select f.* from fiscal_receipts f
        where f.project_id = ${project_id} and f.day between ${from} and ${to}
          ${after ? sql`and (f.day, f.id) > (${after.day}::date, ${after.id}::uuid)` : sql``}
        order by f.day, f.id limit ${PAGE}
      )
      select f.id, f.day, ${timeAt(sql`coalesce(f.fiscal_date, f.created_at)`)} as at, g.name as register, f.kind, f.status,
        o.number, o.prefix, f.fiscal_code, f.total::float8 as total, f.cash::float8 as cash, f.card::float8 as card,
        u.name as author
      from taken f
      join cash_registers g on g.project_id = f.project_id and g.id = f.register_id
      left join orders o on o.project_id = f.project_id and o.id = f.order_id
      left join users u on u.id = f.created_by
      order by f.day, f.id`),
});
