import { type Entries, each, type Known, P, sorted } from '../../test/entries';

const PROMOTIONS: Known = {
  why: 'words and dates are looked for among the promotions of one project: dozens, 12,000 here',
  sorts: 1_200,
  reads: 25_000,
};

const OF_SUPPLIERS: Known = {
  why: 'words, dates and what he has used are looked for among the promotions of each supplier: dozens, 12,000 here',
  whole: ['promotions'],
  sorts: 12_000,
  reads: 60_000,
};

export const entries: Entries = {
  walls: {
    [`GET ${P}/promotions`]: {},
    [`POST ${P}/promotions`]: {
      body: () => ({ title: 'Літо', promo_code: 'SUMMER', discount: 500, discount_type: 'percent' }),
    },
    [`GET ${P}/promotions/:id`]: {},
    [`PATCH ${P}/promotions/:id`]: { body: () => ({ title: 'Осінь' }) },
    [`DELETE ${P}/promotions/:id`]: {},
    [`POST ${P}/promotions/:id/end`]: {},
    'GET dropshipping/promotions': { query: ({ project }) => ({ project_id: project.id }) },
  },
  growth: {
    reads: {
      [`GET ${P}/promotions`]: {
        known: {
          'select g.tags': PROMOTIONS,
          ' like ': PROMOTIONS,
          '_at > now()': PROMOTIONS,
          '_at <= now()': PROMOTIONS,
        },
        queries: [
          { q: 'Акція 7' },
          { product_id: '$product' },
          ...each('state', 'active', 'planned', 'expired'),
          ...sorted('created_at', 'title'),
        ],
      },
      [`GET ${P}/promotions/:id`]: { params: { id: '$promotion' } },
      'GET dropshipping/promotions': {
        known: { 'as s(project_id uuid, counterparty_id uuid)': OF_SUPPLIERS },
        queries: [{ q: 'Акція 7' }, ...each('state', 'active', 'planned'), ...sorted('created_at', 'title')],
      },
    },
    writes: {
      [`POST ${P}/promotions`]: [
        { body: { title: 'Знижка', promo_code: 'NEWCODE', discount: 500, discount_type: 'percent' } },
      ],
    },
  },
};
