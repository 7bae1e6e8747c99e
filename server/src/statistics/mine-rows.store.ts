import type { Page } from '@lanka/domain/kit/lists';
import type { OrderStatus } from '@lanka/domain/orders/contract';
import type { MyRefusal, MySentOrder } from '@lanka/domain/statistics/mine';
import { type SQL, sql } from 'drizzle-orm';
import { beginOfDay, dayAt, endOfDay } from '../kit/db/days';
import type { Tx } from '../kit/db/db';
import { type ListQuery, readPage } from '../kit/db/paging';
import { all } from '../kit/db/words';
import { IS_REFUSED } from '../returns';
import type { Party } from './mine.store';

/** What the counts of a dropshipper's figures are made of. Of one supplier an index gives the rows in their order. */
interface Narrowing extends ListQuery {
  readonly from?: string | undefined;
  readonly to?: string | undefined;
}

/** Rows of `name` that are his with these suppliers. */
function ofParties(name: 'o' | 'r', parties: readonly Party[]): SQL {
  const of = sql.raw(name);
  const [only] = parties;
  if (only && parties.length === 1)
    return sql`${of}.project_id = ${only.project_id} and ${of}.counterparty_id = ${only.counterparty_id}`;
  const projects = sql.param(parties.map(({ project_id }) => project_id));
  const counterparties = sql.param(parties.map(({ counterparty_id }) => counterparty_id));
  return sql`(${of}.project_id, ${of}.counterparty_id) in (select * from unnest(${projects}::uuid[], ${counterparties}::uuid[]))`;
}

export function listSentOrders(tx: Tx, parties: readonly Party[], query: Narrowing): Promise<Page<MySentOrder>> {
  const { from, to } = query;
  return readPage(
    tx,
    query,
    {
      columns: sql`o.id, o.project_id, p.title as supplier, o.prefix, o.number, o.first_sent_on::text as first_sent_on, o.status,
        o.customer_name, o.sum`,
      from: sql`orders o join projects p on p.id = o.project_id`,
      countFrom: sql`orders o`,
      where: all([
        sql`${ofParties('o', parties)} and o.first_sent_on is not null`,
        ...(from ? [sql`o.first_sent_on >= ${from}::date`] : []),
        ...(to ? [sql`o.first_sent_on <= ${to}::date`] : []),
      ]),
      id: sql`o.id`,
      sorts: { first_sent_on: { by: sql`o.first_sent_on`, type: 'date' } },
      customPlan: true,
    },
    (row) => ({
      ...{ id: String(row.id), project_id: String(row.project_id), supplier: String(row.supplier) },
      ...{ prefix: String(row.prefix), number: Number(row.number), first_sent_on: String(row.first_sent_on) },
      ...{ status: row.status as OrderStatus, customer_name: String(row.customer_name), sum: Number(row.sum) },
    }),
  );
}

export function listRefusals(tx: Tx, parties: readonly Party[], query: Narrowing): Promise<Page<MyRefusal>> {
  const { from, to } = query;
  return readPage(
    tx,
    query,
    {
      columns: sql`r.id, r.project_id, p.title as supplier, r.number, ${dayAt(sql`r.created_at`)} as day, r.order_id, o.prefix,
        o.number as order_number, pc.number as parcel, o.customer_name, r.count,
        case when r.waived_at is null then r.logistics_charge else 0 end as fee`,
      from: sql`returns r join projects p on p.id = r.project_id
        join orders o on o.project_id = r.project_id and o.id = r.order_id
        left join parcels pc on pc.project_id = r.project_id and pc.order_id = r.order_id and pc.id = r.parcel_id`,
      countFrom: sql`returns r`,
      where: all([
        sql`${ofParties('r', parties)} and ${IS_REFUSED}`,
        ...(from ? [sql`r.created_at >= ${beginOfDay(from)}`] : []),
        ...(to ? [sql`r.created_at < ${endOfDay(to)}`] : []),
      ]),
      id: sql`r.id`,
      sorts: { created_at: { by: sql`r.created_at`, type: 'timestamptz' } },
      customPlan: true,
    },
    (row) => ({
      ...{ id: String(row.id), project_id: String(row.project_id), supplier: String(row.supplier) },
      ...{ number: Number(row.number), day: String(row.day), customer_name: String(row.customer_name) },
      order: { id: String(row.order_id), prefix: String(row.prefix), number: Number(row.order_number) },
      parcel: row.parcel === null ? null : Number(row.parcel),
      ...{ count: Number(row.count), fee: Number(row.fee) },
    }),
  );
}
