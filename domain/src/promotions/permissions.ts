import { LEADERS, permissions, STAFF } from '../kit/roles';

export const promotions = permissions('sales', {
  'promotions.read': { roles: [...STAFF, 'Client'], ua: 'Бачити акції', en: 'See promotions' },
  'promotions.results': { roles: STAFF, ua: 'Бачити, що принесли акції', en: 'See what promotions brought' },
  'promotions.edit': { roles: LEADERS, ua: 'Створювати та змінювати акції', en: 'Create and change promotions' },
});
