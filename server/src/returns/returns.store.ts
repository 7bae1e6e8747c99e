import type {
  ReturnHistoryEntry,
  ReturnItem,
  ReturnItemStatus,
  ReturnOrigin,
  ReturnReason,
  ReturnStatus,
} from '@lanka/domain/returns/contract';
import type { SentLine } from '@lanka/domain/returns/rules';
import { type SQL, sql } from 'drizzle-orm';
import type { ActingIn, ProjectScope } from '../kit/auth/scope';
import type { ChangeKind } from '../kit/changes/kinds';
import { markChanged } from '../kit/changes/record';
import { idArray } from '../kit/db/arrays';
import { actorOrKey } from '../kit/db/by-key';
import type { Tx } from '../kit/db/db';
import { newId } from '../kit/db/ids';
import { awaitLock, type Locked } from '../kit/db/locked';
import { toInstant, toInstantOrNull } from '../kit/db/paging';
import type { OwnersOf } from '../kit/live/topics';
import type { LockedOrder } from '../orders';
import { queueForSearch } from '../search';
import { mine, RETURNS, ROW_COLUMNS, ROW_FROM } from './lists.store';
import { IS_REFUSED } from './refused.store';

type Row = Record<string, unknown>;

/** A line of an order that was sent, as a return sees it. */
export interface OrderLine extends SentLine {
  readonly product_variant_id: string;
  readonly credit: number;
}

/** What was sent by the order, of one that is split by its parcels, with what came back of it or is about to. Who writes by it has locked the order. */
export async function readLines(tx: Tx, scope: ProjectScope, { id }: { readonly id: string }): Promise<OrderLine[]> {
  return tx.rows<{ [K in keyof OrderLine]: OrderLine[K] }>(sql`
    select oi.id as order_item_id, oi.product_variant_id,
      case when o.parcels = 0 then oi.count else coalesce(s.count, 0)::int end as shipped,
      case when o.parcels = 0 then oi.amount else coalesce(s.amount, 0)::bigint end as amount,
      coalesce(b.approved, 0)::int as approved, coalesce(b.pending, 0)::int as pending, coalesce(b.credit, 0)::bigint as credit
    from orders o
    join order_items oi on oi.project_id = o.project_id and oi.order_id = o.id
    left join (
      select i.order_item_id, sum(i.count) as count, sum(i.amount) as amount
      from parcel_items i join parcels p on p.project_id = i.project_id and p.order_id = i.order_id and p.id = i.parcel_id
      where i.project_id = ${scope.project.id} and i.order_id = ${id} and p.sent_at is not null group by i.order_item_id
    ) s on s.order_item_id = oi.id
    left join (
      select order_item_id, sum(count) filter (where status = 'approved') as approved,
        sum(count) filter (where status = 'pending') as pending, sum(credit) as credit
      from return_items where project_id = ${scope.project.id} and order_id = ${id} group by order_item_id
    ) b on b.order_item_id = oi.id
    where o.project_id = ${scope.project.id} and o.id = ${id} order by oi.position`);
}

/** What came back of an order, or is about to, in the name of each of its parcels: by their ids. */
export async function readReturnedOf(
  tx: Tx,
  scope: ProjectScope,
  { id }: { readonly id: string },
): Promise<Map<string, Map<string, number>>> {
  const found = await tx.rows<{ parcel_id: string; order_item_id: string; count: number }>(sql`
    select r.parcel_id, i.order_item_id, sum(i.count)::int as count
    from returns r join return_items i on i.project_id = r.project_id and i.return_id = r.id
    where r.project_id = ${scope.project.id} and r.order_id = ${id} and r.parcel_id is not null and i.status <> 'rejected'
    group by 1, 2`);
  const returned = new Map<string, Map<string, number>>();
  for (const { parcel_id, order_item_id, count } of found)
    returned.set(parcel_id, (returned.get(parcel_id) ?? new Map()).set(order_item_id, count));
  return returned;
}

