import type { OrderStatus } from '@lanka/domain/orders/contract';
import type { PickInput } from '@lanka/domain/picking/contract';
import type { PickedLine } from '@lanka/domain/picking/rules';
import { sql } from 'drizzle-orm';
import type { ProjectScope } from '../kit/auth/scope';
import { idArray } from '../kit/db/arrays';
import type { Tx } from '../kit/db/db';
import type { LockedOrder } from '../orders';

/** Of a line only what no parcel has sent is picked. */
export interface StoredLine extends PickedLine {
  readonly product_variant_id: string;
  /** What parcels have sent of it. */
  readonly sent: number;
  readonly internal_code: string | null;
}

/** When the order came into this status. */
const since = (scope: ProjectScope, order: { readonly id: string; readonly status: OrderStatus }) => sql`coalesce((
  select max(h.created_at) from order_history h where h.project_id = ${scope.project.id} and h.order_id = ${order.id}
    and h."to" = ${order.status}), '-infinity')`;

/**
 * The lines of the order, and what was picked of them since it came into this status. What a parcel has taken since was
 * picked for it.
 */
export function readLines(
  tx: Tx,
  scope: ProjectScope,
  order: { readonly id: string; readonly status: OrderStatus },
): Promise<StoredLine[]> {
  return tx.rows<{ [K in keyof StoredLine]: StoredLine[K] }>(sql`
    select i.product_variant_id, i.count - coalesce(s.count, 0)::int as count, coalesce(s.count, 0)::int as sent,
      greatest(coalesce(p.picked, 0) - coalesce(s.lately, 0), 0)::int as picked,
      concat_ws(', ', i.product_title, nullif(nullif(i.modification_title, ''), i.product_title)) as name,
      v.internal_code
    from order_items i
    left join product_variants v on v.project_id = i.project_id and v.id = i.product_variant_id
    left join (
      select product_variant_id, sum(count) as picked from order_picks
      where project_id = ${scope.project.id} and order_id = ${order.id} and status = ${order.status}
        and created_at >= ${since(scope, order)}
      group by product_variant_id
    ) p on p.product_variant_id = i.product_variant_id
    left join (
      select g.order_item_id, sum(g.count) as count, sum(g.count) filter (where c.sent_at >= ${since(scope, order)}) as lately
      from parcel_items g join parcels c on c.project_id = g.project_id and c.order_id = g.order_id and c.id = g.parcel_id
      where g.project_id = ${scope.project.id} and g.order_id = ${order.id} and c.sent_at is not null
      group by g.order_item_id
    ) s on s.order_item_id = i.id
    where i.project_id = ${scope.project.id} and i.order_id = ${order.id} order by i.position`);
}

/** Those among these that were made before. */
export async function madeBefore(
  tx: Tx,
  scope: ProjectScope,
  { id }: LockedOrder,
  ids: readonly string[],
): Promise<Set<string>> {
  const found = await tx.rows<{ id: string }>(sql`
    select id from order_picks
    where project_id = ${scope.project.id} and order_id = ${id} and id = any(${idArray(ids)})`);
  return new Set(found.map((row) => row.id));
}

/** Written with the moment when they were ticked, which is never before the order came into this status. */
export async function insertPicks(
  tx: Tx,
  scope: ProjectScope,
  order: LockedOrder,
  picks: readonly PickInput[],
): Promise<void> {
  await tx.execute(sql`
    insert into order_picks (project_id, order_id, id, status, product_variant_id, count, user_id, created_at)
    select ${scope.project.id}, ${order.id}, n.id, ${order.status}, n.product_variant_id, n.count, ${scope.user.id},
      greatest(now() - n.age_ms * interval '1 millisecond', f.since)
    from jsonb_to_recordset(${JSON.stringify(picks)}::jsonb) as n(id uuid, product_variant_id uuid, count int,
      age_ms bigint)
    cross join (select ${since(scope, order)} as since) f`);
}
