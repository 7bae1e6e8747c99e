import { WAYS } from '@lanka/domain/kit/notice_areas';
import { KEPT_DAYS } from '@lanka/domain/notices/contract';
import { foldEvents, TOGETHER_MS } from '@lanka/domain/notices/rules';
import type { Tx } from '../kit/db/db';
import { newId } from '../kit/db/ids';
import { together } from '../kit/db/together';
import { job } from '../kit/jobs/jobs';
import { deliverNotices } from '../kit/notices/notices';
import type { Services } from '../kit/services';
import { byClock, type SliceJob } from '../kit/slice';
import { isSandbox, listProjectIds } from '../projects';
import * as store from './deliver.store';
import { SENDERS, type SendingApp } from './ways';

type App = Pick<Services, 'db' | 'live' | 'log' | 'notices'> & SendingApp;

/** As soon as something was told in a project; every minute in all, for what a process that died has not passed on. */
export const deliver: SliceJob = {
  job: deliverNotices,
  cron: '* * * * *',
  run: (app, { project_id }: { project_id?: string }) => (project_id ? deliverIn(app, project_id) : deliverAll(app)),
};

export async function deliverAll(app: App): Promise<void> {
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

/** How many happenings were taken, and on whose bells they are. The transaction has entered the project. */
export async function deliverPortion(
  tx: Tx,
  app: Omit<App, 'db' | 'live'>,
  project_id: string,
): Promise<{ taken: number; told: ReadonlySet<string> }> {
  const { kinds } = app.notices;
  const taken = await store.takeEvents(tx, project_id);
  const known = taken.filter(({ kind }) => kinds.has(kind));
  // told by another version of the program
  if (known.length < taken.length) app.log.warn({ project_id }, 'notices of kinds that are not known');
  const lines = foldEvents(known, {
    keyOf: ({ kind, actor_id, counterparty_id, user_id, counterparty_ids }) =>
      kinds.get(kind)?.together ? [kind, actor_id, counterparty_id, user_id, counterparty_ids].join(' ') : null,
    at: ({ at }) => Date.parse(at),
  });
  const told = new Set<string>();
  // what happens in a sandbox is on the bell, and leads to no letter and no message
  const stays = taken.length > 0 && (await isSandbox(tx, project_id));
  const written = lines.flatMap(({ event, count, first }) => {
    const kind = kinds.get(event.kind);
    if (!kind) return [];
    const id = newId();
    const line = {
      ...{ event, count, id, first: new Date(first).toISOString() },
      since: new Date(first - TOGETHER_MS).toISOString(),
      ...(stays ? { ways: [] } : {}),
    };
    return [{ id, kind, event, count, people: store.writeNotices(tx, project_id, kind, line) }];
  });
  // sent without waiting for one another; the connection does them in this order, and one may join the one before it
  const told_of = await together(written.map(({ people }) => people));
  for (const [nth, { id, kind, event, count }] of written.entries()) {
    const people = told_of[nth] ?? [];
    for (const person of people) if (person.app) told.add(person.user_id);
    for (const way of stays ? [] : WAYS) {
      const { send, eachTime } = SENDERS[way];
      // of what joins a line one knows already
      const now = people.filter(({ ways, opened }) => (opened || eachTime) && ways[way] === 'now');
      const missed = await send(tx, app, { project_id, kind, event, count }, now);
      if (missed.length > 0) await store.postpone(tx, project_id, id, missed);
    }
  }
  return { taken: taken.length, told };
}

/** Every night. */
export const forget = byClock(job<Record<string, never>>('notices.forget'), '40 3 * * *', async (app) => {
  const all = await app.db.transaction({ readOnly: true }, listProjectIds);
  for (const id of all) await app.db.transaction({ projectIds: [id] }, (tx) => store.forgetNotices(tx, id, KEPT_DAYS));
});
