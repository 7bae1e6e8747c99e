import { deliveryErrors, type OrderWaybill, type WaybillBody } from '@lanka/domain/delivery/contract';
import { LISTED_WITHIN_MS, ownReference } from '@lanka/domain/delivery/rules';
import { isHandedOver, kindOf } from '@lanka/domain/delivery/tracking';
import type { DomainError } from '@lanka/domain/kit/errors';
import { can } from '@lanka/domain/kit/permissions';
import { orderErrors } from '@lanka/domain/orders/contract';
import { editableParts, isOpen } from '@lanka/domain/orders/rules';
import { queueTask, readWait } from '../integrations';
import type { ProjectScope } from '../kit/auth/scope';
import type { Tx } from '../kit/db/db';
import { newId } from '../kit/db/ids';
import type { Services } from '../kit/services';
import {
  type LockedOrder,
  lockOrder,
  type OrderRecord,
  readOrderRecord,
  refuseEditing,
  saveRecipientPhone,
  turnCod,
} from '../orders';
import { giveTtn } from '../parcels';
import { areOwnLet, makingConnection, mustConnection, originOf, ownerOf } from './connections';
import { asConnection, findConnection, SUPPLIER } from './connections.store';
import { fixesFor } from './fixes';
import { moneyOf, namedPart, type Part, partOfWaybill, planFor } from './plan';
import { lockRegister, saveMembers } from './registers.store';
import { followPart, forgetTrack, readCode } from './tracks.store';
import * as store from './waybills.store';

const OPERATOR = 'nova_poshta';

/** Why no waybill can be made for it now; null when one can. */
export function refusalOf(order: OrderRecord, part: Part): DomainError | null {
  if (order.delivery_operator !== OPERATOR) return deliveryErrors.not_nova_poshta();
  if (!isOpen(order.status) || part.isSent) return deliveryErrors.wrong_status();
  if (part.ttn) return deliveryErrors.ttn_by_hand({ ttn: part.ttn });
  return null;
}

/** The same of one by a dropshipper's own key: what is collected with several parcels goes to one of the two. */
export const refusalFor = (order: OrderRecord, part: Part, owner: string): DomainError | null =>
  owner !== SUPPLIER && order.parcels > 0 && order.cod_state !== null
    ? deliveryErrors.own_in_parcels()
    : refusalOf(order, part);

const isOthers = (scope: ProjectScope, { owner_id }: store.StoredWaybill): boolean => owner_id !== ownerOf(scope);

const asProblems = (errors: readonly DomainError[], { locale }: ProjectScope) =>
  errors.map((error) => ({
    path: String(error.details[0]?.path ?? ''),
    code: error.code,
    message: error.message_in(locale),
  }));

/** Its task may have been given up, or cancelled by hand: a press begins anew, and still makes one. */
const isStuck = (row: store.StoredWaybill): boolean =>
  row.state === 'asked' && !store.isUnsure(row) && Date.now() - Date.parse(row.created_at) > LISTED_WITHIN_MS;

/** Somebody has taken the ТТН out of the order, and the carrier has the waybill all the same. */
const isTaken = (row: store.StoredWaybill, order: OrderRecord, part: Part): boolean =>
  row.state === 'made' && part.ttn === null && order.delivery_operator === OPERATOR && order.status !== 'Canceled';

/** In what a waybill that was made and its order say otherwise. */
async function differencesOf(
  tx: Tx,
  scope: ProjectScope,
  order: OrderRecord,
  part: Part,
  row: store.StoredWaybill,
): Promise<DomainError[]> {
  const { collects } = await moneyOf(tx, scope, order, part);
  const isSame = row.plan.cod_sum === collects && row.plan.recipient_phone === order.recipient_phone;
  return [
    ...(isTaken(row, order, part) ? [deliveryErrors.ttn_taken({ path: 'ttn' })] : []),
    ...(part.ttn && part.ttn !== row.ttn ? [deliveryErrors.other_ttn({ path: 'ttn', ttn: part.ttn })] : []),
    ...(isSame ? [] : [deliveryErrors.order_changed({ path: 'cod_sum' })]),
  ];
}

/** Whether the dropshipper who asks may make waybills by his own key; null: it is not he. */
async function ownKeyOf(tx: Tx, scope: ProjectScope): Promise<OrderWaybill['own_key']> {
  if (scope.role !== 'Client') return null;
  if (!(await areOwnLet(tx, scope))) return 'off';
  const connection = await findConnection(tx, scope, ownerOf(scope));
  if (!connection) return 'not_connected';
  return asConnection(connection).is_ready ? 'ready' : 'not_ready';
}

