import { costRange } from '@lanka/domain/catalog/changes';
import { mayAskStock } from '@lanka/domain/kit/availability';
import {
  type CreateNewsBody,
  isTooFar,
  type MyNewsItem,
  type MyNewsRow,
  type NewsItem,
  newsErrors,
  type UpdateNewsBody,
} from '@lanka/domain/news/contract';
import { changeFor, excerptOf, mayDo, NEWS_DEEDS, type NewsDeed, type Terms } from '@lanka/domain/news/rules';
import { attach, detach } from '../attachments';
import { askersOf, readOwnRanges } from '../catalog';
import type { DropshippingScope, ProjectScope } from '../kit/auth/scope';
import type { Tx } from '../kit/db/db';
import { refuseStale } from '../kit/http/stale';
import { job } from '../kit/jobs/jobs';
import type { Services } from '../kit/services';
import { work } from '../kit/slice';
import { logoUrl } from '../projects';
import * as mine from './mine.store';
import * as store from './news.store';
import { changesPublished, newsPublished } from './notices';

type Links = Pick<Services, 'storage'>;
type After = (work: () => Promise<void>) => void;

/** Who reads: the project's people by the price itself, a dropshipper by his own terms. */
interface Reader {
  readonly project_id: string;
  readonly terms: Terms | null;
}

/** What an item says to this reader. */
async function told(tx: Tx, { storage }: Links, { project_id, terms }: Reader, item: store.StoredNews) {
  const { title, body, product_ids, changes, more_changes, file_name, file_title } = item;
  const level = terms?.price_level_id;
  const goods = await store.readGoods(tx, project_id, product_ids);
  const ranges = level
    ? await readOwnRanges(
        tx,
        goods.map(({ id }) => ({ project_id, id, level })),
      )
    : null;
  const products = await Promise.all(
    goods.map(async ({ id, name, thumbnail, ...base }) => {
      const { min_price, max_price } = ranges?.get(id) ?? base;
      const cost = costRange(min_price, max_price, terms?.discount ?? 0);
      return { id, name, thumbnail_url: thumbnail && (await storage.presignGet(thumbnail)), cost };
    }),
  );
  const own = (changes ?? []).flatMap((one) => changeFor(one, terms) ?? []);
  const seen = await store.readGoods(tx, project_id, [...new Set(own.map(({ product_id }) => product_id))]);
  const shown = new Set(seen.map(({ id }) => id));
  return {
    ...{ title, body, products, more_changes },
    changes: own.map((one) => ({ ...one, shown: shown.has(one.product_id) })),
    file: file_name === null ? null : { name: file_title ?? '', url: await storage.presignGet(file_name) },
  };
}

export async function readNews(tx: Tx, app: Links, scope: ProjectScope, id: string): Promise<NewsItem> {
  const found = await store.findNews(tx, scope, id);
  if (!found) throw newsErrors.not_found();
  const { by_itself, audience, publish_at, published_at, edited_at, reaches, read, author, version, created_at } =
    found;
  return {
    ...{ id, status: found.status, by_itself, audience, publish_at, published_at, edited_at },
    ...{ reaches, read, author, version, created_at },
    ...(await told(tx, app, { project_id: scope.project.id, terms: null }, found)),
    ...(await store.namesOf(tx, scope, found)),
    deeds: NEWS_DEEDS.filter((deed) => mayDo(found.status, deed)),
  };
}

async function lock(tx: Tx, scope: ProjectScope, id: string, deed: NewsDeed): Promise<store.LockedNews> {
  const found = await store.lockNews(tx, scope, id);
  if (!found) throw newsErrors.not_found();
  if (!mayDo(found.status, deed)) throw newsErrors.state();
  return found;
}

const LISTS = ['group_ids', 'counterparty_ids', 'product_ids'] as const;

