import { setTimeout as sleep } from 'node:timers/promises';
import { walkTenants } from '../kit/db/walk';
import { job } from '../kit/jobs/jobs';
import { CHANGES } from '../kit/live/live';
import type { Services } from '../kit/services';
import { look } from './look';
import { forgetDeliveries, listPlaces, listTargets, type Target } from './sending.store';

/** What changes within so long is sent together, as one event for each thing. */
const JOIN_MS = 1_000;
/** Hints may be lost. */
const IDLE_MS = 15_000;
/** After so long webhooks that are new, changed or gone on with are seen. */
const REFRESH_MS = 2_000;
const TURN_MS = 100;
/**
 * The next turn begins before this one ends; two that meet do not take one webhook twice. A look that this one began last
 * is over (SEND_MS of look.ts and one answer) before the turn after the next: there are never more than two.
 */
const TURN_LASTS_MS = 70_000;
/** At the same time in this process. Most of a look is waiting for an answer, which holds no connection. */
const MOST_LOOKS = 500;

export const dispatchWebhooks = job<Record<string, never>>('webhooks.dispatch', {
  ...{ expireInSeconds: 300, concurrency: 2 },
});
export const forgetWebhooks = job<Record<string, never>>('webhooks.forget', { expireInSeconds: 1800 });

interface Known {
  target: Target;
  due: number;
  looked: number;
  isBusy: boolean;
  /** By project: how it ends to hear of what changes there. */
  heard: Map<string, () => void>;
}

async function readTargets(app: Services): Promise<Target[]> {
  const found: Target[] = [];
  await walkTenants(app, listPlaces, async (projectIds) => {
    found.push(...(await app.db.transaction({ readOnly: true, projectIds }, (tx) => listTargets(tx, projectIds))));
  });
  return found;
}

/** All webhooks of this deployment, each looked at when something has changed for it or its time has come. */
export function openDispatcher(app: Services) {
  const known = new Map<string, Known>();
  const running = new Set<Promise<unknown>>();
  let sent = 0;

  const wake = (one: Known): void => {
    one.due = Math.min(one.due, Math.max(Date.now(), one.looked + JOIN_MS));
  };
  /** Hears from now on of these projects; answers whether one of them is new. */
  const hear = (one: Known, projects: readonly string[]): boolean => {
    const wanted = new Set(projects);
    for (const [id, end] of one.heard)
      if (!wanted.has(id)) {
        end();
        one.heard.delete(id);
      }
    const added = projects.filter((id) => !one.heard.has(id));
    for (const id of added)
      one.heard.set(
        id,
        app.live.subscribe(id, ({ kind }) => kind === CHANGES && wake(one)),
      );
    return added.length > 0;
  };
  async function refresh(): Promise<void> {
    const targets = await readTargets(app);
    const left = new Set(targets.map(({ id }) => id));
    for (const [id, one] of known)
      if (!left.has(id) && !one.isBusy) {
        hear(one, []);
        known.delete(id);
      }
    for (const target of targets) {
      const old = known.get(target.id);
      if (old) {
        // somebody let it go on, or gave it another address
        if (old.target.retry_at !== null && target.retry_at === null) old.due = 0;
        old.target = target;
        continue;
      }
      const one: Known = { target, due: 0, looked: 0, isBusy: false, heard: new Map() };
      // of a dropshipper's suppliers the first look tells
      if (target.own) hear(one, [target.tenant]);
      known.set(target.id, one);
    }
  }
  function start(one: Known): void {
    one.isBusy = true;
    one.looked = Date.now();
    one.due = one.looked + IDLE_MS;
    const work = look(app, one.target)
      .then((looked) => {
        sent += looked.sent;
        // what changed there before it was listened to is looked for once more
        if (looked.projects && hear(one, looked.projects)) wake(one);
        if (looked.more) one.due = 0;
        else if (looked.retryAt !== null) one.due = Math.min(one.due, looked.retryAt);
      })
      .catch((err: unknown) => app.log.warn({ err, webhook: one.target.id }, 'a webhook was not looked at'))
      .finally(() => {
        one.isBusy = false;
        running.delete(work);
      });
    running.add(work);
  }
  return {
    refresh,
    /** Begins what is due, and answers how many look now. */
    turn(): number {
      const now = Date.now();
      for (const one of known.values()) if (!one.isBusy && one.due <= now && running.size < MOST_LOOKS) start(one);
      return running.size;
    },
    /** Events that were taken since it was opened. */
    sent: () => sent,
    async close(): Promise<void> {
      for (const one of known.values()) hear(one, []);
      await Promise.all(running);
      // a look that ended meanwhile may have begun to listen
      for (const one of known.values()) hear(one, []);
    },
  };
}

/** Does the work for a while; by the clock the next turn takes it over. */
export async function dispatchFor(app: Services, lastsMs = TURN_LASTS_MS): Promise<void> {
  const dispatcher = openDispatcher(app);
  const ends = Date.now() + lastsMs;
  let refreshed = 0;
  try {
    while (Date.now() < ends && !app.closing.aborted) {
      if (Date.now() - refreshed >= REFRESH_MS) {
        await dispatcher.refresh();
        refreshed = Date.now();
      }
      dispatcher.turn();
      await sleep(TURN_MS, undefined, { signal: app.closing }).catch(() => undefined);
    }
  } finally {
    await dispatcher.close();
  }
}

/** Looks at all of them until nothing more is to be sent at once. */
export async function dispatchNow(app: Services): Promise<number> {
  let sent = 0;
  for (const target of await readTargets(app)) {
    let more = true;
    while (more) {
      const looked = await look(app, target);
      sent += looked.sent;
      more = looked.more;
    }
  }
  return sent;
}

export const forgetEverywhere = (app: Services): Promise<void> =>
  walkTenants(app, listPlaces, (projectIds) =>
    app.db.transaction({ projectIds }, (tx) => forgetDeliveries(tx, projectIds)),
  );
