import { on } from '@lanka/domain/kit/hooks';
import { kyivDate } from '@lanka/domain/kit/time';
import * as contract from '@lanka/domain/statistics/contract';
import * as funnel from '@lanka/domain/statistics/funnel';
import * as goods from '@lanka/domain/statistics/goods';
import * as mine from '@lanka/domain/statistics/mine';
import { serve } from '../kit/http/serve';
import { slice } from '../kit/slice';
import { listByDay } from '../ledger';
import { orderPartyChanged } from '../orders';
import { counterpartyNames } from '../payments';
import { countEveryNight } from './count-days';
import { listDebtOrders, readDebts } from './debts.store';
import { funnelOf } from './funnel';
import { goodsOf, standingOf, stockOf } from './goods';
import { goodsXlsx, nameOfGoods, nameOfStanding, nameOfStock, standingXlsx, stockXlsx } from './goods-sheet';
import { newestLines, readLinesTotal } from './lines.store';
import { mineOf, myGroups, myLines, myStatistics } from './mine';
import { listRefusals, listSentOrders } from './mine-rows.store';
import { mineXlsx, myLinesXlsx, nameOfMine, nameOfMyLines } from './mine-sheet';
import { newestMoves } from './moves.store';
import { nameOfRow } from './row-of.store';
import { debtsXlsx, groupsXlsx, nameOf, nameOfDebts, nameOfGroups, xlsxOf } from './sheet';
import { groupsOf, periodOf, statisticsOf } from './statistics';
import * as store from './statistics.store';

const sheet = (file_name: string, stream: () => Promise<Buffer>) => ({
  stream,
  content_type: contract.SHEET,
  file_name,
});

/** Of a sheet there are no pages. */
const ALL = { limit: goods.GOODS_SHEET_ROWS };

/** What the project earned in a period, and how. */
export const statistics = slice({
  name: 'statistics',
  level: 11,
  jobs: [countEveryNight],
  hooks: [on(orderPartyChanged, store.moveCounted)],
  routes: [
    serve(contract.readStatistics, ({ tx, scope, query }) => statisticsOf(tx, scope, query)),

    serve(contract.readStatisticsXlsx, async ({ tx, scope, query, locale }) => {
      const found = await statisticsOf(tx, scope, query);
      return sheet(nameOf(found, locale), () => xlsxOf(found, locale));
    }),

    serve(contract.readStatisticsGroups, ({ tx, scope, query }) => groupsOf(tx, scope, query, query)),

    serve(contract.readStatisticsGroupsXlsx, async ({ tx, scope, query, locale }) => {
      const found = await groupsOf(tx, scope, query, ALL);
      return sheet(nameOfGroups(found, locale), () => groupsXlsx(found, locale));
    }),

    serve(goods.readStatisticsGoods, ({ tx, scope, query }) => goodsOf(tx, scope, query, query)),

    serve(goods.readStatisticsGoodsXlsx, async ({ tx, scope, query, locale }) => {
      const found = await goodsOf(tx, scope, query, ALL);
      return sheet(nameOfGoods(found, locale), () => goodsXlsx(found, locale));
    }),

    serve(goods.readStockGoods, ({ tx, scope, query }) => stockOf(tx, scope, query, query)),

    serve(goods.readStockGoodsXlsx, async ({ tx, scope, query, locale }) => {
      const found = await stockOf(tx, scope, query, ALL);
      return sheet(nameOfStock(found, locale), () => stockXlsx(found, locale));
    }),

    serve(goods.readStandingGoods, ({ tx, scope, query }) => standingOf(tx, scope, query.days, query)),

    serve(goods.readStandingGoodsXlsx, async ({ tx, scope, query, locale }) => {
      const found = await standingOf(tx, scope, query.days, ALL);
      return sheet(nameOfStanding(found, locale), () => standingXlsx(found, locale));
    }),

    serve(funnel.readStatisticsFunnel, ({ tx, scope, query }) => funnelOf(tx, scope, periodOf(query))),

    serve(funnel.listStatusMoves, async ({ tx, scope, query }) => {
      const period = periodOf(query);
      return { ...period, ...(await newestMoves(tx, scope, period, query)) };
    }),

    serve(contract.listSoldLines, async ({ tx, scope, query }) => {
      const period = periodOf(query);
      if (query.product_variant_id && query.by) throw contract.statisticsErrors.two_rows({ path: 'by' });
      const lines = await newestLines(tx, scope, period, query);
      // of a further page it is known already
      const total = query.cursor === undefined ? await readLinesTotal(tx, scope, period, query) : null;
      return { ...period, ...lines, total, name: await nameOfRow(tx, scope, query) };
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

    serve(contract.listStatisticsOrders, async ({ tx, scope, query }) => {
      const list = await store.listOrders(tx, scope, query);
      return { ...list, name: await nameOfRow(tx, scope, query) };
    }),

    serve(mine.readMyStatistics, ({ tx, scope, query }) => myStatistics(tx, scope, query)),

    serve(mine.readMyStatisticsGroups, ({ tx, scope, query }) => myGroups(tx, scope, query)),

    serve(mine.readMyStatisticsGroupsXlsx, async ({ tx, scope, query, locale }) => {
      const found = await myGroups(tx, scope, query);
      return sheet(nameOfMine(found, locale), () => mineXlsx(found, locale));
    }),

    serve(mine.listMyStatisticsLines, ({ tx, scope, query }) => myLines(tx, scope, query)),

    serve(mine.readMyStatisticsLinesXlsx, async ({ tx, scope, query, locale }) => {
      const found = await myLines(tx, scope, { ...query, limit: mine.MINE_SHEET_LINES });
      if (found.next_cursor !== null)
        throw contract.statisticsErrors.too_many_lines({ path: 'from', allowed: mine.MINE_SHEET_LINES });
      return sheet(nameOfMyLines(found, locale), () => myLinesXlsx(found, locale));
    }),

    serve(mine.listMySentOrders, ({ tx, scope, query }) => mineOf(tx, scope, query, listSentOrders)),

    serve(mine.listMyRefusals, ({ tx, scope, query }) => mineOf(tx, scope, query, listRefusals)),

    serve(contract.readDebts, ({ tx, scope, query }) => readDebts(tx, scope, kyivDate(new Date()), query)),

    serve(contract.listDebtOrders, async ({ tx, scope, query }) => {
      const found = await listDebtOrders(tx, scope, kyivDate(new Date()), query);
      const { counterparty_id = '' } = query;
      const name = await nameOfRow(tx, scope, { by: 'counterparty', key: counterparty_id });
      return { ...found, name };
    }),

    serve(contract.readDebtsXlsx, async ({ tx, scope, locale }) => {
      const debts = await readDebts(tx, scope, kyivDate(new Date()), ALL);
      return sheet(nameOfDebts(debts, locale), () => debtsXlsx(debts, locale));
    }),
  ],
});
