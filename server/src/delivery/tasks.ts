import { deliveryErrors } from '@lanka/domain/delivery/contract';
import { LISTED_WITHIN_MS } from '@lanka/domain/delivery/rules';
import { kindOf } from '@lanka/domain/delivery/tracking';
import { type Reason, reasonOf, ServiceError, type Task, type TaskHandler, type TaskResult } from '../integrations';
import { systemIn } from '../kit/auth/scope';
import type { Tx } from '../kit/db/db';
import type { Services } from '../kit/services';
import { type LockedOrder, lockOrder, turnCod } from '../orders';
import { giveTtn } from '../parcels';
import { authoriseSystem } from '../projects';
import * as carrier from './carrier';
import type { Account } from './client';
import { accountOf, originOf } from './connections';
import { findConnection, SUPPLIER, saveRefused } from './connections.store';
import { readBranch } from './directory.store';
import { ownRefused, ownUnsure, waybillRefused, waybillUnsure } from './notices';
import { partOfWaybill } from './plan';
import { isKeyCode, refusalIn, wasNotDone } from './refusals';
import { followPart } from './tracks.store';
import { payOwner, refusalFor, takeOff } from './waybill';
import * as store from './waybills.store';

const LOOKING: Reason = {
  ua: 'Чи створено накладну, ще не відомо: шукаємо її в переліку Нової пошти',
  en: 'It is not known yet whether the waybill was made: it is looked for in the list of Nova Poshta',
};
const LOST: Reason = {
  ua: 'Відповідь Нової пошти загубилася: шукаємо накладну в її переліку',
  en: 'The answer of Nova Poshta was lost: the waybill is looked for in its list',
};
const ANOTHER_ASKS: Reason = { ua: 'Накладну вже створює інший процес', en: 'Another process is making the waybill' };

/** After a lost answer the carrier is asked for it so soon, and then each time later. */
const LOOK_AGAIN_MS = 15_000;

const within = <T>(app: Services, project_id: string, work: (tx: Tx) => Promise<T>): Promise<T> =>
  app.db.transaction({ projectIds: [project_id] }, work);

interface Known {
  readonly row: store.StoredWaybill;
  readonly account: Account;
  readonly wanted: carrier.Wanted;
}

/** The waybill with what it takes to ask for it; null: nothing is to be done any more. @throws delivery.not_connected, delivery.not_ready */
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
    const to: carrier.Target = row.plan.door ? 'door' : (branch?.kind ?? 'branch');
    return { row, connection, to };
  });
  if (!found) return null;
  if (!found.connection) throw deliveryErrors.not_connected();
  const account = await accountOf(app, found.connection);
  const origin = originOf(found.connection);
  const { plan, own_ref } = found.row;
  return { row: found.row, account, wanted: { plan, origin, to: found.to, own_ref } };
}

/**
 * Makes the waybill, once. Before the carrier is asked it is written down that he is; as long as the outcome is not
 * known nothing is asked for anew, but ours is looked for among those that he lists. Not to be listed proves nothing: he
 * lists late, and the key may be of another account by now. So a person says that it was not made, never the clock.
 */
const make: TaskHandler = {
  service: 'nova_poshta',
  kind: 'waybill.make',
  async run(app, task): Promise<TaskResult> {
    try {
      const known = await readTask(app, task, 'asked');
      if (!known) return { done: true };
      return known.row.tried_at ? await look(app, known, known.row.tried_at) : await askOnce(app, known);
    } catch (error) {
      return refuse(app, task, error);
    }
  },
};

async function look(app: Services, { row, account }: Known, tried_at: string): Promise<TaskResult> {
  const leftMs = Date.parse(tried_at) + LISTED_WITHIN_MS - Date.now();
  const isLate = leftMs <= 0;
  // however often it was looked for: when the time is over a person is told
  const again = isLate ? {} : { withinMs: leftMs };
  let found: carrier.Made | null;
  try {
    found = await findTried(app, account, row, tried_at);
  } catch (error) {
    if (isLate) await doubt(app, row);
    if (isLate || refusalIn(error)) throw error;
    return { retry: reasonOf(error), ...again };
  }
  if (found) return land(app, row, found);
  if (isLate) await doubt(app, row);
  return { retry: LOOKING, afterMs: LOOK_AGAIN_MS, ...again };
}

const findTried = (app: Services, account: Account, { own_ref }: store.StoredWaybill, tried_at: string) =>
  carrier.findDocument(app, account, own_ref, new Date(tried_at));

/** Tells, once, that a person has to see whether it was made. */
async function doubt(app: Services, row: store.StoredWaybill): Promise<void> {
  if (store.isUnsure(row)) return;
  const { code, text } = deliveryErrors.unsure;
  await inOrder(app, row, async (tx, order, scope, found) => {
    if (found.state !== 'asked') return;
    await store.saveWaybill(tx, found, { error: { code, ua: text.ua, en: text.en } });
    const facts = { id: order.id, number: `${order.prefix}${order.number}` };
    await app.notices.tell(
      tx,
      scope,
      found.owner_id === SUPPLIER ? waybillUnsure : ownUnsure,
      { counterparty_id: order.counterparty_id },
      facts,
    );
  });
}

