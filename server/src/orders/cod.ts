import { codFigures } from '@lanka/domain/orders/cod';
import type { OrderStatus, UpdateOrderBody } from '@lanka/domain/orders/contract';
import { toCollect } from '@lanka/domain/orders/rules';
import type { ProjectScope } from '../kit/auth/scope';
import type { Tx } from '../kit/db/db';
import { readMainInfo } from '../templates';
import type { OrderRecord } from './orders.store';

type CodColumns = Pick<OrderRecord, 'cod_state' | 'cod_sum' | 'cod_fee'>;

/** The columns of an order's cash on delivery as it is asked for before the order is sent. */
export const codOf = (asked: UpdateOrderBody['cod']): CodColumns =>
  asked?.on
    ? { cod_state: 'planned', cod_sum: asked.sum ?? null, cod_fee: asked.fee ?? null }
    : { cod_state: null, cod_sum: null, cod_fee: null };

/**
 * What the carrier is told when the parcel is handed over: from then on the sum is awaited and stays as it is. Where
 * nothing is left to collect nothing is awaited.
 */
export async function awaitCod(
  tx: Tx,
  scope: ProjectScope,
  order: CodColumns & Pick<OrderRecord, 'sum' | 'customer_sum' | 'prepaid'>,
  to: OrderStatus,
): Promise<Partial<CodColumns>> {
  if (order.cod_state !== 'planned' || (to !== 'Sent' && to !== 'Complete')) return {};
  const figures = codFigures(
    {
      to_collect: toCollect(order.customer_sum, order.prepaid),
      cost: order.sum,
      sum_set: order.cod_sum,
      fee_set: order.cod_fee,
    },
    await readMainInfo(tx, scope),
  );
  if (figures.sum === 0) return codOf(null);
  return { cod_state: 'awaited', cod_sum: figures.sum, cod_fee: figures.fee };
}
