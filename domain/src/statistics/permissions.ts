import { permissions, STAFF } from '../kit/roles';

export const statistics = permissions('money', {
  'statistics.read': {
    roles: STAFF,
    ua: 'Бачити статистику: виручку, маржу, замовлення, повернення й товари за період',
    en: 'See statistics: revenue, margin, orders, returns and goods of a period',
  },
});
