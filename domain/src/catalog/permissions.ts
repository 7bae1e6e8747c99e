import { EVERYBODY, permissions, STAFF, WORKERS } from '../kit/roles';

export const catalog = permissions('goods', {
  'products.read': { roles: EVERYBODY, ua: 'Бачити товари', en: 'See products' },
  'products.edit': { roles: STAFF, ua: 'Створювати та змінювати товари', en: 'Create and change products' },
  'products.place': {
    roles: WORKERS,
    ua: 'Вказувати, де на складі лежить товар',
    en: 'Say where in the warehouse goods lie',
  },
});
