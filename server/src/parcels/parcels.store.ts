import type { Actor } from '@lanka/domain/kit/ids';
import type { CodPart } from '@lanka/domain/orders/cod-parts';
import { sql } from 'drizzle-orm';
import type { ProjectScope } from '../kit/auth/scope';
import { idArray } from '../kit/db/arrays';
import type { Tx } from '../kit/db/db';
import { toInstantOrNull } from '../kit/db/paging';
import type { LockedOrder } from '../orders';

export interface StoredItem {
  readonly order_item_id: string;
  readonly count: number;
  /** 0 until the parcel is sent. */
  readonly amount: number;
}

export interface StoredParcel {
  readonly id: string;
  readonly number: number;
  /** Null of the first: that of the order is its. */
  readonly ttn: string | null;
  readonly sent_at: string | null;
  readonly sent_by: Actor | null;
  readonly items: readonly StoredItem[];
  /** What the carrier collects with it, from its sending on. */
  readonly cod: CodPart;
}

/** A parcel `p` as its order's cash on delivery sees it; by what is in it as the lines of the order stand now. */
const COD_PART = sql`json_build_object('sent', p.sent_at is not null,
  'state', p.cod_state, 'sum', p.cod_sum, 'fee', p.cod_fee, 'cost', p.cod_cost, 'received', p.cod_received,
  'received_fee', p.cod_received_fee, 'weight', coalesce((
    select sum(i.customer_amount * g.count / i.count) from parcel_items g
    join order_items i on i.project_id = g.project_id and i.order_id = g.order_id and i.id = g.order_item_id
    where g.project_id = p.project_id and g.order_id = p.order_id and g.parcel_id = p.id), 0))`;

/** In their order. Who writes by them has locked the order. */
export async function readParcels(
  tx: Tx,
  scope: ProjectScope,
  { id }: { readonly id: string },
): Promise<StoredParcel[]> {
  const found = await tx.rows<Record<string, unknown>>(sql`
    select p.id, p.number, p.ttn, p.sent_at, p.sent_by, u.name as sent_by_name,
      ${COD_PART} as cod,
      (select jsonb_agg(jsonb_build_object('order_item_id', i.order_item_id, 'count', i.count, 'amount', i.amount))
        from parcel_items i where i.project_id = p.project_id and i.order_id = p.order_id and i.parcel_id = p.id) as items
    from parcels p left join users u on u.id = p.sent_by
    where p.project_id = ${scope.project.id} and p.order_id = ${id} order by p.number`);
  return found.map((row) => ({
    id: String(row.id),
    number: Number(row.number),
    ttn: (row.ttn as string | null) ?? null,
    sent_at: toInstantOrNull(row.sent_at),
    sent_by: row.sent_by
      ? { kind: 'user', id: String(row.sent_by), name: (row.sent_by_name as string | null) ?? null }
      : null,
    items: (row.items as StoredItem[] | null) ?? [],
    cod: row.cod as CodPart,
  }));
}

export async function readCodParts(tx: Tx, scope: ProjectScope, { id }: { readonly id: string }): Promise<CodPart[]> {
  const found = await tx.rows<{ cod: CodPart }>(sql`
    select ${COD_PART} as cod from parcels p where p.project_id = ${scope.project.id} and p.order_id = ${id} order by p.number`);
  return found.map(({ cod }) => cod);
}

/** Those that are not sent become these; what was sent stays. */
export async function replaceUnsent(
  tx: Tx,
  scope: ProjectScope,
  { id: order_id }: LockedOrder,
  unsent: readonly Pick<StoredParcel, 'id' | 'number' | 'ttn' | 'items'>[],
): Promise<void> {
  const project = scope.project.id;
  await tx.execute(sql`
    delete from parcels where project_id = ${project} and order_id = ${order_id} and sent_at is null`);
  if (unsent.length === 0) return;
  const rows = unsent.map(({ items: _, ...parcel }) => parcel);
  const items = unsent.flatMap((parcel) => parcel.items.map((item) => ({ ...item, parcel_id: parcel.id })));
  await tx.execute(sql`
    insert into parcels (project_id, order_id, id, number, ttn)
    select ${project}, ${order_id}, n.* from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as n(id uuid, number int, ttn text)`);
  await tx.execute(sql`
    insert into parcel_items (project_id, order_id, parcel_id, order_item_id, count)
    select ${project}, ${order_id}, n.* from jsonb_to_recordset(${JSON.stringify(items)}::jsonb)
      as n(parcel_id uuid, order_item_id uuid, count int)`);
}

export async function saveTtn(tx: Tx, scope: ProjectScope, order: LockedOrder, id: string, ttn: string | null) {
  await tx.execute(sql`
    update parcels set ttn = ${ttn}
    where project_id = ${scope.project.id} and order_id = ${order.id} and id = ${id}`);
}

/** These are sent now, and what their items were charged. */
export async function saveSent(
  tx: Tx,
  scope: ProjectScope,
  { id: order_id }: LockedOrder,
  ids: readonly string[],
  amounts: readonly { readonly parcel_id: string; readonly order_item_id: string; readonly amount: number }[],
): Promise<void> {
  const project = scope.project.id;
  await tx.execute(sql`
    update parcels set sent_at = now(), sent_by = ${scope.user.id}
    where project_id = ${project} and order_id = ${order_id} and id = any(${idArray(ids)}) and sent_at is null`);
  await tx.execute(sql`
    update parcel_items i set amount = n.amount
    from jsonb_to_recordset(${JSON.stringify(amounts)}::jsonb) as n(parcel_id uuid, order_item_id uuid, amount bigint)
    where i.project_id = ${project} and i.order_id = ${order_id} and i.parcel_id = n.parcel_id
      and i.order_item_id = n.order_item_id`);
}
