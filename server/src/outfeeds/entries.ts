import { createFeed, createMyFeed } from '@lanka/domain/outfeeds/contract';
import { type Entries, P, sorted } from '../../test/entries';
import type { Side } from '../../test/walls/side';
import { settingsOf } from './settings';

const FEED = settingsOf('prom');
const { name: _, ...SETTINGS } = FEED;
const mine = ({ ids }: Side) => ({ id: ids.myFeed as string });

export const entries: Entries = {
  walls: {
    [`GET ${P}/feeds`]: {},
    [`POST ${P}/feeds`]: { body: () => FEED },
    [`POST ${P}/feeds/preview`]: { body: () => SETTINGS },
    [`GET ${P}/feeds/:id`]: {},
    [`PATCH ${P}/feeds/:id`]: { body: () => ({ name: 'Інша назва' }) },
    [`DELETE ${P}/feeds/:id`]: {},
    [`POST ${P}/feeds/:id/renew`]: {},
    'GET dropshipping/feeds': {},
    'POST dropshipping/feeds': {
      body: ({ project }) => ({ ...FEED, project_id: project.id }),
      only: ['Client', 'OtherClient'],
    },
    'POST dropshipping/feeds/preview': {
      body: ({ project }) => ({ ...SETTINGS, project_id: project.id }),
      only: ['Client', 'OtherClient'],
    },
    'GET dropshipping/feeds/:id': { params: mine, only: ['Client'] },
    'PATCH dropshipping/feeds/:id': { params: mine, only: ['Client'], body: () => ({ name: 'Інша назва' }) },
    'DELETE dropshipping/feeds/:id': { params: mine, only: ['Client'] },
    'POST dropshipping/feeds/:id/renew': { params: mine, only: ['Client'] },
    'GET feeds/:token': {
      params: ({ ids }) => ({ token: ids.feedToken as string }),
      open: true,
      // who came for it is written down
      remembers: true,
      // it is not built in this world
      passes: [503],
    },
    'GET photos/:project/:photo': {
      params: ({ project, ids }) => ({ project: project.id, photo: ids.product_images as string }),
      open: true,
      remembers: true,
      // its file goes with the first call that deletes the photo, though that is rolled back
      passes: [404],
    },
  },
  async world(app, { project, mark, ownMark, people }) {
    const params = { project_id: project.id };
    const own = await app.call(createFeed, { params, token: people.Owner.token, body: { ...FEED, name: mark } });
    const body = { ...FEED, name: `${mark} ${ownMark}`, project_id: project.id };
    const of = await app.call(createMyFeed, { token: people.Client.token, body });
    await app.sql(
      project.id,
      `insert into outfeed_fetches (project_id, feed_id, id, agent, address, status, bytes)
       values ($1, $2, gen_random_uuid(), $3, '127.0.0.1', 200, 1)`,
      [project.id, of.body.id, mark],
    );
    const token = /\/feeds\/([\w-]+)\./.exec(own.body.address ?? '')?.[1] ?? '';
    return { feeds: own.body.id, myFeed: of.body.id, feedToken: token };
  },
  growth: {
    reads: {
      [`GET ${P}/feeds`]: {
        queries: [...sorted('name', 'created_at'), { owner: 'own' }, { owner: 'dropshippers' }, { format: 'prom' }],
      },
      [`GET ${P}/feeds/:id`]: { params: { id: '$feed' } },
      'GET dropshipping/feeds': { queries: sorted('name', 'created_at') },
      'GET dropshipping/feeds/:id': 'one by its key, as those of a project',
      'GET feeds/:token': 'one thing by its token',
      'GET photos/:project/:photo': 'one thing by its key',
    },
    writes: {
      [`POST ${P}/feeds`]: [{ body: FEED }],
      [`PATCH ${P}/feeds/:id`]: [{ params: { id: '$feed' }, body: { name: 'Інша назва' } }],
      [`POST ${P}/feeds/:id/renew`]: [{ params: { id: '$feed' } }],
      [`DELETE ${P}/feeds/:id`]: [{ params: { id: '$feed' } }],
    },
    rows: [
      `insert into outfeeds (project_id, id, user_id, name, format, settings, token, created_at)
         select :project:, pg_temp.key('feed' || n), case when n > 25 then pg_temp.key('user' || 10000 + n % 10000) end, 'Фід ' || n,
           case when n % 10 = 0 then 'rozetka' else 'prom' end, '${JSON.stringify(FEED)}', 'feed token ' || n,
           now() - n * interval '1 hour'
         from generate_series(1, 40000) n`,
      `insert into outfeed_fetches (project_id, feed_id, id, agent, address, status, bytes, created_at)
         select :project:, pg_temp.key('feed' || 1 + n % 200), pg_temp.key('fetch' || n), 'bot', '10.0.0.1', 200, 1000,
           now() - n * interval '1 minute'
         from generate_series(1, 20000) n`,
    ],
    ids: { feed: `outfeeds where project_id = :project: and user_id is null` },
  },
};
