import { daysAfter, kyivDate } from '@lanka/domain/kit/time';
import {
  type GroupQuery,
  type Statistics,
  type StatisticsGroups,
  type StatisticsQuery,
  statisticsErrors,
} from '@lanka/domain/statistics/contract';
import {
  addSums,
  daysIn,
  MAX_PERIOD_DAYS,
  NO_SUMS,
  type Period,
  partOf,
  partsOf,
  periodBefore,
  type Sums,
  withRatios,
} from '@lanka/domain/statistics/rules';
import type { ProjectScope } from '../kit/auth/scope';
import type { Tx } from '../kit/db/db';
import type { Places } from './cursor';
import { readDays, readGroups } from './statistics.store';

/** The days that are asked for. @throws statistics.period, statistics.too_long */
export function periodOf({ from, to }: Pick<StatisticsQuery, 'from' | 'to'>): Period {
  const until = to ?? kyivDate(new Date());
  const period = { from: from ?? daysAfter(until, -29), to: until };
  if (period.from > period.to) throw statisticsErrors.period({ path: 'to' });
  if (daysIn(period) > MAX_PERIOD_DAYS) throw statisticsErrors.too_long({ path: 'from', allowed: MAX_PERIOD_DAYS });
  return period;
}

export async function statisticsOf(tx: Tx, scope: ProjectScope, asked: StatisticsQuery): Promise<Statistics> {
  const { by } = asked;
  const period = periodOf(asked);
  const before = periodBefore(period);
  const parts = new Map<string, Sums>();
  let total = NO_SUMS;
  let then = NO_SUMS;
  for (const [day, sums] of await readDays(tx, scope, { from: before.from, to: period.to })) {
    if (day >= period.from) {
      const part = partOf(period, by, day);
      parts.set(part, addSums(parts.get(part) ?? NO_SUMS, sums));
      total = addSums(total, sums);
    } else if (day <= before.to) then = addSums(then, sums);
  }
  return {
    ...period,
    by,
    total: withRatios(total),
    before: { ...before, ...withRatios(then) },
    parts: partsOf(period, by).map((part) => ({ ...part, ...withRatios(parts.get(part.from) ?? NO_SUMS) })),
  };
}

export async function groupsOf(
  tx: Tx,
  scope: ProjectScope,
  asked: GroupQuery,
  places: Places,
): Promise<StatisticsGroups> {
  const period = periodOf(asked);
  const { total, rows, next_cursor, others } = await readGroups(tx, scope, period, asked.by, places);
  return {
    ...period,
    by: asked.by,
    total: withRatios(total),
    items: rows.map(({ key, name, ...sums }) => ({ key, name, ...withRatios(sums) })),
    next_cursor,
    others: others ? { ...withRatios(others), rows: others.rows } : null,
  };
}
