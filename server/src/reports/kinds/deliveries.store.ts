import type { WaybillState } from '@lanka/domain/delivery/contract';
import { sql } from 'drizzle-orm';
import { beginOfDay, endOfDay, timeAt } from '../../kit/db/days';
import { inWords, kind, numbered, PAGE, type Words } from './kind';

interface Row {
  readonly id: string;
  readonly placed: string;
  readonly at: string;
  readonly number: number;
  readonly prefix: string;
  readonly parcel: number | null;
  readonly state: WaybillState;
  readonly ttn: string | null;
  readonly tracked: string | null;
  readonly counterparty: string;
  readonly recipient: string | null;
  readonly city: string | null;
  readonly branch: string | null;
  readonly declared: number | null;
  readonly cod_sum: number | null;
  readonly cost: number | null;
  readonly arrives_on: string | null;
  readonly author: string | null;
}

const STATES: Readonly<Record<WaybillState, Words>> = {
  asked: { ua: 'Створюється', en: 'Being made' },
  made: { ua: 'Створено', en: 'Made' },
  changing: { ua: 'Змінюється', en: 'Being changed' },
  removing: { ua: 'Видаляється', en: 'Being deleted' },
  refused: { ua: 'Перевізник відмовив', en: 'Refused by the carrier' },
  removed: { ua: 'Видалено', en: 'Deleted' },
};
const living = ({ state }: Row): boolean => state !== 'removed' && state !== 'refused';

/** Waybills by the day on which they were made, each with what the carrier says of its parcel. */
export const deliveries = kind<Row>({
  columns: [
    { as: 'time', ua: 'Створено', en: 'Made', of: (row) => row.at },
    { as: 'text', ua: 'Замовлення', en: 'Order', of: numbered },
    { as: 'number', ua: 'Посилка', en: 'Parcel', of: (row) => row.parcel },
    { as: 'text', ua: 'ТТН', en: 'Waybill', of: (row) => row.ttn },
    {
      as: 'text',
      ua: 'Стан накладної',
      en: 'State of the waybill',
      of: (row, locale) => inWords(STATES, row.state, locale),
    },
    { as: 'text', ua: 'Де посилка', en: 'Where the parcel is', of: (row) => row.tracked },
    { as: 'text', ua: 'Контрагент', en: 'Counterparty', of: (row) => row.counterparty },
    { as: 'text', ua: 'Отримувач', en: 'Recipient', of: (row) => row.recipient },
    { as: 'text', ua: 'Місто', en: 'Town', of: (row) => row.city },
    { as: 'text', ua: 'Відділення чи адреса', en: 'Branch or address', of: (row) => row.branch },
    { as: 'day', ua: 'Очікується', en: 'Expected', of: (row) => row.arrives_on },
    { as: 'money', ua: 'Оголошена вартість, грн', en: 'Declared value, UAH', of: (row) => row.declared },
    {
      ...{ as: 'money', ua: 'Післяплата, грн', en: 'Cash on delivery, UAH', foot: true },
      of: (row) => (living(row) ? row.cod_sum : null),
    },
    {
      ...{ as: 'money', ua: 'Вартість доставки, грн', en: 'Cost of delivery, UAH', foot: true },
      of: (row) => (living(row) ? row.cost : null),
    },
    { as: 'text', ua: 'Хто створив', en: 'Made by', of: (row) => row.author },
  ],
  read: (tx, { project_id, from, to }, after) =>
    tx.rows<{ [K in keyof Row]: Row[K] }>(sql`
      with taken as materialized (
        select w.* from delivery_waybills w
        where w.project_id = ${project_id} and w.created_at >= ${beginOfDay(from)} and w.created_at < ${endOfDay(to)}
          ${after ? sql`and (w.created_at, w.id) > (${after.placed}::timestamptz, ${after.id}::uuid)` : sql``}
        order by w.created_at, w.id limit ${PAGE}
      )
      select w.id, w.created_at::text as placed, ${timeAt(sql`w.created_at`)} as at, o.number, o.prefix, p.number as parcel,
        w.state, w.ttn, nullif(t.status, '') as tracked, c.name as counterparty, w.plan ->> 'recipient_name' as recipient,
        w.plan ->> 'city_name' as city, w.plan ->> 'branch_name' as branch, (w.plan ->> 'declared')::float8 as declared,
        nullif((w.plan ->> 'cod_sum')::float8, 0) as cod_sum, w.cost::float8 as cost,
        coalesce(t.arrives_on, w.arrives_on) as arrives_on, u.name as author
      from taken w
      join orders o on o.project_id = w.project_id and o.id = w.order_id
      join counterparties c on c.project_id = o.project_id and c.id = o.counterparty_id
      left join parcels p on p.project_id = w.project_id and p.order_id = w.order_id and p.id = w.parcel_id
      left join delivery_tracks t on t.project_id = w.project_id and t.order_id = w.order_id
        and t.part_id = coalesce(w.parcel_id, w.order_id) and t.ttn = w.ttn
      left join users u on u.id = w.created_by
      order by w.created_at, w.id`),
});
