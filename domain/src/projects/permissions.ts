import { EVERYBODY, LEADERS, permissions, STAFF } from '../kit/roles';

export const projects = permissions('project', {
  'project.read': { roles: EVERYBODY, ua: 'Бачити дані проєкту та його адресу', en: 'See the project and its address' },
  'project.edit': { roles: LEADERS, ua: 'Змінювати налаштування проєкту', en: 'Change the settings of the project' },
  'project.delete': { roles: ['Owner'], ua: 'Видалити проєкт', en: 'Delete the project' },
  'users.read': { roles: STAFF, ua: 'Бачити користувачів і запрошення', en: 'See users and invitations' },
  'users.manage': {
    roles: LEADERS,
    ua: 'Запрошувати співробітників, змінювати ролі, вилучати',
    en: 'Invite staff, change roles, remove users',
  },
  'payment_details.read': {
    roles: [...STAFF, 'Client'],
    ua: 'Бачити платіжні реквізити (дропшипер – лише основні)',
    en: 'See payment details (a dropshipper only the main ones)',
  },
  'payment_details.edit': { roles: LEADERS, ua: 'Змінювати платіжні реквізити', en: 'Change payment details' },
});
