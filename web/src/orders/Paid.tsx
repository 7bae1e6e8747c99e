import type { OrderPayment } from '@lanka/domain/ledger/charges';
import { useLocale } from '../kit/text';
import { paidOf, paidState } from './paid-state';

/** Under the sum of an order: how far it is paid. */
export function Paid({ payment }: { payment: OrderPayment }) {
  const { locale } = useLocale();
  const state = paidState[paidOf(payment)];
  return (
    <span className="cell-under" data-color={state.color}>
      {state[locale]}
    </span>
  );
}
