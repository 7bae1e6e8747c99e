import { createClient, createMyClient } from '@lanka/domain/clients/contract';
import { makeTrackingLink } from '@lanka/domain/clients/tracking';
import { type Entries, each, type Known, one, P, sorted } from '../../test/entries';
import type { Side } from '../../test/walls/side';

/** Of the first dropshipper of the world: everybody else is told that they are not there. */
const mine = ({ ids }: Side) => ({ id: ids.myClient as string });
const CARD = { name: 'Олена Пчілка', phone: '0931112233', discount: 500 };
const table = (text: string) => ({
  file_name: 'clients.csv',
  content: Buffer.from(text).toString('base64'),
});
const TABLE = () => table('Ім’я;Телефон;Знижка\nОлена Пчілка;093 111 22 33;5\nБез телефону;;');
/** The order is of a dropshipper: its customer is his. */
const NOT_THEIRS = { Owner: 409, Administrator: 409, Manager: 409 } as const;
const SEARCHES = each('q', 'шевчук', 'шевчук марта', '077', '0930007469', 'немає такого');
/** Each tenth has the name. */
const FOUND: Known = { why: 'sorts what a search found, where that is all', sorts: 2_000 };
const WALKED: Known = {
  why: 'walks orders from the newest on, past older ones of the same customer',
  reads: 80_000,
  sorts: 1_001,
};

export const entries: Entries = {
  walls: {
    [`GET ${P}/clients`]: {},
    [`POST ${P}/clients`]: { body: () => CARD },
    [`GET ${P}/clients/by_phone`]: { query: () => ({ phone: '0671234567' }) },
    [`POST ${P}/clients/import`]: { body: TABLE },
    [`GET ${P}/clients/export`]: { query: () => ({ format: 'csv' }) },
    [`GET ${P}/clients/of_dropshippers`]: { query: ({ ids }) => ({ counterparty_id: ids.counterparties }) },
    [`GET ${P}/clients/:id`]: {},
    [`PATCH ${P}/clients/:id`]: { body: () => ({ name: 'Інше ім’я' }) },
    [`DELETE ${P}/clients/:id`]: {},
    [`POST ${P}/clients/:id/merge`]: { body: ({ ids }) => ({ client_id: ids.doubleClient }) },
    'GET dropshipping/clients': {},
    'POST dropshipping/clients': { body: () => CARD },
    'GET dropshipping/clients/by_phone': { query: () => ({ phone: '0671234567' }) },
    'POST dropshipping/clients/import': { body: TABLE },
    'GET dropshipping/clients/export': { query: () => ({ format: 'csv' }) },
    'GET dropshipping/clients/:id': { params: mine, only: ['Client'] },
    'PATCH dropshipping/clients/:id': { params: mine, only: ['Client'], body: () => ({ name: 'Інше ім’я' }) },
    'DELETE dropshipping/clients/:id': { params: mine, only: ['Client'] },
    'POST dropshipping/clients/:id/merge': {
      ...{ params: mine, only: ['Client'] },
      body: ({ ids }) => ({ client_id: ids.myDouble }),
    },
    [`GET ${P}/orders/:id/client`]: {},
    [`POST ${P}/orders/:id/client`]: { verdicts: NOT_THEIRS },
    [`GET ${P}/orders/:id/tracking_link`]: {},
    [`POST ${P}/orders/:id/tracking_link`]: { verdicts: NOT_THEIRS },
    'GET track/:token': {
      params: ({ ids }) => ({ token: ids.trackingToken as string }),
      open: true,
      // how often an address asks is counted
      remembers: true,
    },
  },
  async world(app, { project, mark, ownMark, people, ids }) {
    const params = { project_id: project.id };
    const ofProject = async (phone: string) =>
      (await app.call(createClient, { params, token: people.Owner.token, body: { name: mark, phone } })).body.id;
    const ofClient = async (phone: string) => {
      const body = { name: ownMark, phone, comment: `${mark} ${ownMark}` };
      return (await app.call(createMyClient, { token: people.Client.token, body })).body.id;
    };
    const link = await app.call(makeTrackingLink, {
      ...{ params: { ...params, id: ids.orders as string }, token: people.Client.token },
      body: { show_sum: true },
    });
    return {
      trackingToken: link.body.url?.split('/').pop() ?? '',
      clients: await ofProject('0671234567'),
      doubleClient: await ofProject('0501234567'),
      myClient: await ofClient('0671234567'),
      myDouble: await ofClient('0501234567'),
    };
  },
  growth: {
    reads: {
      [`GET ${P}/clients`]: {
        known: { 'with matched': FOUND },
        queries: [...SEARCHES, ...sorted('name', 'created_at')],
      },
      [`GET ${P}/clients/by_phone`]: { always: { phone: '0671234567' }, queries: [{ phone: '0930007469' }] },
      [`GET ${P}/clients/export`]: 'everything, by its nature; a page at a time',
      [`GET ${P}/clients/of_dropshippers`]: {
        known: { 'n.customer_phone': WALKED },
        queries: [{ q: 'шевчук' }, { q: '4107919' }, { counterparty_id: '$counterparty' }],
      },
      [`GET ${P}/clients/:id`]: one({ id: '$client' }),
      'GET dropshipping/clients': { queries: [...SEARCHES, ...sorted('name', 'created_at')] },
      'GET dropshipping/clients/by_phone': { always: { phone: '0671234567' } },
      'GET dropshipping/clients/export': 'everything, by its nature; a page at a time',
      'GET dropshipping/clients/:id': 'one by its key, as those of a project',
      [`GET ${P}/orders/:id/client`]: one({ id: '$order' }),
      [`GET ${P}/orders/:id/tracking_link`]: one({ id: '$order' }),
      'GET track/:token': 'one thing by its token',
    },
    writes: {
      [`POST ${P}/clients`]: [{ body: CARD }],
      [`POST ${P}/clients/import`]: [{ body: TABLE() }],
      [`PATCH ${P}/clients/:id`]: [{ params: { id: '$client' }, body: { phone: '0501112299' } }],
      [`POST ${P}/clients/:id/merge`]: [{ params: { id: '$client' }, body: { client_id: '$other_client' } }],
      [`DELETE ${P}/clients/:id`]: [{ params: { id: '$client' } }],
    },
    rows: [
      `insert into clients (project_id, id, name, discount, search_text, created_at)
         select :project:, pg_temp.key('client' || n), name, n % 20 * 100, lower(name) || chr(10) || 380930000000 + n * 97,
           now() - n * interval '1 minute'
         from generate_series(1, 20000) n, lateral (select
           (array['Шевчук','Бойко','Коваль','Ткач','Мороз','Лисенко','Савчук','Руденко','Поліщук','Кравець'])[1 + n % 10]
           || ' ' || (array['Марта','Олег','Ірина','Степан','Одарка','Юрій','Леся'])[1 + n % 7] || ' ' || n as name) named`,
      `insert into client_phones (project_id, phone, client_id, position)
         select :project:, 380930000000 + n * 97, pg_temp.key('client' || n), 0 from generate_series(1, 20000) n`,
      `insert into tracking_links (project_id, order_id, token)
         select project_id, id, 'token' || id from orders where project_id = :project:`,
      `insert into search_pending (project_id, kind, id)
         select project_id, 'clients', id from clients where project_id = :project: on conflict do nothing`,
    ],
    ids: {
      client: `clients where project_id = :project: and id = pg_temp.key('client77')`,
      other_client: `clients where project_id = :project: and id = pg_temp.key('client78')`,
    },
  },
};
