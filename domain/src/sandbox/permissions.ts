import { LEADERS, permissions } from '../kit/roles';

export const sandbox = permissions('integrations', {
  'sandbox.read': {
    roles: LEADERS,
    ua: 'Бачити пісочницю для інтеграцій',
    en: 'See the sandbox for integrations',
  },
  'sandbox.manage': {
    roles: ['Owner'],
    ua: 'Створювати й видаляти пісочницю, отримувати її ключ',
    en: 'Make the sandbox, throw it away and get its key',
  },
});
