import { SUPPLIER_EVENT } from '@lanka/domain/kit/change_kinds';
import type { WebhookEvent } from '@lanka/domain/webhooks/contract';
import { isGivenUp, pauseSeconds } from '@lanka/domain/webhooks/rules';
import {
  fromCursor,
  numberIn,
  readChanges,
  readData,
  readMyChanges,
  readPosition,
  type ToldPage,
  toCursor,
} from '../changes';
import type { Tx } from '../kit/db/db';
import type { Services } from '../kit/services';
import { authoriseAtSuppliers } from '../projects';
import { type Answered, send } from './client';
import { tellPaused } from './notices';
import * as store from './sending.store';
import { contextOf } from './webhooks';
import { type Maker, makerOf, projectsOf } from './who';

/** More than this many deliveries of one webhook never wait: the rest is still in `changes`, where it grows no further. */
const MOST_WAITING = 200;
const READ_AT_ONCE = 100;
/** Sent in one look, and at the same time: each is of another thing. */
const MOST_SENT = 50;
const AT_ONCE = 5;
/** After so long nothing more is begun: a receiver that is slow holds its own webhook only, and that not for long. */
const SEND_MS = 30_000;
/** Longer than a look can take (what was begun last has its ten seconds too): whoever was killed has let go after it. */
const LEASE_SECONDS = 150;

export interface Looked {
  /** There is more to be sent at once. */
  readonly more: boolean;
  /** Milliseconds since 1970; null: nothing waits for its time. */
  readonly retryAt: number | null;
  readonly sent: number;
  /** Whose changes it hears of; null: it was not looked at. */
  readonly projects: readonly string[] | null;
}

const NOTHING: Looked = { more: false, retryAt: null, sent: 0, projects: null };

/**
 * One look at a webhook: reads what has changed for its maker, keeps it with how far was read, sends what is due and notes
 * what was answered. Killed anywhere, it is done again: what may have been sent is sent again as it was.
 */
export async function look(app: Services, target: store.Target, sendMs = SEND_MS): Promise<Looked> {
  const tenant = { projectIds: [target.tenant] };
  const leased = await app.db.transaction(tenant, (tx) => store.lease(tx, target, LEASE_SECONDS));
  if (!leased) return NOTHING;
  const asMaker = <T>(work: (tx: Tx, maker: Maker) => Promise<T>): Promise<T | null> =>
    app.db.transaction({ ...tenant, userId: leased.user_id }, async (tx) => {
      const maker = await makerOf(tx, target, leased.user_id);
      if (typeof maker !== 'string') return work(tx, maker);
      await store.giveBack(tx, target, maker);
      await tellPaused(tx, app, target, leased, maker);
      return null;
    });
  const projects = target.own ? [target.tenant] : await asMaker(async (_tx, maker) => projectsOf(maker));
  if (!projects) return NOTHING;
  await numberIn(app, projects);
  const taken = await asMaker((tx, maker) => take(tx, app, maker, target, leased));
  if (!taken) return NOTHING;
  const secrets = await Promise.all(leased.secrets.map((one) => app.secrets.open(one, contextOf(target.id))));
  const answers = await sendAll(taken.messages, Date.now() + sendMs, (message) =>
    send(app, { id: message.id, url: leased.url, body: message.request, secrets }),
  );
  const looked = await app.db.transaction(tenant, (tx) => note(tx, app, target, leased, taken, answers));
  if (answers.length > 0) app.live.publish(target.tenant, { kind: 'webhook', id: target.id });
  return { ...looked, projects };
}

interface Message {
  readonly id: string;
  readonly request: string;
  readonly attempts: number;
  readonly first_tried_at: string;
}

interface TakenAll {
  readonly messages: readonly Message[];
  readonly more: boolean;
}

async function take(
  tx: Tx,
  app: Services,
  maker: Maker,
  target: store.Target,
  { position, events, failing_since }: store.Leased,
): Promise<TakenAll> {
  await store.hold(tx, target);
  let isBehind = false;
  // what was read with the changes a moment ago, behind the same lock, is not read again
  const read = new Map<string, object | null>();
  if ((await store.countWaiting(tx, target)) < MOST_WAITING) {
    const page = await readPage(tx, app, maker, position, events);
    const reached = toCursor(page.position);
    if (reached !== position) await store.keepChanges(tx, target, page.items, reached);
    isBehind = page.has_more;
    for (const { kind, id, data } of page.items) read.set(`${kind} ${id}`, data);
  }
  // one that was not there is asked by one event whether it is there again
  const most = failing_since ? 1 : MOST_SENT;
  const due = await store.readDue(tx, target, most);
  const keyOf = ({ kind, entity_id }: store.Waiting): string => `${kind} ${entity_id}`;
  const unread = due.filter((one) => !read.has(keyOf(one)));
  const data = await dataOf(tx, app, maker, unread);
  const taken = due.map((one) => ({
    id: one.id,
    request: requestOf(one, read.get(keyOf(one)) ?? data.get(keyOf(one))),
  }));
  const now = new Date().toISOString();
  await store.markTaken(tx, target, taken, LEASE_SECONDS, now);
  const known = new Map(due.map((one) => [one.id, one]));
  const messages = taken.flatMap(({ id, request }) => {
    const one = known.get(id);
    if (!request || !one) return [];
    return [{ id, request, attempts: one.attempts + 1, first_tried_at: one.first_tried_at ?? now }];
  });
  return { messages, more: isBehind || due.length === most };
}

