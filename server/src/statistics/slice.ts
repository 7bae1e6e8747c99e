import { on } from '@lanka/domain/kit/hooks';
import { kyivDate } from '@lanka/domain/kit/time';
import * as contract from '@lanka/domain/statistics/contract';
import { serve } from '../kit/http/serve';
import { slice } from '../kit/slice';
import { listByDay } from '../ledger';
import { orderPartyChanged } from '../orders';
import { counterpartyNames } from '../payments';
import { countEveryNight } from './count-days';
import { readDebts } from './debts.store';
import { debtsXlsx, nameOf, nameOfDebts, xlsxOf } from './sheet';
import { statisticsOf } from './statistics';
import * as store from './statistics.store';

/** What the project earned in a period, and how. */
export const statistics = slice({
  name: 'statistics',
  level: 11,
  jobs: [countEveryNight],
  hooks: [on(orderPartyChanged, store.moveCounted)],
  routes: [
    serve(contract.readStatistics, ({ tx, scope, query }) => statisticsOf(tx, scope, query)),

    serve(contract.readStatisticsXlsx, async ({ tx, scope, query: { table, ...query } }) => {
      const found = await statisticsOf(tx, scope, query);
      return {
        stream: () => xlsxOf(found, table),
        content_type: contract.readStatisticsXlsx.raw ?? '',
        file_name: nameOf(found, table),
      };
    }),

    serve(contract.listStatisticsPostings, async ({ tx, scope, query: { figure, ...query } }) => {
      const list = await listByDay(tx, scope, { ...query, account: figure === 'charged' ? 'sales' : 'returns' });
      const names = await counterpartyNames(
        tx,
        scope,
        list.items.map(({ counterparty_id }) => counterparty_id),
      );
      const items = list.items.map((item) => ({ ...item, counterparty_name: names.get(item.counterparty_id) ?? '' }));
      return { ...list, items };
    }),

    serve(contract.listStatisticsOrders, ({ tx, scope, query }) => store.listOrders(tx, scope, query)),

    serve(contract.readDebts, ({ tx, scope }) => readDebts(tx, scope, kyivDate(new Date()))),

    serve(contract.readDebtsXlsx, async ({ tx, scope }) => {
      const debts = await readDebts(tx, scope, kyivDate(new Date()));
      return {
        stream: () => debtsXlsx(debts),
        content_type: contract.readDebtsXlsx.raw ?? '',
        file_name: nameOfDebts(debts),
      };
    }),
  ],
});
