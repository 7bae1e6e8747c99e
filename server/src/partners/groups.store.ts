import type { CounterpartyGroup } from '@lanka/domain/partners/groups';
import { type SQL, sql } from 'drizzle-orm';
import type { ProjectScope } from '../kit/auth/scope';
import { idArray } from '../kit/db/arrays';
import type { Tx } from '../kit/db/db';
import { awaitLock, type Locked } from '../kit/db/locked';
import { toInstant } from '../kit/db/paging';

type Row = Record<string, unknown>;
type Scope = Pick<ProjectScope, 'project'>;

/** Whether the counterparty of a row is in this group, or (`none`) in no group. */
export function isGrouped(of: string, project: SQL, counterparty: SQL): SQL {
  const where = sql`gm.project_id = ${project} and gm.counterparty_id = ${counterparty}`;
  return of === 'none'
    ? sql`not exists (select from counterparty_group_members gm where ${where})`
    : sql`exists (select from counterparty_group_members gm where ${where} and gm.group_id = ${of})`;
}

const asGroup = (row: Row): CounterpartyGroup => ({
  id: String(row.id),
  name: String(row.name),
  position: Number(row.position),
  discount: Number(row.discount),
  price_level_id: row.price_level_id as string | null,
  price_level_name: row.price_level_name as string | null,
  archived: row.archived_at !== null,
  counterparties_count: Number(row.counterparties_count),
  version: Number(row.version),
  updated_at: toInstant(row.updated_at),
});

/** In their order, with how many counterparties are in each. */
export async function readGroups(tx: Tx, { project }: Scope): Promise<CounterpartyGroup[]> {
  const rows = await tx.rows<Row>(sql`
    select g.*, pl.name as price_level_name, coalesce(n.count, 0) as counterparties_count
    from counterparty_groups g
    left join price_levels pl on pl.project_id = g.project_id and pl.id = g.price_level_id
    left join (select gm.group_id, count(*)::int as count from counterparty_group_members gm
      where gm.project_id = ${project.id} group by gm.group_id) n on n.group_id = g.id
    where g.project_id = ${project.id} order by g.position, g.id`);
  return rows.map(asGroup);
}

/** All groups, which nobody else adds to, names, places or changes until the transaction ends. */
export type LockedGroups = Locked<'counterparty_groups', readonly CounterpartyGroup[]>;

export function lockGroups(tx: Tx, scope: Scope): Promise<LockedGroups> {
  const lock = async () => {
    const key = `counterparty_groups ${scope.project.id}`;
    await tx.execute(sql`select pg_advisory_xact_lock(hashtextextended(${key}, 0))`);
    // in the order in which whoever puts somebody in holds them
    await tx.execute(sql`
      select g.id from counterparty_groups g where g.project_id = ${scope.project.id} order by g.id for no key update`);
    return readGroups(tx, scope);
  };
  return awaitLock('counterparty_groups', lock());
}

/** Groups that exist, whose terms and archive stay as they are until the transaction ends; locked before counterparties. */
export type HeldGroups = Locked<'held_groups', readonly { readonly id: string; readonly archived: boolean }[]>;

export const holdGroups = (tx: Tx, { project }: Scope, ids: readonly string[]): Promise<HeldGroups> =>
  awaitLock(
    'held_groups',
    tx.rows<{ id: string; archived: boolean }>(sql`
      select g.id, g.archived_at is not null as archived from counterparty_groups g
      where g.project_id = ${project.id} and g.id = any(${idArray(ids)}) order by g.id for share`),
  );

export async function insertGroup(
  tx: Tx,
  { project }: Scope,
  groups: LockedGroups,
  { id, name, discount, price_level_id }: Pick<CounterpartyGroup, 'id' | 'name' | 'discount' | 'price_level_id'>,
): Promise<void> {
  await tx.execute(sql`
    insert into counterparty_groups (project_id, id, name, position, discount, price_level_id)
    values (${project.id}, ${id}, ${name}, ${groups.length}, ${discount}, ${price_level_id})`);
}

