import { LEADERS, permissions, STAFF } from '../kit/roles';

export const cardPayments = permissions('money', {
  'card_payments.read': {
    roles: [...STAFF, 'Client'],
    ua: 'Бачити оплати карткою',
    en: 'See payments by card',
  },
  'card_payments.refund': {
    roles: LEADERS,
    ua: 'Повертати оплату на картку',
    en: 'Refund payments to the card',
  },
});
