import type { Page } from '@lanka/domain/kit/lists';
import type { MyGroupQuery, MyGroups, MyLine, MyStatistics, MyStatisticsQuery } from '@lanka/domain/statistics/mine';
import {
  addMySums,
  type MySums,
  NO_MY_SUMS,
  type Period,
  partOf,
  partsOf,
  periodBefore,
  withEarning,
} from '@lanka/domain/statistics/rules';
import type { DropshippingScope } from '../kit/auth/scope';
import type { Tx } from '../kit/db/db';
import * as store from './mine.store';
import { periodOf } from './statistics';

/** Suppliers with whom he works, and with whom he did: what he earned there stays. */
const partiesOf = ({ suppliers, past_suppliers }: DropshippingScope): store.Party[] => [
  ...suppliers,
  ...past_suppliers,
];

/** Day by day over all suppliers, one after another: a dropshipper has few. */
async function everywhere(tx: Tx, scope: DropshippingScope, period: Period): Promise<Map<string, MySums>> {
  const days = new Map<string, MySums>();
  for (const party of partiesOf(scope))
    for (const [day, sums] of await store.readMyDays(tx, party, period))
      days.set(day, addMySums(days.get(day) ?? NO_MY_SUMS, sums));
  return days;
}

export async function myStatistics(tx: Tx, scope: DropshippingScope, asked: MyStatisticsQuery): Promise<MyStatistics> {
  const { by } = asked;
  const period = periodOf(asked);
  const before = periodBefore(period);
  const parts = new Map<string, MySums>();
  let [total, then] = [NO_MY_SUMS, NO_MY_SUMS];
  for (const [day, sums] of await everywhere(tx, scope, { from: before.from, to: period.to })) {
    if (day >= period.from) {
      const part = partOf(period, by, day);
      parts.set(part, addMySums(parts.get(part) ?? NO_MY_SUMS, sums));
      total = addMySums(total, sums);
    } else if (day <= before.to) then = addMySums(then, sums);
  }
  return {
    ...{ ...period, by, total: withEarning(total), before: { ...before, ...withEarning(then) } },
    parts: partsOf(period, by).map((part) => ({ ...part, ...withEarning(parts.get(part.from) ?? NO_MY_SUMS) })),
  };
}

/** So many rows are told one by one. */
const ROWS = 500;

export async function myGroups(tx: Tx, scope: DropshippingScope, asked: MyGroupQuery): Promise<MyGroups> {
  const period = periodOf(asked);
  const parties = partiesOf(scope);
  const names = await store.supplierNames(tx, parties);
  const rows: MyGroups['rows'] = [];
  let [total, count] = [NO_MY_SUMS, 0];
  for (const party of parties) {
    const { project_id } = party;
    const supplier = names.get(project_id) ?? '';
    const sums = [...(await store.readMyDays(tx, party, period)).values()].reduce(addMySums, NO_MY_SUMS);
    total = addMySums(total, sums);
    if (asked.by === 'supplier') {
      if (Object.values(sums).every((sum) => sum === 0)) continue;
      rows.push({ id: project_id, project_id, name: supplier, supplier, ...withEarning(sums) });
      count += 1;
      continue;
    }
    const goods = await store.readMyGoods(tx, party, period, ROWS);
    count += goods.count;
    for (const { id, name, ...of } of goods.rows) rows.push({ id, project_id, name, supplier, ...withEarning(of) });
  }
  rows.sort((a, b) => b.revenue - a.revenue || (a.id < b.id ? -1 : 1));
  return {
    ...{ ...period, by: asked.by, total: withEarning(total), rows: rows.slice(0, ROWS) },
    more: Math.max(0, count - ROWS),
  };
}

const isBefore = (a: store.Placed, b: store.Placed): number => (a.place.join(' ') < b.place.join(' ') ? 1 : -1);

export async function myLines(
  tx: Tx,
  scope: DropshippingScope,
  {
    project_id,
    ...asked
  }: store.MyLinesOf & { from?: string | undefined; to?: string | undefined; project_id?: string | undefined },
) {
  const period = periodOf(asked);
  const parties = partiesOf(scope).filter((party) => project_id === undefined || party.project_id === project_id);
  const names = await store.supplierNames(tx, parties);
  const found: store.Placed[] = [];
  const total = { revenue: 0, cost: 0, fees: 0, count: 0 };
  for (const party of parties) {
    const page = await store.newestMine(tx, party, period, asked);
    found.push(...page.items);
    for (const sum of ['revenue', 'cost', 'fees', 'count'] as const) total[sum] += page.total[sum];
  }
  found.sort(isBefore);
  const shown = found.slice(0, asked.limit);
  const items = shown.map(({ place: _, ...line }): MyLine => ({ ...line, supplier: names.get(line.project_id) ?? '' }));
  const next_cursor = found.length > shown.length ? store.placeAfter(shown.at(-1)) : null;
  return { ...period, items, next_cursor, total };
}

/** Rows at all his suppliers, or at the one that is asked for, with its name. */
export async function mineOf<T, Q extends { readonly project_id?: string | undefined }>(
  tx: Tx,
  scope: DropshippingScope,
  query: Q,
  list: (tx: Tx, parties: readonly store.Party[], query: Q) => Promise<Page<T>>,
): Promise<Page<T> & { readonly name: string | null }> {
  const { project_id } = query;
  const parties = partiesOf(scope).filter((party) => project_id === undefined || party.project_id === project_id);
  const name = project_id ? (await store.supplierNames(tx, parties)).get(project_id) : null;
  return { ...(await list(tx, parties, query)), name: name ?? null };
}
