import { permissions, STAFF } from '../kit/roles';

/** Of a project's own clients. A dropshipper's are his, across suppliers, and no project's permission opens them. */
export const clients = permissions('sales', {
  'clients.read': {
    roles: STAFF,
    ua: 'Бачити клієнтів проєкту та покупців зі своїх замовлень',
    en: 'See the clients of the project and the customers of its orders',
  },
  'clients.edit': {
    roles: STAFF,
    ua: 'Додавати, змінювати, обʼєднувати, імпортувати й видаляти клієнтів',
    en: 'Add, change, merge, import and delete clients',
  },
  'clients.of_orders': {
    roles: [...STAFF, 'Client'],
    ua: 'Бачити свого клієнта в замовленні, зберігати його та давати йому сторінку відстеження',
    en: 'See the own client of an order, keep him and give him the tracking page',
  },
});
