import { z } from 'zod';
import { CostRange } from '../catalog/changes';
import { createUpload, fileErrors } from '../files/contract';
import { errors } from '../kit/errors';
import { Actor, Id, Instant, requiredText, text, Version } from '../kit/ids';
import { commaList, listQuery, page, QueryFlag } from '../kit/lists';
import { planErrors } from '../kit/plans';
import { InProject, OneInProject, route } from '../kit/route';
import { CHANGE_KINDS, NEWS_DEEDS, NEWS_STATUSES, RHYTHMS } from './rules';

export const MAX_NEWS_GOODS = 20;
export const MAX_NEWS_PARTIES = 500;
const MAX_NEWS_GROUPS = 50;
/** An item that writes itself names so many goods; of more it says how many. */
export const MAX_CHANGES = 200;
/** The badge counts no further. */
export const MOST_UNREAD_NEWS = 100;
/** It can be set so far ahead. */
const MAX_AHEAD_DAYS = 366;
export const isTooFar = (at: Date, now: Date): boolean => at.getTime() - now.getTime() > MAX_AHEAD_DAYS * 86_400_000;

export const newsErrors = errors('news', {
  not_found: { status: 404, ua: 'Такої новини немає', en: 'There is no such news item' },
  state: {
    status: 409,
    ua: 'Новина вже в іншому стані, тож зараз цього зробити не можна. Оновіть сторінку',
    en: 'The item is in another state by now, so this cannot be done. Load the page again',
  },
  nothing: {
    status: 422,
    ua: 'Новина порожня: напишіть текст, додайте товари або файл',
    en: 'The item is empty: write a text, add goods or a file',
  },
  nobody: {
    status: 422,
    ua: 'Новину нікому показати: виберіть групи або дропшиперів',
    en: 'The item would reach nobody: choose groups or dropshippers',
  },
  unknown: {
    status: 422,
    ua: 'Вибраного вже немає в проєкті',
    en: 'What was chosen is not in the project any more',
  },
  past: { status: 422, ua: 'Вкажіть час у майбутньому, не далі року', en: 'Give a time ahead, within a year' },
});

export const NewsStatus = z.enum(NEWS_STATUSES);
export const NewsAudience = z.enum(['all', 'groups', 'chosen']);
export type NewsAudience = z.infer<typeof NewsAudience>;
const ChangeKind = z.enum(CHANGE_KINDS);

/** Goods that an item names, as the reader may see them. */
const NewsProduct = z.object({
  id: Id,
  name: z.string(),
  thumbnail_url: z.string().nullable(),
  /** What one piece costs the reader; null where nothing has a price. */
  cost: CostRange.nullable(),
});

const NewsChange = z.object({
  product_id: Id,
  kind: ChangeKind,
  name: z.string(),
  cost_before: CostRange.nullable(),
  cost: CostRange.nullable(),
  /** Whether it can still be opened. */
  shown: z.boolean(),
});
export type NewsChange = z.infer<typeof NewsChange>;

const NewsFile = z.object({
  name: z.string(),
  /** Valid for one hour. */
  url: z.string(),
});

const Told = z.object({
  title: z.string(),
  /** Markdown. */
  body: z.string(),
  products: z.array(NewsProduct),
  /** Of an item that wrote itself: what changed, in the reader's own prices. */
  changes: z.array(NewsChange),
  /** Of how many goods more something changed. */
  more_changes: z.int(),
  file: NewsFile.nullable(),
});

const Facts = z.object({
  id: Id,
  title: z.string(),
  status: NewsStatus,
  /** The job has written it of what changed of goods. */
  by_itself: z.boolean(),
  audience: NewsAudience,
  /** When it is to be published. */
  publish_at: Instant.nullable(),
  published_at: Instant.nullable(),
  /** When it was changed after it had been published. */
  edited_at: Instant.nullable(),
  /** How many dropshippers it concerns now, and how many of them have read it. */
  reaches: z.int(),
  read: z.int(),
  author: Actor,
  version: Version,
  created_at: Instant,
});

export const NewsRow = Facts;
export type NewsRow = z.infer<typeof NewsRow>;

