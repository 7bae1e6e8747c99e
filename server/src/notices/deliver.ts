import { KEPT_DAYS } from '@lanka/domain/notices/contract';
import type { Tx } from '../kit/db/db';
import { job } from '../kit/jobs/jobs';
import type { AnyNoticeKind } from '../kit/notices/kinds';
import { deliverNotices } from '../kit/notices/notices';
import type { Services } from '../kit/services';
import { byClock, type SliceJob } from '../kit/slice';
import { listProjectIds } from '../projects';
import * as store from './deliver.store';

type App = Pick<Services, 'db' | 'live' | 'log' | 'notices'>;

/** What comes within this time joins the line that is there, if nobody has read it. */
const TOGETHER_MS = 3_600_000;

/** As soon as something was told in a project; every minute in all, for what a process that died has not passed on. */
export const deliver: SliceJob = {
  job: deliverNotices,
  cron: '* * * * *',
  run: (app, { project_id }: { project_id?: string }) => (project_id ? deliverIn(app, project_id) : deliverAll(app)),
};

async function deliverAll(app: App): Promise<void> {
  const all = await app.db.transaction({ readOnly: true }, listProjectIds);
  const waiting = await app.db.transaction({ readOnly: true, projectIds: all }, store.findWaiting);
  for (const id of waiting) await deliverIn(app, id);
}

/** Tells people what waits in this project. */
export async function deliverIn(app: App, project_id: string): Promise<void> {
  let taken: number;
  do {
    const done = await app.db.transaction({ projectIds: [project_id] }, (tx) => deliverPortion(tx, app, project_id));
    for (const id of done.told) app.live.publish(id, { kind: 'notification', id });
    taken = done.taken;
  } while (taken === store.PORTION);
}

/** How many happenings were taken, and to whom they were told. The transaction has entered the project. */
export async function deliverPortion(
  tx: Tx,
  app: Pick<App, 'log' | 'notices'>,
  project_id: string,
): Promise<{ taken: number; told: ReadonlySet<string> }> {
  const events = await store.takeEvents(tx, project_id);
  const told = new Set<string>();
  for (const { kind, first, event, count } of inGroups(app, events)) {
    const since = new Date(Date.parse(first) - TOGETHER_MS).toISOString();
    for (const id of await store.writeNotices(tx, project_id, kind, { event, count, first, since })) told.add(id);
  }
  return { taken: events.length, told };
}

interface Group {
  readonly kind: AnyNoticeKind;
  /** When the first of them was. */
  readonly first: string;
  /** The newest. */
  event: store.NoticeEvent;
  count: number;
}

/** Happenings that are told together and reach the same people are one; each of the others is by itself. */
function inGroups({ notices, log }: Pick<App, 'log' | 'notices'>, events: readonly store.NoticeEvent[]): Group[] {
  const groups: Group[] = [];
  const open = new Map<string, Group>();
  for (const event of events) {
    const kind = notices.kinds.get(event.kind);
    if (!kind) {
      // told by another version of the program
      log.warn({ kind: event.kind }, 'a notice of a kind that is not known');
      continue;
    }
    const key = [event.kind, event.actor_id, event.counterparty_id, event.user_id].join();
    const known = kind.together && open.get(key);
    if (known && Date.parse(event.at) - Date.parse(known.first) < TOGETHER_MS) {
      known.event = event;
      known.count += 1;
    } else {
      const group = { kind, first: event.at, event, count: 1 };
      groups.push(group);
      open.set(key, group);
    }
  }
  return groups;
}

/** Every night. */
export const forget = byClock(job<Record<string, never>>('notices.forget'), '40 3 * * *', async (app) => {
  const all = await app.db.transaction({ readOnly: true }, listProjectIds);
  for (const id of all) await app.db.transaction({ projectIds: [id] }, (tx) => store.forgetNotices(tx, id, KEPT_DAYS));
});
