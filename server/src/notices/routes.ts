import type { Locale } from '@lanka/domain/kit/errors';
import { DROPSHIPPING } from '@lanka/domain/kit/roles';
import * as contract from '@lanka/domain/notices/contract';
import { type Served, serve } from '../kit/http/serve';
import { noticePath, noticeWords, pathIn } from '../kit/notices/kinds';
import type { Services } from '../kit/services';
import { readSettings, saveSettings } from './choices';
import * as store from './notices.store';
import { askToEnd, end } from './unsubscribe';

/**
 * In the reader's words, with the workspace in which he reads the page: a dropshipper has one for all his suppliers. A kind
 * that another version of the program knew is told by its name.
 */
function shown({ notices }: Services, locale: Locale, { facts, role, ...notice }: store.StoredNotice): contract.Notice {
  const kind = notices.kinds.get(notice.kind);
  const isOfStaff = role !== null && role !== 'Client';
  const workspace = isOfStaff ? notice.project.id : DROPSHIPPING;
  if (!kind) return { ...notice, title: notice.kind, text: '', path: '/cp', workspace };
  const path = noticePath(kind, facts, notice.count);
  return {
    ...notice,
    ...noticeWords(kind, locale, facts, notice.count),
    path: isOfStaff ? path : pathIn(path, notice.project.id),
    workspace,
  };
}

export const noticeRoutes: Served[] = [
  serve(contract.listNotices, async ({ tx, app, scope, query }) => {
    const list = await store.listNotices(tx, scope, query);
    return { ...list, items: list.items.map((notice) => shown(app, scope.locale, notice)) };
  }),

  serve(contract.countUnread, async ({ tx, scope }) => ({ unread: await store.countUnread(tx, scope) })),

  serve(contract.readNotices, async ({ tx, app, scope, body: { ids, until }, after }) => {
    if ((ids === undefined) === (until === undefined)) throw contract.noticeErrors.which({ path: 'ids' });
    await store.markRead(tx, scope, ids ? { ids } : { until: until as string });
    // his other tabs
    after(() => app.live.publish(scope.user.id, { kind: 'notification', id: scope.user.id }));
    return { unread: await store.countUnread(tx, scope) };
  }),

  serve(contract.readNoticeSettings, ({ tx, app, scope }) => readSettings(tx, app, scope)),
  serve(contract.saveNoticeSettings, ({ tx, app, scope, body }) => saveSettings(tx, app, scope, body)),

  serve(contract.askUnsubscribe, ({ app, query, locale }) => askToEnd(app, query.token, locale)),
  serve(contract.unsubscribe, ({ tx, app, query, locale }) => end(tx, app, query.token, locale)),
];