async function showPart(tx: Tx, scope: ProjectScope, order: OrderRecord, part: Part): Promise<OrderWaybill> {
  const newest = await store.findNewest(tx, scope, part);
  // whoever has typed a ТТН since then does without it
  const found = newest?.state === 'refused' && part.ttn ? null : newest;
  const own_key = await ownKeyOf(tx, scope);
  // a dropshipper sees of the supplier's waybills only what is made, and the supplier all
  const isSeller = scope.role === 'Client';
  const isMine = found !== null && !isOthers(scope, found);
  const mayMake = can(scope.role, 'delivery.waybill') && (!isSeller || own_key === 'ready' || isMine);
  const waybill = found && store.showWaybill(found, scope.locale, await store.nameOf(tx, found.created_by));
  const isLiving = waybill !== null && waybill.state !== 'refused';
  const connection = mayMake && !isLiving ? await findConnection(tx, scope, ownerOf(scope)) : null;
  const isLet = isSeller ? own_key === 'ready' : true;
  const isPossible = isLet && connection !== null && refusalFor(order, part, ownerOf(scope)) === null;
  const planned = isPossible ? await planFor(tx, scope, order, part, connection, {}) : null;
  const code = found?.ttn ? await readCode(tx, scope, part) : null;
  const mayTouch = mayMake && isMine;
  const mayChange = mayTouch && found?.state === 'made' && !(code && isHandedOver(kindOf(code)));
  const seesProblems = mayChange || (found?.state === 'made' && !isSeller);
  const problems = seesProblems ? await differencesOf(tx, scope, order, part, found) : (planned?.problems ?? []);
  const refusal = found?.state === 'refused' && found.error ? [found.error.code] : [];
  const fixes = planned
    ? await fixesFor(tx, order, planned, [...planned.problems.map(({ code }) => code), ...refusal])
    : [];
  const isLeft = found !== null && can(scope.role, 'delivery.waybill') && (await isLeftBehind(tx, scope, part, found));
  const mayAgain = mayTouch && (isStuck(found) || isTaken(found, order, part));
  // whoever may not make any hears of one only when it is there
  const hears = isSeller ? isMine : mayMake;
  const isAsked = hears && isLiving && waybill.state !== 'made';
  return {
    waybill: hears || waybill?.state === 'made' ? waybill : null,
    wait: isAsked ? await readWait(tx, scope, OPERATOR, 'order', [order.id]) : null,
    plan: planned?.plan ?? null,
    problems: asProblems(problems, scope),
    fixes,
    may: {
      make: isPossible || mayAgain,
      change: mayChange,
      remove: mayChange || (mayTouch && store.isUnsure(found)) || isLeft,
    },
    is_left: isLeft,
    own_key,
  };
}

export async function readWaybill(tx: Tx, scope: ProjectScope, id: string, parcel?: string): Promise<OrderWaybill> {
  const order = await readOrderRecord(tx, scope, id);
  if (!order) throw orderErrors.not_found();
  return showPart(tx, scope, order, await namedPart(tx, scope, order, parcel));
}

const problemsOf = (problems: readonly DomainError[], scope: ProjectScope): DomainError =>
  deliveryErrors.problems(...asProblems(problems, scope));

/**
 * Asks for the waybill of a parcel: what the carrier is told stands in its row, and a task asks him after the commit.
 * Behind the lock of the order, so that of two presses the second finds what the first has asked for.
 */
export async function askFor(
  tx: Tx,
  app: Services,
  scope: ProjectScope,
  order: LockedOrder,
  part: Part,
  body: WaybillBody,
  batch_id: string | null = null,
): Promise<string> {
  const living = await store.findLiving(tx, scope, part);
  if (living) {
    if (scope.role === 'Client' && isOthers(scope, living)) return living.id;
    if (isStuck(living)) await queue(tx, app, scope.project.id, 'waybill.make', living.id, order.id, true);
    if (isTaken(living, order, part)) await putBack(tx, app, scope, order, part, living);
    return living.id;
  }
  const connection = await makingConnection(tx, scope);
  originOf(connection);
  const { owner_id } = connection;
  const refused = refusalFor(order, part, owner_id);
  if (refused) throw refused;
  const { plan, problems } = await planFor(tx, scope, order, part, connection, body);
  if (problems.length > 0) throw problemsOf(problems, scope);
  await correctPhone(tx, app, scope, order, body.recipient_phone);
  const id = newId();
  const number = `${order.prefix}${order.number}${part.parcel ? `-${part.parcel.number}` : ''}`;
  const project_id = scope.project.id;
  await store.insertWaybill(tx, {
    ...{ project_id, id, order_id: order.id, parcel_id: part.parcel_id, owner_id, state: 'asked' },
    ...{ own_ref: ownReference(number, id), plan, created_by: scope.user.id, batch_id },
  });
  await payOwner(tx, scope, order, { owner_id, plan });
  await queue(tx, app, project_id, 'waybill.make', id, order.id);
  return id;
}

