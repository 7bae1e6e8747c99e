import { type Batch, deliveryErrors, type Plan, type Waybill, type WaybillRow } from '@lanka/domain/delivery/contract';
import { kindOf, type TrackKind } from '@lanka/domain/delivery/tracking';
import type { Locale } from '@lanka/domain/kit/errors';
import type { Page } from '@lanka/domain/kit/lists';
import { and, eq, inArray, sql } from 'drizzle-orm';
import type { ActingIn, ProjectScope } from '../kit/auth/scope';
import { textArray } from '../kit/db/arrays';
import type { Tx } from '../kit/db/db';
import { awaitLock, type Locked } from '../kit/db/locked';
import { type ListQuery, readPage, toInstant } from '../kit/db/paging';
import { SUPPLIER } from './connections.store';
import { deliveryBatches, deliveryWaybills } from './tables';

type Row = Record<string, unknown>;
export type StoredWaybill = typeof deliveryWaybills.$inferSelect;

/** States in which a waybill is there, or may be: a parcel has one such. */
const LIVING = ['asked', 'made', 'changing', 'removing'] as const;

interface Part {
  readonly order_id: string;
  /** Null: the order goes in one. */
  readonly parcel_id: string | null;
  /** Of an order that was split the first may have a waybill from before. */
  readonly isFirst: boolean;
}

const ofPart = ({ order_id, parcel_id, isFirst }: Part) =>
  sql`w.order_id = ${order_id} and (${
    parcel_id === null
      ? sql`true`
      : isFirst
        ? sql`(w.parcel_id = ${parcel_id} or w.parcel_id is null)`
        : sql`w.parcel_id = ${parcel_id}`
  })`;

const asStored = (row: Row): StoredWaybill =>
  ({
    ...row,
    created_at: toInstant(row.created_at),
    tried_at: row.tried_at ? toInstant(row.tried_at) : null,
    cost: row.cost === null ? null : Number(row.cost),
  }) as StoredWaybill;

/** The living one of a parcel. Behind the lock of the order nobody else makes one. */
export async function findLiving(tx: Tx, { project }: ActingIn, part: Part): Promise<StoredWaybill | null> {
  const [row] = await tx.rows<Row>(sql`
    select w.* from delivery_waybills w where w.project_id = ${project.id} and ${ofPart(part)}
      and w.state = any(${textArray(LIVING)}) order by w.created_at desc limit 1`);
  return row ? asStored(row) : null;
}

/** The newest that is not removed: a refused one says why. */
export async function findNewest(tx: Tx, { project }: ActingIn, part: Part): Promise<StoredWaybill | null> {
  const [row] = await tx.rows<Row>(sql`
    select w.* from delivery_waybills w where w.project_id = ${project.id} and ${ofPart(part)} and w.state <> 'removed'
    order by w.created_at desc limit 1`);
  return row ? asStored(row) : null;
}

export async function insertWaybill(tx: Tx, row: typeof deliveryWaybills.$inferInsert): Promise<void> {
  await tx.insert(deliveryWaybills).values(row);
}

const one = (project_id: string, id: string) =>
  and(eq(deliveryWaybills.project_id, project_id), eq(deliveryWaybills.id, id));

export async function readWaybill(tx: Tx, project_id: string, id: string): Promise<StoredWaybill | null> {
  const [row] = await tx.select().from(deliveryWaybills).where(one(project_id, id));
  return row ?? null;
}

/** Behind the lock of its order. */
export async function lockWaybill(
  tx: Tx,
  project_id: string,
  id: string,
): Promise<Locked<'delivery_waybills', { found: StoredWaybill | null }>> {
  const lock = async () => {
    const [row] = await tx.select().from(deliveryWaybills).where(one(project_id, id)).for('update');
    return { found: row ?? null };
  };
  return awaitLock('delivery_waybills', lock());
}

export async function saveWaybill(
  tx: Tx,
  { project_id, id }: StoredWaybill,
  changes: Partial<StoredWaybill>,
): Promise<void> {
  await tx.update(deliveryWaybills).set(changes).where(one(project_id, id));
}

/** Those that were made, of these. */
export async function readMade(tx: Tx, { project }: ActingIn, ids: readonly string[]): Promise<StoredWaybill[]> {
  return tx
    .select()
    .from(deliveryWaybills)
    .where(
      and(
        eq(deliveryWaybills.project_id, project.id),
        inArray(deliveryWaybills.id, [...ids]),
        sql`${deliveryWaybills.ref} is not null and ${deliveryWaybills.state} in ('made', 'changing')`,
      ),
    )
    .orderBy(deliveryWaybills.created_at);
}

/** What goods of a parcel weigh; all of an order where no parcel is named. */
export async function readWeights(
  tx: Tx,
  { project }: ActingIn,
  order_id: string,
  parcel_id: string | null,
): Promise<{ count: number; weight: number | null }[]> {
  const parcel =
    parcel_id === null
      ? sql``
      : sql`join parcel_items g on g.project_id = i.project_id and g.order_id = i.order_id
      and g.parcel_id = ${parcel_id} and g.order_item_id = i.id`;
  const rows = await tx.rows<Row>(sql`
    select ${parcel_id === null ? sql`i.count` : sql`g.count`} as count, v.weight from order_items i ${parcel}
    join product_variants v on v.project_id = i.project_id and v.id = i.product_variant_id
    where i.project_id = ${project.id} and i.order_id = ${order_id}`);
  return rows.map(({ count, weight }) => ({ count: Number(count), weight: weight === null ? null : Number(weight) }));
}

/** Whether it was made only a person can say by now. */
export const isUnsure = ({ state, error }: Pick<StoredWaybill, 'state' | 'error'>): boolean =>
  state === 'asked' && error?.code === deliveryErrors.unsure.code;

