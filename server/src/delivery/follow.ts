import { NO_RULES, type Rules } from '@lanka/domain/delivery/contract';
import {
  type Deed,
  deedsOf,
  isHandedOver,
  isOver,
  kindOf,
  nextAsk,
  statesCome,
  type TrackKind,
} from '@lanka/domain/delivery/tracking';
import { DomainError } from '@lanka/domain/kit/errors';
import { isCollectedHere } from '@lanka/domain/orders/cod';
import { queueTask, type TaskHandler } from '../integrations';
import { type ProjectScope, systemIn } from '../kit/auth/scope';
import type { Tx } from '../kit/db/db';
import { job } from '../kit/jobs/jobs';
import type { Services } from '../kit/services';
import { byClock } from '../kit/slice';
import { type LockedOrder, lockOrder, tellHappening } from '../orders';
import { authoriseSystem, inHundreds } from '../projects';
import { readRefusals } from '../returns';
import { readStatuses, type Status } from './carrier';
import { isKeyRefused } from './client';
import { accountOf } from './connections';
import { listConnected, listKeys, type StoredConnection, SUPPLIER, saveRefused } from './connections.store';
import { act, areAll, isSuperfluous } from './deeds';
import { deedSuggested, parcelReturns, parcelWaits } from './notices';
import * as store from './tracks.store';

/** As many as the carrier takes in one call. */
const BATCH = 100;
/** So many calls for a project at a time; the others have their turn the next time. */
const MOST_CALLS = 20;
const DAY = 24 * 60 * 60_000;
/** Of a supplier who has no key himself, as of one who has set nothing. */
const REMIND_DAYS = 3;
/** Whatever has not ended by then is not asked about any more. */
const LONGEST_DAYS = 90;

const within = <T>(app: Services, project_id: string, work: (tx: Tx) => Promise<T>): Promise<T> =>
  app.db.transaction({ projectIds: [project_id] }, work);

/** Every ten minutes, of all projects that are connected: which parcels are due each of them says itself. */
export const followParcels = byClock(job('delivery.follow', { expireInSeconds: 3_600 }), '*/10 * * * *', (app) =>
  inHundreds(app, async (projectIds) => {
    const connected = await app.db.transaction({ readOnly: true, projectIds }, (tx) => listConnected(tx, projectIds));
    for (const id of new Set(connected.map(({ project_id }) => project_id)))
      await followProject(app, id).catch((err: unknown) =>
        app.log.warn({ err, project: id }, 'parcels are followed later'),
      );
  }),
);

const MINUTE = 60_000;

/** Somebody wants to know now: once a minute for an order. Who wants it again within that is answered with the next. */
export async function askToFollow(tx: Tx, app: Services, project_id: string, order_id: string): Promise<void> {
  const minute = Math.floor(Date.now() / MINUTE);
  const queue = (at: number) =>
    queueTask(tx, app, project_id, {
      ...{ service: 'nova_poshta', kind: 'parcels.follow', key: `parcels.follow:${order_id}:${at}` },
      ref: { kind: 'order', id: order_id },
      ...(at > minute ? { next_at: new Date(at * MINUTE) } : {}),
    });
  if (!(await queue(minute))) await queue(minute + 1);
}

export const followNow: TaskHandler = {
  service: 'nova_poshta',
  kind: 'parcels.follow',
  async run(app, { project_id }) {
    await followProject(app, project_id);
    return { done: true };
  },
};

/** What is new, then what is due, by the key of each, then what waits for too long. */
export async function followProject(app: Services, project_id: string): Promise<void> {
  let place: store.Place | null = null;
  do {
    const after: store.Place | null = place;
    place = await within(app, project_id, (tx) => store.followChanged(tx, project_id, after));
  } while (place);
  const keys = await within(app, project_id, (tx) => listKeys(tx, systemIn(project_id)));
  if (keys.length === 0) return;
  const supplier = keys.find(({ owner_id }) => owner_id === SUPPLIER);
  const rules = supplier?.rules ?? NO_RULES;
  const own = keys.flatMap(({ owner_id }) => (owner_id === SUPPLIER ? [] : [owner_id]));
  const failures: unknown[] = [];
  for (const key of keys) {
    // what a dropshipper's key is not there for any more the supplier asks about: any account may
    const whose = key === supplier ? { but: own } : { only: key.owner_id };
    // one key that fails keeps the parcels of nobody else; that the supplier's does the queue has to hear
    await followDue(app, key, rules, whose).catch((error: unknown) => {
      if (key === supplier) failures.push(error);
      else app.log.warn({ err: error }, 'parcels are followed later');
    });
  }
  const days = supplier?.remind_days ?? REMIND_DAYS;
  if (days > 0) await remind(app, project_id, days);
  if (failures.length > 0) throw failures[0];
}

/** One failing carrier's answer leaves the rest for later. */
async function followDue(
  app: Services,
  key: StoredConnection,
  rules: Rules,
  whose: Parameters<typeof store.takeDue>[3],
): Promise<void> {
  const { project_id, owner_id } = key;
  const account = await accountOf(app, key);
  for (let calls = 0; calls < MOST_CALLS; calls += 1) {
    const due = await within(app, project_id, (tx) => store.takeDue(tx, project_id, BATCH, whose));
    if (due.length === 0) break;
    const told = await readStatuses(
      app,
      account,
      due.map(({ ttn }) => ttn),
    ).catch(async (error: unknown) => {
      await within(app, project_id, async (tx) => {
        await store.giveBack(tx, project_id, due);
        if (isKeyRefused(error)) await saveRefused(tx, project_id, owner_id, true);
      });
      throw error;
    });
    const statuses = new Map(told.map((status) => [status.ttn, status]));
    for (const track of due) {
      const status = statuses.get(track.ttn);
      // he said nothing of it: it is asked about again when it is due next
      if (status) await hear(app, { project_id, rules }, track, status);
    }
  }
}

