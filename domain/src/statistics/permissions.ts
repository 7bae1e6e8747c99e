import { permissions, STAFF } from '../kit/roles';

export const statistics = permissions('money', {
  'statistics.read': {
    roles: STAFF,
    ua: 'Бачити статистику: виручку, замовлення й повернення за період',
    en: 'See statistics: revenue, orders and returns of a period',
  },
});
