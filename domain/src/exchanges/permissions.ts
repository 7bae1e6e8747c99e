import { permissions, STAFF } from '../kit/roles';

export const exchanges = permissions('sales', {
  'exchanges.create': {
    roles: [...STAFF, 'Client'],
    ua: 'Оформлювати обмін: повернення й нове замовлення разом',
    en: 'Make exchanges: a return and a new order together',
  },
});
