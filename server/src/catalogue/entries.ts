import { ANY, type Entries, each, type Known, P, sorted, wholly } from '../../test/entries';
import type { Side } from '../../test/walls/side';

/** The people of the projects have a paid plan, others of the world have none; nobody is listed there. */
const closed = { passes: [402, 404] };
const supplier = ({ project }: Side) => ({ id: project.id });
const SUPPLIERS = wholly('a thousand suppliers, whatever each of them has', 'catalogue_suppliers');
/** Of goods: `GOODS` in `goods-list.store.ts` says how far. */
const WALKED: Known = {
  why: 'a list is walked through until the page is full, so far and no further; a thousand suppliers say how much there is',
  whole: ['catalogue_suppliers'],
  reads: 128_000,
};
const COUNTED: Known = {
  ...WALKED,
  why: 'goods of a category are counted up to ten thousand; where most are of it the table is read as far as that',
  whole: ['catalogue_suppliers', 'catalogue_goods'],
};
const IN_ORDER: Known = { why: 'what is too rare to be met on the way, put in order', sorts: ANY, reads: ANY };
const ASKED = wholly('as many as suppliers who ever asked', 'catalogue_listings');
const FEW: Known = { why: 'a page of each of the few suppliers that fit, put together', sorts: 2_040, reads: 2_040 };
const CHECKLIST: Known = {
  why: 'looks for five goods that are whole, through those of one project',
  reads: ANY,
};
/** The orders of 90 days, with their lines. */
const FACTS: Known = { why: 'counts the orders of 90 days up to 10,000', reads: ANY };