/** The return as its page shows it, before its pictures have links; null when it is not the asker's to see. */
export async function findReturn(tx: Tx, scope: ProjectScope, id: string): Promise<Row | null> {
  const [row] = await tx.rows<Row>(sql`
    select ${ROW_COLUMNS} from ${ROW_FROM} where ${mine(scope)} and r.id = ${id}`);
  return row ?? null;
}

/** A line whose picture is still the storage key. */
export type StoredItem = Omit<ReturnItem, 'thumbnail_url'> & { readonly thumbnail: string | null };

export async function findItems(tx: Tx, scope: ProjectScope, return_id: string): Promise<StoredItem[]> {
  const found = await tx.rows<Row>(sql`
    select i.*, oi.product_title, oi.modification_title, oi.sku, oi.unit, oi.count as shipped, v.product_id, v.thumbnail,
      u.name as decided_by_name
    from return_items i
    join order_items oi on oi.project_id = i.project_id and oi.order_id = i.order_id and oi.id = i.order_item_id
    join product_variants v on v.project_id = i.project_id and v.id = i.product_variant_id
    left join users u on u.id = i.decided_by
    where i.project_id = ${scope.project.id} and i.return_id = ${return_id} order by i.position`);
  return found.map((row) => ({
    id: String(row.id),
    order_item_id: String(row.order_item_id),
    product_variant_id: String(row.product_variant_id),
    product_id: String(row.product_id),
    product_title: String(row.product_title),
    modification_title: String(row.modification_title),
    sku: String(row.sku),
    thumbnail: (row.thumbnail as string | null) ?? null,
    count: Number(row.count),
    unit: String(row.unit),
    shipped: Number(row.shipped),
    to_warehouse: row.to_warehouse === true,
    status: row.status as ReturnItemStatus,
    credit: Number(row.credit),
    restocked: row.restocked === true,
    decided_by: row.decided_by
      ? { kind: 'user' as const, id: String(row.decided_by), name: (row.decided_by_name as string | null) ?? null }
      : null,
    decided_at: toInstantOrNull(row.decided_at),
  }));
}

/** A line as decisions and effects need it. */
export interface KnownItem {
  readonly id: string;
  readonly order_item_id: string;
  readonly product_variant_id: string;
  readonly position: number;
  readonly count: number;
  readonly to_warehouse: boolean;
  readonly status: ReturnItemStatus;
  readonly credit: number;
}

export interface KnownReturn {
  readonly id: string;
  readonly number: number;
  readonly order_id: string;
  readonly counterparty_id: string;
  readonly status: ReturnStatus;
  readonly origin: ReturnOrigin;
  readonly parcel_id: string | null;
  readonly created_by: string;
  readonly undecided: number;
  readonly credit: number;
  readonly logistics_charge: number;
  readonly logistics_posting_id: string | null;
  readonly waived_at: string | null;
  readonly withdrawn_at: string | null;
  /** It was a return before it became that of a refusal. */
  readonly adopted: boolean;
  readonly version: number;
  readonly items: readonly KnownItem[];
}
export type LockedReturn = Locked<'returns', KnownReturn>;

/** Whose order it is of: the order is locked before its returns. Null when it is not the asker's to see. */
export async function orderOf(tx: Tx, scope: ProjectScope, id: string): Promise<string | null> {
  const [row] = await tx.rows<{ order_id: string }>(sql`
    select r.order_id from returns r where ${mine(scope)} and r.id = ${id}`);
  return row?.order_id ?? null;
}

const isAdopted = ({ project }: ProjectScope, id: string | SQL) => sql`exists (select 1 from return_history h
  where h.project_id = ${project.id} and h.return_id = ${id} and h.kind = 'refused')`;

