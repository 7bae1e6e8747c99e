import type { Locale } from './errors';
import { PERMISSIONS, type Permission } from './roles';

/** What a permission lets do, for the page of roles and for the documentation. */
export const PERMISSION_WORDS: Readonly<Record<Permission, Readonly<Record<Locale, string>>>> = {
  'project.read': { ua: 'Бачити дані проєкту та його адресу', en: 'See the project and its address' },
  'project.edit': { ua: 'Змінювати налаштування проєкту', en: 'Change the settings of the project' },
  'project.delete': { ua: 'Видалити проєкт', en: 'Delete the project' },
  'users.read': { ua: 'Бачити користувачів і запрошення', en: 'See users and invitations' },
  'users.manage': {
    ua: 'Запрошувати співробітників, змінювати ролі, вилучати',
    en: 'Invite staff, change roles, remove users',
  },
  'products.read': { ua: 'Бачити товари', en: 'See products' },
  'products.edit': { ua: 'Створювати та змінювати товари', en: 'Create and change products' },
  'stock.read': { ua: 'Бачити рухи залишків і бронювання', en: 'See stock movements and bookings' },
  'stock.edit': { ua: 'Змінювати залишки', en: 'Change the stock' },
  'manufacture.read': { ua: 'Бачити заявки на виробництво', en: 'See manufacture requests' },
  'manufacture.edit': {
    ua: 'Створювати та вести заявки на виробництво',
    en: 'Create and carry out manufacture requests',
  },
  'imports.run': { ua: 'Імпортувати та експортувати дані', en: 'Import and export data' },
  'promotions.read': { ua: 'Бачити акції', en: 'See promotions' },
  'promotions.edit': { ua: 'Створювати та змінювати акції', en: 'Create and change promotions' },
  'orders.read': { ua: 'Бачити замовлення', en: 'See orders' },
  'orders.create': { ua: 'Створювати замовлення', en: 'Create orders' },
  'orders.edit': { ua: 'Змінювати замовлення', en: 'Change orders' },
  'orders.move': {
    ua: 'Змінювати статус замовлення в межах своєї ролі',
    en: 'Change the status of an order, as far as the role goes',
  },
  'orders.comment': { ua: 'Коментувати замовлення', en: 'Comment on orders' },
  'documents.issue': { ua: 'Виписувати рахунки та накладні', en: 'Issue invoices and delivery notes' },
  'counterparties.read': { ua: 'Бачити контрагентів', en: 'See counterparties' },
  'counterparties.edit': { ua: 'Створювати та змінювати контрагентів', en: 'Create and change counterparties' },
  'counterparties.invite': {
    ua: 'Запрошувати дропшиперів і прибирати їхній доступ',
    en: 'Invite dropshippers and remove their access',
  },
  'payments.read': { ua: 'Бачити платежі та баланс', en: 'See payments and the balance' },
  'payments.report': { ua: 'Повідомляти про платіж', en: 'Report a payment' },
  'payments.confirm': { ua: 'Підтверджувати та відхиляти платежі', en: 'Confirm and decline payments' },
  'payments.enter': { ua: 'Вносити платежі', en: 'Enter payments' },
  'payment_details.read': {
    ua: 'Бачити платіжні реквізити (дропшипер – лише основні)',
    en: 'See payment details (a dropshipper only the main ones)',
  },
  'payment_details.edit': { ua: 'Змінювати платіжні реквізити', en: 'Change payment details' },
  'files.upload': { ua: 'Додавати файли', en: 'Add files' },
  'audit.read': { ua: 'Бачити самоперевірку даних', en: 'See the self-check of the data' },
  'audit.run': { ua: 'Запускати самоперевірку даних', en: 'Run the self-check of the data' },
  'billing.read': { ua: 'Бачити тариф і його ліміти', en: 'See the plan and its limits' },
  'billing.manage': { ua: 'Обирати тариф', en: 'Choose the plan' },
};

/** In the order of the table, with their words. */
export const listPermissions = (locale: Locale): { permission: Permission; words: string }[] =>
  (Object.keys(PERMISSIONS) as Permission[]).map((permission) => ({
    permission,
    words: PERMISSION_WORDS[permission][locale],
  }));
