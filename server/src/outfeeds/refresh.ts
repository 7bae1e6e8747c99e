import { standingOf } from '@lanka/domain/outfeeds/rules';
import { job } from '../kit/jobs/jobs';
import type { Services } from '../kit/services';
import { byClock } from '../kit/slice';
import { inHundreds } from '../projects';
import { buildFeed, markOf } from './build';
import { markOfGoods } from './goods.store';
import { listForRefresh, removeOldFetches, want, withFeeds } from './outfeeds.store';
import { ownOf } from './own-goods';

/** Feeds whose goods, prices, settings or access have changed since they were made are made anew. */
export const refreshFeeds = byClock(job('outfeeds.refresh'), '*/5 * * * *', (app) =>
  inHundreds(app, async (projectIds) => {
    const found = await app.db.transaction({ readOnly: true, projectIds }, (tx) => withFeeds(tx, projectIds));
    for (const id of found) await refreshProject(app, id);
  }),
);

export async function refreshProject(app: Services, project_id: string): Promise<void> {
  await app.db.transaction({ projectIds: [project_id] }, async (tx) => {
    const feeds = await listForRefresh(tx, project_id);
    if (feeds.length === 0) return;
    const goods = await markOfGoods(tx, project_id);
    for (const feed of feeds) {
      const standing = standingOf(feed.lost, new Date());
      if (standing === 'gone') continue;
      const own = ownOf(app, feed, feed.settings);
      const told = own ? `${goods}${await own.mark(tx)}` : goods;
      if (feed.mark === markOf(told, feed, standing, app.config.publicUrl)) continue;
      if (await want(tx, project_id, feed.id)) await app.jobs.send(tx, buildFeed, { project_id, feed_id: feed.id });
    }
  });
}

/** Who fetched what is kept for a month. */
export const forgetFetches = byClock(job('outfeeds.forget'), '35 3 * * *', (app) =>
  inHundreds(app, (projectIds) => app.db.transaction({ projectIds }, (tx) => removeOldFetches(tx, projectIds))),
);
