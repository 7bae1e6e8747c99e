import { addBasketLines, sendBasket, updateBasket } from '@lanka/domain/purchases/contract';
import { type Entries, each, type Known, wholly } from '../../test/entries';
import type { Side } from '../../test/walls/side';

/** Of the first dropshipper of the world: everybody else is told that they are not there. */
const mine = ({ ids }: Side) => ({ id: ids.myPurchase as string });
const line = ({ project, ids }: Side) => ({
  project_id: project.id,
  product_variant_id: ids.product_variants as string,
});
const WHOM = {
  customer: { name: 'Олена Пчілка', phone: '0931112233' },
  delivery: {
    operator: 'nova_poshta' as const,
    recipient_name: 'Олена Пчілка',
    recipient_phone: '0931112233',
    town: 'Луцьк',
    address: 'Відділення 1',
  },
};

/** Own goods are looked through in their order until enough of them have the words. */
const OWN_WORDS = wholly('goes through the own goods');
const NEWEST: Known = { why: 'the newest thousand orders that have the words', sorts: 1_001 };
const OTHERS = ['Stranger', 'Foreign', 'ForeignByName', 'Staff', 'Owner', 'Administrator', 'Manager'] as const;
const MORE = ['Producer', 'Stockman', 'RemovedMember', 'RemovedClient'] as const;
const NO_SUCH_GOODS = Object.fromEntries([...OTHERS, ...MORE].map((who) => [who, 422 as const]));

export const entries: Entries = {
  walls: {
    'GET dropshipping/basket': {},
    'PATCH dropshipping/basket': { body: () => WHOM },
    'DELETE dropshipping/basket': {},
    'GET dropshipping/basket/counts': {},
    'GET dropshipping/basket/goods': {},
    'POST dropshipping/basket/lines': {
      body: (side) => ({ items: [{ ...line(side), count: 1 }] }),
      // who is no dropshipper there is told that there are no such goods
      foreignIds: 422,
      verdicts: NO_SUCH_GOODS,
    },
    'PATCH dropshipping/basket/suppliers/:project_id/lines/:product_variant_id': {
      ...{ params: line, only: ['Client'], body: () => ({ count: 2 }) },
    },
    'DELETE dropshipping/basket/suppliers/:project_id/lines/:product_variant_id': { params: line, only: ['Client'] },
    'GET dropshipping/purchases': {},
    // an empty basket is sent by nobody, nor an old one
    'POST dropshipping/purchases': { body: () => ({ version: 1 }), passes: [409, 422] },
    'GET dropshipping/purchases/:id': { params: mine, only: ['Client'] },
    // what belongs to none of his purchases belongs to none
    'GET dropshipping/purchases/of_order': { query: ({ ids }) => ({ order_id: ids.purchasedOrder as string }) },
    'POST dropshipping/purchases/:id/tracking_links': { params: mine, only: ['Client'], body: () => ({}) },
  },
  async world(app, { project, ids, people: { Client } }) {
    const { token } = Client;
    const items = [{ project_id: project.id, product_variant_id: ids.product_variants as string, count: 1 }];
    await app.call(addBasketLines, { token, body: { items } });
    const { version } = (await app.call(updateBasket, { token, body: WHOM })).body;
    const sent = await app.call(sendBasket, { token, body: { version } });
    if (sent.status !== 201) throw new Error(JSON.stringify(sent.error));
    const more = [{ project_id: project.id, product_variant_id: ids.product_variants as string, count: 1 }];
    await app.call(addBasketLines, { token, body: { items: more } });
    // his workspace is his own tenant; that no other sees such rows is asked of the project's as well
    for (const statement of [
      `insert into baskets (project_id, details) values ($1, '{}')`,
      `insert into basket_lines (project_id, supplier_id, product_variant_id, count, product_title)
         values ($1, $1, gen_random_uuid(), 1, 'x')`,
      `insert into purchases (project_id, id, number, basket_version, payment) values ($1, $1, 1, 1, 'cod')`,
      'insert into purchase_orders (project_id, purchase_id, supplier_id, order_id) values ($1, $1, $1, gen_random_uuid())',
    ])
      await app.sql(project.id, statement, [project.id]);
    return { myPurchase: sent.body.id, purchasedOrder: sent.body.orders[0]?.id ?? '' };
  },
  growth: {
    reads: {
      'GET dropshipping/basket': {},
      'GET dropshipping/basket/counts': {},
      'GET dropshipping/basket/goods': {
        known: { 'my_goods g': OWN_WORDS },
        queries: each('q', 'товар 77', 'плаття', 'немає такого'),
      },
      'GET dropshipping/purchases': {
        known: { looked: NEWEST },
        queries: each('q', '17', 'шевчук', '0671234567', 'немає такого'),
      },
      'GET dropshipping/purchases/:id': 'one by its key',
      'GET dropshipping/purchases/of_order': { always: { order_id: '$order' } },
    },
    writes: {
      'POST dropshipping/basket/lines': [
        { body: { items: [{ project_id: '$project', product_variant_id: '$sellable', count: 1 }] } },
      ],
      'PATCH dropshipping/basket': [{ body: WHOM }],
    },
    ids: {
      sellable: `(select v.id from product_variants v join products p on p.project_id = v.project_id and p.id = v.product_id
        where v.project_id = :project: and v.deleted_at is null and p.published and p.deleted_at is null order by v.id limit 1) sellable`,
    },
    // dropshippers are tenants: this world may write a project's rows, and enters them for these
    rows: [
      `select set_config('growth.before', current_setting('lanka.project_ids'), false),
         set_config('lanka.project_ids', (select string_agg(pg_temp.key('buyer' || n)::text, ',') from generate_series(1, 1000) n), false)`,
      `insert into baskets (project_id, details) select pg_temp.key('buyer' || n), '{}' from generate_series(1, 1000) n`,
      `insert into basket_lines (project_id, supplier_id, product_variant_id, count, product_title)
         select pg_temp.key('buyer' || 1 + n % 1000), :project:, pg_temp.key('line' || n), 1, 'Товар ' || n
         from generate_series(1, 20000) n`,
      `insert into purchases (project_id, id, number, basket_version, payment, created_at)
         select pg_temp.key('buyer' || 1 + n % 1000), pg_temp.key('purchase' || n), n, n, 'cod', now() - n * interval '1 minute'
         from generate_series(1, 40000) n`,
      `insert into purchase_orders (project_id, purchase_id, supplier_id, order_id)
         select pg_temp.key('buyer' || 1 + n % 1000), pg_temp.key('purchase' || n), :project:, pg_temp.key('order' || n)
         from generate_series(1, 40000) n`,
      `select set_config('lanka.project_ids', current_setting('growth.before'), false)`,
    ],
  },
};