export const entries: Entries = {
  walls: {
    [`GET ${P}/catalogue_listing`]: {},
    [`PATCH ${P}/catalogue_listing`]: { body: () => ({ base_prices: true }) },
    [`POST ${P}/catalogue_listing/request`]: { passes: [422, 409] },
    [`DELETE ${P}/catalogue_listing/request`]: { passes: [409] },
    [`GET ${P}/catalogue_listing/orders`]: {},
    'GET catalogue/projects': closed,
    'GET catalogue/places': closed,
    'GET catalogue/projects/:id': { ...closed, params: supplier },
    'PUT catalogue/projects/:id/favourite': { ...closed, params: supplier },
    'DELETE catalogue/projects/:id/favourite': { ...closed, params: supplier },
    'POST catalogue/projects/:id/complaints': { ...closed, params: supplier, body: () => ({ text: 'Не відповідає' }) },
    'GET catalogue/products': closed,
    'GET catalogue/products/:id': { ...closed, params: ({ ids }) => ({ id: ids.products as string }) },
    // how often an address asks is counted
    'GET s/:supplier': { params: () => ({ supplier: 'nobody' }), passes: [404], remembers: true },
    'GET s/sitemap.xml': { remembers: true },
    'GET operator/catalogue': {},
    'GET operator/catalogue/:id': { params: supplier },
    // his checklist is not full in this world
    'POST operator/catalogue/:id/verify': { params: supplier, passes: [409, 422] },
    'POST operator/catalogue/:id/refuse': { params: supplier, body: () => ({ reason: 'Немає фото' }), passes: [409] },
    'POST operator/catalogue/:id/hide': { params: supplier, body: () => ({ reason: 'Скарги' }) },
    'POST operator/catalogue/:id/show': { params: supplier },
    'GET operator/catalogue_complaints': {},
    'PATCH operator/catalogue_complaints/:id': { body: () => ({ status: 'done' }) },
  },
  async world(app, { project, mark, people }) {
    await app.sql(
      null,
      `update users set subscription_plan = 'dropshipper-standard-monthly' where id = any($1::uuid[])`,
      [Object.values(people).map(({ id }) => id)],
    );
    await app.sql(
      null,
      `insert into catalogue_listings (supplier_id, verification, requested_at) values ($1, 'requested', now())`,
      [project.id],
    );
    await app.sql(project.id, `insert into product_changes (project_id, product_id) values ($1, gen_random_uuid())`, [
      project.id,
    ]);
    const made = await app.sql(
      null,
      `insert into catalogue_complaints (id, supplier_id, user_id, text) values (gen_random_uuid(), $1, $2, $3) returning id`,
      [project.id, people.Owner.id, mark],
    );
    return { catalogue_complaints: String(made[0]?.id) };
  },
  growth: {
    reads: {
      [`GET ${P}/catalogue_listing`]: { known: { 'as payment_details': CHECKLIST } },
      [`GET ${P}/catalogue_listing/orders`]: { known: { 'stock_waits w': FACTS } },
      'GET catalogue/projects': {
        known: { '': SUPPLIERS },
        queries: [
          ...each('q', 'фабрика 77', 'фабрика', 'немає такого'),
          ...each('tab', 'mine', 'favourites'),
          ...each('category', 'Одяг'),
          ...each('city', 'Місто 7'),
          ...each('goods_category', 'Одяг > Сорочки'),
          ...each('minimum_order_to', '50000'),
          ...sorted('verified_at', 'title', 'goods'),
        ],
      },
      'GET catalogue/places': { known: { '': SUPPLIERS } },
      'GET catalogue/projects/:id': { params: { id: 'large-1' } },
      'GET catalogue/products': {
        known: {
          'select s.id from catalogue_suppliers s': SUPPLIERS,
          'cross join lateral (select g.id': FEW,
          'limit 10001) some_rows': COUNTED,
          'row_number() over ()': WALKED,
          'as fits from catalogue_goods g': WALKED,
          'hits as materialized (select g.id': IN_ORDER,
        },
        queries: [
          ...each('q', 'сорочка 77', 'сорочка', 'сорочками', 'сорочок 77', 'сорочка фабрика 7', 'немає такого'),
          ...each('category', 'Одяг', 'Меблі та інтер’єр'),
          ...each('city', 'Місто 7'),
          ...each('minimum_order_to', '50000'),
          ...each('in_stock', 'true'),
          ...each('goods_category', 'Одяг', 'Одяг > Сорочки', 'Одяг > Рідкісне', 'Немає'),
          { goods_category: 'Одяг > Рідкісне', sort: 'price' },
          { goods_category: 'Одяг', sort: 'price' },
          { price_from: '10000', price_to: '20000' },
          { supplier_id: '$listed' },
          { supplier_id: '$listed', sort: 'price' },
          ...sorted('created_at', 'price'),
        ],
      },
      'GET catalogue/products/:id': 'one row of the list by its id, then one product by the keys of its project',
      'GET s/:supplier': { params: { supplier: 'large-1' } },
      'GET s/sitemap.xml': { known: { '': SUPPLIERS } },
      'GET operator/catalogue': {
        known: { 'catalogue_listings l': ASKED },
        queries: [
          ...each('verification', 'requested', 'verified', 'refused'),
          ...each('hidden', 'true', 'false'),
          ...each('listed', 'true', 'false'),
          ...each('q', 'фабрика 7'),
          ...sorted('requested_at'),
        ],
      },
      'GET operator/catalogue/:id': { params: { id: '$listed' }, known: { 'as payment_details': CHECKLIST } },
      'GET operator/catalogue_complaints': {
        queries: [...each('status', 'new', 'done'), ...each('q', 'скарга 7'), { supplier_id: '$listed' }],
      },
    },
    writes: {
      'PUT catalogue/projects/:id/favourite': [{ params: { id: 'large-1' } }],
      'POST catalogue/projects/:id/complaints': [{ params: { id: 'large-1' }, body: { text: 'Не відповідає' } }],
    },
    rows: [
      `insert into catalogue_listings (supplier_id, verification, requested_at, decided_at, hidden_at)
         select pg_temp.key('project' || n), (array['verified', 'requested', 'refused', 'verified'])[1 + n % 4],
           now() - n * interval '1 hour', now(), case when n % 50 = 0 then now() end from generate_series(1, 4000) n`,
      `insert into catalogue_suppliers (id, friendly_id, title, category, city, minimum_order_sum, public_page, goods,
           in_stock, goods_categories, verified_at)
         select pg_temp.key('project' || n), 'large-' || n, 'Фабрика ' || n,
           case when n % 100 = 0 then 'Меблі та інтер’єр' else 'Одяг' end, 'Місто ' || n % 200, n * 1000, true, 40, 30, '{Одяг,Одяг > Сорочки}',
           now() - n * interval '1 hour' from generate_series(1, 1000) n`,
      `insert into catalogue_goods (supplier_id, id, title, supplier_title, category_path, recommended_from, in_stock, created_at)
         select pg_temp.key('project' || 1 + n % 1000), gen_random_uuid(), 'Сорочка ' || n, 'Фабрика ' || 1 + n % 1000,
           case when n % 5000 = 0 then 'Одяг > Рідкісне > Дуже' else 'Одяг > Сорочки' end, n * 10, n % 4 > 0, now() - n * interval '1 minute' from generate_series(1, 40000) n`,
      `insert into catalogue_favourites (user_id, supplier_id)
         select pg_temp.key('user' || u), pg_temp.key('project' || n) from generate_series(1, 300) u, generate_series(1, 100) n`,
      `insert into catalogue_complaints (id, supplier_id, user_id, text, status, created_at)
         select gen_random_uuid(), pg_temp.key('project' || 1 + n % 1000), :user:, 'Скарга ' || n,
           case when n % 20 = 0 then 'new' else 'done' end, now() - n * interval '1 hour' from generate_series(1, 12000) n`,
    ],
    ids: { listed: "catalogue_suppliers where friendly_id = 'large-1'" },
  },
};
