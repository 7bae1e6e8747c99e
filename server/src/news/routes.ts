import * as contract from '@lanka/domain/news/contract';
import type { Context } from '../kit/http/serve';
import { serve } from '../kit/http/serve';
import * as settings from './changes.store';
import * as mine from './mine.store';
import * as use from './news';
import { findNews, listNews, listReaders } from './news.store';

const { newsErrors } = contract;

/** Both sides look again: who has read it, and how many are left to read. */
function seen({ app, scope, after }: Context<unknown, unknown, unknown, 'dropshipping'>, projects: readonly string[]) {
  after(() => {
    for (const id of projects) app.live.publish(id, { kind: 'news', id: scope.user.id });
  });
}

export const newsRoutes = [
  serve(contract.listNews, ({ tx, scope, query }) => listNews(tx, scope, query)),
  serve(contract.readNews, ({ tx, app, scope, params }) => use.readNews(tx, app, scope, params.id)),
  serve(contract.createNews, async ({ tx, app, scope, body, changed }) => {
    const id = await use.createNews(tx, app, scope, body);
    changed('news', id);
    return use.readNews(tx, app, scope, id);
  }),
  serve(contract.updateNews, async (context) => {
    const { tx, app, scope, params, body, if_match, changed } = context;
    await use.updateNews(context, params.id, body, if_match);
    changed('news', params.id);
    return use.readNews(tx, app, scope, params.id);
  }),
  serve(contract.removeNews, async (context) => {
    await use.removeNews(context, context.params.id);
    context.changed('news', context.params.id);
  }),
  serve(contract.publishNews, async ({ tx, app, scope, params, body, changed }) => {
    await use.publishNews(tx, app, scope, params.id, body.at ?? null);
    changed('news', params.id);
    return use.readNews(tx, app, scope, params.id);
  }),
  serve(contract.withdrawNews, async ({ tx, app, scope, params, changed }) => {
    await use.withdrawNews(tx, scope, params.id);
    changed('news', params.id);
    return use.readNews(tx, app, scope, params.id);
  }),
  serve(contract.listNewsReaders, async ({ tx, scope, params, query }) => {
    if (!(await findNews(tx, scope, params.id))) throw newsErrors.not_found();
    return listReaders(tx, scope, params.id, query);
  }),

  serve(contract.readNewsSettings, ({ tx, scope }) => settings.readSettings(tx, scope)),
  serve(contract.saveNewsSettings, async ({ tx, scope, body, changed }) => {
    await settings.saveSettings(tx, scope, body);
    changed('news_setting', scope.project.id);
    return settings.readSettings(tx, scope);
  }),

  serve(contract.listMyNews, async ({ tx, app, scope, query }) => {
    const suppliers = scope.suppliers.filter(({ project_id }) => !query.project_id || project_id === query.project_id);
    const page = await mine.listMine(tx, { ...scope, suppliers }, query);
    return { ...page, items: await Promise.all(page.items.map((row) => use.showMine(app, row))) };
  }),
  serve(contract.countUnreadNews, async ({ tx, scope }) => ({ unread: await mine.countUnread(tx, scope) })),
  serve(contract.readAllMyNews, async (context) => {
    const { tx, scope, body } = context;
    seen(context, await mine.insertReads(tx, scope, body.until));
    return { unread: await mine.countUnread(tx, scope) };
  }),
  serve(contract.readMyNews, ({ tx, app, scope, params }) =>
    use.readMine(tx, app, scope, params.project_id, params.id),
  ),
  serve(contract.markMyNews, async (context) => {
    const { tx, scope, params } = context;
    if (await use.markMine(tx, scope, params.project_id, params.id)) seen(context, [params.project_id]);
    return { unread: await mine.countUnread(tx, scope) };
  }),
];