async function askOnce(app: Services, { row, account, wanted }: Known): Promise<TaskResult> {
  const recipient = await carrier.prepare(app, account, wanted);
  if (!(await claim(app, row))) return { retry: ANOTHER_ASKS };
  try {
    return await land(app, row, await carrier.saveDocument(app, account, wanted, recipient));
  } catch (error) {
    if (!wasNotDone(error)) return { retry: LOST, afterMs: LOOK_AGAIN_MS, withinMs: LISTED_WITHIN_MS };
    await within(app, row.project_id, (tx) => store.saveWaybill(tx, row, { tried_at: null }));
    throw error;
  }
}

/** Writes down that the carrier is asked now; false: another process asks. @throws when its order wants none any more */
async function claim(app: Services, row: store.StoredWaybill): Promise<boolean> {
  let isMine = false;
  await inOrder(app, row, async (tx, order, scope, found) => {
    if (found.state !== 'asked' || found.tried_at !== null) return;
    const part = await partOfWaybill(tx, scope, order, found);
    const why = part ? refusalFor(order, part, found.owner_id) : deliveryErrors.no_parcel();
    if (why) throw why;
    await store.saveWaybill(tx, found, { tried_at: new Date().toISOString() });
    isMine = true;
  });
  return isMine;
}

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
      if (!known) return { done: true };
      const { row, account } = known;
      if (!row.ref) return await giveUp(app, known);
      await carrier.deleteDocument(app, account, row.ref).catch(async (error: unknown) => {
        const isRefused = error instanceof ServiceError && error.outcome === 'refused';
        if (!isRefused || !(await isGone(app, known))) throw error;
      });
      await inOrder(app, row, (tx, order, scope, found) => takeOff(tx, app, scope, order, found));
      return { done: true };
    } catch (error) {
      return refuse(app, task, error, 'made');
    }
  },
};

/** A person has said that it was not made. The carrier is looked through once more before that is believed. */
async function giveUp(app: Services, { row, account }: Known): Promise<TaskResult> {
  const found = row.tried_at && (await findTried(app, account, row, row.tried_at));
  if (found) return land(app, row, found);
  await inOrder(app, row, async (tx, order, scope, mine) => {
    await store.saveWaybill(tx, mine, { state: 'removed', error: null });
    await turnCod(tx, scope, order, 'supplier');
  });
  return { done: true };
}

/** An earlier try, or somebody at the carrier's own page, has deleted it: any account may ask how a parcel is. */
async function isGone(app: Services, { row, account }: Known): Promise<boolean> {
  const [status] = row.ttn ? await carrier.readStatuses(app, account, [row.ttn]) : [];
  const kind = status && kindOf(status.code);
  if (kind === 'unknown') return !(await findTried(app, account, row, row.created_at));
  return kind === 'deleted';
}

export const deliveryTasks = [make, change, remove];

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

/**
 * The carrier has made it: the parcel gets its ТТН as if somebody had typed it. One that somebody has typed meanwhile
 * stays; then the page says that they differ.
 */
async function land(app: Services, row: store.StoredWaybill, made: carrier.Made): Promise<TaskResult> {
  await inOrder(app, row, async (tx, order, scope, found) => {
    if (found.ref !== null) return;
    await store.saveWaybill(tx, found, { ...made, state: 'made', tried_at: null, error: null });
    const part = await partOfWaybill(tx, scope, order, found);
    if (!part || (part.ttn !== null && part.ttn !== made.ttn)) return;
    await giveTtn(tx, app, scope, order, part.parcel_id, made.ttn);
    await payOwner(tx, scope, order, found);
    const { owner_id } = found;
    await followPart(tx, found.project_id, {
      ...{ order_id: order.id, part_id: part.parcel_id ?? order.id, ttn: made.ttn, owner_id },
    });
  });
  return { done: true };
}

/**
 * What is refused is told where it was asked for; what passes is tried again. As long as it is not known whether a
 * waybill was made, no refusal says that it was not.
 */
async function refuse(
  app: Services,
  { project_id, payload }: Task,
  error: unknown,
  state: 'refused' | 'made' = 'refused',
): Promise<TaskResult> {
  const said = refusalIn(error);
  if (!said) throw error;
  const row = await within(app, project_id, (tx) => store.readWaybill(tx, project_id, String(payload.waybill_id)));
  if (!row) return { done: true };
  await inOrder(app, row, async (tx, order, scope, found) => {
    if (isKeyCode(said.code)) await saveRefused(tx, project_id, found.owner_id, true);
    if (found.tried_at) return store.saveWaybill(tx, found, { state: 'asked' });
    const back = found.kept_plan ? { plan: found.kept_plan, kept_plan: null } : {};
    await store.saveWaybill(tx, found, { state, error: said, ...back });
    const collectsNothing = state === 'refused' || found.kept_plan?.cod_sum === 0;
    if (collectsNothing) await turnCod(tx, scope, order, 'supplier');
    const facts = { id: order.id, number: `${order.prefix}${order.number}`, why: said.ua };
    await app.notices.tell(
      tx,
      scope,
      found.owner_id === SUPPLIER ? waybillRefused : ownRefused,
      { counterparty_id: order.counterparty_id },
      facts,
    );
  });
  // the key has gone: nobody can look for it until there is one again
  if (row.tried_at && said.code === deliveryErrors.not_connected.code) await doubt(app, row);
  return row.tried_at ? { retry: said } : { done: true };
}