/** What is newly chosen must be there; what was chosen before may have gone since. */
async function checkChosen(tx: Tx, scope: ProjectScope, body: UpdateNewsBody, before: store.Content | null) {
  const added = Object.fromEntries(
    LISTS.map((list) => [list, (body[list] ?? []).filter((id) => !before?.[list].includes(id))]),
  ) as Record<(typeof LISTS)[number], string[]>;
  if (LISTS.every((list) => added[list].length === 0)) return;
  const known = await store.knownOf(tx, scope, added);
  for (const list of LISTS) {
    const missing = added[list].find((id) => !known.has(id));
    if (missing) throw newsErrors.unknown({ path: `${list}.${(body[list] ?? []).indexOf(missing)}`, code: 'unknown' });
  }
}

const EMPTY: Omit<store.Content, 'title'> = {
  ...{ body: '', audience: 'all', group_ids: [], counterparty_ids: [], product_ids: [] },
  ...{ file_name: null, file_title: null },
};

/** The item as it is after these changes; a file that is chosen anew is attached. */
async function contentOf(
  tx: Tx,
  app: Services,
  scope: ProjectScope,
  before: store.Content,
  { file_name, ...body }: UpdateNewsBody,
): Promise<store.Content> {
  const after = { ...before, ...Object.fromEntries(Object.entries(body).filter(([, value]) => value !== undefined)) };
  for (const list of LISTS) after[list] = [...new Set(after[list])];
  if (file_name === undefined) return after;
  if (file_name === null) return { ...after, file_name: null, file_title: null };
  const attached = await attach(app, tx, scope, file_name);
  return { ...after, file_name: attached.file_name, file_title: attached.name };
}

export async function createNews(tx: Tx, app: Services, scope: ProjectScope, body: CreateNewsBody): Promise<string> {
  await checkChosen(tx, scope, body, null);
  const content = await contentOf(tx, app, scope, { ...EMPTY, title: body.title }, body);
  return store.insertNews(tx, scope, content);
}

/** @throws news.nothing, news.nobody where it would be published as such */
function refuseEmpty(item: store.Content & Pick<store.StoredNews, 'changes'>): void {
  const { body, product_ids, file_name, changes, audience, group_ids, counterparty_ids } = item;
  if (body === '' && product_ids.length === 0 && file_name === null && !changes)
    throw newsErrors.nothing({ path: 'body' });
  if (audience === 'groups' && group_ids.length === 0) throw newsErrors.nobody({ path: 'group_ids' });
  if (audience === 'chosen' && counterparty_ids.length === 0) throw newsErrors.nobody({ path: 'counterparty_ids' });
}

export async function updateNews(
  { tx, app, scope, after }: { tx: Tx; app: Services; scope: ProjectScope; after: After },
  id: string,
  body: UpdateNewsBody,
  ifMatch: number | undefined,
): Promise<void> {
  const before = await lock(tx, scope, id, 'edit');
  await refuseStale(ifMatch, before.version, () => readNews(tx, app, scope, id));
  await checkChosen(tx, scope, body, before);
  const content = await contentOf(tx, app, scope, before, body);
  if (before.status === 'published' || before.status === 'scheduled')
    refuseEmpty({ ...content, changes: before.changes });
  await store.saveNews(tx, scope, before, content);
  if (before.file_name && content.file_name !== before.file_name)
    await detach({ tx, app, scope, after }, before.file_name);
}

export async function removeNews(
  { tx, app, scope, after }: { tx: Tx; app: Services; scope: ProjectScope; after: After },
  id: string,
): Promise<void> {
  const found = await lock(tx, scope, id, 'remove');
  await store.deleteNews(tx, scope, found);
  if (found.file_name) await detach({ tx, app, scope, after }, found.file_name);
}

const publishLater = job<{ project_id: string; id: string }>('news.publish');

/** Now, or at a moment by a job. @throws news.nothing, news.nobody, news.past */
export async function publishNews(
  tx: Tx,
  app: Services,
  scope: ProjectScope,
  id: string,
  at: string | null,
): Promise<void> {
  const found = await lock(tx, scope, id, 'publish');
  refuseEmpty(found);
  if (at === null) return publish(tx, app, scope, found);
  const when = new Date(at);
  if (when <= new Date() || isTooFar(when, new Date())) throw newsErrors.past({ path: 'at' });
  await store.setStatus(tx, scope, found, 'scheduled', at);
  await app.jobs.send(tx, publishLater, { project_id: scope.project.id, id }, { startAfter: when });
}