/**
 * Whom the carrier calls the order names too: it is by this phone that somebody finds it again. Who may not edit the order
 * any more takes the customer's, and no other.
 */
async function correctPhone(
  tx: Tx,
  app: Services,
  scope: ProjectScope,
  order: LockedOrder,
  phone: string | undefined,
): Promise<void> {
  if (!phone || phone === order.recipient_phone) return;
  if (phone !== order.customer_phone && !editableParts(order.status, scope.role).details) refuseEditing(order);
  await saveRecipientPhone(tx, app, scope, order, phone);
}

/** What is collected by a dropshipper's own waybill the carrier pays him. */
export async function payOwner(
  tx: Tx,
  scope: ProjectScope,
  order: LockedOrder,
  { owner_id, plan }: Pick<store.StoredWaybill, 'owner_id' | 'plan'>,
): Promise<void> {
  if (owner_id !== SUPPLIER && plan.cod_sum > 0 && order.parcels === 0) await turnCod(tx, scope, order, 'dropshipper');
}

async function putBack(
  tx: Tx,
  app: Services,
  scope: ProjectScope,
  order: LockedOrder,
  { parcel_id }: Part,
  living: store.StoredWaybill,
): Promise<void> {
  const { ttn, owner_id } = living;
  if (!ttn) return;
  await giveTtn(tx, app, scope, order, parcel_id, ttn);
  await payOwner(tx, scope, order, living);
  await followPart(tx, scope.project.id, { order_id: order.id, part_id: parcel_id ?? order.id, ttn, owner_id });
}

async function queue(
  tx: Tx,
  app: Services,
  project_id: string,
  kind: string,
  id: string,
  order_id: string,
  again = kind !== 'waybill.make',
): Promise<void> {
  // made once; changed and removed as often as somebody asks
  const key = again ? `${kind}:${id}:${newId()}` : `${kind}:${id}`;
  await queueTask(tx, app, project_id, {
    ...{ service: 'nova_poshta', kind, key, ref: { kind: 'order', id: order_id }, payload: { waybill_id: id } },
  });
}

export async function makeWaybill(
  tx: Tx,
  app: Services,
  scope: ProjectScope,
  id: string,
  { parcel, ...body }: WaybillBody,
): Promise<OrderWaybill> {
  const order = await lockOrder(tx, scope, id);
  await askFor(tx, app, scope, order, await namedPart(tx, scope, order, parcel), body);
  return readWaybill(tx, scope, id, parcel);
}

/** The living one, made and not handed over. */
async function changeable(tx: Tx, scope: ProjectScope, part: Part): Promise<store.StoredWaybill> {
  const living = await store.findLiving(tx, scope, part);
  if (!living) throw deliveryErrors.no_waybill();
  if (isOthers(scope, living)) throw deliveryErrors.of_other_key();
  if (living.state !== 'made') throw deliveryErrors.under_way();
  const code = await readCode(tx, scope, part);
  if (code && isHandedOver(kindOf(code))) throw deliveryErrors.handed_over();
  return living;
}

