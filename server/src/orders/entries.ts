import { daysAfter, kyivDate } from '@lanka/domain/kit/time';
import { addComment, createOrder } from '@lanka/domain/orders/contract';
import { mentionOf } from '@lanka/domain/orders/mentions';
import { updateMainInfo } from '@lanka/domain/templates/main_info';
import { sql } from 'drizzle-orm';
import { type Entries, each, type Known, one, P, sorted, wholly } from '../../test/entries';
import { CUSTOMER, DELIVERY } from '../../test/trade';
import type { Side } from '../../test/walls/side';
import { expireDraftsIn } from './expire-drafts';

const lines = ({ ids }: Side) => [{ product_variant_id: ids.product_variants, count: 1 }];
const draft = ({ ids }: Side) => ({ id: ids.draft as string });
const OPEN: Known = { why: 'sums the orders of one project that are not finished', reads: 5_000, sorts: 5_000 };
/** A walk through the newest 4,000 orders of several suppliers, by the indexes of each. */
const WALKED: Known = { why: 'no index stands over several suppliers', sorts: 4_000 };
const COUNTED: Known = { why: 'counts in a segment of 16,384 orders at most', sorts: 16_384, reads: 20_000 };
/** What hardly any order is without, no index tells: the first that fit are counted by reading them. */
const NEARLY_ALL: Known = { why: 'counts the first 10,000', reads: 30_000 };
const PLACES: Known = { why: 'walks through the queue once, 500 at most', reads: 1_000, sorts: 1_000 };
const OF_GROUP: Known = { why: 'counts up to 10,000, each looked up in the group by its key', reads: 40_000 };
/** Parts of names, frequent and rare ones, tails of phones, SKUs, and what is nowhere. */
const ORDER_SEARCHES = each(
  'q',
  'шевчук',
  'шевчук мар',
  'енко',
  'лев’як яна',
  '7919',
  '4107919',
  '0671234567',
  'SKU-77-1',
  '17',
  'немає такого',
);
const SUGGESTED: Known = { why: 'looks through the newest 2,000 orders', sorts: 30_000, reads: 30_000 };
/** What few orders have, or none. */
const MARKS = [...each('tag', 'терміново', 'немає такого'), { source: 'Instagram' }, { town: 'Львів' }];
const BUYER = { name: 'Шевчук Марта', phone: '0671234567' };

const FIELDS = { template_fields: wholly('at most 300 fields of each set', 'template_fields') };

const RESULTS: Known = {
  why: 'what a promotion brought is counted over its own lines, found by their index: of a twentieth of the orders here',
  sorts: 4_000,
  reads: 25_000,
};