/** Of which parcel it is, when it was a return before that was refused. */
export async function findAdopted(
  tx: Tx,
  scope: ProjectScope,
  id: string,
): Promise<{ readonly parcel_id: string | null } | null> {
  const [row] = await tx.rows<{ parcel_id: string | null }>(sql`
    select parcel_id from returns where project_id = ${scope.project.id} and id = ${id} and ${isAdopted(scope, id)}`);
  return row ?? null;
}

/** The return for this transaction alone, behind the lock of its order. */
export async function lockReturn(tx: Tx, scope: ProjectScope, _order: LockedOrder, id: string): Promise<LockedReturn> {
  const read = async (): Promise<KnownReturn> => {
    const [row] = await tx.rows<Omit<KnownReturn, 'items'> & Row>(sql`
      select id, number, order_id, counterparty_id, status, origin, parcel_id, created_by, undecided, credit, logistics_charge,
        logistics_posting_id, waived_at, withdrawn_at, version, ${isAdopted(scope, id)} as adopted
      from returns where project_id = ${scope.project.id} and id = ${id} for update`);
    if (!row) throw new Error('a return whose order is locked is there');
    // behind the lock its lines stand still
    const items = await tx.rows<{ [K in keyof KnownItem]: KnownItem[K] }>(sql`
      select id, order_item_id, product_variant_id, position, count, to_warehouse, status, credit from return_items
      where project_id = ${scope.project.id} and return_id = ${id} order by position`);
    return { ...row, items };
  };
  return awaitLock('returns', read());
}

export interface KnownRefusal {
  readonly id: string;
  readonly number: number;
  readonly count: number;
  /** It was a return before. */
  readonly adopted: boolean;
  /** And the charge was not taken back. */
  readonly charged: boolean;
}

/** The return that this parcel of the order has made when it was refused; null: the order itself. */
export async function refusalOf(
  tx: Tx,
  scope: ProjectScope,
  { id }: LockedOrder,
  parcel_id: string | null,
): Promise<KnownRefusal | null> {
  const [row] = await tx.rows<{ [K in keyof KnownRefusal]: KnownRefusal[K] }>(sql`
    select r.id, r.number, r.count, logistics_charge > 0 and waived_at is null as charged,
      ${isAdopted(scope, sql`r.id`)} as adopted
    from returns r where project_id = ${scope.project.id} and order_id = ${id} and origin = 'refusal' and withdrawn_at is null
      and parcel_id is not distinct from ${parcel_id}::uuid`);
  return row ?? null;
}

/** The parcels of an order that were refused; null: all of it, where it goes in one. */
export async function readRefusals(tx: Tx, { project }: ActingIn, order_id: string): Promise<Set<string | null>> {
  const rows = await tx.rows<{ parcel_id: string | null }>(sql`
    select r.parcel_id from returns r where r.project_id = ${project.id} and r.order_id = ${order_id} and ${IS_REFUSED}`);
  return new Set(rows.map(({ parcel_id }) => parcel_id));
}

/** Makes the newest return of this parcel that of its refusal: its goods stand in it already. Behind the lock of the order. */
export async function adoptReturn(
  tx: Tx,
  scope: ProjectScope,
  { id }: LockedOrder,
  parcel_id: string | null,
): Promise<{ id: string; number: number; count: number; kind: 'refused' } | null> {
  const [found] = await tx.rows<{ id: string; number: number; count: number }>(sql`
    update returns set origin = 'refusal', version = version + 1, updated_at = now()
    where project_id = ${scope.project.id} and id = (
      select id from returns where project_id = ${scope.project.id} and order_id = ${id} and origin = 'request' and withdrawn_at is null
        and status <> 'rejected' and parcel_id is not distinct from ${parcel_id}::uuid order by id desc limit 1)
    returning id, number, count`);
  if (!found) return null;
  markChanged(tx, scope, 'return', [found.id]);
  return { ...found, kind: 'refused' };
}

