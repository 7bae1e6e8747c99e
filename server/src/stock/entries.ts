import { type Entries, each, P } from '../../test/entries';

export const entries: Entries = {
  walls: {
    [`POST ${P}/product_variants/:id/stock`]: { body: () => ({ delta: 1 }) },
    [`GET ${P}/product_variants/:id/stock_movements`]: {},
    [`GET ${P}/product_variants/:id/bookings`]: {},
  },
  growth: {
    reads: {
      [`GET ${P}/product_variants/:id/stock_movements`]: { params: { id: '$variant' } },
      [`GET ${P}/product_variants/:id/bookings`]: {
        params: { id: '$variant' },
        queries: each('status', 'Active', 'Completed'),
      },
    },
    writes: {
      [`POST ${P}/product_variants/:id/stock`]: [
        { params: { id: '$variant' }, body: { delta: 5, comment: 'Надійшло' } },
      ],
    },
  },
};
