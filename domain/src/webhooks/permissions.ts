import { LEADERS, permissions } from '../kit/roles';

export const webhooks = permissions('integrations', {
  'webhooks.read': {
    roles: LEADERS,
    ua: 'Бачити вебхуки та їх доставки',
    en: 'See webhooks and their deliveries',
  },
  'webhooks.manage': {
    roles: LEADERS,
    ua: 'Створювати, змінювати, перевіряти й видаляти вебхуки',
    en: 'Make, change, try and delete webhooks',
  },
});