export interface NewReturn {
  readonly origin: ReturnOrigin;
  readonly parcel_id?: string | null;
  readonly reason: ReturnReason;
  readonly comment: string;
  readonly items: readonly {
    readonly order_item_id: string;
    readonly product_variant_id: string;
    readonly count: number;
    readonly to_warehouse: boolean;
  }[];
}

/** A new return with its lines. Its number is drawn behind the lock of the order, and before an account is locked. */
export async function insertReturn(
  tx: Tx,
  scope: ProjectScope,
  order: LockedOrder,
  { origin, parcel_id = null, reason, comment, items }: NewReturn,
): Promise<{ id: string; number: number; count: number }> {
  const project = scope.project.id;
  const id = newId();
  const count = items.reduce((sum, item) => sum + item.count, 0);
  const rows = items.map((item, position) => ({ ...item, id: newId(), position }));
  const [made] = await tx.rows<{ number: number }>(sql`
    insert into returns (project_id, id, number, order_id, counterparty_id, origin, parcel_id, reason, comment, count, undecided,
      search_text, created_by)
    values (${project}, ${id}, next_number(${project}, 'return'), ${order.id}, ${order.counterparty_id}, ${origin}, ${parcel_id}, ${reason},
      ${comment}, ${count}, ${count}, ${`${comment.toLowerCase()}\n${order.search_text ?? ''}`}, ${scope.user.id})
    returning number`);
  if (!made) throw new Error('the return was inserted');
  await tx.execute(sql`
    insert into return_items (project_id, return_id, order_id, id, order_item_id, product_variant_id, position, count, to_warehouse)
    select ${project}, ${id}, ${order.id}, i.* from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb)
      as i(id uuid, order_item_id uuid, product_variant_id uuid, position int, count int, to_warehouse boolean)`);
  markChanged(tx, scope, 'return', [id], 'created');
  await queueForSearch(tx, RETURNS, project, [id]);
  return { id, number: made.number, count };
}

export interface DecidedItem {
  readonly id: string;
  readonly status: ReturnItemStatus;
  readonly to_warehouse: boolean;
  readonly credit: number;
  readonly restocked: boolean;
}

/** Writes decisions, and what the return comes to by them. */
export async function saveDecided(
  tx: Tx,
  scope: ProjectScope,
  { id }: LockedReturn,
  items: readonly DecidedItem[],
  { status, withdrawn = false }: { status: ReturnStatus; withdrawn?: boolean },
): Promise<void> {
  const project = scope.project.id;
  markChanged(tx, scope, 'return', [id]);
  await tx.execute(sql`
    update return_items i set status = d.status, to_warehouse = d.to_warehouse, credit = d.credit, restocked = d.restocked,
      decided_by = ${scope.user.id}, decided_at = now()
    from jsonb_to_recordset(${JSON.stringify(items)}::jsonb)
      as d(id uuid, status text, to_warehouse boolean, credit bigint, restocked boolean)
    where i.project_id = ${project} and i.return_id = ${id} and i.id = d.id and i.id = any(${idArray(items.map((item) => item.id))})`);
  await tx.execute(sql`
    update returns r set status = ${status}, undecided = s.undecided, credit = s.credit,
      withdrawn_at = ${withdrawn ? sql`now()` : sql`withdrawn_at`}, version = version + 1, updated_at = now()
    from (select coalesce(sum(count) filter (where status = 'pending'), 0)::int as undecided, sum(credit) as credit
      from return_items where project_id = ${project} and return_id = ${id}) s
    where r.project_id = ${project} and r.id = ${id}`);
}

/** What was charged for the parcel, and by which posting; an earlier one was taken back. */
export async function saveCharge(
  tx: Tx,
  scope: ProjectScope,
  { id, amount, posting_id }: { id: string; amount: number; posting_id: string },
): Promise<void> {
  markChanged(tx, scope, 'return', [id]);
  await tx.execute(sql`
    update returns set logistics_charge = ${amount}, logistics_posting_id = ${posting_id}, waived_at = null
    where project_id = ${scope.project.id} and id = ${id}`);
}

