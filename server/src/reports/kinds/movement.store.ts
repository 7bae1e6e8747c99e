import type { MovementKind } from '@lanka/domain/stock/contract';
import { sql } from 'drizzle-orm';
import { nameOrKey } from '../../kit/db/by-key';
import { beginOfDay, endOfDay, timeAt } from '../../kit/db/days';
import { inWords, kind, PAGE, type Words } from './kind';

interface Row {
  /** Null: what there was before the period. */
  readonly id: string | null;
  readonly at: string | null;
  readonly kind: MovementKind | null;
  readonly delta: number;
  readonly before: number | null;
  readonly after: number;
  readonly ref_kind: string | null;
  readonly number: string | null;
  readonly author: string | null;
  readonly comment: string;
}

const KINDS: Readonly<Record<MovementKind, Words>> = {
  income: { ua: 'Надходження', en: 'Income' },
  shipment: { ua: 'Відвантаження', en: 'Shipment' },
  return: { ua: 'Повернення', en: 'Return' },
  write_off: { ua: 'Списання', en: 'Write-off' },
  correction: { ua: 'Виправлення залишку', en: 'Correction' },
};
const CAUSES: Readonly<Record<string, Words>> = {
  order: { ua: 'Замовлення', en: 'Order' },
  turnover: { ua: 'Документ обороту', en: 'Turnover document' },
  turnover_arrival: { ua: 'Надходження за документом', en: 'Arrival by a document' },
  return_item: { ua: 'Повернення за замовленням', en: 'Return of an order' },
  stocktake: { ua: 'Інвентаризація', en: 'Stocktake' },
  booking: { ua: 'Бронювання', en: 'Booking' },
  manufacture_request: { ua: 'Заявка на виробництво', en: 'Manufacture request' },
  import: { ua: 'Імпорт', en: 'Import' },
  user: { ua: 'Вручну', en: 'By hand' },
};

/** Every movement of one modification in the period, from what there was before it to what there is after it. */
export const movement = kind<Row>({
  columns: [
    { as: 'time', ua: 'Коли', en: 'When', of: (row) => row.at },
    {
      ...{ as: 'text', ua: 'Операція', en: 'Operation' },
      of: ({ id, kind: of }, locale) =>
        id === null ? (locale === 'ua' ? 'Залишок на початок' : 'Opening stock') : inWords(KINDS, of, locale),
    },
    { as: 'text', ua: 'Підстава', en: 'Cause', of: ({ ref_kind }, locale) => inWords(CAUSES, ref_kind, locale) },
    { as: 'text', ua: 'Номер', en: 'Number', of: (row) => row.number },
    { as: 'count', ua: 'Було', en: 'Before', of: (row) => row.before },
    { as: 'count', ua: 'Прихід', en: 'In', of: ({ id, delta }) => (id && delta > 0 ? delta : null), foot: true },
    { as: 'count', ua: 'Видаток', en: 'Out', of: ({ id, delta }) => (id && delta < 0 ? -delta : null), foot: true },
    // at the foot what there is at the end
    { as: 'count', ua: 'Стало', en: 'After', of: (row) => row.after, foot: ({ delta }) => delta },
    { as: 'text', ua: 'Хто', en: 'Who', of: (row) => row.author },
    { as: 'text', ua: 'Коментар', en: 'Comment', of: (row) => row.comment },
  ],
  async read(tx, { project_id, product_variant_id, from, to }, after) {
    const ours = sql`m.project_id = ${project_id} and m.product_variant_id = ${product_variant_id}`;
    const rows = await tx.rows<{ [K in keyof Row]: Row[K] }>(sql`
      with taken as materialized (
        select m.* from stock_movements m
        where ${ours} and m.created_at >= ${beginOfDay(from)} and m.created_at < ${endOfDay(to)}
          ${after?.id ? sql`and m.id > ${after.id}::uuid` : sql``}
        order by m.id limit ${PAGE}
      )
      select m.id, ${timeAt(sql`m.created_at`)} as at, m.kind, m.delta, m.before, m.after, m.ref_kind,
        coalesce(o.prefix || o.number, d.number::text, t.number::text) as number,
        case when m.actor_kind = 'system' then null else ${nameOrKey(sql`m.by_key`, sql`u.name`)} end as author, m.comment
      from taken m
      left join return_items r on m.ref_kind = 'return_item' and r.project_id = m.project_id and r.id = m.ref_id
      left join orders o on o.project_id = m.project_id
        and o.id = case m.ref_kind when 'order' then m.ref_id when 'return_item' then r.order_id end
      left join turnover_arrivals a on m.ref_kind = 'turnover_arrival' and a.project_id = m.project_id and a.id = m.ref_id
      left join turnover_documents d on d.project_id = m.project_id
        and d.id = case m.ref_kind when 'turnover' then m.ref_id when 'turnover_arrival' then a.document_id end
      left join stocktakes t on m.ref_kind = 'stocktake' and t.project_id = m.project_id and t.id = m.ref_id
      left join users u on u.id = m.actor_id
      order by m.id`);
    if (after) return rows;
    const [opening] = await tx.rows<{ pieces: number }>(sql`
      select coalesce(sum(m.delta), 0)::int as pieces from stock_movements m where ${ours} and m.created_at < ${beginOfDay(from)}`);
    const pieces = opening?.pieces ?? 0;
    const nothing = { at: null, kind: null, before: null, ref_kind: null, number: null, author: null, comment: '' };
    return [{ ...nothing, id: null, delta: pieces, after: pieces }, ...rows];
  },
});
