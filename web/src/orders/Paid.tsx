import type { OrderPayment } from '@lanka/domain/ledger/charges';
import type { RowCod } from '@lanka/domain/orders/cod';
import { Money } from '../kit/display/values';
import { texts, useLocale, useText } from '../kit/text';
import { codState } from './cod-state';
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

const text = texts({ ua: { cod: 'післяплата' }, en: { cod: 'on delivery' } });

/** What became of the money that the carrier collects. */
export function CodMark({ cod }: { cod: RowCod }) {
  const t = useText(text);
  const { locale } = useLocale();
  const state = codState[cod.state];
  return (
    <span className="cell-under" data-color={state.color}>
      {cod.state === 'planned' ? state[locale] : `${t.cod}: ${state[locale].toLowerCase()}`}
    </span>
  );
}

/** The sum that the carrier collects, or has collected. */
export function OfCarrier({ cod }: { cod: RowCod }) {
  return (
    <>
      <Money kopecks={cod.received ?? cod.sum} className="nowrap" />
      <CodMark cod={cod} />
    </>
  );
}
