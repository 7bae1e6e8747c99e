import { acquiringErrors, type CardPayment } from '@lanka/domain/acquiring/contract';
import { formatMoney } from '@lanka/domain/kit/money';
import type { Tx } from '../kit/db/db';
import type { Services } from '../kit/services';
import { lookAt } from './due';
import { tellProblem } from './hear';
import * as store from './payments.store';

/**
 * Wants so much back on the card, kopecks; all that is left unless told. The bank is asked after the commit; what is
 * refunded is told by `cardPaymentKinds` when it is.
 */
export async function askRefund(
  tx: Tx,
  app: Services,
  tenant: string,
  id: string,
  amount?: number,
): Promise<CardPayment> {
  const { found } = await store.lockPayment(tx, tenant, id);
  if (!found) throw acquiringErrors.not_found();
  if (found.state !== 'paid') throw acquiringErrors.not_paid();
  if (found.refund_wanted > found.refunded) throw acquiringErrors.refund_under_way();
  const left = found.amount - found.refunded;
  const wanted = amount ?? left;
  if (wanted > left || left === 0)
    throw acquiringErrors.refund_too_much({ path: 'amount', allowed: formatMoney(left) });
  const saved = await store.saveCardPayment(tx, found, {
    ...{ refund_wanted: found.refunded + wanted, refunds: found.refunds + 1 },
    refund_asked_at: new Date().toISOString(),
    problem: found.problem === 'refund_refused' || found.problem === 'other_token' ? null : found.problem,
  });
  if (saved.problem !== found.problem) await tellProblem(tx, app, saved);
  await lookAt(tx, app, tenant, id, new Date());
  return store.asCardPayment(saved);
}
