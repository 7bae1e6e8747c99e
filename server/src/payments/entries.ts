import { type Entries, each, type Known, one, P, sorted } from '../../test/entries';

const SUMS: Known = {
  why: 'sums a row for each counterparty and account',
  whole: ['account_sums', 'counterparty_accounts'],
  reads: 30_000,
};

export const entries: Entries = {
  walls: {
    [`GET ${P}/payments`]: {},
    [`GET ${P}/payments/counts`]: {},
    [`POST ${P}/payments`]: {
      body: ({ ids }) => ({ counterparty_id: ids.counterparties, type: 'receipt', amount: 100, date: '2025-01-15' }),
    },
    [`GET ${P}/payments/:id`]: {},
    [`POST ${P}/payments/:id/confirm`]: { body: () => ({ account: 'bank' }) },
    [`POST ${P}/payments/:id/decline`]: { body: () => ({ reason: 'Ні' }) },
    [`POST ${P}/payments/:id/reverse`]: {
      params: ({ ids }) => ({ id: ids.confirmedPayment as string }),
      body: () => ({ comment: 'Помилка' }),
    },
    'GET dropshipping/balances': {},
    'GET dropshipping/payments': { query: ({ project }) => ({ project_id: project.id }) },
    [`GET ${P}/ledger/accounts`]: {},
    [`GET ${P}/ledger/accounts/:account/postings`]: { params: () => ({ account: 'bank' }) },
  },
  growth: {
    reads: {
      [`GET ${P}/payments`]: {
        queries: [
          { q: 'оплата' },
          { q: 'оплата 777' },
          { q: 'маркет' },
          ...each('status', 'pending', 'confirmed', 'declined'),
          { type: 'receipt' },
          { counterparty_id: '$counterparty' },
          { from: '2026-01-01', to: '2026-02-01' },
          ...sorted('created_at', 'date', 'amount'),
        ],
      },
      [`GET ${P}/payments/counts`]: { queries: [{ counterparty_id: '$counterparty' }] },
      [`GET ${P}/payments/:id`]: one({ id: '$payment' }),
      // sums what is kept for each counterparty and account (docs/decisions/0004)
      [`GET ${P}/ledger/accounts`]: { known: { 'from "account_sums"': SUMS, 'from "counterparty_accounts"': SUMS } },
      [`GET ${P}/ledger/accounts/:account/postings`]: {
        params: { account: 'bank' },
        queries: [{ from: '2026-01-01', to: '2026-02-01' }],
      },
      'GET dropshipping/balances': {},
      'GET dropshipping/payments': {
        queries: [{ q: 'оплата' }, { q: 'оплата 777' }, { q: 'маркет' }, { status: 'confirmed' }],
      },
    },
    writes: {
      [`POST ${P}/payments`]: [
        {
          body: {
            counterparty_id: '$counterparty',
            type: 'receipt',
            amount: 100,
            date: '2026-01-01',
            comment: 'Оплата',
            account: 'bank',
          },
        },
      ],
    },
  },
};
