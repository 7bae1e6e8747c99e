import { permissions, WORKERS } from '../kit/roles';

export const picking = permissions('goods', {
  'picking.edit': {
    roles: WORKERS,
    ua: 'Збирати замовлення й бачити, що вже зібрано',
    en: 'Pick orders and see what is picked already',
  },
});