export const showWaybill = (row: StoredWaybill, locale: Locale, author: string | null): Waybill => ({
  ...{ id: row.id, order_id: row.order_id, parcel_id: row.parcel_id, state: row.state, ttn: row.ttn },
  is_unsure: isUnsure(row),
  error: row.error && { code: row.error.code, message: row.error[locale] },
  // one that was made before couriers has no word of a door
  plan: { ...(row.plan as Plan), door: row.plan.door ?? null },
  ...{ cost: row.cost, arrives_on: row.arrives_on, register_id: row.register_id, is_own: row.owner_id !== SUPPLIER },
  created_by: { kind: 'user', id: row.created_by, name: author },
  created_at: row.created_at,
});

export async function nameOf(tx: Tx, user_id: string): Promise<string | null> {
  const [row] = await tx.rows<{ name: string | null }>(sql`select name from users where id = ${user_id}`);
  return row?.name ?? null;
}

interface RowsQuery extends ListQuery {
  readonly state?: readonly string[] | undefined;
  readonly open?: 'true' | undefined;
  readonly free?: 'true' | undefined;
  readonly batch?: string | undefined;
  readonly register?: string | undefined;
}

export function listWaybills(tx: Tx, scope: ProjectScope, query: RowsQuery): Promise<Page<WaybillRow>> {
  const where = [sql`w.project_id = ${scope.project.id}`];
  if (query.state) where.push(sql`w.state = any(${textArray(query.state)})`);
  else where.push(sql`w.state <> 'removed'`);
  if (query.batch) where.push(sql`w.batch_id = ${query.batch}`);
  if (query.register) where.push(sql`w.register_id = ${query.register} and w.register_state <> 'leaving'`);
  if (query.free) where.push(sql`w.register_id is null`);
  if (query.open) where.push(sql`w.state = 'made' and coalesce(t.code, '1') in ('1', '3', '')`);
  const from = sql`delivery_waybills w
    join orders o on o.project_id = w.project_id and o.id = w.order_id
    left join parcels p on p.project_id = w.project_id and p.order_id = w.order_id and p.id = w.parcel_id
    left join delivery_tracks t on t.project_id = w.project_id and t.order_id = w.order_id
      and t.part_id = coalesce(w.parcel_id, w.order_id) and t.ttn = w.ttn
    left join users u on u.id = w.created_by`;
  return readPage(
    tx,
    query,
    {
      columns: sql`w.*, o.number, o.prefix, p.number as parcel, u.name as author, t.code, t.status,
        (select c.name from counterparties c where c.project_id = w.project_id and c.id = w.owner_id) as owner_name`,
      from,
      ...(query.open ? {} : { countFrom: sql`delivery_waybills w` }),
      where: sql.join(where, sql` and `),
      sorts: { created_at: { by: sql`w.created_at`, type: 'timestamptz' } },
      id: sql`w.id`,
    },
    (row): WaybillRow => {
      const stored = asStored(row);
      const { plan, ...shown } = showWaybill(stored, scope.locale, row.author as string | null);
      return {
        ...shown,
        ...{
          number: Number(row.number),
          prefix: String(row.prefix),
          parcel: row.parcel === null ? null : Number(row.parcel),
        },
        ...{
          recipient_name: plan.recipient_name,
          place: [plan.city_name, plan.branch_name].filter(Boolean).join(', '),
        },
        cod_sum: plan.cod_sum,
        owner_name: row.owner_name as string | null,
        kind: (row.code ? kindOf(String(row.code)) : null) as TrackKind | null,
        status: String(row.status ?? ''),
      };
    },
  );
}

export type NewBatch = typeof deliveryBatches.$inferInsert;
export async function insertBatch(tx: Tx, row: NewBatch): Promise<void> {
  await tx.insert(deliveryBatches).values(row);
}

export async function readBatch(tx: Tx, scope: ProjectScope, id: string): Promise<Batch | null> {
  const [batch] = await tx
    .select()
    .from(deliveryBatches)
    .where(and(eq(deliveryBatches.project_id, scope.project.id), eq(deliveryBatches.id, id)));
  if (!batch) return null;
  const rows = await tx.rows<Row>(sql`
    select w.id, w.order_id, w.state, w.ttn, w.error, concat(o.prefix, o.number, case when p.number is null then '' else concat('/', p.number) end) as number
    from delivery_waybills w join orders o on o.project_id = w.project_id and o.id = w.order_id
    left join parcels p on p.project_id = w.project_id and p.order_id = w.order_id and p.id = w.parcel_id
    where w.project_id = ${scope.project.id} and w.batch_id = ${id} order by w.created_at, w.id`);
  const asked = rows.map((row) => ({
    ...{ order_id: String(row.order_id), number: String(row.number), state: row.state as StoredWaybill['state'] },
    is_unsure: isUnsure(row as Pick<StoredWaybill, 'state' | 'error'>),
    ...{ ttn: row.ttn as string | null, waybill_id: String(row.id) },
    message: (row.error as StoredWaybill['error'])?.[scope.locale] ?? '',
  }));
  const refused = batch.refused.map((row) => ({
    ...{ order_id: row.order_id, number: row.number, state: 'refused' as const, ttn: null, waybill_id: null },
    is_unsure: false,
    message: row[scope.locale],
  }));
  const all = [...refused, ...asked];
  const count = (...states: string[]) => all.filter(({ state }) => states.includes(state)).length;
  const unsure = all.filter(({ is_unsure }) => is_unsure).length;
  return {
    ...{
      id,
      total: all.length,
      made: count('made', 'changing', 'removing', 'removed'),
      waiting: count('asked') - unsure,
      unsure,
      refused: count('refused'),
    },
    ...{ rows: all, created_at: batch.created_at },
  };
}
