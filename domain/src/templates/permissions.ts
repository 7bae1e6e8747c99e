import { EVERYBODY, LEADERS, permissions } from '../kit/roles';

export const templates = permissions('project', {
  // whoever fills in an order or looks at a product needs to know its fields
  'templates.read': { roles: EVERYBODY, ua: 'Бачити шаблони полів', en: 'See the templates of fields' },
  'templates.edit': { roles: LEADERS, ua: 'Змінювати шаблони полів', en: 'Change the templates of fields' },
});
