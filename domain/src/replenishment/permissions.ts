import { permissions, WORKERS } from '../kit/roles';

export const replenishment = permissions('goods', {
  'replenishment.read': {
    roles: WORKERS,
    ua: 'Бачити, що варто замовити чи виготовити',
    en: 'See what to order or make',
  },
});