/** Whoever puts somebody in or takes him out at this moment has finished, or waits. */
export async function saveGroup(
  tx: Tx,
  { project }: Scope,
  _groups: LockedGroups,
  { id, name, discount, price_level_id, archived }: CounterpartyGroup,
): Promise<void> {
  await tx.execute(sql`
    update counterparty_groups g set name = ${name}, discount = ${discount}, price_level_id = ${price_level_id},
      archived_at = ${archived ? sql`now()` : null},
      version = version + 1, updated_at = now()
    where g.project_id = ${project.id} and g.id = ${id}`);
}

/** Writes the places of all groups, which are named in their order. */
export async function placeGroups(
  tx: Tx,
  { project }: Scope,
  _groups: LockedGroups,
  ids: readonly string[],
): Promise<void> {
  await tx.execute(sql`
    update counterparty_groups g set position = p.place - 1, version = version + 1, updated_at = now()
    from unnest(${sql.param([...ids])}::uuid[]) with ordinality as p(id, place)
    where g.project_id = ${project.id} and g.id = p.id and g.position <> p.place - 1`);
}

/** A price level goes: groups that give it give that one, or none. */
export async function moveLevelOfGroups(tx: Tx, scope: Scope, from: string, to: string | null): Promise<void> {
  const { project } = scope;
  await lockGroups(tx, scope);
  await tx.execute(sql`
    update counterparty_groups g set price_level_id = ${to}, version = version + 1, updated_at = now()
    where g.project_id = ${project.id} and g.price_level_id = ${from}`);
}

/** Counterparties whose terms are written anew, until the transaction ends. */
export type LockedMembers = Locked<'counterparties', readonly string[]>;

const lockWhere = (tx: Tx, { project }: Scope, where: SQL): Promise<LockedMembers> =>
  awaitLock(
    'counterparties',
    tx
      .rows<{ id: string }>(sql`
        select c.id from counterparties c where c.project_id = ${project.id} and ${where}
        order by c.id for no key update of c`)
      .then((rows) => rows.map(({ id }) => id)),
  );

export const lockMembersOf = (tx: Tx, scope: Scope, groupId: string): Promise<LockedMembers> =>
  lockWhere(
    tx,
    scope,
    sql`c.id in (select gm.counterparty_id from counterparty_group_members gm
      where gm.project_id = ${scope.project.id} and gm.group_id = ${groupId})`,
  );

/** Those of them that can be in a group: not deleted, and not the project's own sales. */
export const lockCounterparties = (tx: Tx, scope: Scope, ids: readonly string[]): Promise<LockedMembers> =>
  lockWhere(tx, scope, sql`c.id = any(${idArray(ids)}) and c.deleted_at is null and not c.own_sales`);

export async function insertMembers(
  tx: Tx,
  { project }: Scope,
  groups: readonly string[],
  members: LockedMembers,
): Promise<void> {
  if (groups.length === 0) return;
  await tx.execute(sql`
    insert into counterparty_group_members (project_id, group_id, counterparty_id)
    select ${project.id}, g.id, c.id from unnest(${sql.param([...groups])}::uuid[]) g(id)
      cross join unnest(${sql.param([...members])}::uuid[]) c(id)
    on conflict do nothing`);
}

export async function deleteMembers(
  tx: Tx,
  { project }: Scope,
  groups: readonly string[],
  members: LockedMembers,
): Promise<void> {
  if (groups.length === 0) return;
  await tx.execute(sql`
    delete from counterparty_group_members gm where gm.project_id = ${project.id}
      and gm.group_id = any(${idArray(groups)}) and gm.counterparty_id = any(${idArray(members)})`);
}

/** Of a counterparty that goes. */
export async function leaveGroups(tx: Tx, { project }: Scope, counterpartyId: string): Promise<void> {
  await tx.execute(sql`
    delete from counterparty_group_members gm
    where gm.project_id = ${project.id} and gm.counterparty_id = ${counterpartyId}`);
}
