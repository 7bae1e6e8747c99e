import type { Locale } from '@lanka/domain/kit/errors';
import * as contract from '@lanka/domain/order_summary/contract';
import { serve } from '../kit/http/serve';
import { slice } from '../kit/slice';
import { summarise, summariseMine } from './order_summary.store';
import { nameOf, xlsxOf } from './sheet';

const sheet = (summary: contract.OrderSummary | contract.MyOrderSummary, locale: Locale) => ({
  stream: () => xlsxOf(summary, locale),
  content_type: contract.readOrderSummaryXlsx.raw ?? '',
  file_name: nameOf(summary, locale),
});

/** What the lists of orders show, summed up. */
export const orderSummary = slice({
  name: 'order_summary',
  level: 11,
  routes: [
    serve(contract.readOrderSummary, ({ tx, scope, query }) => summarise(tx, scope, query)),
    serve(contract.readOrderSummaryXlsx, async ({ tx, scope, query, locale }) =>
      sheet(await summarise(tx, scope, query), locale),
    ),
    serve(contract.readMyOrderSummary, ({ tx, scope, query }) => summariseMine(tx, scope, query)),
    serve(contract.readMyOrderSummaryXlsx, async ({ tx, scope, query, locale }) =>
      sheet(await summariseMine(tx, scope, query), locale),
    ),
  ],
});
