import { createHash } from 'node:crypto';
import { createColumn, listColumns } from '@lanka/domain/catalog/columns';
import { type Entries, each, type Known, one, P, sorted, wholly } from '../../test/entries';
import type { Side } from '../../test/walls/side';

const spare = ({ ids }: Side) => ({ id: ids.spareOption as string });
/** Suggestions come from the newest 5,000 products, with what each has. */
const SUGGESTED: Known = { why: 'looks through the newest 5,000 products', sorts: 60_000, reads: 75_000 };
const OPTIONS_COUNTED: Known = {
  why: 'counts ten thousand options at most, each with its product: all there are, when there are fewer',
  whole: ['product_variant_options'],
  reads: 26_000,
};
const COLUMNS = wholly(
  'counts what uses each column, on a page for settings; a change of a column is one of all that use it',
  ...[
    'attribute_columns',
    'product_variant_options',
    'product_values',
    'products',
    'product_variants',
    'template_fields',
  ],
);
const PRODUCT_SEARCHES = each('q', 'марта', 'мартою', 'SKU-77-1', '4820000000231', 'постіль сатин', 'немає такого');

/** What all have, what few have, what nobody has. */
const VALUES: readonly Readonly<Record<string, string>>[] = [
  ...each('attributes.Параметр 1', 'M', 'рідкісне', 'L'),
  ...each('attributes.Параметр 1', 'M', 'рідкісне', 'L').map((query) => ({ ...query, sort: 'name' })),
  { 'attributes.Параметр 1': 'm', 'attributes.Параметр 2': 'M' },
  { 'attributes.Параметр 1': 'рідкісне', tags: 'плаття' },
  ...each('fields.grade', '1', '7', '9'),
  ...each('fields.grade', '1', '7', '9').map((query) => ({ ...query, sort: 'price' })),
  { 'fields.grade': '7', 'attributes.Параметр 1': 'M' },
];

const OLDEST = 'select id from products where project_id = :project: order by created_at, id limit 3';

/** Which categories are below the one that is asked for. */
const TREE = { 'from product_categories c': wholly('the tree of one project, 2,000 at most', 'product_categories') };

const FIELDS = { '': wholly('at most 300 fields of each set, one row of settings', 'template_fields', 'main_info') };

/** The digest of a repricing that changes nothing. */
const NO_PRICES = createHash('sha256').update('').digest('base64url');