/** Whose statuses lead where, whoever was asked. */
interface Ruled {
  readonly project_id: string;
  readonly rules: Rules;
}

/** Writes down what the carrier says of a parcel, and does what follows, each in a transaction of its own. */
async function hear(app: Services, ruled: Ruled, track: store.StoredTrack, status: Status): Promise<void> {
  const { project_id, rules } = ruled;
  const deeds = await within(app, project_id, async (tx) => {
    const scope = await authoriseSystem(tx, project_id);
    if (!scope) return [];
    const order = await lockOrder(tx, scope, track.order_id);
    const { found } = await store.lockTrack(tx, project_id, track);
    if (!found) return [];
    // somebody wanted to know after this was asked: the answer to him is newer
    if (found.ask_at !== track.ask_at) return [];
    const kind = kindOf(status.code);
    // what he brings to a dropshipper is not ours to wait for
    const hasCod = isCollectedHere(order.cod_state);
    const days = (Date.now() - Date.parse(found.created_at)) / DAY;
    const ends = order.status === 'Canceled' || days > LONGEST_DAYS || isOver(status.code, hasCod);
    const { code, status: words, arrives_on, collects } = status;
    await store.saveHeard(tx, project_id, found, {
      code,
      kind,
      status: words,
      arrives_on,
      collects,
      minutes: ends ? null : nextAsk(kind, days),
    });
    if (kind === 'returning' && kindOf(found.code) !== 'returning') {
      const facts = { id: order.id, number: `${order.prefix}${order.number}`, status: words };
      await app.notices.tell(tx, scope, parcelReturns, { counterparty_id: order.counterparty_id }, facts);
    }
    await tellStates(tx, app, scope, order, found, code);
    return deedsOf(code, hasCod).filter((deed) => rules[deed] !== 'off' && !found.done.includes(deed));
  });
  for (const deed of deeds) await follow(app, ruled, track, deed, status);
  app.live.publish(project_id, { kind: 'order', id: track.order_id });
}

/**
 * To whoever waits for it. Of an order in several parcels it is told that all have gone and that all were taken; what
 * asks for somebody's help is told of each.
 */
async function tellStates(
  tx: Tx,
  app: Services,
  scope: ProjectScope,
  order: LockedOrder,
  track: store.StoredTrack,
  code: string,
): Promise<void> {
  for (const state of statesCome(track.code, code)) {
    const ofAll = state === 'received' || state === 'handed_over';
    const isSo = state === 'received' ? (kind: TrackKind) => kind === 'received' : isHandedOver;
    if (ofAll && order.parcels > 0 && !(await areAll(tx, scope, order, track, isSo))) continue;
    const whose = ofAll ? { part_id: order.id, ttn: order.ttn ?? '' } : { part_id: track.part_id, ttn: track.ttn };
    await tellHappening(tx, app, scope, order.id, { kind: 'delivery', state, ...whose });
  }
}

interface Done {
  /** What open pages show otherwise now. */
  readonly changed: readonly { readonly kind: string; readonly id: string }[];
}

/** Does it as a press would, once; what cannot be done is suggested to a person. */
async function follow(
  app: Services,
  { project_id, rules }: Ruled,
  track: store.StoredTrack,
  deed: Deed,
  status: Status,
): Promise<void> {
  if (rules[deed] === 'do') {
    try {
      const done = await within(app, project_id, async (tx): Promise<Done> => {
        const scope = await authoriseSystem(tx, project_id);
        if (!scope) return { changed: [] };
        const order = await lockOrder(tx, scope, track.order_id);
        const { found } = await store.lockTrack(tx, project_id, track);
        if (!found || found.done.includes(deed)) return { changed: [] };
        if (!(await act(tx, app, scope, order, track, deed, status))) return { changed: [] };
        await store.saveDeed(tx, project_id, track, deed, 'done');
        return { changed: [{ kind: 'counterparty', id: order.counterparty_id }] };
      });
      for (const change of done.changed) app.live.publish(project_id, change);
      return;
    } catch (error) {
      if (!(error instanceof DomainError)) throw error;
      app.log.info({ order: track.order_id, deed, code: error.code }, 'what the carrier says is left to a person');
    }
  }
  await within(app, project_id, async (tx) => {
    const scope = await authoriseSystem(tx, project_id);
    if (!scope) return;
    const order = await lockOrder(tx, scope, track.order_id);
    const { found } = await store.lockTrack(tx, project_id, track);
    if (!found || found.done.includes(deed) || found.suggested.includes(deed)) return;
    const isRefused = (await readRefusals(tx, scope, order.id)).has(order.parcels > 0 ? track.part_id : null);
    if (isSuperfluous(order, deed, isRefused)) return;
    await store.saveDeed(tx, project_id, track, deed, 'suggested');
    const facts = { id: order.id, number: `${order.prefix}${order.number}`, status: status.status };
    await app.notices.tell(tx, scope, deedSuggested, {}, facts);
  });
}

async function remind(app: Services, project_id: string, days: number): Promise<void> {
  await within(app, project_id, async (tx) => {
    const scope = await authoriseSystem(tx, project_id);
    if (!scope) return;
    for (const { order_id, number, ttn, counterparty_id, days: waited } of await store.takeWaiting(
      tx,
      project_id,
      days,
    ))
      await app.notices.tell(tx, scope, parcelWaits, { counterparty_id }, { id: order_id, number, ttn, days: waited });
  });
}
