import { doorWords } from '@lanka/domain/delivery/places';
import { workQueue } from '../integrations';
import { type ProjectScope, systemIn } from '../kit/auth/scope';
import type { Tx } from '../kit/db/db';
import { isPrivateLiteral } from '../kit/outbound/addresses';
import type { Services } from '../kit/services';
import { readOrderRecord, updateOrder } from '../orders';
import { authoriseSystem } from '../projects';
import { makeBatch } from './batch';
import { connect, trySenders } from './connections';
import { findConnection } from './connections.store';
import { guessPlace, listBranches, listCities, refreshDirectory } from './directory';
import { createRegister } from './registers';
import { askForStreets, knownStreets } from './streets';
import { listWaybills } from './waybills.store';

/** Whether the carrier is played by a program on this computer. */
export const isPlayed = (app: Services): boolean => isPrivateLiteral(new URL(app.config.services.nova_poshta));

/**
 * Connects a project of the demo to the carrier that is played for it, and asks for the waybills of these orders. What
 * is asked for waits in the queue.
 */
export async function connectPlayed(
  app: Services,
  project_id: string,
  { key, town, order_ids }: { readonly key: string; readonly town: string; readonly order_ids: readonly string[] },
): Promise<void> {
  const within = { projectIds: [project_id] };
  const scope = await app.db.transaction(within, (tx) => authoriseSystem(tx, project_id));
  if (!scope || (await app.db.transaction(within, (tx) => findConnection(tx, systemIn(project_id))))) return;
  const senders = await trySenders(app, project_id, { key });
  await app.db.transaction(within, (tx) => connect(tx, app, scope, { key }, senders));
  await refreshDirectory(app);
  const isReady = await app.db.transaction(within, async (tx) => {
    const place = await firstBranchOf(tx, town);
    if (!place) return false;
    const rules = { sent: 'suggest', received: 'do', refused: 'suggest', paid: 'do' } as const;
    await connect(tx, app, scope, { ...place, rules }, null);
    return true;
  });
  const [toDoor] = order_ids;
  if (!isReady || !toDoor) return;
  await bringToDoor(app, scope, toDoor);
  await app.db.transaction(within, (tx) => makeBatch(tx, app, scope, order_ids));
}

async function firstBranchOf(tx: Tx, town: string) {
  const [city] = await listCities(tx, { q: town });
  const [branch] = city ? await listBranches(tx, { q: '1', city: city.ref, kind: 'branch' }) : [];
  return city && branch ? { city_ref: city.ref, branch_ref: branch.ref } : null;
}

/** A dropshipper of the demo has a key of his own, and sends from where his supplier does. */
export async function connectOwnPlayed(
  app: Services,
  project_id: string,
  { key, town, counterparty_id }: { readonly key: string; readonly town: string; readonly counterparty_id: string },
): Promise<void> {
  const within = { projectIds: [project_id] };
  const scope = await app.db.transaction(within, (tx) => authoriseSystem(tx, project_id));
  const known = await app.db.transaction(within, (tx) => findConnection(tx, systemIn(project_id), counterparty_id));
  if (!scope || known) return;
  const senders = await trySenders(app, project_id, { key });
  await app.db.transaction(within, async (tx) => {
    const place = await firstBranchOf(tx, town);
    await connect(tx, app, scope, { key, ...place }, senders, counterparty_id);
  });
}

/** The customer of this order wants a courier: its address becomes a door of the carrier's. */
async function bringToDoor(app: Services, scope: ProjectScope, order_id: string): Promise<void> {
  const read = <T>(work: (tx: Tx, scope: ProjectScope) => Promise<T>): Promise<T> =>
    app.db.transaction({ projectIds: [scope.project.id] }, (tx) => work(tx, scope));
  const found = await read(async (tx) => {
    const order = await readOrderRecord(tx, scope, order_id);
    if (!order) return null;
    const { city } = await guessPlace(tx, order.delivery_town, order.delivery_address);
    return city && { order, asked: { city: city.ref, q: 'Шевченка' } };
  });
  if (!found) return;
  const { order, asked } = found;
  await askForStreets(app, asked, read);
  await read(async (tx) => {
    const [street] = await knownStreets(tx, asked);
    if (!street) return;
    const door = { street_ref: street.ref, street: street.name, house: '12', flat: '5' };
    const { recipient_name } = order;
    const place = { city_ref: asked.city, door, address: doorWords(door) };
    const delivery = { operator: 'nova_poshta' as const, recipient_name, ...place };
    await updateOrder(tx, app, scope, order_id, { delivery }, undefined);
  });
}

/** Asks the carrier for what waits, and puts so many of the waybills that were made into a register. */
export async function registerPlayed(app: Services, project_id: string, most: number): Promise<void> {
  const queue = { project_id, service: 'nova_poshta' } as const;
  await workQueue(app, queue);
  await app.db.transaction({ projectIds: [project_id] }, async (tx) => {
    const scope = await authoriseSystem(tx, project_id);
    if (!scope) return;
    const query = { limit: most, sort: '-created_at', state: ['made'], free: 'true' } as const;
    const { items } = await listWaybills(tx, scope, query);
    const ids = items.map(({ id }) => id);
    if (ids.length > 0) await createRegister(tx, app, scope, ids);
  });
  await workQueue(app, queue);
}
