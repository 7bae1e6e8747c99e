import { type Entries, each, type Known, P } from '../../test/entries';

const IMPORT: Known = { why: 'rows of one import by what became of them: 12,000 here, kept for days', reads: 25_000 };

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
    [`POST ${P}/exports`]: { body: () => ({ kind: 'products_csv' }) },
    [`GET ${P}/exports`]: {},
    [`GET ${P}/exports/:id`]: {},
  },
  growth: {
    reads: {
      [`GET ${P}/imports`]: { queries: [{ status: 'done' }] },
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
      [`POST ${P}/exports`]: [
        { body: { kind: 'products_csv', filters: { q: 'марта' } } },
        { body: { kind: 'orders_csv', columns: ['number', 'sku'] } },
      ],
    },
  },
};
