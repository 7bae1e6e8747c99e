import * as contract from '@lanka/domain/order_summary/contract';
import { serve } from '../kit/http/serve';
import { slice } from '../kit/slice';
import { summarise } from './order_summary.store';
import { nameOf, xlsxOf } from './sheet';

/** What the list of orders shows, summed up. */
export const orderSummary = slice({
  name: 'order_summary',
  level: 11,
  routes: [
    serve(contract.readOrderSummary, ({ tx, scope, query }) => summarise(tx, scope, query)),

    serve(contract.readOrderSummaryXlsx, async ({ tx, scope, query }) => {
      const summary = await summarise(tx, scope, query);
      return {
        stream: () => xlsxOf(summary),
        content_type: contract.readOrderSummaryXlsx.raw ?? '',
        file_name: nameOf(summary),
      };
    }),
  ],
});