export const entries: Entries = {
  walls: {
    [`GET ${P}/products/v2`]: { query: () => ({ include_unpublished: true }) },
    [`GET ${P}/products/summary`]: {},
    'GET dropshipping/products': { query: ({ project }) => ({ project_id: project.id }) },
    'GET dropshipping/products/changes': {},
    'POST dropshipping/products/seen': { body: () => ({ until: new Date(0).toISOString() }) },
    'PUT dropshipping/suppliers/:project_id/products/:id/watch': {
      only: ['Client', 'OtherClient'],
      // there are some of it
      passes: [409],
    },
    'DELETE dropshipping/suppliers/:project_id/products/:id/watch': { only: ['Client', 'OtherClient'] },
    [`GET ${P}/products/tag_suggestions`]: {},
    [`GET ${P}/product_options`]: {},
    [`GET ${P}/products/:id/show_v2`]: {},
    [`POST ${P}/products/create_v2`]: { body: () => ({ name: 'Нове' }) },
    [`PATCH ${P}/products/:id/update_v2`]: {
      body: ({ ids }) => ({ vendor: 'Інший', variants: [{ id: ids.product_variants, price: 100 }] }),
    },
    [`DELETE ${P}/products/:id`]: { params: ({ ids }) => ({ id: ids.idleProduct as string }) },
    [`PATCH ${P}/products/:id/publish`]: {},
    [`PATCH ${P}/products/:id/unpublish`]: {},
    [`GET ${P}/product_variants/all_records`]: { query: ({ ids }) => ({ product_id: ids.products }) },
    [`GET ${P}/products/:product_id/product_variants`]: {},
    [`POST ${P}/products/:product_id/product_variants`]: {
      body: () => ({ price: 100, values: [{ option: 'Зріст', value: 'XL' }] }),
    },
    [`PATCH ${P}/products/:product_id/product_variants/:id`]: { body: () => ({ price: 100 }) },
    [`PUT ${P}/products/:product_id/product_variants/:id/place`]: { body: () => ({ place: 'А-12' }) },
    [`DELETE ${P}/products/:product_id/product_variants/:id`]: {
      params: ({ ids }) => ({ id: ids.freeVariant as string }),
    },
    [`GET ${P}/product_variant_options`]: { query: ({ ids }) => ({ product_id: ids.products }) },
    [`GET ${P}/products/:product_id/product_variant_options`]: {},
    [`POST ${P}/products/:product_id/product_variant_options`]: { body: () => ({ name: 'Колір' }) },
    [`PATCH ${P}/products/:product_id/product_variant_options/:id`]: { body: () => ({ position: 0 }) },
    [`DELETE ${P}/products/:product_id/delete_product_variant_option`]: {
      query: ({ ids }) => ({ product_variant_option_id: ids.spareOption }),
    },
    [`GET ${P}/products/:product_id/product_variant_options/:option_id/product_values`]: {},
    [`POST ${P}/products/:product_id/product_variant_options/:option_id/product_values`]: {
      body: () => ({ value: 'Ще одне' }),
    },
    [`PATCH ${P}/products/:product_id/product_variant_options/:option_id/product_values/:id`]: {
      body: () => ({ value: 'Інакше' }),
    },
    [`DELETE ${P}/products/:product_id/product_variant_options/:option_id/product_values/:id`]: {
      params: (side) => ({ option_id: spare(side).id, id: side.ids.spareValue as string }),
    },
    [`GET ${P}/attribute_columns`]: {},
    [`POST ${P}/attribute_columns`]: { body: () => ({ name: 'Ще один', value_type: 'number' }) },
    [`PATCH ${P}/attribute_columns/:id`]: { body: () => ({ name: 'Інший' }) },
    [`DELETE ${P}/attribute_columns/:id`]: { params: ({ ids }) => ({ id: ids.idleColumn as string }) },
    [`POST ${P}/attribute_columns/:id/merge`]: { body: ({ ids }) => ({ into: ids.idleColumn }) },
    [`GET ${P}/attribute_columns/:id/values`]: {},
    [`POST ${P}/attribute_columns/:id/values`]: { body: ({ mark }) => ({ from: `${mark} льон`, to: 'Льон' }) },
    [`POST ${P}/products/repricing/preview`]: {
      body: ({ ids }) => ({ product_ids: [ids.products], target: 'price', percent: 1_000 }),
      foreignIds: 200,
    },
    [`POST ${P}/products/repricing`]: {
      body: ({ ids }) => ({ product_ids: [ids.products], target: 'price', percent: 0, digest: NO_PRICES }),
    },
    [`POST ${P}/product_variants/by_sku`]: { body: () => ({ items: [{ sku: 'Немає такого', counted: 1 }] }) },
    [`GET ${P}/products/:product_id/product_images`]: {},
    [`POST ${P}/products/:product_id/product_images`]: {
      body: ({ ids }) => ({ file_name: ids.uploads, product_variant_id: ids.product_variants }),
      only: ['Owner'],
    },
    [`PATCH ${P}/products/:product_id/product_images/:id`]: {
      body: ({ ids }) => ({ position: 0, product_variant_id: ids.product_variants }),
    },
    [`PATCH ${P}/products/:product_id/product_images/:id/mark_as_thumbnail`]: {},
    [`DELETE ${P}/products/:product_id/product_images/:id`]: {},
  },
  async world(app, { project, mark, people, ids }) {
    const params = { project_id: project.id };
    const { token } = project.owner;
    const body = { name: `${mark} порожній`, value_type: 'text' as const };
    const idle = await app.call(createColumn, { token, params, body });
    const ofProduct = [project.id, ids.products];
    await app.sql(
      project.id,
      `insert into product_history (project_id, product_id, prices, in_stock, last)
       values ($1, $2, '{"base": [1, 2]}', false, true)`,
      ofProduct,
    );
    await app.sql(project.id, `insert into product_watches (project_id, product_id, user_id) values ($1, $2, $3)`, [
      ...ofProduct,
      people.Client.id,
    ]);
    await app.sql(project.id, `insert into product_looks (project_id, user_id, seen_at) values ($1, $2, now())`, [
      project.id,
      people.Client.id,
    ]);
    const known = (await app.call(listColumns, { token, params })).body.items;
    return {
      attribute_columns: known.find(({ name }) => name === `${mark} тканина`)?.id ?? '',
      idleColumn: idle.body.id,
    };
  },
  growth: {
    reads: {
      [`GET ${P}/attribute_columns`]: { known: { '': COLUMNS } },
      [`GET ${P}/attribute_columns/:id/values`]: { params: { id: '$column' }, known: { '': COLUMNS } },
      [`GET ${P}/products/v2`]: {
        known: TREE,
        queries: [
          ...sorted('price', 'available'),
          ...each('stock', 'in_stock', 'out_of_stock', 'low'),
          { stock: 'low', sort: 'name' },
          { stock: 'low', sort: '-price' },
          { stock: 'out_of_stock', sort: 'available' },
          { q: 'марта', sort: 'price' },
          { category_id: '$category', sort: 'name' },
          { q: 'марта', stock: 'low' },
          ...PRODUCT_SEARCHES,
          ...sorted('created_at', 'updated_at', 'name'),
          { include_unpublished: 'true' },
          ...each('status', 'published', 'unpublished', 'deleted'),
          { tags: 'плаття' },
          { tags: 'рідкісний' },
          ...VALUES,
        ],
      },
      [`GET ${P}/products/summary`]: {},
      [`GET ${P}/products/tag_suggestions`]: { known: { 'unnest(p.tags)': SUGGESTED }, queries: [{ q: 'пла' }] },
      [`GET ${P}/product_options`]: { known: { 'group by lower(o.name': SUGGESTED } },
      [`GET ${P}/products/:id/show_v2`]: one({ id: '$product' }),
      [`GET ${P}/product_variants/all_records`]: {
        known: TREE,
        queries: [
          ...sorted('name', 'created_at', 'price', 'available', 'place'),
          ...each('in_stock', 'true', 'false'),
          ...each('published', 'true', 'false'),
          { published: 'false', sort: 'price' },
          { in_stock: 'false', sort: '-created_at' },
          ...PRODUCT_SEARCHES,
          { sku: 'SKU-77-1' },
          { barcode: '4820000000231' },
          { product_id: '$product' },
          { id: '$variant' },
          { category_id: '$category', sort: 'place' },
          { tags: 'плаття' },
          { tags: 'рідкісний', sort: 'place' },
          ...VALUES,
        ],
      },
      [`GET ${P}/products/:product_id/product_variants`]: { params: { product_id: '$product' } },
      [`GET ${P}/product_variant_options`]: {
        known: { 'o.sort_name as cursor_key': OPTIONS_COUNTED },
        queries: [{ q: 'кол' }, { q: 'роз' }, { product_id: '$product' }],
      },
      [`GET ${P}/products/:product_id/product_variant_options`]: { params: { product_id: '$product' } },
      [`GET ${P}/products/:product_id/product_images`]: { params: { product_id: '$product' } },
      'GET dropshipping/products': {
        known: TREE,
        queries: [
          ...PRODUCT_SEARCHES,
          ...sorted('created_at', 'name', 'price', 'available'),
          ...each('stock', 'in_stock', 'out_of_stock', 'low'),
          { category_id: '$category' },
          { category_id: '$category', sort: 'name', stock: 'in_stock' },
          ...each('changed', 'any', 'price', 'ran_out', 'came_back'),
          { changed: 'any', sort: 'name' },
          { changed: 'price', stock: 'in_stock', q: 'марта' },
          { price_from: '10000', price_to: '50000' },
          { price_from: '10000', sort: 'price' },
        ],
      },
      'GET dropshipping/products/changes': {},
      [`GET ${P}/products/:product_id/product_variant_options/:option_id/product_values`]: 'of one option',
    },
    writes: {
      [`PATCH ${P}/attribute_columns/:id`]: [
        { params: { id: '$column' }, body: { name: 'Інша назва', value_type: 'text' }, known: { '': COLUMNS } },
      ],
      [`POST ${P}/attribute_columns/:id/values`]: [
        { params: { id: '$column' }, body: { from: 'M', to: 'Середній' }, known: { '': COLUMNS } },
      ],
      [`POST ${P}/products/create_v2`]: [
        {
          body: { name: 'Нове', variants: [{ sku: 'NEW-1', barcode: '4829999999999', price: 100, actual: 5 }] },
          known: FIELDS,
        },
      ],
      [`POST ${P}/products/repricing/preview`]: [
        { body: { product_ids: ['$product'], target: 'price', percent: 1_000 }, known: FIELDS },
      ],
      [`PATCH ${P}/products/:id/update_v2`]: [
        { params: { id: '$hidden' }, body: { name: 'Інша назва', fields: { key3: 'Льон' } }, known: FIELDS },
      ],
    },
    rows: [
      ...['product', 'product_modification'].map(
        (set) => `insert into template_fields (project_id, id, set, key, name, type, position)
          values (:project:, pg_temp.key('grade of ${set}'), '${set}', 'grade', 'Сорт', 'number', 95)`,
      ),
      // of the oldest it is another, as is what they differ by
      ...['products', 'product_variants'].map(
        (table) => `update ${table} set fields = fields || '{"grade": 1}' where project_id = :project:`,
      ),
      `update products set fields = fields || '{"grade": 7}' where project_id = :project: and id in (${OLDEST})`,
      `update product_variants set fields = fields || '{"grade": 7}' where project_id = :project: and product_id in (${OLDEST})`,
      `insert into product_values (project_id, id, option_id, value, position)
         select project_id, pg_temp.key('rare value' || id), id, 'рідкісне', 1 from product_variant_options
         where project_id = :project: and product_id in (${OLDEST})`,
      // by guesses the next one takes nine seconds instead of one
      'analyze product_variants, product_variant_options, product_values',
      `update product_variants v set value_ids = array[x.id], name_given = true from product_variant_options o
         join product_values x on x.project_id = o.project_id and x.option_id = o.id
         where v.project_id = :project: and o.project_id = v.project_id and o.product_id = v.product_id
           and x.value = case when v.product_id in (${OLDEST}) then 'рідкісне' else 'M' end`,
      // each as it was made; of one in a hundred something has changed since
      `insert into product_history (project_id, product_id, at, prices, in_stock, last)
         select project_id, id, created_at - interval '2 years', '{"base": [10000, 20000]}', true, hashtext(id::text) % 100 <> 0
         from products where project_id = :project:`,
      `insert into product_history (project_id, product_id, at, prices, in_stock, last)
         select project_id, id, now(), '{"base": [10000, 25000]}', hashtext(id::text) % 200 <> 0, true
         from products where project_id = :project: and hashtext(id::text) % 100 = 0`,
      `insert into product_looks (project_id, user_id, seen_at)
         select :project:, pg_temp.key('user' || 10000 + n), now() - n * interval '1 hour' from generate_series(1, 10000) n`,
      // one in fifty goods, by twenty dropshippers each
      `insert into product_watches (project_id, product_id, user_id)
         select project_id, id, pg_temp.key('user' || 10000 + n * 500 + hashtext(id::text) % 500)
         from products cross join generate_series(1, 20) n
         where project_id = :project: and hashtext(id::text) % 50 = 0`,
    ],
    ids: { column: "attribute_columns where project_id = :project: and name = 'Параметр 1'" },
  },
};
