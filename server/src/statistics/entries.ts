import { STATISTICS_BY } from '@lanka/domain/statistics/rules';
import { type Entries, each, type Known, P } from '../../test/entries';

/** A row for each counterparty and day, whatever the number of orders. */
const DAYS: Known = {
  why: 'sums a row for each counterparty and day of two periods',
  ...{
    reads: 200_000,
    sorts: 60_000,
    whole: ['account_days', 'order_days', 'order_days_until', 'counterparties', 'users'],
  },
};

/** What is not paid has an index of its own. */
const DEBTS: Known = {
  why: 'sums what is not paid, and an account for each counterparty',
  ...{ reads: 80_000, sorts: 10_000, whole: ['counterparty_accounts', 'counterparties', 'users'] },
};

export const entries: Entries = {
  async world(app, { project }) {
    // a day before all orders: counted, and nothing was sent on it
    await app.sql(project.id, `insert into order_days_until (project_id, until) values ($1, '2020-01-01')`, [
      project.id,
    ]);
    await app.sql(
      project.id,
      `insert into order_days (project_id, day, counterparty_id, orders)
       select project_id, '2020-01-01', id, 0 from counterparties where project_id = $1 limit 1`,
      [project.id],
    );
    return {};
  },
  walls: {
    [`GET ${P}/statistics`]: {},
    [`GET ${P}/statistics/xlsx`]: { query: () => ({ table: 'counterparties' }) },
    [`GET ${P}/statistics/postings`]: { query: ({ ids }) => ({ counterparty_id: ids.counterparties }) },
    [`GET ${P}/statistics/orders`]: { query: ({ ids }) => ({ counterparty_id: ids.counterparties }) },
    [`GET ${P}/statistics/debts`]: {},
    [`GET ${P}/statistics/debts/xlsx`]: {},
  },
  growth: {
    reads: {
      [`GET ${P}/statistics`]: {
        known: { account_days: DAYS },
        queries: [...each('by', ...STATISTICS_BY), { from: '2026-01-01', to: '2026-12-31' }],
      },
      [`GET ${P}/statistics/xlsx`]: 'the same statement, asked above',
      [`GET ${P}/statistics/postings`]: {
        queries: [
          { from: '2026-01-01', to: '2026-01-31' },
          { counterparty_id: '$counterparty' },
          ...each('figure', 'charged', 'returned'),
        ],
      },
      [`GET ${P}/statistics/orders`]: {
        queries: [{ from: '2026-01-01', to: '2026-01-31' }, { counterparty_id: '$counterparty' }],
      },
      [`GET ${P}/statistics/debts`]: { known: { 'from counterparty_accounts': DEBTS } },
      [`GET ${P}/statistics/debts/xlsx`]: 'the same statement, asked above',
    },
  },
};
