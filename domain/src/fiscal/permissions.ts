import { LEADERS, permissions, STAFF } from '../kit/roles';

/** The register itself is hidden from Manager and Client (specification §6); a receipt is part of an order. */
export const fiscal = permissions('money', {
  'cash_registers.read': {
    roles: LEADERS,
    ua: 'Бачити каси, зміни, звіти та всі чеки',
    en: 'See cash registers, shifts, reports and all receipts',
  },
  'cash_registers.edit': {
    roles: LEADERS,
    ua: 'Підключати й змінювати каси, відкривати та закривати зміни',
    en: 'Connect and change cash registers, open and close shifts',
  },
  'receipts.read': { roles: STAFF, ua: 'Бачити фіскальні чеки замовлень', en: 'See fiscal receipts of orders' },
  'receipts.issue': {
    roles: STAFF,
    ua: 'Видавати й надсилати фіскальні чеки за замовленнями',
    en: 'Issue and send fiscal receipts of orders',
  },
});
