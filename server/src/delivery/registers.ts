import { deliveryErrors, type Register } from '@lanka/domain/delivery/contract';
import { queueTask } from '../integrations';
import type { ProjectScope } from '../kit/auth/scope';
import type { Tx } from '../kit/db/db';
import { newId } from '../kit/db/ids';
import type { Services } from '../kit/services';
import { mustConnection } from './connections';
import * as store from './registers.store';

/**
 * Registers of parcels. What shall be in one stands on the rows of its waybills, written behind its lock; a task tells the
 * carrier after the commit.
 */

export async function mustRegister(tx: Tx, scope: ProjectScope, id: string): Promise<Register> {
  const register = await store.showRegister(tx, scope, id);
  if (!register) throw deliveryErrors.no_register();
  return register;
}

async function queue(tx: Tx, app: Services, project_id: string, id: string): Promise<void> {
  await queueTask(tx, app, project_id, {
    ...{ service: 'nova_poshta', kind: 'register.sync', key: `register.sync:${id}:${newId()}` },
    payload: { register_id: id },
  });
}

/** @throws delivery.nothing_to_register */
export async function createRegister(
  tx: Tx,
  app: Services,
  scope: ProjectScope,
  waybill_ids: readonly string[],
): Promise<Register> {
  const { found } = await store.lockCandidates(tx, scope, waybill_ids);
  const owner = found.find(({ register_id }) => register_id === null)?.owner_id;
  const wanted = found.filter(({ register_id, owner_id }) => register_id === null && owner_id === owner);
  if (!owner || wanted.length === 0) throw deliveryErrors.nothing_to_register({ path: 'waybill_ids' });
  await mustConnection(tx, scope, owner);
  const [id, project_id] = [newId(), scope.project.id];
  await store.insertRegister(tx, { project_id, id, owner_id: owner, created_by: scope.user.id });
  await store.saveMembers(tx, project_id, idsOf(wanted), { register_id: id, register_state: 'adding' });
  await queue(tx, app, project_id, id);
  return mustRegister(tx, scope, id);
}

const idsOf = (rows: readonly { readonly id: string }[]): string[] => rows.map(({ id }) => id);

/** @throws delivery.no_register, delivery.register_gone */
async function lockOpen(tx: Tx, scope: ProjectScope, id: string) {
  const { found } = await store.lockRegister(tx, scope.project.id, id);
  if (!found) throw deliveryErrors.no_register();
  if (found.state !== 'open') throw deliveryErrors.register_gone();
  await mustConnection(tx, scope, found.owner_id);
  return found;
}

/** @throws delivery.nothing_to_register */
export async function addToRegister(
  tx: Tx,
  app: Services,
  scope: ProjectScope,
  id: string,
  waybill_ids: readonly string[],
): Promise<Register> {
  const register = await lockOpen(tx, scope, id);
  const { found } = await store.lockCandidates(tx, scope, waybill_ids);
  const own = found.filter(({ owner_id }) => owner_id === register.owner_id);
  const fresh = own.filter(({ register_id }) => register_id === null);
  // what is being taken out, and shall stay after all
  const back = own.filter((one) => one.register_id === id && one.state === 'leaving');
  if (fresh.length + back.length === 0) throw deliveryErrors.nothing_to_register({ path: 'waybill_ids' });
  await store.saveMembers(tx, scope.project.id, idsOf([...fresh, ...back]), {
    ...{ register_id: id, register_state: 'adding' },
  });
  await store.saveRegister(tx, register, { error: null, refused: [] });
  await queue(tx, app, scope.project.id, id);
  return mustRegister(tx, scope, id);
}

/** @throws delivery.nothing_to_register */
export async function takeFromRegister(
  tx: Tx,
  app: Services,
  scope: ProjectScope,
  id: string,
  waybill_ids: readonly string[],
): Promise<Register> {
  const register = await lockOpen(tx, scope, id);
  const { found } = await store.lockCandidates(tx, scope, waybill_ids);
  const leaving = found.filter(({ register_id }) => register_id === id);
  if (leaving.length === 0) throw deliveryErrors.nothing_to_register({ path: 'waybill_ids' });
  await store.saveMembers(tx, scope.project.id, idsOf(leaving), { register_id: id, register_state: 'leaving' });
  await store.saveRegister(tx, register, { error: null, refused: [] });
  await queue(tx, app, scope.project.id, id);
  return mustRegister(tx, scope, id);
}

/** @throws delivery.handed_over when the carrier has parcels of it */
export async function removeRegister(tx: Tx, app: Services, scope: ProjectScope, id: string): Promise<void> {
  const register = await lockOpen(tx, scope, id);
  const members = await store.readMembers(tx, scope.project.id, id);
  if (members.some(({ isHandedOver }) => isHandedOver)) throw deliveryErrors.handed_over();
  await store.saveRegister(tx, register, { state: 'removing', error: null, refused: [] });
  await queue(tx, app, scope.project.id, id);
}
