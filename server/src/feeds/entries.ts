import { type CreateSourceBody, createSource } from '@lanka/domain/feeds/sources';
import { type Entries, each, type Known, P } from '../../test/entries';

const IMPORT: Known = { why: 'rows of one import by what became of them: 12,000 here, kept for days', reads: 25_000 };

/** Off: nothing is fetched from it. */
const SOURCE: CreateSourceBody = {
  ...{ name: 'Фабрика', url: 'https://example.com/feed.xml', every_hours: 4, vanished: 'hide', active: false },
};

export const entries: Entries = {
  walls: {
    [`POST ${P}/imports`]: { body: ({ ids }) => ({ upload: ids.uploads, dry_run: true }), only: ['Owner'] },
    // it is a picture, which is no table
    [`POST ${P}/imports/income`]: {
      body: ({ ids }) => ({ upload: ids.uploads }),
      only: ['Owner'],
      passes: [415],
    },
    [`GET ${P}/imports`]: {},
    [`GET ${P}/imports/template`]: {},
    [`GET ${P}/imports/:id`]: {},
    [`GET ${P}/imports/:id/rows`]: {},
    [`GET ${P}/imports/:id/suggestions`]: {},
    [`POST ${P}/imports/:id/apply`]: { body: () => ({}), passes: [409] },
    [`GET ${P}/import_sources`]: {},
    [`POST ${P}/import_sources`]: { body: () => SOURCE },
    [`GET ${P}/import_sources/:id`]: {},
    [`PATCH ${P}/import_sources/:id`]: { body: () => ({ name: 'Інша назва' }) },
    [`DELETE ${P}/import_sources/:id`]: {},
    [`POST ${P}/import_sources/:id/run`]: { body: () => ({}) },
    [`POST ${P}/exports`]: { body: () => ({ kind: 'products_csv' }) },
    [`GET ${P}/exports`]: {},
    [`GET ${P}/exports/:id`]: {},
  },
  async world(app, { project, mark, people, ids }) {
    const params = { project_id: project.id };
    const made = await app.call(createSource, { params, token: people.Owner.token, body: { ...SOURCE, name: mark } });
    await app.sql(
      project.id,
      `insert into import_source_goods (project_id, source_id, product_variant_id, product_id, external_id)
       values ($1, $2, $3, $4, $5)`,
      [project.id, made.body.id, ids.product_variants, ids.products, mark],
    );
    return { import_sources: made.body.id };
  },
  growth: {
    reads: {
      [`GET ${P}/import_sources`]: {},
      [`GET ${P}/import_sources/:id`]: { params: { id: '$source' } },
      [`GET ${P}/imports`]: { queries: [{ status: 'done' }, { source_id: '$source' }] },
      [`GET ${P}/imports/:id`]: { known: { 'r.outcome = any': IMPORT }, params: { id: '$import' } },
      [`GET ${P}/imports/:id/rows`]: {
        known: { 'r.outcome = any': IMPORT },
        params: { id: '$import' },
        queries: each('outcome', 'unchanged', 'created'),
      },
      [`GET ${P}/imports/template`]: 'one thing by its key',
      [`GET ${P}/imports/:id/suggestions`]: 'one thing by its key',
      [`GET ${P}/exports`]: { queries: [{ kind: 'orders_csv' }] },
      [`GET ${P}/exports/:id`]: 'one thing by its key',
    },
    writes: {
      [`PATCH ${P}/import_sources/:id`]: [{ params: { id: '$source' }, body: { name: 'Інша назва' } }],
      [`POST ${P}/import_sources/:id/run`]: [{ params: { id: '$source' }, body: {} }],
      [`DELETE ${P}/import_sources/:id`]: [{ params: { id: '$source' } }],
      [`POST ${P}/exports`]: [
        { body: { kind: 'products_csv', filters: { q: 'марта' } } },
        { body: { kind: 'orders_csv', columns: ['number', 'sku'] } },
      ],
    },
    rows: [
      `insert into import_sources (project_id, id, user_id, name, url, every_hours, vanished, active, publish, discount,
         next_at, created_at)
         select :project:, pg_temp.key('source' || n), :user:, 'Джерело ' || n, 'https://example.com/' || n, 4, 'hide',
           false, false, 0, now(), now() - n * interval '1 hour'
         from generate_series(1, 20000) n`,
      `insert into import_source_goods (project_id, source_id, product_variant_id, product_id, external_id)
         select :project:, pg_temp.key('source1'), v.id, v.product_id, v.id::text from product_variants v
         where v.project_id = :project: limit 100000`,
      `update imports set source_id = pg_temp.key('source' || 1 + get_byte(uuid_send(id), 15) % 19)
         where project_id = :project: and status = 'done'`,
    ],
    ids: { source: 'import_sources where project_id = :project:' },
  },
};
