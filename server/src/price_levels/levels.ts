import { hook } from '@lanka/domain/kit/hooks';
import { type PriceLevel, priceLevelErrors, type UpdatePriceLevelBody } from '@lanka/domain/price_levels/contract';
import { levelKey, levelName, MAX_PRICE_LEVELS } from '@lanka/domain/price_levels/rules';
import type { DropshippingScope, ProjectScope } from '../kit/auth/scope';
import type { Tx } from '../kit/db/db';
import { newId } from '../kit/db/ids';
import type { Services } from '../kit/services';
import * as store from './price_levels.store';

/** Who buys by levels, in a slice above. */
export interface LevelHolders {
  /** How many have each; levels that nobody has may be left out. */
  count(tx: Tx, scope: ProjectScope): Promise<ReadonlyMap<string, number>>;
  /** Whoever has this level gets that one, or none. */
  move(tx: Tx, scope: ProjectScope, from: string, to: string | null): Promise<void>;
  /** The level that stands for each of these counterparties, by project; those without one are left out. */
  levelsOf(
    tx: Tx,
    of: readonly { readonly project_id: string; readonly counterparty_id: string }[],
  ): Promise<ReadonlyMap<string, string>>;
  /** What each of these counterparties is given off every price, by project; those without a discount are left out. */
  discountsOf(
    tx: Tx,
    of: readonly { readonly project_id: string; readonly counterparty_id: string }[],
  ): Promise<ReadonlyMap<string, number>>;
}
export const levelHolders = hook<LevelHolders>('price_levels.holders');

/** The prices of this level go from what is sold. */
export const levelPrices = hook<(tx: Tx, scope: ProjectScope, id: string) => Promise<void>>('price_levels.prices');

/** The levels by which a Client buys, by project; where he has none he buys by the price itself. */
export async function levelsOfClient(
  tx: Tx,
  app: Pick<Services, 'hooks'>,
  scope: ProjectScope | DropshippingScope,
): Promise<ReadonlyMap<string, string>> {
  const of = 'suppliers' in scope ? scope.suppliers : asSupplier(scope);
  const levels = new Map<string, string>();
  if (of.length === 0) return levels;
  for (const holders of app.hooks.all(levelHolders))
    for (const [project, level] of await holders.levelsOf(tx, of)) levels.set(project, level);
  return levels;
}

/** What a dropshipper is given off every price, hundredths of a percent, by project. */
export async function discountsOfClient(
  tx: Tx,
  app: Pick<Services, 'hooks'>,
  { suppliers }: DropshippingScope,
): Promise<ReadonlyMap<string, number>> {
  const discounts = new Map<string, number>();
  if (suppliers.length === 0) return discounts;
  for (const holders of app.hooks.all(levelHolders))
    for (const [project, discount] of await holders.discountsOf(tx, suppliers)) discounts.set(project, discount);
  return discounts;
}

const asSupplier = ({ project, counterparty_id }: ProjectScope) =>
  counterparty_id === null ? [] : [{ project_id: project.id, counterparty_id }];

export async function listLevels(tx: Tx, app: Services, scope: ProjectScope): Promise<PriceLevel[]> {
  const counts = new Map<string, number>();
  for (const holders of app.hooks.all(levelHolders))
    for (const [id, count] of await holders.count(tx, scope)) counts.set(id, (counts.get(id) ?? 0) + count);
  return (await store.readLevels(tx, scope)).map(({ id, name, position, version, updated_at }) => ({
    ...{ id, name, position, counterparties_count: counts.get(id) ?? 0, version, updated_at },
  }));
}

export async function readLevel(tx: Tx, app: Services, scope: ProjectScope, id: string): Promise<PriceLevel> {
  const found = (await listLevels(tx, app, scope)).find((one) => one.id === id);
  if (!found) throw priceLevelErrors.not_found();
  return found;
}

function refuseTaken(scope: ProjectScope, levels: store.LockedLevels, name: string, own?: string): void {
  if (!levels.some((one) => one.id !== own && levelKey(one.name) === levelKey(name))) return;
  const { code, text } = priceLevelErrors.taken;
  throw priceLevelErrors.taken({ path: 'name', code, name, message: text[scope.locale].replace('{name}', name) });
}

function levelIn(levels: store.LockedLevels, id: string): store.LevelRow {
  const found = levels.find((one) => one.id === id);
  if (!found) throw priceLevelErrors.not_found();
  return found;
}

