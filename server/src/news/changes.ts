import { formatDate } from '@lanka/domain/kit/time';
import { isDue } from '@lanka/domain/news/rules';
import type { Tx } from '../kit/db/db';
import { job } from '../kit/jobs/jobs';
import type { Services } from '../kit/services';
import { byClock } from '../kit/slice';
import { listProjectIds } from '../projects';
import * as changes from './changes.store';
import { publish } from './news';
import * as store from './news.store';

/** What is younger may still be in a transaction that has not ended: it is for the next time. */
const SETTLED_MS = 5 * 60_000;

/** Every morning at nine: what changed since the last time writes itself where a supplier wants that. */
export const writeChanges = byClock(job('news.write_changes'), '0 9 * * *', (app) => writeAll(app, new Date()));

export async function writeAll(app: Pick<Services, 'db' | 'notices' | 'live'>, now: Date): Promise<void> {
  const all = await app.db.transaction({ readOnly: true }, listProjectIds);
  const writing = await app.db.transaction({ readOnly: true, projectIds: all }, changes.listWriting);
  for (const project_id of writing) {
    const id = await app.db.transaction({ projectIds: [project_id] }, (tx) => writeIn(tx, app, project_id, now));
    if (id) app.live.publish(project_id, { kind: 'news', id });
  }
}

/** Answers the item that was written; null where it is not time yet, or nothing changed. */
async function writeIn(tx: Tx, app: Pick<Services, 'notices'>, project_id: string, now: Date): Promise<string | null> {
  const project = await store.findProject(tx, project_id);
  const settings = project && (await changes.lockWriting(tx, { project }));
  if (!settings || !isDue(settings.rhythm, new Date(settings.written_until), now)) return null;
  const until = new Date(now.getTime() - SETTLED_MS);
  const found = await changes.findChanges(tx, { project }, settings, until);
  await changes.markWritten(tx, { project }, until);
  if (found.changes.length === 0) return null;
  const content: store.Content = {
    title: `Зміни в товарах: ${formatDate(new Date(settings.written_until))} – ${formatDate(now)}`,
    ...{ body: '', audience: 'all', group_ids: [], counterparty_ids: [], product_ids: [] },
    ...{ file_name: null, file_title: null },
  };
  const id = await store.insertNews(tx, { project }, content, found);
  const item = settings.publishes ? await store.lockNews(tx, { project }, id) : null;
  if (item) await publish(tx, app, { project }, item);
  return id;
}
