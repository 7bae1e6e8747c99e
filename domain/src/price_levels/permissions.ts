import { permissions, STAFF } from '../kit/roles';

export const priceLevels = permissions('goods', {
  'price_levels.read': { roles: STAFF, ua: 'Бачити рівні цін', en: 'See price levels' },
  'price_levels.edit': {
    roles: STAFF,
    ua: 'Створювати, змінювати та видаляти рівні цін',
    en: 'Make, change and delete price levels',
  },
});