export async function createLevel(tx: Tx, scope: ProjectScope, name: string): Promise<string> {
  const levels = await store.lockLevels(tx, scope);
  if (levels.length >= MAX_PRICE_LEVELS) throw priceLevelErrors.full();
  refuseTaken(scope, levels, name);
  const id = newId();
  await store.insertLevels(tx, scope, levels, [{ id, name, position: levels.length }]);
  return id;
}

/** `stale` is called with the version behind the lock. */
export async function updateLevel(
  tx: Tx,
  scope: ProjectScope,
  id: string,
  { name, position }: UpdatePriceLevelBody,
  stale: (version: number) => Promise<void>,
): Promise<void> {
  const levels = await store.lockLevels(tx, scope);
  const known = levelIn(levels, id);
  await stale(known.version);
  if (name !== undefined && name !== known.name) {
    refuseTaken(scope, levels, name, id);
    await store.renameLevel(tx, scope, levels, id, name);
  }
  if (position === undefined) return;
  const ids = levels.map((one) => one.id).filter((other) => other !== id);
  ids.splice(position, 0, id);
  await store.placeLevels(tx, scope, levels, ids);
}

/**
 * Deletes a level with its prices. Locks: the list of levels, the level, its counterparties, the products that have a
 * price of it. Whoever gives a level to a counterparty or to a variant holds the level before he locks those, so that one
 * that is being deleted is either given up with the others or refused.
 * @throws price_levels.in_use while counterparties have it and nobody says what they get
 */
export async function deleteLevel(
  tx: Tx,
  app: Services,
  scope: ProjectScope,
  id: string,
  counterparties_to: string | undefined,
): Promise<void> {
  const levels = await store.lockLevels(tx, scope);
  levelIn(levels, id);
  await store.lockLevel(tx, scope, levels, id);
  const to = counterparties_to === undefined || counterparties_to === 'none' ? null : counterparties_to;
  if (to === id) throw priceLevelErrors.to_itself({ path: 'counterparties_to' });
  if (to !== null && !levels.some((one) => one.id === to))
    throw priceLevelErrors.unknown({ path: 'counterparties_to' });
  const all = app.hooks.all(levelHolders);
  if (counterparties_to === undefined) {
    let counterparties = 0;
    for (const holders of all) counterparties += (await holders.count(tx, scope)).get(id) ?? 0;
    if (counterparties > 0) throw priceLevelErrors.in_use({ counterparties });
  }
  for (const holders of all) await holders.move(tx, scope, id, to);
  for (const drop of app.hooks.all(levelPrices)) await drop(tx, scope, id);
  await store.deleteLevel(tx, scope, levels, id);
  const rest = levels.map((one) => one.id).filter((other) => other !== id);
  await store.placeLevels(tx, scope, levels, rest);
}

/** A level as an import knows it; one that is only looked at may not be there yet. */
export interface NamedLevel {
  readonly id: string;
  readonly name: string;
}

const keysOf = (levels: readonly NamedLevel[]): Map<string, NamedLevel> =>
  new Map(levels.map(({ id, name }) => [levelKey(name), { id, name }]));

/** The levels that are there, by their keys. */
export const knownLevels = async (
  tx: Tx,
  scope: Pick<ProjectScope, 'project'>,
): Promise<ReadonlyMap<string, NamedLevel>> => keysOf(await store.readLevels(tx, scope));

/**
 * The levels of these names by their keys, made where they are not there yet, as many as there is room for. None of them
 * is deleted until the transaction ends; whoever locks goods as well does it behind this.
 */
export async function ensureLevels(
  tx: Tx,
  scope: Pick<ProjectScope, 'project'>,
  names: readonly string[],
): Promise<ReadonlyMap<string, NamedLevel>> {
  if (names.length === 0) return new Map();
  const known = keysOf(await store.readLevels(tx, scope));
  const all = names.every((name) => known.has(levelKey(name))) ? known : await makeMissing(tx, scope, names);
  const ids = names.flatMap((name) => all.get(levelKey(name))?.id ?? []);
  return keysOf(await store.holdLevels(tx, scope, ids));
}

async function makeMissing(tx: Tx, scope: Pick<ProjectScope, 'project'>, names: readonly string[]) {
  const levels = await store.lockLevels(tx, scope);
  const found = keysOf(levels);
  const made: Pick<store.LevelRow, 'id' | 'name' | 'position'>[] = [];
  for (const given of names) {
    const name = levelName(given);
    if (found.has(levelKey(name)) || levels.length + made.length >= MAX_PRICE_LEVELS) continue;
    const level = { id: newId(), name, position: levels.length + made.length };
    made.push(level);
    found.set(levelKey(name), level);
  }
  await store.insertLevels(tx, scope, levels, made);
  return found;
}