const Named = z.object({ id: Id, name: z.string() });
export const NewsItem = Facts.extend(Told.shape).extend({
  groups: z.array(Named),
  counterparties: z.array(Named),
  deeds: z.array(z.enum(NEWS_DEEDS)),
});
export type NewsItem = z.infer<typeof NewsItem>;

const Fields = z.object({
  title: requiredText(160),
  body: text(20_000),
  audience: NewsAudience,
  group_ids: z.array(Id).max(MAX_NEWS_GROUPS),
  counterparty_ids: z.array(Id).max(MAX_NEWS_PARTIES),
  product_ids: z.array(Id).max(MAX_NEWS_GOODS),
  /** An upload; null takes the file away. */
  file_name: requiredText(300).nullable(),
});
export const CreateNewsBody = Fields.partial().required({ title: true });
export type CreateNewsBody = z.infer<typeof CreateNewsBody>;
export const UpdateNewsBody = Fields.partial();
export type UpdateNewsBody = z.infer<typeof UpdateNewsBody>;

const changes = ['news', 'file_usage'] as const;
const writing = [newsErrors.unknown, fileErrors.not_found, planErrors.storage_limit] as const;

export const listNews = route({
  method: 'GET',
  path: 'projects/:project_id/news',
  summary: 'News for dropshippers: drafts, what waits for its time, what is published and what was withdrawn',
  auth: 'news.read',
  shows: ['counterparty'],
  params: InProject,
  query: listQuery(['-created_at'], { status: commaList(NewsStatus) }),
  returns: page(NewsRow),
});

export const readNews = route({
  method: 'GET',
  path: 'projects/:project_id/news/:id',
  summary: 'One news item',
  auth: 'news.read',
  shows: ['counterparty', 'counterparty_group'],
  params: OneInProject,
  returns: NewsItem,
  errors: [newsErrors.not_found],
});

export const createNews = route({
  method: 'POST',
  path: 'projects/:project_id/news',
  summary: 'Write a news item as a draft',
  auth: 'news.edit',
  params: InProject,
  body: CreateNewsBody,
  status: 201,
  returns: NewsItem,
  errors: writing,
  changes,
});

export const updateNews = route({
  method: 'PATCH',
  path: 'projects/:project_id/news/:id',
  summary: 'Change a news item; one that is published is shown as edited',
  auth: 'news.edit',
  params: OneInProject,
  body: UpdateNewsBody,
  returns: NewsItem,
  errors: [newsErrors.not_found, newsErrors.state, newsErrors.nobody, newsErrors.nothing, ...writing],
  changes,
  answers: readNews,
});

export const removeNews = route({
  method: 'DELETE',
  path: 'projects/:project_id/news/:id',
  summary: 'Delete a draft, or what waits for its time',
  auth: 'news.edit',
  params: OneInProject,
  errors: [newsErrors.not_found, newsErrors.state],
  changes,
});

export const publishNews = route({
  method: 'POST',
  path: 'projects/:project_id/news/:id/publish',
  summary: 'Publish now, or at a time; who has been told before is not told again',
  auth: 'news.edit',
  params: OneInProject,
  body: z.object({ at: Instant.nullable().optional() }),
  status: 200,
  returns: NewsItem,
  errors: [newsErrors.not_found, newsErrors.state, newsErrors.nothing, newsErrors.nobody, newsErrors.past],
  changes,
  answers: readNews,
});

export const withdrawNews = route({
  method: 'POST',
  path: 'projects/:project_id/news/:id/withdraw',
  summary: 'Take back: what is published is shown to nobody any more, what waits for its time becomes a draft',
  auth: 'news.edit',
  params: OneInProject,
  status: 200,
  returns: NewsItem,
  errors: [newsErrors.not_found, newsErrors.state],
  changes,
  answers: readNews,
});

export const NewsReader = z.object({
  counterparty_id: Id,
  name: z.string(),
  read_at: Instant.nullable(),
});
export type NewsReader = z.infer<typeof NewsReader>;

