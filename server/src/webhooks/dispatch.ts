import { setTimeout as sleep } from 'node:timers/promises';
import { job } from '../kit/jobs/jobs';
import { CHANGES } from '../kit/live/live';
import type { Services } from '../kit/services';
import { look } from './look';
import { forgetDeliveries, listPlaces, listTargets, type Target } from './sending.store';

/** What changes within so long is sent together, as one event for each thing. */
const JOIN_MS = 1_000;
/** Hints may be lost; a dropshipper's webhook has none, his suppliers are many. */
const IDLE_MS = { own: 15_000, dropshippers: 2_000 } as const;
/** After so long webhooks that are new, changed or gone on with are seen. */
const REFRESH_MS = 2_000;
const TURN_MS = 100;
/** The next turn begins before this one ends; two that meet do not take one webhook twice. */
const TURN_LASTS_MS = 70_000;
/** At the same time in this process. Most of a look is waiting for an answer, which holds no connection. */
const MOST_LOOKS = 500;
const TENANTS_AT_ONCE = 500;

export const dispatchWebhooks = job<Record<string, never>>('webhooks.dispatch', {
  ...{ expireInSeconds: 300, concurrency: 2 },
});
export const forgetWebhooks = job<Record<string, never>>('webhooks.forget', { expireInSeconds: 1800 });

interface Known {
  target: Target;
  due: number;
  looked: number;
  isBusy: boolean;
  end(): void;
}

async function readTargets({ db }: Services): Promise<Target[]> {
  const places = await db.transaction({ readOnly: true }, listPlaces);
  const tenants = [...new Set(places.map(({ tenant_id }) => tenant_id))];
  const found: Target[] = [];
  for (let at = 0; at < tenants.length; at += TENANTS_AT_ONCE) {
    const projectIds = tenants.slice(at, at + TENANTS_AT_ONCE);
    found.push(...(await db.transaction({ readOnly: true, projectIds }, (tx) => listTargets(tx, projectIds))));
  }
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
  async function refresh(): Promise<void> {
    const targets = await readTargets(app);
    const left = new Set(targets.map(({ id }) => id));
    for (const [id, one] of known)
      if (!left.has(id) && !one.isBusy) {
        one.end();
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
      const one: Known = { target, due: 0, looked: 0, isBusy: false, end: () => undefined };
      if (target.own) one.end = app.live.subscribe(target.tenant, ({ kind }) => kind === CHANGES && wake(one));
      known.set(target.id, one);
    }
  }
  function start(one: Known): void {
    one.isBusy = true;
    one.looked = Date.now();
    const idle = one.looked + (one.target.own ? IDLE_MS.own : IDLE_MS.dropshippers);
    one.due = idle;
    const work = look(app, one.target)
      .then((looked) => {
        sent += looked.sent;
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
      for (const one of known.values()) one.end();
      await Promise.all(running);
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

export async function forgetEverywhere({ db }: Services): Promise<void> {
  const places = await db.transaction({ readOnly: true }, listPlaces);
  const tenants = [...new Set(places.map(({ tenant_id }) => tenant_id))];
  for (let at = 0; at < tenants.length; at += TENANTS_AT_ONCE) {
    const projectIds = tenants.slice(at, at + TENANTS_AT_ONCE);
    await db.transaction({ projectIds }, (tx) => forgetDeliveries(tx, projectIds));
  }
}
