import { MY_SUMMARY_BY, SUMMARY_BY } from '@lanka/domain/order_summary/contract';
import { type Entries, each, type Known, P } from '../../test/entries';

/** Orders, their lines and what came back of them. */
const SUMMED: Known = {
  why: 'sums up the newest 10,000 orders with their lines, by counterparty or manager with those of all of them',
  ...{ reads: 200_000, sorts: 60_000, whole: ['counterparties'] },
};

export const entries: Entries = {
  walls: {
    [`GET ${P}/order_summary`]: { query: () => ({ by: 'counterparty' }) },
    [`GET ${P}/order_summary/xlsx`]: { query: () => ({ by: 'counterparty' }) },
    'GET dropshipping/order_summary': { query: () => ({ by: 'tag' }) },
    'GET dropshipping/order_summary/xlsx': { query: () => ({ by: 'tag' }) },
  },
  growth: {
    reads: {
      [`GET ${P}/order_summary`]: {
        known: { looked: SUMMED },
        queries: [
          ...each('by', ...SUMMARY_BY),
          { placed: 'true', by: 'counterparty' },
          ...each('q', 'шевчук мар', 'лев’як яна', '0671234567', '17', 'немає такого'),
          { counterparty_id: '$counterparty' },
          { tag: 'терміново' },
          { town: 'Львів', by: 'source' },
          { from: '2026-01-01', to: '2026-02-01' },
        ],
      },
      [`GET ${P}/order_summary/xlsx`]: 'the same statement, asked above',
      'GET dropshipping/order_summary': {
        known: { looked: SUMMED },
        queries: [
          ...each('by', ...MY_SUMMARY_BY),
          ...each('q', 'шевчук мар', '0671234567'),
          { project_id: '$project' },
        ],
      },
      'GET dropshipping/order_summary/xlsx': 'the same statement, asked above',
    },
  },
};
