import {
  createFeed,
  createMyFeed,
  saveMapping,
  saveMyMapping,
  savePartnerSettings,
} from '@lanka/domain/outfeeds/contract';
import { type Entries, P, sorted, wholly } from '../../test/entries';
import type { Side } from '../../test/walls/side';
import { settingsOf } from './settings';

const FEED = settingsOf('prom');
const { name: _, ...SETTINGS } = FEED;
const mine = ({ ids }: Side) => ({ id: ids.myFeed as string });

const COUNTS = wholly(
  'settings that count all goods by category, tag and attribute',
  ...['products', 'product_variant_options', 'product_values', 'product_categories'],
);
const MAPPING = { categories: [], params: [{ option: 'Колір', id: '1', name: 'Цвет', values: [] }] };
const market = () => ({ market: 'rozetka' });

export const entries: Entries = {
  walls: {
    [`GET ${P}/feeds`]: {},
    [`POST ${P}/feeds`]: { body: () => FEED },
    [`POST ${P}/feeds/preview`]: { body: () => SETTINGS },
    [`GET ${P}/feeds/:id`]: {},
    [`PATCH ${P}/feeds/:id`]: { body: () => ({ name: 'Інша назва' }) },
    [`DELETE ${P}/feeds/:id`]: {},
    [`POST ${P}/feeds/:id/renew`]: {},
    [`GET ${P}/feed_mappings/:market`]: { params: market },
    [`PUT ${P}/feed_mappings/:market`]: { params: market, body: () => MAPPING },
    'GET dropshipping/feed_tags/:project_id': {
      params: ({ project }) => ({ project_id: project.id }),
      only: ['Client', 'OtherClient'],
    },
    'GET dropshipping/feed_mappings/:project_id/:market': {
      params: ({ project }) => ({ project_id: project.id, market: 'rozetka' }),
      only: ['Client', 'OtherClient'],
    },
    'PUT dropshipping/feed_mappings/:project_id/:market': {
      params: ({ project }) => ({ project_id: project.id, market: 'rozetka' }),
      body: () => MAPPING,
      only: ['Client', 'OtherClient'],
    },
    [`GET ${P}/partner_feeds`]: {},
    [`GET ${P}/partner_feeds/settings`]: {},
    [`PUT ${P}/partner_feeds/settings`]: { body: () => ({ for_all: true }) },
    [`PUT ${P}/partner_feeds/:id`]: {
      params: ({ ids }) => ({ id: ids.counterparties as string }),
      body: () => ({ choice: 'allowed' }),
      // whoever has no access as this counterparty has none to a feed
      passes: [404],
    },
    'GET dropshipping/partner_feeds': {},
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
    const option = { option: mark, id: '1', name: mark, values: [] };
    await app.call(saveMapping, {
      ...{ params: { ...params, market: 'rozetka' }, token: people.Owner.token },
      body: { categories: [], params: [option] },
    });
    await app.call(saveMyMapping, {
      ...{ params: { ...params, market: 'rozetka' }, token: people.Client.token },
      body: { categories: [], params: [{ ...option, name: ownMark }] },
    });
    await app.call(savePartnerSettings, { params, token: people.Owner.token, body: { for_all: false } });
    const token = /\/feeds\/([\w-]+)\./.exec(own.body.address ?? '')?.[1] ?? '';
    return { feeds: own.body.id, myFeed: of.body.id, feedToken: token };
  },
  growth: {
    reads: {
      [`GET ${P}/feeds`]: {
        queries: [...sorted('name', 'created_at'), { owner: 'own' }, { owner: 'dropshippers' }, { format: 'prom' }],
      },
      [`GET ${P}/feeds/:id`]: { params: { id: '$feed' } },
      [`GET ${P}/feed_mappings/:market`]: { params: { market: 'rozetka' }, known: { '': COUNTS } },
      'GET dropshipping/feed_mappings/:project_id/:market': 'the same goods, as the project counts them',
      'GET dropshipping/feed_tags/:project_id': 'the goods that he has chosen himself, of one supplier',
      [`GET ${P}/partner_feeds`]: {},
      [`GET ${P}/partner_feeds/settings`]: 'one thing by its key',
      'GET dropshipping/partner_feeds': {},
      'GET dropshipping/feeds': { queries: sorted('name', 'created_at') },
      'GET dropshipping/feeds/:id': 'one by its key, as those of a project',
      'GET feeds/:token': 'one thing by its token',
      'GET photos/:project/:photo': 'one thing by its key',
    },
    writes: {
      [`PUT ${P}/feed_mappings/:market`]: [{ params: { market: 'rozetka' }, body: MAPPING, known: { '': COUNTS } }],
      [`PUT ${P}/partner_feeds/settings`]: [{ body: { for_all: true } }],
      [`PUT ${P}/partner_feeds/:id`]: [{ params: { id: '$partner' }, body: { choice: 'refused' } }],
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
      `insert into outfeed_partners (project_id, subject_id, allowed)
         select project_id, id, true from counterparties where project_id = :project:`,
      `insert into outfeed_partners (project_id, subject_id, allowed)
         select :project:, pg_temp.key('partner' || n), false from generate_series(1, 20000) n`,
      `insert into outfeed_mappings (project_id, owner_id, market, categories, params)
         select :project:, pg_temp.key('mapper' || n), 'rozetka', '[]', '[]' from generate_series(1, 20000) n`,
    ],
    ids: {
      feed: `outfeeds where project_id = :project: and user_id is null`,
      partner: `counterparties where project_id = :project: and id in (select counterparty_id from memberships
        where project_id = :project: and role = 'Client' and ended_at is null)`,
    },
  },
};
