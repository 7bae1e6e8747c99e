import { daysAfter, kyivDate } from '@lanka/domain/kit/time';
import type { StandingGoods, StatisticsGoods, StockGoods } from '@lanka/domain/statistics/goods';
import { daysIn, turnoverDays } from '@lanka/domain/statistics/rules';
import type { ProjectScope } from '../kit/auth/scope';
import type { Tx } from '../kit/db/db';
import type { Places } from './cursor';
import { type GoodsOf, readHeld, readSold, readStanding, readStock } from './goods.store';
import { periodOf } from './statistics';

interface Days {
  readonly from?: string | undefined;
  readonly to?: string | undefined;
}

export async function goodsOf(
  tx: Tx,
  scope: ProjectScope,
  asked: Days & GoodsOf,
  places: Places,
): Promise<StatisticsGoods> {
  const period = periodOf(asked);
  const { cost, ...sold } = await readSold(tx, scope, period, asked, places);
  const stock = await readStock(tx, scope);
  const turnover_days = turnoverDays(stock.value, cost, daysIn(period));
  const { sort, abc = null, xyz = null } = asked;
  return { ...period, sort, abc, xyz, ...sold, stock: { ...stock, turnover_days } };
}

export async function stockOf(tx: Tx, scope: ProjectScope, asked: Days, places: Places): Promise<StockGoods> {
  const period = periodOf(asked);
  return { ...period, ...(await readHeld(tx, scope, period, places)) };
}

export async function standingOf(tx: Tx, scope: ProjectScope, days: number, places: Places): Promise<StandingGoods> {
  const on = kyivDate(new Date());
  return { on, days, ...(await readStanding(tx, scope, { from: daysAfter(on, 1 - days), to: on }, places)) };
}
