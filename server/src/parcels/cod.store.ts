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
