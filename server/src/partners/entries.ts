import { createCounterparty, updateCounterparty } from '@lanka/domain/partners/contract';
import { createGroup, regroupCounterparties } from '@lanka/domain/partners/groups';
import { type Ask, type Entries, each, type Known, P, sorted, wholly } from '../../test/entries';
import type { Side } from '../../test/walls/side';

const idle = ({ ids }: Side) => ({ id: ids.idleCounterparty as string });
const invited = ({ ids }: Side) => ({ id: ids.invitedCounterparty as string });
const ACCESS: Known = {
  why: 'access stands in other tables: each counterparty of one project is looked up until the page is full',
  reads: 50_000,
};
const OWING: Known = {
  why: 'by name or age among those who owe: a walk until the page is full, or all of them sorted where they are few',
  sorts: 1_000,
  reads: 25_000,
};
const BALANCES: Ask['known'] = {
  'as debts': { why: 'sums the balances that are not zero, from their index: those of one project', reads: 20_000 },
};
/** Access that ends takes the key of a carrier with it. */
const CARRIER_KEYS = {
  delivery_connections: wholly('a key for each dropshipper who has connected one', 'delivery_connections'),
};
const GROUPED = wholly('counts the counterparties of each group by their index', 'counterparty_group_members');
/** What is counted up to 10,000, each looked up among the members of the group. */
const OF_GROUP: Known = {
  why: 'a list counts up to 10,000 rows, and whether each is of the group is looked up by its key',
  sorts: 5_000,
  reads: 40_000,
};
/** Those without access are what is left of twice as many. */
const COUNTED_PARTIES: Known = { why: 'counts up to 20,000, and up to 10,000 of those with access', reads: 50_000 };
/** What fits is counted with the access and the balance of each; of frequent words that is most of the project's. */
const ALL_FOUND: Known = { why: 'counts what fits', sorts: 12_500, reads: 60_000 };

