import type { TurnoverFlow, TurnoverStatus, TurnoverType } from '@lanka/domain/turnover/contract';
import { sql } from 'drizzle-orm';
import { inWords, kind, type Words } from './kind';

interface Row {
  readonly id: string;
  readonly date: string;
  readonly number: number;
  readonly flow: TurnoverFlow;
  readonly type: TurnoverType;
  readonly status: TurnoverStatus;
  readonly reverses: number | null;
  readonly counterparty: string | null;
  readonly author: string | null;
  readonly comment: string;
  readonly product: string | null;
  readonly modification: string | null;
  readonly sku: string | null;
  readonly unit: string | null;
  readonly count: number | null;
  readonly expected: number | null;
  readonly price: number | null;
  readonly sale_price: number | null;
  readonly amount: number | null;
}

const FLOWS: Readonly<Record<TurnoverFlow, Words>> = {
  income: { ua: 'Надходження', en: 'Income' },
  outcome: { ua: 'Видаток', en: 'Outcome' },
};
const TYPES: Readonly<Record<TurnoverType, Words>> = {
  purchase: { ua: 'Закупівля', en: 'Purchase' },
  return: { ua: 'Повернення', en: 'Return' },
  sale: { ua: 'Продаж', en: 'Sale' },
  write_off: { ua: 'Списання', en: 'Write-off' },
};
const STATUSES: Readonly<Record<TurnoverStatus, Words>> = {
  draft: { ua: 'Чернетка', en: 'Draft' },
  posted: { ua: 'Проведено', en: 'Posted' },
  reversed: { ua: 'Сторновано', en: 'Reversed' },
};
const of = (flow: TurnoverFlow) => (row: Row) => (row.flow === flow ? row.amount : null);

/** Documents of a page; their lines come with them. */
const DOCUMENTS = 200;

/** Posted documents by their days, a row for each line. What was reversed and what reverses it both stand here, as in the list. */
export const turnover = kind<Row>({
  columns: [
    { as: 'day', ua: 'Дата', en: 'Date', of: (row) => row.date },
    { as: 'number', ua: 'Номер', en: 'Number', of: (row) => row.number },
    { as: 'text', ua: 'Напрям', en: 'Flow', of: ({ flow }, locale) => inWords(FLOWS, flow, locale) },
    { as: 'text', ua: 'Тип', en: 'Type', of: ({ type }, locale) => inWords(TYPES, type, locale) },
    { as: 'text', ua: 'Стан', en: 'State', of: ({ status }, locale) => inWords(STATUSES, status, locale) },
    { as: 'number', ua: 'Сторнує №', en: 'Reverses No.', of: (row) => row.reverses },
    { as: 'text', ua: 'Контрагент', en: 'Counterparty', of: (row) => row.counterparty },
    { as: 'text', ua: 'Товар', en: 'Product', of: (row) => row.product },
    { as: 'text', ua: 'Модифікація', en: 'Modification', of: (row) => row.modification },
    { as: 'text', ua: 'Артикул', en: 'SKU', of: (row) => row.sku },
    { as: 'text', ua: 'Одиниця', en: 'Unit', of: (row) => row.unit },
    { as: 'count', ua: 'Кількість', en: 'Count', of: (row) => row.count },
    { as: 'count', ua: 'Очікується', en: 'Expected', of: (row) => row.expected, foot: true },
    { as: 'money', ua: 'Ціна, грн', en: 'Price, UAH', of: (row) => row.price },
    { as: 'money', ua: 'Ціна продажу, грн', en: 'Sale price, UAH', of: (row) => row.sale_price },
    { as: 'money', ua: 'Надходження, грн', en: 'Income, UAH', of: of('income'), foot: true },
    { as: 'money', ua: 'Видаток, грн', en: 'Outcome, UAH', of: of('outcome'), foot: true },
    { as: 'text', ua: 'Хто провів', en: 'Posted by', of: (row) => row.author },
    { as: 'text', ua: 'Коментар', en: 'Comment', of: (row) => row.comment },
  ],
  read: (tx, { project_id, from, to, counterparty_id }, after) =>
    tx.rows<{ [K in keyof Row]: Row[K] }>(sql`
      with taken as materialized (
        select d.* from turnover_documents d
        where d.project_id = ${project_id} and d.status <> 'draft' and d.date between ${from} and ${to}
          ${counterparty_id ? sql`and d.counterparty_id = ${counterparty_id}` : sql``}
          ${after ? sql`and (d.date, d.id) > (${after.date}::date, ${after.id}::uuid)` : sql``}
        order by d.date, d.id limit ${DOCUMENTS}
      )
      select d.id, d.date, d.number, d.flow, d.type, d.status, r.number as reverses, c.name as counterparty, u.name as author,
        d.comment, p.name as product, v.name as modification, v.sku, p.unit, i.count, i.expected,
        i.transaction_item_price::float8 as price, i.sale_price::float8 as sale_price, i.transaction_amount::float8 as amount
      from taken d
      left join turnover_documents r on r.project_id = d.project_id and r.id = d.reverses
      left join counterparties c on c.project_id = d.project_id and c.id = d.counterparty_id
      left join users u on u.id = d.posted_by
      left join turnover_items i on i.project_id = d.project_id and i.document_id = d.id
      left join product_variants v on v.project_id = i.project_id and v.id = i.product_variant_id
      left join products p on p.project_id = v.project_id and p.id = v.product_id
      order by d.date, d.id, i.position, i.product_variant_id`),
});
