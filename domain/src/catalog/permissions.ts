import { EVERYBODY, permissions, STAFF } from '../kit/roles';

export const catalog = permissions('goods', {
  'products.read': { roles: EVERYBODY, ua: 'Бачити товари', en: 'See products' },
  'products.edit': { roles: STAFF, ua: 'Створювати та змінювати товари', en: 'Create and change products' },
});
