import { KEPT_DAYS } from '@lanka/domain/notices/contract';
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
    const told = new Set<string>();
    taken = await app.db.transaction({ projectIds: [project_id] }, async (tx) => {
      const events = await store.takeEvents(tx, project_id);
      for (const { kind, event, count } of inGroups(app, events)) {
        const since = new Date(Date.parse(event.at) - TOGETHER_MS).toISOString();
        for (const id of await store.writeNotices(tx, project_id, kind, { event, count, since })) told.add(id);
      }
      return events.length;
    });
    for (const id of told) app.live.publish(id, { kind: 'notification', id });
  } while (taken === store.PORTION);
}

interface Group {
  readonly kind: AnyNoticeKind;
  /** The newest. */
  event: store.NoticeEvent;
  count: number;
}

/** Happenings that are told together and reach the same people are one; each of the others is by itself. */
function inGroups({ notices, log }: App, events: readonly store.NoticeEvent[]): Group[] {
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
    if (known) {
      known.event = event;
      known.count += 1;
    } else {
      const group = { kind, event, count: 1 };
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
