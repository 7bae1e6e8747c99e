import { slice } from '../kit/slice';

/** What the list of orders shows, summed up. */
export const orderSummary = slice({
  name: 'order_summary',
  level: 11,
  routes: [{ path: 'orders/summary', lazy: async () => ({ Component: (await import('./SummaryPage')).SummaryPage }) }],
});
