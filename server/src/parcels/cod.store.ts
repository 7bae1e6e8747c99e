import type { CodState } from '@lanka/domain/orders/cod';
import { sql } from 'drizzle-orm';
import type { ProjectScope } from '../kit/auth/scope';
import type { Tx } from '../kit/db/db';
import type { LockedOrder } from '../orders';

export interface CodChange {
  readonly id: string;
  readonly state: CodState;
  readonly received: number | null;
  readonly received_fee: number | null;
}

type Saved = Omit<CodChange, 'state'> & {
  readonly state: CodState | null;
  readonly sum: number | null;
  readonly fee: number | null;
  readonly cost: number | null;
};

/** What the carrier collects with these parcels, or has. */
export async function saveCod(tx: Tx, scope: ProjectScope, order: LockedOrder, parts: readonly Saved[]): Promise<void> {
  if (parts.length === 0) return;
  await tx.execute(sql`
    update parcels p set cod_state = n.state, cod_sum = n.sum, cod_fee = n.fee, cod_cost = n.cost,
      cod_received = n.received, cod_received_fee = n.received_fee, counterparty_id = ${order.counterparty_id}
    from jsonb_to_recordset(${JSON.stringify(parts)}::jsonb)
      as n(id uuid, state text, sum bigint, fee bigint, cost bigint, received bigint, received_fee bigint)
    where p.project_id = ${scope.project.id} and p.order_id = ${order.id} and p.id = n.id`);
}

/**
 * What the carrier is still to bring of an order, less what he keeps, when this has become of its money: of one in
 * parcels with those that are awaited.
 */
export async function stillAwaited(
  tx: Tx,
  { project }: ProjectScope,
  order: Pick<LockedOrder, 'id' | 'parcels' | 'cod_sum' | 'cod_fee'>,
  state: CodState,
): Promise<number> {
  if (order.parcels === 0) return state === 'awaited' ? (order.cod_sum ?? 0) - (order.cod_fee ?? 0) : 0;
  const [row] = await tx.rows<{ net: number }>(sql`
    select coalesce(sum(p.cod_sum - p.cod_fee), 0)::bigint as net from parcels p
    where p.project_id = ${project.id} and p.order_id = ${order.id} and p.cod_state = 'awaited'`);
  return Number(row?.net);
}

/** What `Parcels.coming` says. */
export async function readComingOf(
  tx: Tx,
  { project }: ProjectScope,
  order: { readonly id: string; readonly counterparty_id: string },
): Promise<{ readonly orders: readonly { readonly order_id: string; readonly net: number }[]; readonly told: number }> {
  const orders = await tx.rows<{ order_id: string; net: number }>(sql`
    select p.order_id, sum(p.cod_sum - p.cod_fee)::bigint as net from parcels p
    where p.project_id = ${project.id} and p.counterparty_id = ${order.counterparty_id} and p.cod_state = 'awaited' group by 1`);
  const [own] = await tx.rows<{ told: number }>(sql`
    select coalesce(sum(p.cod_sum - p.cod_fee), 0)::bigint as told from parcels p
    where p.project_id = ${project.id} and p.order_id = ${order.id} and p.cod_state is not null`);
  return { orders, told: Number(own?.told) };
}

/**
 * What the carrier still collects with the order `o`, null where nothing is awaited: of one in parcels without those that
 * were paid for or refused, whatever the register said of their sums.
 */
export const LEFT_TO_COLLECT = sql`case
  when o.cod_state is null or o.cod_state not in ('planned', 'awaited') or o.status = 'Canceled' then null
  when o.parcels > 0 and o.shipped_at is not null then (select coalesce(sum(p.cod_sum), 0) from parcels p
    where p.project_id = o.project_id and p.order_id = o.id and p.cod_state = 'awaited')
  else greatest(coalesce(o.cod_sum, o.customer_sum - o.prepaid) - (select coalesce(sum(p.cod_sum), 0) from parcels p
    where p.project_id = o.project_id and p.order_id = o.id and p.cod_state in ('received', 'refused')), 0) end`;
