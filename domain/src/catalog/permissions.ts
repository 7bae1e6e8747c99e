import { EVERYBODY, permissions, STAFF, WORKERS } from '../kit/roles';

export const catalog = permissions('goods', {
  'products.read': { roles: EVERYBODY, ua: 'Бачити товари', en: 'See products' },
  'products.edit': { roles: STAFF, ua: 'Створювати та змінювати товари', en: 'Create and change products' },
  'goods.by_sku': {
    roles: [...STAFF, 'Stockman'],
    ua: 'Змінювати ціни й залишки багатьох артикулів одним викликом (ціни лише тим, хто змінює товари)',
    en: 'Change prices and stock of many SKUs in one call (prices only for those who change products)',
  },
  'products.place': {
    roles: WORKERS,
    ua: 'Вказувати, де на складі лежить товар',
    en: 'Say where in the warehouse goods lie',
  },
});