export const entries: Entries = {
  walls: {
    [`GET ${P}/promotions/:id/results`]: {},
    [`GET ${P}/promotions/:id/orders`]: {},
    [`GET ${P}/orders`]: {},
    [`GET ${P}/orders/counts`]: {},
    [`GET ${P}/orders/suggestions`]: {},
    [`GET ${P}/orders/deleted_drafts`]: {},
    [`POST ${P}/orders`]: {
      body: (side) => ({ items: lines(side), customer: CUSTOMER, delivery: DELIVERY, send: true }),
    },
    [`POST ${P}/orders/price`]: { body: (side) => ({ items: lines(side), counterparty_id: side.ids.counterparties }) },
    [`GET ${P}/orders/:id`]: {},
    [`PATCH ${P}/orders/:id`]: { params: draft, body: (side) => ({ items: lines(side) }) },
    [`DELETE ${P}/orders/:id`]: { params: draft },
    [`GET ${P}/orders/:id/moves`]: {},
    // the table of the order machine: what was sent is canceled by the staff alone
    [`POST ${P}/orders/:id/moves`]: {
      body: () => ({ to: 'Canceled', reason: 'Передумали' }),
      verdicts: { Producer: 403, Stockman: 403, Client: 403 },
    },
    [`POST ${P}/orders/:id/items/:item_id/temporary_booking`]: {
      params: ({ ids }) => ({ id: ids.draft as string, item_id: ids.draftItem as string }),
    },
    [`POST ${P}/orders/:id/split`]: {
      params: draft,
      body: ({ ids }) => ({ items: [{ item_id: ids.draftItem, count: 1 }] }),
    },
    // the other one was sent already
    [`POST ${P}/orders/:id/join`]: {
      params: draft,
      body: ({ ids }) => ({ order_ids: [ids.orders] }),
      passes: [409],
    },
    // a draft stands in no queue
    [`POST ${P}/orders/:id/queue`]: { params: draft, body: () => ({ place: 1 }), passes: [409] },
    [`GET ${P}/orders/:id/history`]: {},
    [`GET ${P}/orders/:id/comments`]: {},
    [`POST ${P}/orders/:id/comments`]: { body: () => ({ text: 'Так' }) },
    [`GET ${P}/orders/:id/people`]: {},
    [`GET ${P}/orders/:id/files`]: {},
    [`POST ${P}/orders/:id/files`]: { body: ({ ids }) => ({ file_name: ids.uploads }), only: ['Owner'] },
    [`GET ${P}/orders/open_sums`]: { query: ({ ids }) => ({ counterparty_id: ids.counterparties }) },
    'GET dropshipping/open_sums': {},
    'GET dropshipping/orders': { query: ({ project }) => ({ project_id: project.id }) },
    'GET dropshipping/orders/counts': {},
    'GET dropshipping/orders/suggestions': {},
  },
  async world(app, side) {
    const { project, mark } = side;
    const at = { token: project.owner.token, params: { project_id: project.id } };
    const counterparty_id = side.ids.counterparties as string;
    const { id } = (await app.call(createOrder, { ...at, body: { counterparty_id, customer: { name: mark } } })).body;
    await app.call(updateMainInfo, { ...at, body: { draft_days: 7 } });
    const { services } = app.app;
    await services.db.transaction({ projectIds: [project.id] }, (tx) =>
      tx.execute(sql`update orders set created_at = created_at - interval '8 days', updated_at = created_at - interval '8 days'
        where project_id = ${project.id} and id = ${id}`),
    );
    await expireDraftsIn(services, project.id);
    const { Owner, Manager } = side.people;
    const said = { text: `${mark} ${side.staffMark} ${mentionOf(Manager.id)}`, visibility: 'managers' as const };
    const commented = { ...at.params, id: side.ids.orders as string };
    await app.call(addComment, { token: Owner.token, params: commented, body: said });
    return { deleted_drafts: id };
  },
  growth: {
    reads: {
      [`GET ${P}/promotions/:id/results`]: { params: { id: '$promotion' }, known: { 'i.promotion_id': RESULTS } },
      [`GET ${P}/promotions/:id/orders`]: { params: { id: '$promotion' }, known: { 'i.promotion_id': RESULTS } },
      [`GET ${P}/orders`]: {
        known: {
          'ch.unpaid = 0 and': NEARLY_ALL,
          'o.returned = 0': NEARLY_ALL,
          'not (o.sent_pieces': NEARLY_ALL,
          'with places as': PLACES,
          'counterparty_group_members gm where': OF_GROUP,
        },
        queries: [
          ...ORDER_SEARCHES,
          ...sorted('created_at', 'number', 'sum', 'updated_at'),
          ...each('status', 'Ready', 'Complete', 'Pending,InProduction,Ready', 'Draft'),
          { counterparty_id: '$counterparty' },
          ...each('group_id', '$group', '$small_group'),
          { external_number: 'немає такого' },
          ...each('has_returns', 'true', 'false'),
          ...each('partly_sent', 'true', 'false'),
          { mentioned: 'true' },
          { with_queue_place: 'true' },
          ...MARKS,
          ...each('paid', 'unpaid', 'partly', 'overdue', 'owed', 'paid', 'prepaid'),
          ...each('cod', 'planned', 'awaited', 'received', 'refused'),
          ...each('reserved', 'held', 'soon', 'over'),
          { placed: 'true' },
          { manager_id: '$manager' },
          ...each('without', 'tag', 'town', 'manager', 'tag,source,town'),
          { from: '2026-01-01', to: '2026-02-01' },
        ],
      },
      [`GET ${P}/orders/counts`]: {
        known: { 'o.status from': COUNTED },
        queries: [...ORDER_SEARCHES, { counterparty_id: '$counterparty' }],
      },
      [`GET ${P}/orders/suggestions`]: { known: { newest: SUGGESTED } },
      [`GET ${P}/orders/deleted_drafts`]: {},
      [`GET ${P}/orders/:id`]: one({ id: '$order' }),
      [`GET ${P}/orders/:id/moves`]: one({ id: '$order' }),
      [`GET ${P}/orders/:id/history`]: one({ id: '$order' }),
      [`GET ${P}/orders/:id/comments`]: one({ id: '$order' }),
      [`GET ${P}/orders/:id/people`]: { params: { id: '$order' }, queries: each('visibility', 'all', 'managers') },
      [`GET ${P}/orders/:id/files`]: one({ id: '$order' }),
      [`GET ${P}/orders/open_sums`]: {
        known: { 'o.charged_at is null': OPEN },
        queries: [{ counterparty_id: '$counterparty' }],
      },
      'GET dropshipping/orders': {
        known: { 'none as (select 1)': WALKED },
        queries: [
          ...ORDER_SEARCHES,
          ...sorted('created_at'),
          { status: 'Complete' },
          { project_id: '$project' },
          { mentioned: 'true' },
          ...each('reserved', 'held', 'soon', 'over'),
          { partly_sent: 'true' },
          ...MARKS,
        ],
      },
      'GET dropshipping/orders/counts': { known: { 'o.status from': COUNTED }, queries: ORDER_SEARCHES },
      'GET dropshipping/orders/suggestions': { known: { newest: SUGGESTED } },
      'GET dropshipping/open_sums': {},
    },
    writes: {
      [`POST ${P}/orders`]: [
        {
          body: {
            counterparty_id: '$counterparty',
            customer: BUYER,
            delivery: {
              operator: 'nova_poshta',
              recipient_name: 'Шевчук Марта',
              recipient_phone: '0671234567',
              address: 'Львів, відділення 1',
            },
            items: [{ product_variant_id: '$variant', count: 1 }],
            send: true,
          },
          known: FIELDS,
        },
      ],
      [`POST ${P}/orders/price`]: [
        {
          body: {
            counterparty_id: '$counterparty',
            items: [{ product_variant_id: '$variant', count: 1 }],
            promo_code: 'NO',
          },
          known: FIELDS,
        },
      ],
      [`PATCH ${P}/orders/:id`]: [
        {
          params: { id: '$pending' },
          body: { customer: { ...BUYER, name: 'Інша' }, items: [{ product_variant_id: '$variant', count: 2 }] },
          known: FIELDS,
        },
        { params: { id: '$pending' }, body: { reserved_until: daysAfter(kyivDate(new Date()), 1) }, known: FIELDS },
      ],
      [`POST ${P}/orders/:id/moves`]: [
        { params: { id: '$pending' }, body: { to: 'Canceled', reason: 'Так' }, known: FIELDS },
        { params: { id: '$loaded' }, body: { to: 'Sent' }, known: FIELDS },
      ],
      [`POST ${P}/orders/:id/split`]: [
        {
          params: { id: '$draft3' },
          body: { items: [{ item_id: '$draftItem', count: 1 }] },
          known: FIELDS,
        },
      ],
      [`POST ${P}/orders/:id/join`]: [{ params: { id: '$draft' }, body: { order_ids: ['$draft2'] }, known: FIELDS }],
      [`POST ${P}/orders/:id/queue`]: [{ params: { id: '$pending' }, body: { place: 3 } }],
      [`POST ${P}/orders/:id/comments`]: [{ params: { id: '$order' }, body: { text: 'Так', visibility: 'all' } }],
    },
    rows: [
      `insert into orders (project_id, id, number, counterparty_id, status, sum, recommended_sum, customer_name, delivery_operator, created_by)
         select :project:, pg_temp.key('a draft' || n), 800000 + n, c.id, 'Draft', 300, 300, 'Марта', 'nova_poshta', :user:
         from generate_series(1, 3) n, (select id from counterparties where project_id = :project: order by id limit 1) c`,
      `insert into order_items (project_id, order_id, id, position, product_variant_id, product_title, count, base_price,
           recommended_price, amount, recommended_amount)
         select :project:, pg_temp.key('a draft' || n), pg_temp.key('a line' || n), 0, v.id, 'Товар', 3, 100, 100, 300, 300
         from generate_series(1, 3) n, (select id from product_variants where project_id = :project: order by id limit 1) v`,
      `insert into order_mentions (project_id, order_id, comment_id, user_id)
         select project_id, order_id, id, pg_temp.key('user' || 1 + get_byte(uuid_send(id), 15) % 20) from order_comments
         where project_id = :project:`,
      `insert into order_mentions (project_id, order_id, comment_id, user_id)
         select project_id, order_id, id, :user: from order_comments
         where project_id = :project: order by id limit 300`,
      `update orders set tags = array['терміново'], source = 'Instagram', delivery_town = 'Львів'
         where project_id = :project: and number % 5000 = 7`,
      `update orders set reserved_until = current_date + (number / 5000 % 9) - 3 where project_id = :project: and number % 5000 = 11`,
      `insert into deleted_drafts (project_id, id, number, counterparty_id, touched_at, draft_days, deleted_at)
         select :project:, pg_temp.key('draft' || n), 900000 + n, c.id, now(), 30, now() - n * interval '1 hour'
         from generate_series(1, 20000) n,
           (select id from counterparties where project_id = :project: order by id limit 1) c`,
    ],
    ids: {
      draft: `orders where project_id = :project: and id = pg_temp.key('a draft1')`,
      draft2: `orders where project_id = :project: and id = pg_temp.key('a draft2')`,
      draft3: `orders where project_id = :project: and id = pg_temp.key('a draft3')`,
      draftItem: `order_items where project_id = :project: and id = pg_temp.key('a line3')`,
    },
  },
};
