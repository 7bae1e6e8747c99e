import { permissions, STAFF } from '../kit/roles';

export const categories = permissions('goods', {
  'categories.edit': {
    roles: STAFF,
    ua: 'Створювати, переносити, об’єднувати й видаляти категорії товарів',
    en: 'Make, move, merge and delete product categories',
  },
});