export const listNewsReaders = route({
  method: 'GET',
  path: 'projects/:project_id/news/:id/readers',
  summary: 'Whom the item concerns, and who of them has read it and when',
  auth: 'news.read',
  shows: ['counterparty'],
  params: OneInProject,
  query: listQuery(['name'], { read: QueryFlag.optional() }),
  returns: page(NewsReader),
  errors: [newsErrors.not_found],
});

/** How what changes of goods writes itself. */
export const NewsSettings = z.object({
  rhythm: z.enum(RHYTHMS),
  /** Published at once; else it waits as a draft. */
  publishes: z.boolean(),
  kinds: z.array(ChangeKind).min(1).max(CHANGE_KINDS.length),
  version: z.int().min(0),
});
export type NewsSettings = z.infer<typeof NewsSettings>;

export const readNewsSettings = route({
  method: 'GET',
  path: 'projects/:project_id/news_settings',
  summary: 'How what got new, dearer, cheaper, ran out or came back writes itself',
  auth: 'news.read',
  params: InProject,
  shows: ['news_setting'],
  returns: NewsSettings,
});

export const saveNewsSettings = route({
  method: 'PUT',
  path: 'projects/:project_id/news_settings',
  summary:
    'Let what changes of goods write itself: daily at nine in the morning or on Mondays, as a draft or published',
  auth: 'news.edit',
  params: InProject,
  body: NewsSettings.omit({ version: true }),
  returns: NewsSettings,
  changes: ['news_setting'],
  answers: readNewsSettings,
});

/** The picture or price list that an item brings is an upload of the project. */
export const uploadForNews = createUpload;

const Supplier = z.object({ id: Id, title: z.string(), logo_url: z.string().nullable() });

export const MyNewsRow = z.object({
  id: Id,
  supplier: Supplier,
  title: z.string(),
  /** How the text begins, without its marks. */
  excerpt: z.string(),
  by_itself: z.boolean(),
  has_file: z.boolean(),
  published_at: Instant,
  edited_at: Instant.nullable(),
  unread: z.boolean(),
});
export type MyNewsRow = z.infer<typeof MyNewsRow>;

export const listMyNews = route({
  method: 'GET',
  path: 'dropshipping/news',
  summary: 'News of all suppliers of the dropshipper, the newest first',
  auth: 'dropshipping',
  query: listQuery(['-published_at'], { project_id: Id.optional(), unread: QueryFlag.optional() }),
  returns: page(MyNewsRow),
});

const UnreadNews = z.object({ unread: z.int().min(0).max(MOST_UNREAD_NEWS) });
export type UnreadNews = z.infer<typeof UnreadNews>;

export const countUnreadNews = route({
  method: 'GET',
  path: 'dropshipping/news/unread',
  summary: 'How many news items of his suppliers the dropshipper has not read, counted up to 100',
  auth: 'dropshipping',
  shows: ['notification'],
  returns: UnreadNews,
});

export const readAllMyNews = route({
  method: 'POST',
  path: 'dropshipping/news/read',
  summary: 'Mark all news up to a moment as read',
  auth: 'dropshipping',
  whileRestricted: true,
  body: z.object({ until: Instant }),
  status: 200,
  returns: UnreadNews,
  changes: ['news'],
  answers: countUnreadNews,
});

const OfSupplier = z.object({ project_id: Id, id: Id });

export const MyNewsItem = MyNewsRow.omit({ excerpt: true, has_file: true, unread: true }).extend(Told.shape);
export type MyNewsItem = z.infer<typeof MyNewsItem>;

export const readMyNews = route({
  method: 'GET',
  path: 'dropshipping/suppliers/:project_id/news/:id',
  summary: 'One news item of a supplier',
  auth: 'dropshipping',
  shows: ['product'],
  params: OfSupplier,
  returns: MyNewsItem,
  errors: [newsErrors.not_found],
});

export const markMyNews = route({
  method: 'POST',
  path: 'dropshipping/suppliers/:project_id/news/:id/read',
  summary: 'The dropshipper has read this item',
  auth: 'dropshipping',
  whileRestricted: true,
  params: OfSupplier,
  status: 200,
  returns: UnreadNews,
  errors: [newsErrors.not_found],
  changes: ['news'],
  answers: countUnreadNews,
});
