import type { CardPaymentProblem } from '@lanka/domain/acquiring/contract';
import { formatMoney } from '@lanka/domain/kit/money';
import { noticeKind } from '../kit/notices/kinds';

interface Facts {
  readonly id: string;
  readonly amount: number;
  readonly problem: CardPaymentProblem;
}

const WHY: Readonly<Record<CardPaymentProblem, { readonly ua: string; readonly en: string }>> = {
  amount: {
    ua: 'Банк списав іншу суму або валюту, ніж було виставлено. Оплату не зараховано',
    en: 'The bank took another sum or currency than was asked for. The payment was not entered',
  },
  contradiction: {
    ua: 'Банк каже, що оплати не було, хоча раніше її підтвердив. Перевірте в кабінеті банку',
    en: 'The bank says that there was no payment, though it confirmed it before. Look into the cabinet of the bank',
  },
  refund_refused: {
    ua: 'Банк не повернув кошти на картку. Спробуйте пізніше або поверніть іншим способом',
    en: 'The bank did not refund the card. Try later, or pay the money back another way',
  },
  not_posted: {
    ua: 'Кошти надійшли, але зарахувати їх не вдалося. Перевірте контрагента',
    en: 'The money came, but it could not be entered. Look at the counterparty',
  },
  refund_not_posted: {
    ua: 'Кошти повернуто на картку, але зняти їх із балансу не вдалося. Перевірте контрагента й надходження',
    en: 'The money went back to the card, but it could not be taken off the balance. Look at the counterparty and the receipt',
  },
  other_token: {
    ua: 'Банк не знає цієї оплати за теперішнім токеном: її створено попереднім. Перевірте її в кабінеті банку',
    en: 'The bank does not know this payment by the present token: the one before has made it. Look into its cabinet',
  },
};

/** Something of a payment by card that a person has to look at. */
export const cardProblem = noticeKind<Facts>('acquiring.problem', {
  ...{ area: 'money', reaches: [{ staff: 'acquiring.read' }], mail: 'now' },
  sample: { id: '01890a5d-ac96-774b-bcce-b302099a8057', amount: 123_450, problem: 'amount' },
  path: () => '/cp/integrations/acquiring',
  ua: ({ amount, problem }) => ({
    title: `Оплата карткою ${formatMoney(amount)} потребує уваги`,
    text: WHY[problem].ua,
  }),
  en: ({ amount, problem }) => ({
    title: `A card payment of ${formatMoney(amount)} needs a look`,
    text: WHY[problem].en,
  }),
});

/** Until there is another token no cards are taken. */
export const tokenRefused = noticeKind<Record<never, never>>('acquiring.token_refused', {
  ...{ area: 'money', reaches: [{ staff: 'acquiring.read' }], mail: 'now' },
  sample: {},
  path: () => '/cp/integrations/acquiring',
  ua: () => ({
    title: 'Картки не приймаються: банк відхилив токен',
    text: 'Введіть новий токен еквайрингу, щоб дропшипери знову могли платити карткою',
  }),
  en: () => ({
    title: 'No cards are taken: the bank has refused the token',
    text: 'Enter a new token of acquiring, so that dropshippers can pay by card again',
  }),
});
