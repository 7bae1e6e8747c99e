import { Id } from '@lanka/domain/kit/ids';
import type { StatisticsGroup } from '@lanka/domain/statistics/rules';
import { type SQL, sql } from 'drizzle-orm';
import type { ProjectScope } from '../kit/auth/scope';
import { endOfDay } from '../kit/db/days';
import type { Tx } from '../kit/db/db';
import { keysOf, type OrderGroup, standsUnder } from './sales.store';

type PartyGroup = 'counterparty' | 'manager';

export const isOfParty = (by: StatisticsGroup): by is PartyGroup => by === 'counterparty' || by === 'manager';

/** Whether this column holds the counterparty, or one that this manager looks after; empty: nobody does. */
export function ofParty(
  column: SQL,
  project: string,
  by: PartyGroup,
  key: string,
  type: 'uuid' | 'text' = 'uuid',
): SQL {
  const as = sql.raw(type);
  const isNobody = by === 'manager' && key === '';
  if (!isNobody && !Id.safeParse(key).success) return sql`false`;
  if (by === 'counterparty') return sql`${column} = ${key}::${as}`;
  const manager = isNobody ? sql`c.manager_id is null` : sql`c.manager_id = ${key}::uuid`;
  return sql`${column} in (select c.id::${as} from counterparties c where c.project_id = ${project} and ${manager})`;
}

/**
 * Orders `o` that stand in this row of a group; an empty key: those that have none. What orders are marked with has no
 * index: read are the days that have some by what is counted, and those of orders that have changed since.
 */
export function ordersUnder(project: string, by: StatisticsGroup, key: string): SQL {
  if (isOfParty(by)) return ofParty(sql`o.counterparty_id`, project, by, key);
  return sql`o.first_sent_on = any(array(${daysUnder(project, by, key)})) and ${standsUnder(by, key)}`;
}

const daysUnder = (project: string, by: OrderGroup, key: string): SQL => sql`
  select day from sale_days where project_id = ${project} and by = ${by} and key = ${key} and orders > 0
  union select n.first_sent_on from orders n where n.project_id = ${project} and n.first_sent_on is not null
    and ${changedSince(sql`n`, project)}`;

/** Orders that have changed since the night. */
const changedSince = (order: SQL, project: string): SQL => sql`
  ${order}.updated_at >= (select coalesce(${endOfDay(sql`max(until)`)}, '-infinity') from sale_days_until where project_id = ${project})`;

interface Shown {
  readonly product_variant_id?: string | undefined;
  readonly by?: StatisticsGroup | undefined;
  readonly key: string;
}

/** How what is listed is called; null: all of it, those that have none, or a name that words of the page have. */
export async function nameOfRow(
  tx: Tx,
  { project }: ProjectScope,
  { product_variant_id, by, key }: Shown,
): Promise<string | null> {
  if (product_variant_id) {
    const [good] = await tx.rows<{ name: string }>(sql`
      select concat_ws(' · ', p.name, nullif(v.name, '')) as name
      from product_variants v join products p on p.project_id = v.project_id and p.id = v.product_id
      where v.project_id = ${project.id} and v.id = ${product_variant_id}`);
    return good?.name ?? null;
  }
  if (by === undefined || key === '' || by === 'operator') return null;
  const known =
    isOfParty(by) && !Id.safeParse(key).success ? [] : await tx.rows<{ name: string }>(namesOf[by](project.id, key));
  return known[0]?.name ?? (isOfParty(by) ? null : key);
}

/** As people wrote it last: on orders that have changed since the night, and as it was counted before. */
const marked =
  (by: OrderGroup) =>
  (project: string, key: string): SQL =>
    sql`
  select name from (
    (select 1 as place, g.name from orders o cross join lateral (${keysOf(by)}) g(by, key, name)
      where o.project_id = ${project} and ${changedSince(sql`o`, project)} and g.key = ${key} order by o.updated_at desc limit 1)
    union all
    (select 2, name from sale_days where project_id = ${project} and by = ${by} and key = ${key} order by day desc limit 1)
  ) n order by place limit 1`;
const namesOf: Readonly<Record<Exclude<StatisticsGroup, 'operator'>, (project: string, key: string) => SQL>> = {
  counterparty: (project, key) => sql`select name from counterparties where project_id = ${project} and id = ${key}`,
  manager: (project, key) => sql`
    select u.name from users u where u.id = ${key} and exists (
      select 1 from counterparties c where c.project_id = ${project} and c.manager_id = u.id)`,
  tag: marked('tag'),
  town: marked('town'),
  source: marked('source'),
};
