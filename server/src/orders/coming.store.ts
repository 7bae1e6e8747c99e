import type { Coming } from '@lanka/domain/ledger/charges';
import { codFigures, isCollectedHere, termsFor } from '@lanka/domain/orders/cod';
import { toCollect } from '@lanka/domain/orders/rules';
import { sql } from 'drizzle-orm';
import type { ProjectScope } from '../kit/auth/scope';
import { TODAY } from '../kit/db/days';
import type { Tx } from '../kit/db/db';
import type { Services } from '../kit/services';
import { readMainInfo } from '../templates';
import { orderParcels } from './guards';
import type { OrderRecord } from './orders.store';

type Charged = Pick<
  OrderRecord,
  'id' | 'counterparty_id' | 'cod_state' | 'cod_sum' | 'cod_fee' | 'sum' | 'customer_sum' | 'prepaid'
>;

/**
 * What carriers are to bring for the counterparty of this order, which is not charged yet or not all of it. `own`: of a
 * parcel, what is collected with it; of an order all that its parcels do not collect which are sent already.
 */
export async function readComing(
  tx: Tx,
  app: Services,
  scope: ProjectScope,
  order: Charged,
  ofParcel?: number,
): Promise<Coming> {
  const { id: project } = scope.project;
  const [parcels] = app.hooks.all(orderParcels);
  const { orders: split, told } = (await parcels?.coming(tx, scope, order)) ?? { orders: [], told: 0 };
  const [row] = await tx.rows<Record<'of_debt' | 'of_overdue', number>>(sql`
    with coming as (
      select o.id as order_id, o.cod_sum - o.cod_fee as net from orders o
      where o.project_id = ${project} and o.counterparty_id = ${order.counterparty_id} and o.cod_state = 'awaited' and o.parcels = 0
      union all
      select order_id, net from jsonb_to_recordset(${JSON.stringify(split)}::jsonb) as p(order_id uuid, net bigint)
    ), covered as (
      select least(c.unpaid, n.net) as amount, c.due_on from coming n
      join charges c on c.project_id = ${project} and c.order_id = n.order_id
    )
    select coalesce(sum(amount), 0)::bigint as of_debt,
      coalesce(sum(amount) filter (where due_on < ${TODAY}), 0)::bigint as of_overdue
    from covered`);
  const own = ofParcel ?? Math.max(0, (await netOf(tx, scope, order)) - told);
  return { own, of_debt: Number(row?.of_debt), of_overdue: Number(row?.of_overdue) };
}

/** What the carrier brings of the whole order, by what stands in it now. */
async function netOf(tx: Tx, scope: ProjectScope, order: Charged): Promise<number> {
  if (!isCollectedHere(order.cod_state)) return 0;
  const { sum, fee } = codFigures(
    {
      to_collect: toCollect(order.customer_sum, order.prepaid),
      cost: order.sum ?? 0,
      sum_set: order.cod_sum,
      fee_set: order.cod_fee,
    },
    termsFor(order.cod_state, await readMainInfo(tx, scope)),
  );
  return sum - fee;
}
