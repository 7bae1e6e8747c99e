import { daysAfter, kyivDate } from '@lanka/domain/kit/time';
import type { StandingGoods, StatisticsGoods } from '@lanka/domain/statistics/goods';
import type { GoodsSort } from '@lanka/domain/statistics/goods-rules';
import { daysIn } from '@lanka/domain/statistics/rules';
import type { ProjectScope } from '../kit/auth/scope';
import type { Tx } from '../kit/db/db';
import { type Places, readSold, readStanding, readStock } from './goods.store';
import { periodOf } from './statistics';

interface Asked {
  readonly from?: string | undefined;
  readonly to?: string | undefined;
  readonly sort: GoodsSort;
}

export async function goodsOf(tx: Tx, scope: ProjectScope, asked: Asked, places: Places): Promise<StatisticsGoods> {
  const period = periodOf(asked);
  const sold = await readSold(tx, scope, period, asked.sort, places);
  const stock = await readStock(tx, scope);
  const { cost } = sold.total;
  const turnover_days = cost > 0 ? Math.round((stock.value * daysIn(period)) / cost) : null;
  return { ...period, sort: asked.sort, ...sold, stock: { ...stock, turnover_days } };
}

export async function standingOf(tx: Tx, scope: ProjectScope, days: number, places: Places): Promise<StandingGoods> {
  const on = kyivDate(new Date());
  return { on, days, ...(await readStanding(tx, scope, { from: daysAfter(on, 1 - days), to: on }, places)) };
}
