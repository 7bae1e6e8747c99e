import { permissions, STAFF } from '../kit/roles';

export const orderSummary = permissions('sales', {
  'order_summary.read': {
    roles: STAFF,
    ua: 'Бачити підсумки замовлень із націнкою',
    en: 'See summaries of orders with their margin',
  },
});
