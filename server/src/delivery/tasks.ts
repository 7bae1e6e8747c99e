import { deliveryErrors } from '@lanka/domain/delivery/contract';
import { CARRIER_WORDS } from '@lanka/domain/delivery/errors';
import { LISTED_WITHIN_MS } from '@lanka/domain/delivery/rules';
import { DomainError } from '@lanka/domain/kit/errors';
import { ServiceError, type Task, type TaskHandler, type TaskResult } from '../integrations';
import { systemIn } from '../kit/auth/scope';
import type { Tx } from '../kit/db/db';
import { OutboundError } from '../kit/outbound/errors';
import type { Services } from '../kit/services';
import { type LockedOrder, lockOrder } from '../orders';
import { giveTtn } from '../parcels';
import { authoriseSystem } from '../projects';
import * as carrier from './carrier';
import { type Account, UnknownOutcome } from './client';
import { accountOf, originOf } from './connections';
import { findConnection, saveRefused } from './connections.store';
import { readBranch } from './directory.store';
import { waybillRefused } from './notices';
import { followPart, forgetTrack } from './tracks.store';
import * as store from './waybills.store';

/** After a lost answer the carrier is asked for it so soon, and then each time later. */
const LOOK_AGAIN_MS = 15_000;

const within = <T>(app: Services, project_id: string, work: (tx: Tx) => Promise<T>): Promise<T> =>
  app.db.transaction({ projectIds: [project_id] }, work);

interface Known {
  readonly row: store.StoredWaybill;
  readonly account: Account;
  readonly wanted: carrier.Wanted;
}

/** The waybill with what it takes to ask for it; null: nothing is to be done any more. */
async function readTask(
  app: Services,
  { project_id, payload }: Task,
  state: store.StoredWaybill['state'],
): Promise<Known | null> {
  const found = await within(app, project_id, async (tx) => {
    const row = await store.readWaybill(tx, project_id, String(payload.waybill_id));
    if (!row || row.state !== state) return null;
    const connection = await findConnection(tx, systemIn(project_id), row.owner_id);
    const branch = row.plan.branch_ref ? await readBranch(tx, row.plan.branch_ref) : null;
    return { row, connection, locker: branch?.kind === 'locker' };
  });
  if (!found) return null;
  if (!found.connection)
    throw new ServiceError('refused', deliveryErrors.not_connected().text.ua, { code: 'not_connected' });
  const account = await accountOf(app, found.connection);
  const origin = readyOrigin(found.connection);
  const { plan, own_ref } = found.row;
  return { row: found.row, account, wanted: { plan, origin, locker: found.locker, own_ref } };
}

/** Settings that were taken back meanwhile are told as the carrier's refusal would be. */
function readyOrigin(connection: Parameters<typeof originOf>[0]): carrier.Origin {
  try {
    return originOf(connection);
  } catch (error) {
    if (error instanceof DomainError) throw new ServiceError('refused', error.text.ua, { code: 'not_ready' });
    throw error;
  }
}

/** It was not asked, or refused before anything was done: it may be asked again. */
const wasNotDone = (error: unknown): boolean =>
  error instanceof ServiceError || (error instanceof OutboundError && !(error instanceof UnknownOutcome));

/**
 * Makes the waybill, once. Before the carrier is asked it is written down that he is; as long as the outcome is not
 * known nothing is asked for anew, but ours is looked for among those that he lists. Only when he has not listed it for
 * long enough it was not made.
 */
const make: TaskHandler = {
  service: 'nova_poshta',
  kind: 'waybill.make',
  async run(app, task): Promise<TaskResult> {
    let known: Known | null;
    try {
      known = await readTask(app, task, 'asked');
    } catch (error) {
      return refuse(app, task, error);
    }
    if (!known) return { done: true };
    const { row, account, wanted } = known;
    if (row.tried_at) {
      const tried = new Date(row.tried_at);
      const found = await carrier.findDocument(app, account, row.own_ref, tried);
      if (found) return land(app, row, found);
      if (Date.now() - tried.getTime() < LISTED_WITHIN_MS)
        return {
          retry: 'Чи створено накладну, ще не відомо: шукаємо її в переліку Нової пошти',
          afterMs: LOOK_AGAIN_MS,
        };
    }
    const recipient = await carrier.prepare(app, account, wanted).catch((error: unknown) => ({ error }));
    if ('error' in recipient) return refuse(app, task, recipient.error);
    const isMine = await within(app, task.project_id, async (tx) => {
      const { found } = await store.lockWaybill(tx, task.project_id, row.id);
      if (found?.state !== 'asked' || found.tried_at !== row.tried_at) return false;
      await store.saveWaybill(tx, found, { tried_at: new Date().toISOString() });
      return true;
    });
    if (!isMine) return { retry: 'Накладну вже створює інший процес' };
    try {
      return await land(app, row, await carrier.saveDocument(app, account, wanted, recipient));
    } catch (error) {
      if (!wasNotDone(error))
        return { retry: 'Відповідь Нової пошти загубилася: шукаємо накладну в її переліку', afterMs: LOOK_AGAIN_MS };
      await within(app, task.project_id, (tx) => store.saveWaybill(tx, row, { tried_at: null }));
      return refuse(app, task, error);
    }
  },
};

