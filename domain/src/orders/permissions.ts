import { EVERYBODY, permissions, STAFF } from '../kit/roles';

export const orders = permissions('sales', {
  'orders.read': { roles: EVERYBODY, ua: 'Бачити замовлення', en: 'See orders' },
  'orders.create': { roles: [...STAFF, 'Client'], ua: 'Створювати замовлення', en: 'Create orders' },
  'orders.edit': { roles: [...STAFF, 'Client'], ua: 'Змінювати замовлення', en: 'Change orders' },
  'orders.move': {
    roles: EVERYBODY,
    ua: 'Змінювати статус замовлення в межах своєї ролі',
    en: 'Change the status of an order, as far as the role goes',
  },
  'orders.queue': {
    roles: STAFF,
    ua: 'Змінювати місце замовлення в черзі',
    en: 'Change the place of an order in the queue',
  },
  'orders.comment': { roles: EVERYBODY, ua: 'Коментувати замовлення', en: 'Comment on orders' },
});
