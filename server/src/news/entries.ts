import { createNews, publishNews } from '@lanka/domain/news/contract';
import { type Entries, each, P, wholly } from '../../test/entries';
import type { Side } from '../../test/walls/side';

const read = ({ ids }: Side) => ({ project_id: ids.ofProject as string, id: ids.readNews as string });
const NEWS = 2_000;
const READERS = wholly(
  'each dropshipper of the project is counted, and whoever has read an item of the page',
  ...['memberships', 'news_reads', 'counterparties'],
);
const WRITTEN = wholly('as many as a supplier writes; of those that are not read, of the last 90 days', 'news');

export const entries: Entries = {
  walls: {
    [`GET ${P}/news`]: {},
    [`POST ${P}/news`]: {
      body: ({ ids }) => ({
        ...{ title: 'Нова колекція', body: 'Вісім моделей', audience: 'chosen' },
        ...{
          counterparty_ids: [ids.counterparties],
          group_ids: [ids.counterparty_groups],
          product_ids: [ids.products],
        },
      }),
    },
    [`GET ${P}/news/:id`]: {},
    [`PATCH ${P}/news/:id`]: { body: ({ ids }) => ({ title: 'Інший заголовок', product_ids: [ids.products] }) },
    [`DELETE ${P}/news/:id`]: {},
    [`POST ${P}/news/:id/publish`]: { body: () => ({}) },
    [`POST ${P}/news/:id/withdraw`]: { params: ({ ids }) => ({ id: ids.readNews as string }) },
    [`GET ${P}/news/:id/readers`]: {},
    [`GET ${P}/news_settings`]: {},
    [`PUT ${P}/news_settings`]: { body: () => ({ rhythm: 'daily', publishes: true, kinds: ['price'] }) },
    'GET dropshipping/news': {},
    'GET dropshipping/news/unread': {},
    'POST dropshipping/news/read': { body: () => ({ until: new Date(0).toISOString() }) },
    // it is for the first dropshipper alone
    'GET dropshipping/suppliers/:project_id/news/:id': { params: read, only: ['Client'] },
    'POST dropshipping/suppliers/:project_id/news/:id/read': { params: read, only: ['Client'] },
  },
  async world(app, { project, mark, ownMark, people, ids }) {
    const at = { token: people.Owner.token, params: { project_id: project.id } };
    const write = async (body: object) =>
      (await app.call(createNews, { ...at, body: { title: mark, body: mark, ...body } })).body.id;
    const draft = await write({ audience: 'groups', group_ids: [ids.counterparty_groups as string] });
    const chosen = { audience: 'chosen', counterparty_ids: [ids.counterparties as string] };
    const published = await write({ title: `${mark} ${ownMark}`, ...chosen, product_ids: [ids.products as string] });
    await app.call(publishNews, { ...at, params: { ...at.params, id: published }, body: {} });
    await app.sql(project.id, 'insert into news_reads (project_id, news_id, user_id) values ($1, $2, $3)', [
      project.id,
      published,
      people.OtherClient.id,
    ]);
    const settings = `insert into news_settings (project_id, rhythm, publishes, kinds, written_until)
      values ($1, 'daily', true, array['price'], now())`;
    await app.sql(project.id, settings, [project.id]);
    return { news: draft, readNews: published, ofProject: project.id };
  },
  growth: {
    reads: {
      [`GET ${P}/news`]: {
        queries: [...each('status', 'draft', 'published', 'draft,scheduled')],
        known: { 'as reaches': READERS },
      },
      [`GET ${P}/news/:id`]: { params: { id: '$news' }, known: { 'as reaches': READERS } },
      [`GET ${P}/news/:id/readers`]: {
        params: { id: '$news' },
        queries: [...each('read', 'true', 'false')],
        known: { 'as reaches': READERS, 'c.sort_name as cursor_key': READERS },
      },
      [`GET ${P}/news_settings`]: {},
      'GET dropshipping/news': {
        queries: [{ project_id: '$project' }, ...each('unread', 'true', 'false')],
        known: { 'cross join lateral (select n.* from news n': WRITTEN },
      },
      'GET dropshipping/news/unread': { known: { 'cross join lateral (select n.* from news n': WRITTEN } },
      'GET dropshipping/suppliers/:project_id/news/:id': { params: { id: '$news' } },
    },
    writes: {
      [`POST ${P}/news`]: [
        { body: { title: 'Нова колекція', body: 'Вісім моделей' }, known: { 'as reaches': READERS } },
      ],
      [`PATCH ${P}/news/:id`]: [{ params: { id: '$news' }, body: { title: 'Інша' }, known: { 'as reaches': READERS } }],
      'POST dropshipping/news/read': [
        {
          body: { until: '2030-01-01T00:00:00Z' },
          known: { 'cross join lateral (select n.* from news n': WRITTEN },
        },
      ],
    },
    rows: [
      `insert into news (project_id, id, status, title, body, audience, author_id, published_at, created_at)
         select :project:, pg_temp.key('news' || n), case when n % 20 = 0 then 'draft' else 'published' end, 'Новина ' || n,
           'Текст', 'all', :user:, now() - n * interval '1 hour', now() - n * interval '1 hour'
         from generate_series(1, ${NEWS}) n`,
      `insert into news_reads (project_id, news_id, user_id)
         select m.project_id, pg_temp.key('news' || n), m.user_id from generate_series(1, 20) n,
           (select project_id, user_id from memberships where project_id = :project: and role = 'Client' limit 1000) m`,
    ],
    ids: { news: `news where project_id = :project: and id = pg_temp.key('news1')` },
  },
};
