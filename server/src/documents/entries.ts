import { type Entries, one, P, wholly } from '../../test/entries';

export const entries: Entries = {
  walls: {
    [`POST ${P}/orders/:id/documents`]: {
      body: ({ ids }) => ({ type: 'invoice', payment_details_id: ids.payment_details }),
    },
    [`GET ${P}/orders/:id/documents`]: {},
    [`GET ${P}/documents/:id/pdf`]: {},
    [`GET ${P}/turnover/:id/pdf`]: { params: ({ ids }) => ({ id: ids.postedTurnover as string }) },
    [`GET ${P}/manufacture_requests/:id/pdf`]: {},
    [`GET ${P}/next_numbers`]: {},
    [`PATCH ${P}/next_numbers`]: { body: () => ({ invoice: 2_000_000 }) },
  },
  growth: {
    reads: {
      [`GET ${P}/orders/:id/documents`]: one({ id: '$order' }),
      [`GET ${P}/documents/:id/pdf`]: 'one thing by its key',
      [`GET ${P}/turnover/:id/pdf`]: 'one thing by its key',
      [`GET ${P}/manufacture_requests/:id/pdf`]: 'one thing by its key',
      [`GET ${P}/next_numbers`]: {},
    },
    writes: {
      [`PATCH ${P}/next_numbers`]: [{ body: { order: 900_000_000, invoice: 900_000_000 } }],
      [`POST ${P}/orders/:id/documents`]: [
        {
          params: { id: '$order' },
          body: { type: 'order' },
          known: { '': wholly('at most 300 fields of each set, one row of settings', 'template_fields', 'main_info') },
        },
      ],
    },
  },
};