export async function saveWaived(tx: Tx, scope: ProjectScope, { id }: LockedReturn): Promise<void> {
  markChanged(tx, scope, 'return', [id]);
  await tx.execute(sql`
    update returns set waived_at = now(), version = version + 1, updated_at = now()
    where project_id = ${scope.project.id} and id = ${id}`);
}

/** Something beside it has changed, its photos: who holds an older version looks again. */
export async function touch(tx: Tx, scope: ProjectScope, { id }: LockedReturn): Promise<void> {
  markChanged(tx, scope, 'return', [id]);
  await tx.execute(sql`
    update returns set version = version + 1, updated_at = now() where project_id = ${scope.project.id} and id = ${id}`);
}

type Told = Pick<ReturnHistoryEntry, 'kind'> &
  Partial<Pick<ReturnHistoryEntry, 'approved' | 'rejected' | 'count' | 'amount' | 'comment'>>;

export async function insertHistory(tx: Tx, scope: ProjectScope, return_id: string, told: Told): Promise<void> {
  const { kind, approved = 0, rejected = 0, count = 0, amount = 0, comment = '' } = told;
  await tx.execute(sql`
    insert into return_history (project_id, return_id, id, kind, approved, rejected, count, amount, comment, actor_kind, actor_id)
    values (${scope.project.id}, ${return_id}, ${newId()}, ${kind}, ${approved}, ${rejected}, ${count}, ${amount}, ${comment},
      'user', ${scope.user.id})`);
}

/** A return is decided in few steps; a list without pages must still have an end. */
const MOST = 500;

export async function readHistory(tx: Tx, scope: ProjectScope, return_id: string): Promise<ReturnHistoryEntry[]> {
  const found = await tx.rows<Row>(sql`
    select h.*, u.name as actor_name from return_history h left join users u on u.id = h.actor_id
    where h.project_id = ${scope.project.id} and h.return_id = ${return_id} order by h.id desc limit ${sql.raw(String(MOST))}`);
  return found.reverse().map((row) => ({
    id: String(row.id),
    kind: row.kind as ReturnHistoryEntry['kind'],
    approved: Number(row.approved),
    rejected: Number(row.rejected),
    count: Number(row.count),
    amount: Number(row.amount),
    comment: String(row.comment),
    actor: actorOrKey(row.by_key, {
      kind: row.actor_kind as 'user',
      id: (row.actor_id as string | null) ?? null,
      name: (row.actor_name as string | null) ?? null,
    }),
    created_at: toInstant(row.created_at),
  }));
}

/** Whether this counterparty has a return that is not decided: it would be credited when it is gone. */
export async function hasUndecided(tx: Tx, scope: ProjectScope, counterparty_id: string): Promise<boolean> {
  const found = await tx.rows(sql`
    select 1 from returns where project_id = ${scope.project.id} and counterparty_id = ${counterparty_id}
      and undecided > 0 limit 1`);
  return found.length > 0;
}

/** What readers of `changes` are told of these returns. */
export const returnChanges: ChangeKind = {
  kind: 'return',
  async read(tx, _app, scope, ids) {
    const own = scope.role === 'Client' ? sql`and counterparty_id = ${scope.counterparty_id}` : sql``;
    const found = await tx.rows<Row>(sql`
      select id, number, order_id, counterparty_id, status, credit, version from returns
      where project_id = ${scope.project.id} and id = any(${idArray(ids)}) ${own}`);
    return new Map(found.map(({ id, credit, ...told }) => [String(id), { ...told, credit: Number(credit) }]));
  },
};

export const ownersOfReturns: OwnersOf = async (tx, projectId, ids) => {
  const found = await tx.rows<{ id: string; counterparty_id: string }>(sql`
    select id, counterparty_id from returns where project_id = ${projectId} and id = any(${idArray(ids)})`);
  return new Map(found.map((row) => [row.id, row.counterparty_id]));
};