/** `isRepacked`: something else is in it than before. */
export async function changeWaybill(
  tx: Tx,
  app: Services,
  scope: ProjectScope,
  id: string,
  { parcel, ...body }: WaybillBody,
  { isRepacked = false } = {},
): Promise<OrderWaybill> {
  const order = await lockOrder(tx, scope, id);
  const part = await namedPart(tx, scope, order, parcel);
  const living = await changeable(tx, scope, part);
  const connection = await mustConnection(tx, scope, living.owner_id);
  originOf(connection);
  const { recipient_name, city_ref, branch_ref, weight, seats, size, declared, payer, description, cod_service } =
    living.plan;
  const contents = isRepacked ? {} : { weight, declared };
  const kept = { recipient_name, ...contents, seats, size, payer, description, cod_service };
  const { door } = living.plan;
  // another branch or door is one of the waybill's town, which may be another than the order's
  const isElsewhere = body.branch_ref || body.door;
  const keptPlace = { ...(branch_ref ? { branch_ref } : {}), ...(door ? { door } : {}) };
  const place = body.city_ref ? {} : { ...(city_ref ? { city_ref } : {}), ...(isElsewhere ? {} : keptPlace) };
  const { plan, problems } = await planFor(tx, scope, order, part, connection, { ...kept, ...place, ...body });
  if (problems.length > 0) throw problemsOf(problems, scope);
  // cash on delivery may have been asked for since it was split, and is shared then
  if (living.owner_id !== SUPPLIER && order.parcels > 0 && plan.cod_sum > 0) throw deliveryErrors.own_in_parcels();
  await correctPhone(tx, app, scope, order, body.recipient_phone);
  await store.saveWaybill(tx, living, { state: 'changing', plan, kept_plan: living.plan, error: null });
  // cash on delivery may have been asked for since it was made
  await payOwner(tx, scope, order, { owner_id: living.owner_id, plan });
  await queue(tx, app, scope.project.id, 'waybill.change', living.id, order.id);
  return readWaybill(tx, scope, id, parcel);
}

/** What stands in a register is taken out of it first; what the carrier does not have any more nobody could take out. */
async function leaveRegister(tx: Tx, scope: ProjectScope, part: Part, living: store.StoredWaybill): Promise<void> {
  const project_id = scope.project.id;
  // a register may be taking it meanwhile, and is locked before its waybills
  if (living.register_id) await lockRegister(tx, project_id, living.register_id);
  const { found } = await store.lockWaybill(tx, project_id, living.id);
  if (!found?.register_id) return;
  const isGone =
    found.register_id === living.register_id && kindOf((await readCode(tx, scope, part)) ?? '') === 'deleted';
  if (!isGone) throw deliveryErrors.in_register();
  await saveMembers(tx, project_id, [living.id], null);
}

/**
 * Whose key made it has gone, and the carrier has it no more, or nobody knows whether he made it: there is nobody left to
 * ask, so it is taken off as it is.
 */
async function isLeftBehind(tx: Tx, scope: ProjectScope, part: Part, row: store.StoredWaybill): Promise<boolean> {
  if (row.owner_id === SUPPLIER || (scope.role === 'Client' && isOthers(scope, row))) return false;
  const isDeleted = row.state === 'made' && kindOf((await readCode(tx, scope, part)) ?? '') === 'deleted';
  return (isDeleted || store.isUnsure(row)) && (await findConnection(tx, scope, row.owner_id)) === null;
}

/** There is none at the carrier's any more: its parcel loses the ТТН, and the money is the supplier's again. */
export async function takeOff(
  tx: Tx,
  app: Services,
  scope: ProjectScope,
  order: LockedOrder,
  row: store.StoredWaybill,
): Promise<void> {
  await store.saveWaybill(tx, row, { state: 'removed', error: null });
  await turnCod(tx, scope, order, 'supplier');
  const part = await partOfWaybill(tx, scope, order, row);
  if (!part || part.ttn === null || part.ttn !== row.ttn) return;
  await giveTtn(tx, app, scope, order, part.parcel_id, null);
  await forgetTrack(tx, row.project_id, order.id, part.parcel_id ?? order.id);
}

export async function removeWaybill(
  tx: Tx,
  app: Services,
  scope: ProjectScope,
  id: string,
  parcel?: string,
): Promise<OrderWaybill> {
  const order = await lockOrder(tx, scope, id);
  const part = await namedPart(tx, scope, order, parcel);
  const newest = await store.findNewest(tx, scope, part);
  if (newest && (await isLeftBehind(tx, scope, part, newest))) {
    await leaveRegister(tx, scope, part, newest);
    await takeOff(tx, app, scope, order, newest);
    return readWaybill(tx, scope, id, parcel);
  }
  if (newest && isOthers(scope, newest)) throw deliveryErrors.of_other_key();
  if (newest?.state === 'refused') {
    // there is none at the carrier's: it is only taken off the page
    await store.saveWaybill(tx, newest, { state: 'removed' });
    return showPart(tx, scope, order, part);
  }
  // of one that is unsure a person says that it was not made: before that is believed the carrier is looked through
  const living = newest && store.isUnsure(newest) ? newest : await changeable(tx, scope, part);
  await leaveRegister(tx, scope, part, living);
  await mustConnection(tx, scope, living.owner_id);
  await store.saveWaybill(tx, living, { state: 'removing', ...(living.ref ? { error: null } : {}) });
  await queue(tx, app, scope.project.id, 'waybill.remove', living.id, order.id);
  return showPart(tx, scope, order, part);
}