interface Publisher {
  readonly project: { readonly id: string; readonly title: string };
  readonly user?: { readonly id: string };
}

/** Whom it concerns is told once, however often it is taken back and published again. */
export async function publish(
  tx: Tx,
  app: Pick<Services, 'notices'>,
  scope: Publisher,
  item: store.LockedNews,
): Promise<void> {
  await store.setStatus(tx, scope, item, 'published');
  if (item.published_at !== null) return;
  const { id, title, body, changes } = item;
  const counterparty_ids = await store.addresseesOf(tx, scope, item);
  const facts = { id, title, excerpt: excerptOf(body), project: scope.project.title };
  if (!changes) return app.notices.tell(tx, scope, newsPublished, { counterparty_ids }, facts);
  const goods = changes.length + item.more_changes;
  await app.notices.tell(tx, scope, changesPublished, { counterparty_ids }, { ...facts, goods });
}

/** What was put off again, or taken back, meanwhile has another moment or another state. */
export const publishDue = work(publishLater, async (app, { project_id, id }) => {
  const published = await app.db.transaction({ projectIds: [project_id] }, async (tx) => {
    const project = await store.findProject(tx, project_id);
    const found = project && (await store.lockNews(tx, { project }, id));
    if (!project || !found?.due) return false;
    await publish(tx, app, { project }, found);
    return true;
  });
  if (published) app.live.publish(project_id, { kind: 'news', id });
});

export async function withdrawNews(tx: Tx, scope: ProjectScope, id: string): Promise<void> {
  const found = await store.lockNews(tx, scope, id);
  if (!found) throw newsErrors.not_found();
  if (mayDo(found.status, 'withdraw')) return store.setStatus(tx, scope, found, 'withdrawn');
  if (mayDo(found.status, 'unschedule')) return store.setStatus(tx, scope, found, 'draft');
  throw newsErrors.state();
}

/** As a dropshipper sees it in a list. */
export async function showMine(app: Links, row: mine.StoredMine): Promise<MyNewsRow> {
  const { id, project_id, project_title, logo, title, body, by_itself, file_name } = row;
  return {
    ...{ id, title, by_itself, excerpt: excerptOf(body), has_file: file_name !== null },
    supplier: { id: project_id, title: project_title, logo_url: await logoUrl(app, logo) },
    ...{ published_at: row.published_at, edited_at: row.edited_at, unread: row.unread },
  };
}

async function findMine(tx: Tx, scope: DropshippingScope, project_id: string, id: string) {
  const supplier = scope.suppliers.find((one) => one.project_id === project_id);
  const found = supplier && (await mine.findMine(tx, scope, supplier, id));
  if (!found) throw newsErrors.not_found();
  return { supplier, found };
}

export async function readMine(
  tx: Tx,
  app: Services,
  scope: DropshippingScope,
  project_id: string,
  id: string,
): Promise<MyNewsItem> {
  const { supplier, found } = await findMine(tx, scope, project_id, id);
  const asker = (await askersOf(app, tx, { ...scope, suppliers: [supplier] })).get(project_id);
  const terms = {
    ...{ price_level_id: asker?.price_level_id ?? null, discount: asker?.discount ?? 0 },
    tells: mayAskStock(supplier, 'any'),
  };
  const { excerpt: _, has_file: __, unread: ___, ...row } = await showMine(app, found);
  return { ...row, ...(await told(tx, app, { project_id, terms }, found)) };
}

export async function markMine(tx: Tx, scope: DropshippingScope, project_id: string, id: string): Promise<boolean> {
  await findMine(tx, scope, project_id, id);
  return mine.insertRead(tx, scope, project_id, id);
}
