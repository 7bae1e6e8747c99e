import { permissions, STAFF } from '../kit/roles';

export const payments = permissions('money', {
  'payments.read': { roles: [...STAFF, 'Client'], ua: 'Бачити платежі та баланс', en: 'See payments and the balance' },
  'payments.report': { roles: [...STAFF, 'Client'], ua: 'Повідомляти про платіж', en: 'Report a payment' },
  'payments.confirm': { roles: STAFF, ua: 'Підтверджувати та відхиляти платежі', en: 'Confirm and decline payments' },
  'payments.enter': { roles: STAFF, ua: 'Вносити платежі', en: 'Enter payments' },
});
