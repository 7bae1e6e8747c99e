import { codFigures, termsFor } from '@lanka/domain/orders/cod';
import type { OrderStatus, UpdateOrderBody } from '@lanka/domain/orders/contract';
import { toCollect } from '@lanka/domain/orders/rules';
import type { ProjectScope } from '../kit/auth/scope';
import type { Tx } from '../kit/db/db';
import { startTerm, stopTerm } from '../ledger';
import { readMainInfo } from '../templates';
import { type LockedOrder, type OrderRecord, saveOrder } from './orders.store';

type CodColumns = Pick<OrderRecord, 'cod_state' | 'cod_sum' | 'cod_fee'>;
type ForSums = Pick<OrderRecord, 'sum' | 'customer_sum' | 'prepaid'>;

/** The columns of an order's cash on delivery as it is asked for before the order is sent. Whom the carrier pays stays. */
export const codOf = (asked: UpdateOrderBody['cod'], known: CodColumns['cod_state'] = null): CodColumns =>
  asked?.on
    ? {
        cod_state: known === 'direct' ? known : 'planned',
        cod_sum: asked.sum ?? null,
        cod_fee: asked.fee ?? null,
      }
    : { cod_state: null, cod_sum: null, cod_fee: null };

/**
 * What the carrier is told when the parcel is handed over: from then on the sum is awaited and stays as it is. Where
 * nothing is left to collect nothing is awaited, nor is what the carrier brings to the dropshipper.
 */
export async function awaitCod(
  tx: Tx,
  scope: ProjectScope,
  order: CodColumns & ForSums,
  to: OrderStatus,
): Promise<Partial<CodColumns>> {
  const { cod_state } = order;
  if ((cod_state !== 'planned' && cod_state !== 'direct') || (to !== 'Sent' && to !== 'Complete')) return {};
  const figures = codFigures(
    {
      to_collect: toCollect(order.customer_sum, order.prepaid),
      cost: order.sum,
      sum_set: order.cod_sum,
      fee_set: order.cod_fee,
    },
    termsFor(cod_state, await readMainInfo(tx, scope)),
  );
  if (figures.sum === 0) return codOf(null);
  return { cod_state: cod_state === 'direct' ? cod_state : 'awaited', cod_sum: figures.sum, cod_fee: figures.fee };
}

/** The carrier pays the supplier after all: as it stands before the order is sent, and as if it had been sent so. */
export async function backToSupplier(
  tx: Tx,
  scope: ProjectScope,
  order: CodColumns & ForSums & Pick<OrderRecord, 'shipped_at'>,
): Promise<Partial<CodColumns>> {
  if (order.shipped_at === null) return { cod_state: 'planned' };
  return awaitCod(tx, scope, { ...order, cod_state: 'planned', cod_fee: null }, 'Sent');
}

/**
 * Whom the carrier pays: the dropshipper by whose key the waybill is, or the supplier again. Nothing was posted by then;
 * what a register has brought stays where it is.
 */
export async function turnCod(
  tx: Tx,
  scope: ProjectScope,
  order: LockedOrder,
  to: 'dropshipper' | 'supplier',
): Promise<void> {
  const { cod_state } = order;
  if (to === 'dropshipper' ? cod_state !== 'planned' && cod_state !== 'awaited' : cod_state !== 'direct') return;
  const after: Partial<CodColumns> =
    to === 'supplier'
      ? await backToSupplier(tx, scope, order)
      : { cod_state: 'direct', ...(cod_state === 'awaited' ? { cod_fee: 0 } : {}) };
  const told = { field: 'cod_to' as const, of: '' };
  const change =
    to === 'supplier'
      ? { ...told, before: 'dropshipper', after: null }
      : { ...told, before: null, after: 'dropshipper' };
  if (cod_state === 'awaited') await startTerm(tx, scope, order);
  if (after.cod_state === 'awaited') await stopTerm(tx, scope, order, (after.cod_sum ?? 0) - (after.cod_fee ?? 0));
  await saveOrder(tx, scope, order, after, {
    ...{ kind: 'edited', from: order.status, to: order.status, reason: '', effects: [], changes: [change] },
  });
}
