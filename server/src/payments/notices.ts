import { formatMoney } from '@lanka/domain/kit/money';
import { dotted } from '@lanka/domain/kit/time';
import type { Payment } from '@lanka/domain/payments/contract';
import type { ProjectScope } from '../kit/auth/scope';
import type { Tx } from '../kit/db/db';
import { noticeKind } from '../kit/notices/kinds';
import type { Services } from '../kit/services';

interface Facts {
  readonly id: string;
  readonly type: Payment['type'];
  readonly amount: number;
  /** `23.11.2026` */
  readonly day: string;
  readonly who: string;
  readonly reason: string;
}

const sample: Facts = {
  ...{ id: '01890a5d-ac96-774b-bcce-b302099a8057', type: 'receipt', amount: 123_450, day: '23.11.2026' },
  ...{ who: 'Олена Коваленко', reason: 'Коштів на рахунку немає' },
};
const money = { area: 'money', mail: 'off', sample, path: () => '/cp/payments' } as const;

const KINDS = {
  /** A dropshipper says that he has paid. */
  reported: noticeKind<Facts>('payments.reported', {
    ...money,
    reaches: [{ staff: 'payments.confirm' }],
    ua: ({ amount, who, day }) => ({
      title: `Оплата ${formatMoney(amount)} чекає на підтвердження`,
      text: `${who}, ${day}`,
    }),
    en: ({ amount, who, day }) => ({
      title: `A payment of ${formatMoney(amount)} waits for you`,
      text: `${who}, ${day}`,
    }),
  }),
  confirmed: noticeKind<Facts>('payments.confirmed', {
    ...money,
    reaches: ['dropshipper'],
    ua: ({ type, amount, day }) => ({
      title: type === 'receipt' ? `Оплату ${formatMoney(amount)} зараховано` : `Вам виплачено ${formatMoney(amount)}`,
      text: `Від ${day}`,
    }),
    en: ({ type, amount, day }) => ({
      title:
        type === 'receipt' ? `Your payment of ${formatMoney(amount)} came` : `${formatMoney(amount)} were paid to you`,
      text: `Of ${day}`,
    }),
  }),
  declined: noticeKind<Facts>('payments.declined', {
    ...money,
    reaches: ['dropshipper'],
    ua: ({ amount, reason }) => ({ title: `Оплату ${formatMoney(amount)} відхилено`, text: reason }),
    en: ({ amount, reason }) => ({ title: `Your payment of ${formatMoney(amount)} was declined`, text: reason }),
  }),
  /** Written down by mistake, or the money did not come after all: what was told of it is so no longer. */
  reversed: noticeKind<Facts>('payments.reversed', {
    ...money,
    reaches: ['dropshipper'],
    ua: ({ type, amount, day, reason }) => ({
      title:
        type === 'receipt'
          ? `Зарахування вашої оплати ${formatMoney(amount)} скасовано`
          : `Виплату вам ${formatMoney(amount)} скасовано`,
      text: [`Від ${day}`, reason].filter(Boolean).join('. '),
    }),
    en: ({ type, amount, day, reason }) => ({
      title:
        type === 'receipt'
          ? `Your payment of ${formatMoney(amount)} was reversed`
          : `What was paid to you, ${formatMoney(amount)}, was reversed`,
      text: [`Of ${day}`, reason].filter(Boolean).join('. '),
    }),
  }),
};

export const paymentNotices = Object.values(KINDS);

/** To the other side: a payment that was written down or decided. */
export async function tellPayment(
  tx: Tx,
  { notices }: Services,
  scope: ProjectScope,
  payment: Payment,
  reason = '',
): Promise<void> {
  const { status } = payment;
  const kind = scope.role === 'Client' ? KINDS.reported : status === 'pending' ? null : KINDS[status];
  if (!kind) return;
  await notices.tell(tx, scope, kind, { counterparty_id: payment.counterparty_id }, factsOf(scope, payment, reason));
}

/** To the counterparty: a payment of his was taken back by hand. */
export async function tellReversal(
  tx: Tx,
  { notices }: Services,
  scope: ProjectScope,
  payment: Payment,
  reason: string,
): Promise<void> {
  const { counterparty_id } = payment;
  await notices.tell(tx, scope, KINDS.reversed, { counterparty_id }, factsOf(scope, payment, reason));
}

const factsOf = (scope: ProjectScope, { id, type, amount, date }: Payment, reason: string): Facts => ({
  ...{ id, type, amount, day: dotted(date), who: scope.user.name, reason },
});
