import { type Entries, one, P } from '../../test/entries';

export const entries: Entries = {
  walls: {
    [`POST ${P}/orders/:id/documents`]: {
      body: ({ ids }) => ({ type: 'invoice', payment_details_id: ids.payment_details }),
    },
    [`GET ${P}/orders/:id/documents`]: {},
    [`GET ${P}/documents/:id/pdf`]: {},
  },
  growth: {
    reads: {
      [`GET ${P}/orders/:id/documents`]: one({ id: '$order' }),
      [`GET ${P}/documents/:id/pdf`]: 'one thing by its key',
    },
    writes: {
      [`POST ${P}/orders/:id/documents`]: [{ params: { id: '$order' }, body: { type: 'order' } }],
    },
  },
};
