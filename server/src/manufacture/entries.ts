import { type Entries, each, one, P, sorted } from '../../test/entries';
import type { Side } from '../../test/walls/side';

const lines = ({ ids }: Side) => [{ product_variant_id: ids.product_variants, count: 1 }];

export const entries: Entries = {
  walls: {
    [`GET ${P}/manufacture_requests`]: { query: ({ ids }) => ({ order_id: ids.orders }) },
    [`GET ${P}/manufacture_requests/counts`]: {},
    [`GET ${P}/manufacture_requests/producers`]: {},
    [`POST ${P}/manufacture_requests`]: {
      body: (side) => ({ lines: lines(side), order_id: side.ids.orders, producer_id: side.people.Producer.id }),
    },
    [`GET ${P}/manufacture_requests/:id`]: {},
    [`PATCH ${P}/manufacture_requests/:id`]: { body: (side) => ({ lines: lines(side), order_id: side.ids.orders }) },
    [`GET ${P}/manufacture_requests/:id/moves`]: {},
    [`POST ${P}/manufacture_requests/:id/moves`]: { body: () => ({ to: 'in_production' }) },
  },
  growth: {
    reads: {
      [`GET ${P}/manufacture_requests`]: {
        queries: [
          { q: 'партія' },
          { q: 'партія 777' },
          { q: 'сатин' },
          { q: '77' },
          ...each('status', 'new', 'done'),
          { order_id: '$order' },
          ...sorted('created_at', 'number', 'deadline'),
        ],
      },
      [`GET ${P}/manufacture_requests/counts`]: {},
      [`GET ${P}/manufacture_requests/producers`]: {},
      [`GET ${P}/manufacture_requests/:id`]: one({ id: '$manufacture' }),
      [`GET ${P}/manufacture_requests/:id/moves`]: one({ id: '$manufacture' }),
    },
    writes: {
      [`POST ${P}/manufacture_requests`]: [
        { body: { lines: [{ product_variant_id: '$variant', count: 3 }], comment: 'Партія' } },
      ],
    },
  },
};
