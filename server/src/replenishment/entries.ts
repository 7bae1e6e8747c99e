import { type Entries, each, P, wholly } from '../../test/entries';

export const entries: Entries = {
  walls: {
    [`GET ${P}/replenishment`]: {},
    [`GET ${P}/replenishment/:id`]: { params: ({ ids }) => ({ id: ids.product_variants as string }) },
  },
  growth: {
    reads: {
      [`GET ${P}/replenishment`]: {
        queries: [{ all: 'true' }, ...each('weeks', '1', '26')],
        known: {
          'as materialized': {
            why: 'looks at 200 modifications at a time, each with the movements of those weeks',
            sorts: 201,
            reads: 60_000,
          },
        },
      },
      [`GET ${P}/replenishment/:id`]: {
        params: { id: '$variant' },
        known: { 'cross join lateral': wholly('the rows of one modification') },
      },
    },
  },
};