/** A position that is too old begins anew: what was missed nobody can tell any more. */
async function readPage(
  tx: Tx,
  app: Services,
  maker: Maker,
  cursor: string,
  events: readonly WebhookEvent[],
): Promise<ToldPage> {
  const ask = { position: fromCursor(cursor), limit: READ_AT_ONCE, kinds: events };
  try {
    return await (maker.own ? readChanges(tx, app, maker.scope, ask) : readMyChanges(tx, app, maker.scope, ask));
  } catch (error) {
    if ((error as { code?: unknown }).code !== 'changes.too_old') throw error;
    return { items: [], position: await readPosition(tx, projectsOf(maker)), has_more: true };
  }
}

/** What its maker may see of these things now. */
async function dataOf(
  tx: Tx,
  app: Services,
  maker: Maker,
  due: readonly store.Waiting[],
): Promise<ReadonlyMap<string, object>> {
  const found = new Map<string, object>();
  const ids = [...new Set(due.map(({ source_id }) => source_id))];
  const scopes = maker.own
    ? new Map([[maker.scope.project.id, maker.scope]])
    : await authoriseAtSuppliers(tx, maker.scope, ids, 'changes.read');
  for (const id of ids) {
    const scope = scopes.get(id);
    if (!scope) continue;
    const here = due.filter(({ source_id }) => source_id === id);
    found.set(`${SUPPLIER_EVENT} ${id}`, { title: scope.project.title });
    for (const [key, data] of await readData(tx, app, scope, here)) found.set(key, data);
  }
  return found;
}

/** What was tried already goes as it was, as long as its maker may see the thing. */
function requestOf({ request, kind, what, entity_id, source_id, changed_at }: store.Waiting, data: object | undefined) {
  if (what !== 'deleted' && !data) return null;
  if (request !== null) return request;
  // what was gone when it changed, and is there again by now
  const isNow = what === 'deleted' && data ? 'changed' : what;
  return JSON.stringify({
    type: `${kind}.${isNow}`,
    timestamp: changed_at,
    data: { kind, id: entity_id, project_id: source_id, what: isNow, at: changed_at, data: data ?? null },
  });
}

type Told = Answered & { readonly message: Message };

/** Some at a time; when nobody is there, or it takes long, the rest is not tried. */
async function sendAll(
  messages: readonly Message[],
  until: number,
  sendOne: (message: Message) => Promise<Answered>,
): Promise<Told[]> {
  const told: Told[] = [];
  const waiting = [...messages];
  let isAway = false;
  const work = async (): Promise<void> => {
    for (let message = waiting.shift(); message; message = waiting.shift()) {
      const answer = await sendOne(message);
      isAway ||= answer.outcome === 'away' || answer.outcome === 'gone';
      told.push({ ...answer, message });
      if (isAway || Date.now() >= until) return;
    }
  };
  await Promise.all(Array.from({ length: AT_ONCE }, work));
  return told;
}

async function note(
  tx: Tx,
  app: Services,
  target: store.Target,
  leased: store.Leased,
  { messages, more }: TakenAll,
  told: readonly Told[],
): Promise<Omit<Looked, 'projects'>> {
  const now = new Date();
  const isGone = told.some(({ outcome }) => outcome === 'gone');
  const isAway = isGone || told.some(({ outcome }) => outcome === 'away');
  const tries = isAway ? leased.tries + 1 : 0;
  const retryAt = isAway ? now.getTime() + pauseSeconds(tries) * 1000 : null;
  const failing_since = isAway ? (leased.failing_since ?? now.toISOString()) : null;
  // that one alone: whoever takes all others is there
  const isRefusedForLong = ({ outcome, message }: Told): boolean =>
    outcome === 'refused' && isGivenUp(new Date(message.first_tried_at), now);
  const isOverdue = failing_since !== null && isGivenUp(new Date(failing_since), now);
  const paused_by = isGone ? 'gone' : isOverdue ? 'failures' : null;
  // first, because whoever sends something once more waits for the row of the webhook
  await store.release(tx, target, leased, {
    ...{ failing_since, tries, retry_at: retryAt === null ? null : new Date(retryAt).toISOString() },
    ...{ delivered: told.some(({ outcome }) => outcome === 'taken'), paused_by },
  });
  await store.noteSent(
    tx,
    target,
    told.map((one) => ({
      ...{ id: one.message.id, status: one.status, answer: one.answer, error: one.error, ms: one.ms },
      state: one.outcome === 'taken' ? 'delivered' : isRefusedForLong(one) ? 'failed' : 'waiting',
      // whoever is away is asked by the webhook's own time, one event at first
      pause_seconds: one.outcome === 'refused' ? pauseSeconds(one.message.attempts) : 0,
    })),
  );
  // those that were not tried keep their turn
  const asked = new Set(told.map(({ message }) => message.id));
  const unasked = messages.flatMap(({ id }) => (asked.has(id) ? [] : [id]));
  await store.keepTurn(tx, target, unasked);
  if (paused_by) await tellPaused(tx, app, target, leased, paused_by);
  const refused = told.flatMap((one) =>
    one.outcome === 'refused' && !isRefusedForLong(one)
      ? [now.getTime() + pauseSeconds(one.message.attempts) * 1000]
      : [],
  );
  const next = [...(retryAt === null ? [] : [retryAt]), ...refused];
  return {
    // behind one that was tried before a newer one of the same thing may wait
    more:
      !isAway &&
      !paused_by &&
      (more ||
        unasked.length > 0 ||
        told.some((one) => isRefusedForLong(one) || (one.outcome === 'taken' && one.message.attempts > 1))),
    retryAt: next.length > 0 ? Math.min(...next) : null,
    sent: told.filter(({ outcome }) => outcome === 'taken').length,
  };
}