const change: TaskHandler = {
  service: 'nova_poshta',
  kind: 'waybill.change',
  async run(app, task) {
    try {
      const known = await readTask(app, task, 'changing');
      if (!known?.row.ref) return { done: true };
      // all of it is said each time, so it may be said twice
      const made = await carrier.changeDocument(app, known.account, known.wanted, known.row.ref);
      await saved(app, known.row, {
        state: 'made',
        kept_plan: null,
        error: null,
        ...(made ? { cost: made.cost, arrives_on: made.arrives_on } : {}),
      });
      return { done: true };
    } catch (error) {
      return refuse(app, task, error, 'made');
    }
  },
};

const remove: TaskHandler = {
  service: 'nova_poshta',
  kind: 'waybill.remove',
  async run(app, task) {
    try {
      const known = await readTask(app, task, 'removing');
      if (!known?.row.ref) return { done: true };
      await carrier.deleteDocument(app, known.account, known.row.ref).catch(async (error: unknown) => {
        // an earlier try may have done it
        const gone = task.attempt > 1 && error instanceof ServiceError && error.outcome === 'refused';
        const since = new Date(known.row.created_at);
        if (!gone || (await carrier.findDocument(app, known.account, known.row.own_ref, since))) throw error;
      });
      await inOrder(app, known.row, async (tx, order, scope, row) => {
        await store.saveWaybill(tx, row, { state: 'removed', error: null });
        if (row.ttn === (await ttnOf(tx, order, row))) await giveTtn(tx, app, scope, order, row.parcel_id, null);
        await forgetTrack(tx, row.project_id, row.order_id, row.parcel_id ?? row.order_id);
      });
      return { done: true };
    } catch (error) {
      return refuse(app, task, error, 'made');
    }
  },
};

export const deliveryTasks = [make, change, remove];

async function ttnOf(_tx: Tx, order: LockedOrder, row: store.StoredWaybill): Promise<string | null> {
  return order.parcels === 0 || row.parcel_id === null ? order.ttn : row.ttn;
}

/** Behind the lock of its order, in the system's name. Open pages hear of it. */
async function inOrder(
  app: Services,
  { project_id, id, order_id }: store.StoredWaybill,
  act: (
    tx: Tx,
    order: LockedOrder,
    scope: NonNullable<Awaited<ReturnType<typeof authoriseSystem>>>,
    row: store.StoredWaybill,
  ) => Promise<void>,
): Promise<void> {
  await within(app, project_id, async (tx) => {
    const scope = await authoriseSystem(tx, project_id);
    if (!scope) return;
    const order = await lockOrder(tx, scope, order_id);
    const { found } = await store.lockWaybill(tx, project_id, id);
    if (found) await act(tx, order, scope, found);
  });
  app.live.publish(project_id, { kind: 'waybill', id });
  app.live.publish(project_id, { kind: 'order', id: order_id });
}

const saved = (app: Services, row: store.StoredWaybill, changes: Partial<store.StoredWaybill>): Promise<void> =>
  inOrder(app, row, (tx, _order, _scope, found) => store.saveWaybill(tx, found, changes));

/** The carrier has made it: the parcel gets its ТТН as if somebody had typed it. */
async function land(app: Services, row: store.StoredWaybill, made: carrier.Made): Promise<TaskResult> {
  await inOrder(app, row, async (tx, order, scope, found) => {
    if (found.state !== 'asked') return;
    await store.saveWaybill(tx, found, { ...made, state: 'made', tried_at: null, error: null });
    await giveTtn(tx, app, scope, order, found.parcel_id, made.ttn);
    await followPart(tx, found.project_id, { order_id: order.id, part_id: found.parcel_id ?? order.id, ttn: made.ttn });
  });
  return { done: true };
}

/** What the carrier refuses is told where it was asked for; what passes is tried again. */
async function refuse(
  app: Services,
  { project_id, payload }: Task,
  error: unknown,
  state: 'refused' | 'made' = 'refused',
): Promise<TaskResult> {
  if (!(error instanceof ServiceError) || error.outcome !== 'refused') throw error;
  const code = error.given.code ?? '';
  const row = await within(app, project_id, (tx) => store.readWaybill(tx, project_id, String(payload.waybill_id)));
  if (!row) return { done: true };
  const isKey = code === 'key_wrong' || code === 'key_expired';
  const words = isKey ? deliveryErrors[code].text : { ua: error.message, en: CARRIER_WORDS[code]?.en ?? error.message };
  await inOrder(app, row, async (tx, order, scope, found) => {
    const back = found.kept_plan ? { plan: found.kept_plan, kept_plan: null } : {};
    if (isKey) await saveRefused(tx, project_id, found.owner_id, true);
    await store.saveWaybill(tx, found, { state, error: { code, ua: words.ua, en: words.en }, ...back });
    const facts = { id: order.id, number: `${order.prefix}${order.number}`, why: words.ua };
    await app.notices.tell(tx, scope, waybillRefused, { counterparty_id: order.counterparty_id }, facts);
  });
  return { done: true };
}
