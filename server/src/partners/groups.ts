import { partnerErrors } from '@lanka/domain/partners/contract';
import { MAX_GROUPS } from '@lanka/domain/partners/group_terms';
import {
  type CounterpartyGroup,
  type CreateGroupBody,
  groupErrors,
  type RegroupBody,
  type UpdateGroupBody,
} from '@lanka/domain/partners/groups';
import { priceLevelErrors } from '@lanka/domain/price_levels/contract';
import type { ProjectScope } from '../kit/auth/scope';
import type { Tx } from '../kit/db/db';
import { newId } from '../kit/db/ids';
import { holdLevels } from '../price_levels';
import { settleTerms } from './group-terms';
import * as store from './groups.store';

export async function readGroup(tx: Tx, scope: ProjectScope, id: string): Promise<CounterpartyGroup> {
  return groupIn(await store.readGroups(tx, scope), id);
}

function groupIn(groups: readonly CounterpartyGroup[], id: string): CounterpartyGroup {
  const found = groups.find((one) => one.id === id);
  if (!found) throw groupErrors.not_found();
  return found;
}

function refuseTaken(scope: ProjectScope, groups: store.LockedGroups, name: string, own?: string): void {
  if (!groups.some((one) => one.id !== own && one.name.toLowerCase() === name.toLowerCase())) return;
  const { code, text } = groupErrors.taken;
  throw groupErrors.taken({ path: 'name', code, name, message: text[scope.locale].replace('{name}', name) });
}

/** Held before groups, as whoever deletes a level locks it before them. */
async function holdLevel(tx: Tx, scope: ProjectScope, id: string | null | undefined): Promise<void> {
  if (!id) return;
  const [held] = await holdLevels(tx, scope, [id]);
  if (!held) throw priceLevelErrors.unknown({ path: 'price_level_id' });
}

export async function createGroup(
  tx: Tx,
  scope: ProjectScope,
  { name, discount = 0, price_level_id = null }: CreateGroupBody,
): Promise<string> {
  await holdLevel(tx, scope, price_level_id);
  const groups = await store.lockGroups(tx, scope);
  if (groups.length >= MAX_GROUPS) throw groupErrors.full();
  refuseTaken(scope, groups, name);
  const id = newId();
  await store.insertGroup(tx, scope, groups, { id, name, discount, price_level_id });
  return id;
}

/**
 * Answers whose terms changed with it. `stale` is called with the version behind the lock. Locks: the level, the list of
 * groups, the group, its counterparties.
 */
export async function updateGroup(
  tx: Tx,
  scope: ProjectScope,
  id: string,
  { position, ...changes }: UpdateGroupBody,
  stale: (version: number) => Promise<void>,
): Promise<string[]> {
  await holdLevel(tx, scope, changes.price_level_id);
  const groups = await store.lockGroups(tx, scope);
  const before = groupIn(groups, id);
  await stale(before.version);
  const after = { ...before, ...changes };
  if (after.name !== before.name) refuseTaken(scope, groups, after.name, id);
  if (Object.keys(changes).length > 0) await store.saveGroup(tx, scope, groups, after);
  if (position !== undefined) {
    const ids = groups.map((one) => one.id).filter((other) => other !== id);
    ids.splice(position, 0, id);
    await store.placeGroups(tx, scope, groups, ids);
  }
  // of the first of their groups a level is taken, so the order says what some buy by
  const concerned =
    (position !== undefined && position !== before.position) ||
    (['discount', 'price_level_id', 'archived'] as const).some((name) => after[name] !== before[name]);
  if (!concerned) return [];
  return settleTerms(tx, scope, await store.lockMembersOf(tx, scope, id));
}

/** @throws counterparty_groups.unknown, partners.unknown */
export async function regroup(
  tx: Tx,
  scope: ProjectScope,
  { counterparty_ids, add, remove }: RegroupBody,
): Promise<string[]> {
  const held = await store.holdGroups(tx, scope, [...add, ...remove]);
  refuseUnknown(held, add, 'add');
  const ids = new Set(counterparty_ids);
  const members = await store.lockCounterparties(tx, scope, [...ids]);
  if (members.length < ids.size) throw partnerErrors.unknown({ path: 'counterparty_ids' });
  await store.deleteMembers(tx, scope, remove, members);
  await store.insertMembers(tx, scope, add, members);
  await settleTerms(tx, scope, members);
  return [...members];
}

function refuseUnknown(held: store.HeldGroups, wanted: readonly string[], path: string): void {
  const living = new Set(held.filter(({ archived }) => !archived).map(({ id }) => id));
  const at = wanted.findIndex((id) => !living.has(id));
  if (at >= 0) throw groupErrors.unknown({ path: `${path}.${at}` });
}

/** The groups that somebody is to be put into when it is decided, held until then. @throws counterparty_groups.unknown */
export async function holdNamedGroups(
  tx: Tx,
  scope: ProjectScope,
  ids: readonly string[],
  path: string,
): Promise<store.HeldGroups> {
  const held = await store.holdGroups(tx, scope, ids);
  refuseUnknown(held, ids, path);
  return held;
}

/** Puts one into groups that are held. */
export async function putInGroups(
  tx: Tx,
  scope: ProjectScope,
  groups: store.HeldGroups,
  counterpartyId: string,
): Promise<void> {
  if (groups.length === 0) return;
  const members = await store.lockCounterparties(tx, scope, [counterpartyId]);
  const ids = groups.map(({ id }) => id);
  await store.insertMembers(tx, scope, ids, members);
  await settleTerms(tx, scope, members);
}