export const entries: Entries = {
  walls: {
    [`POST ${P}/user_invitations`]: { body: () => ({ email: 'worker@example.com', role: 'Manager' }) },
    [`GET ${P}/users/me`]: {},
    // the own record is for everybody, those of others need `users.read`
    [`GET ${P}/users/:id`]: { verdicts: { Producer: 403, Stockman: 403, Client: 403, OtherClient: 403 } },
    [`POST ${P}/users`]: {
      body: ({ people }) => ({ email: 'new@example.com', role: 'Client', manager_id: people.Manager.id }),
    },
    [`PATCH ${P}/users/:id`]: {
      params: ({ people }) => ({ id: people.Client.id }),
      body: ({ people }) => ({ manager_id: people.Manager.id }),
    },
    [`DELETE ${P}/users/:id`]: {
      params: ({ people }) => ({ id: people.Stockman.id }),
      query: ({ people }) => ({ hand_over_to: people.Administrator.id }),
    },
    [`GET ${P}/counterparties`]: { query: ({ people }) => ({ manager_id: people.Manager.id }) },
    [`GET ${P}/counterparties/names`]: { query: ({ ids }) => ({ id: ids.counterparties }) },
    [`GET ${P}/counterparties/counts`]: {},
    [`POST ${P}/counterparties`]: { body: ({ people }) => ({ name: 'Новий', manager_id: people.Manager.id }) },
    [`GET ${P}/counterparties/:id`]: {},
    [`GET ${P}/counterparties/:id/terms`]: {},
    [`GET ${P}/counterparties/:id/access`]: {},
    [`PATCH ${P}/counterparties/:id`]: { body: ({ people }) => ({ manager_id: people.Manager.id }) },
    [`GET ${P}/counterparty_groups`]: {},
    [`POST ${P}/counterparty_groups`]: {
      body: ({ ids }) => ({ name: 'Нова група', price_level_id: ids.price_levels }),
    },
    [`PATCH ${P}/counterparty_groups/:id`]: { body: () => ({ name: 'Інша група' }) },
    [`POST ${P}/counterparties/regroup`]: {
      body: ({ ids }) => ({ counterparty_ids: [ids.counterparties], add: [ids.counterparty_groups] }),
    },
    [`DELETE ${P}/counterparties/:id`]: { params: idle },
    [`POST ${P}/counterparties/:id/invite`]: { params: idle, body: () => ({ email: 'drop@example.com' }) },
    [`POST ${P}/counterparties/:id/resend_invitation`]: { params: invited },
    [`POST ${P}/counterparties/:id/withdraw_invitation`]: { params: invited },
    [`POST ${P}/counterparties/:id/remove_access`]: {},
    [`GET ${P}/counterparties/:id/ledger`]: {},
    [`GET ${P}/counterparties/:id/reconciliation`]: { query: () => ({ from: '2025-01-01', to: '2025-12-31' }) },
    'GET dropshipping/suppliers': {},
    'GET dropshipping/suppliers/:project_id': { only: ['Client', 'OtherClient'] },
    'GET dropshipping/suppliers/:project_id/leaving': { only: ['Client', 'OtherClient'] },
    'POST dropshipping/suppliers/:project_id/leave': {
      only: ['Client', 'OtherClient'],
      body: () => ({ reason: 'Закриваю магазин' }),
    },
    'GET dropshipping/past_suppliers': {},
  },
  async world(app, { project, mark }) {
    const at = { token: project.owner.token, params: { project_id: project.id } };
    const { id } = (await app.call(createCounterparty, { ...at, body: { name: `${mark} умови` } })).body;
    await app.call(updateCounterparty, { ...at, params: { ...at.params, id }, body: { discount: 700 } });
    const group = (await app.call(createGroup, { ...at, body: { name: mark, discount: 100 } })).body.id;
    const regrouped = { counterparty_ids: [id], add: [group], remove: [] };
    await app.call(regroupCounterparties, { ...at, body: regrouped });
    return { counterparty_groups: group };
  },
  growth: {
    reads: {
      [`GET ${P}/users/me`]: {},
      [`GET ${P}/users/:id`]: { params: { id: '$manager' } },
      [`GET ${P}/counterparties`]: {
        known: {
          'exists (select 1 from invitations d': ACCESS,
          'and a.balance': OWING,
          'counterparty_group_members gm where': OF_GROUP,
        },
        queries: [
          { q: 'крамниця' },
          { q: 'крамниця 777' },
          { q: 'немає такого' },
          ...sorted('name', 'created_at'),
          ...sorted('balance', 'discount'),
          ...each('kind', 'dropshippers', 'other'),
          ...each('balance', 'debt', 'advance', 'zero'),
          ...each('price_level_id', 'none', '$level'),
          { price_level_id: '$level', sort: '-created_at' },
          ...each('group_id', 'none', '$group', '$small_group'),
          { group_id: '$group', sort: '-created_at' },
          { group_id: '$group', q: 'крамниця' },
        ],
      },
      [`GET ${P}/counterparties/names`]: {
        queries: [{ q: 'крамниця' }, { q: 'крамниця 777' }, { id: '$counterparty' }],
      },
      [`GET ${P}/counterparties/counts`]: {
        known: {
          'as with_access': COUNTED_PARTIES,
          'select hit.id from candidates': ALL_FOUND,
          'count(*) filter (where (exists': ALL_FOUND,
          ...BALANCES,
        },
        queries: [{ q: 'крамниця 777' }, { q: 'крамниця' }],
      },
      [`GET ${P}/counterparty_groups`]: { known: { counterparty_group_members: GROUPED } },
      [`GET ${P}/counterparties/:id`]: { params: { id: '$counterparty' } },
      [`GET ${P}/counterparties/:id/terms`]: { params: { id: '$counterparty' } },
      [`GET ${P}/counterparties/:id/access`]: { params: { id: '$counterparty' } },
      [`GET ${P}/counterparties/:id/ledger`]: {
        params: { id: '$counterparty' },
        queries: [{ purpose: 'charge' }, { from: '2026-01-01', to: '2026-02-01' }, ...each('q', 'немає такого', 'а')],
      },
      [`GET ${P}/counterparties/:id/reconciliation`]: {
        params: { id: '$counterparty' },
        always: { from: '2026-01-01', to: '2026-12-31' },
      },
      'GET dropshipping/suppliers': {},
      'GET dropshipping/suppliers/:project_id': {},
      'GET dropshipping/suppliers/:project_id/leaving': {},
      'GET dropshipping/past_suppliers': {},
    },
    writes: {
      [`POST ${P}/counterparties`]: [{ body: { name: 'Нова', email: 'new@example.com' } }],
      [`PATCH ${P}/counterparties/:id`]: [{ params: { id: '$counterparty' }, body: { name: 'Інша назва' } }],
      [`PATCH ${P}/counterparty_groups/:id`]: [
        { params: { id: '$small_group' }, body: { discount: 900 }, known: { counterparty_group_members: GROUPED } },
      ],
      [`POST ${P}/counterparties/regroup`]: [
        { body: { counterparty_ids: ['$party'], add: ['$group'], remove: ['$small_group'] } },
      ],
      [`POST ${P}/counterparties/:id/invite`]: [{ params: { id: '$party' }, body: { email: 'i@example.com' } }],
      [`DELETE ${P}/counterparties/:id`]: [{ params: { id: '$party' } }],
      [`POST ${P}/counterparties/:id/remove_access`]: [{ params: { id: '$leaving' }, known: CARRIER_KEYS }],
      'POST dropshipping/suppliers/:project_id/leave': [{ body: {}, known: CARRIER_KEYS }],
    },
    rows: [
      `insert into counterparty_terms (project_id, counterparty_id, id, discount_from, discount_to, created_at)
         select :project:, c.id, pg_temp.key('terms' || n), n % 100, n % 100 + 1, now() - n * interval '1 hour'
         from generate_series(1, 20000) n,
           (select id from counterparties where project_id = :project: order by id limit 1) c`,
      `insert into counterparty_access (project_id, counterparty_id, id, kind, user_id, created_at)
         select :project:, c.id, pg_temp.key('access' || n), case when n % 2 = 0 then 'joined' else 'left' end, u.id,
           now() - n * interval '1 hour'
         from generate_series(1, 20000) n,
           (select id from counterparties where project_id = :project: order by id limit 1) c,
           (select id from users order by id limit 1) u`,
      `insert into counterparty_groups (project_id, id, name, position)
         select :project:, pg_temp.key('group' || n), 'Група ' || n, n from generate_series(0, 49) n`,
      // a third of all in one of them, a few in each of the others
      `insert into counterparty_group_members (project_id, group_id, counterparty_id)
         select :project:, pg_temp.key('group' || case when n % 3 = 0 then 0 else n % 1000 % 49 + 1 end), c.id
         from (select id, row_number() over (order by id) as n from counterparties where project_id = :project:
           and deleted_at is null and not own_sales) c where n % 3 = 0 or n % 20 = 1`,
    ],
    ids: {
      leaving: `counterparties where project_id = :project: and id in (select counterparty_id from memberships
        where project_id = :project: and role = 'Client' and ended_at is null)`,
      group: `counterparty_groups where project_id = :project: and position = 0`,
      small_group: `counterparty_groups where project_id = :project: and position = 1`,
    },
  },
  fuzz: {
    undone: [
      ...[`PATCH ${P}/users/:id`, `DELETE ${P}/users/:id`, `POST ${P}/counterparties/:id/remove_access`],
      'POST dropshipping/suppliers/:project_id/leave',
    ],
  },
};
