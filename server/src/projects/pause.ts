import { daysAfter, dotted, kyivDate } from '@lanka/domain/kit/time';
import { MAX_PAUSE_DAYS, type Project, projectErrors } from '@lanka/domain/projects/contract';
import { type ProjectScope, systemIn } from '../kit/auth/scope';
import type { Tx } from '../kit/db/db';
import { job } from '../kit/jobs/jobs';
import { noticeKind } from '../kit/notices/kinds';
import type { Services } from '../kit/services';
import { byClock } from '../kit/slice';
import { tellChanged } from './changed';
import * as store from './projects.store';

interface Facts {
  readonly project: string;
  /** As people read a day. */
  readonly day: string;
}
const same = { area: 'partners', reaches: ['dropshippers'], mail: 'now', path: () => '/cp/products' } as const;

const paused = noticeKind<Facts>('projects.paused', {
  ...{ ...same, sample: { project: 'Ткацький двір', day: '05.01.2027' } },
  ua: ({ project, day }) => ({
    title: `«${project}» на паузі до ${day}`,
    text: 'Нових замовлень він поки не приймає, оформлені виконає',
  }),
  en: ({ project, day }) => ({
    title: `“${project}” pauses up to ${day}`,
    text: 'It takes no new orders; those that are placed go on',
  }),
});

const resumed = noticeKind<Pick<Facts, 'project'>>('projects.resumed', {
  ...{ ...same, sample: { project: 'Ткацький двір' } },
  ua: ({ project }) => ({ title: `«${project}» знову приймає замовлення`, text: 'Залишки знову видно' }),
  en: ({ project }) => ({ title: `“${project}” takes orders again`, text: 'What is in stock is seen again' }),
});
export const pauseNotices = [paused, resumed];

/** Dropshippers are told of a day once; the same day again says nothing new. */
export async function pause(tx: Tx, app: Services, scope: ProjectScope, until: string): Promise<void> {
  const today = kyivDate(new Date());
  if (until < today || until > daysAfter(today, MAX_PAUSE_DAYS)) throw projectErrors.pause_day({ path: 'until' });
  const before = await store.readProject(tx, scope, true);
  if (before.paused_until === until) return;
  await store.updateProject(tx, scope, { paused_until: until });
  await tellChanged(tx, app, scope.project.id);
  await app.notices.tell(tx, scope, paused, {}, { project: before.title, day: dotted(until) });
}

export async function resume(tx: Tx, app: Services, scope: ProjectScope): Promise<void> {
  const before: Project = await store.readProject(tx, scope, true);
  if (before.paused_until === null) return;
  await store.updateProject(tx, scope, { paused_until: null });
  await tellChanged(tx, app, scope.project.id);
  await app.notices.tell(tx, scope, resumed, {}, { project: before.title });
}

/** What is over by the calendar reads so at once; this tells of it, and is late by minutes only. */
export const endPauses = byClock(job('projects.end_pauses'), '*/10 * * * *', (app) => endPausesAt(app, new Date()));

export async function endPausesAt(app: Services, now: Date): Promise<void> {
  const over = await app.db.transaction({ readOnly: true }, (tx) => store.listOverPauses(tx, kyivDate(now)));
  for (const id of over) {
    await app.db.transaction({ projectIds: [id] }, async (tx) => {
      const title = await store.endPause(tx, id, kyivDate(now));
      if (title === null) return;
      await tellChanged(tx, app, id);
      await app.notices.tell(tx, systemIn(id), resumed, {}, { project: title });
    });
    app.live.publish(id, { kind: 'project', id });
  }
}
