import { daysAfter, kyivDate } from '@lanka/domain/kit/time';
import type { GoodsQuery, StandingGoods, StatisticsGoods } from '@lanka/domain/statistics/goods';
import { daysIn } from '@lanka/domain/statistics/rules';
import type { ProjectScope } from '../kit/auth/scope';
import type { Tx } from '../kit/db/db';
import { readSold, readStanding, readStock } from './goods.store';
import { periodOf } from './statistics';

export async function goodsOf(tx: Tx, scope: ProjectScope, asked: GoodsQuery): Promise<StatisticsGoods> {
  const period = periodOf(asked);
  const sold = await readSold(tx, scope, period, asked.sort);
  const stock = await readStock(tx, scope);
  const { cost } = sold.total;
  const turnover_days = cost > 0 ? Math.round((stock.value * daysIn(period)) / cost) : null;
  return { ...period, sort: asked.sort, ...sold, stock: { ...stock, turnover_days } };
}

export async function standingOf(tx: Tx, scope: ProjectScope, days: number): Promise<StandingGoods> {
  const on = kyivDate(new Date());
  return { on, days, ...(await readStanding(tx, scope, { from: daysAfter(on, 1 - days), to: on })) };
}
