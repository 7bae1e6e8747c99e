import { LEADERS, permissions, STAFF } from '../kit/roles';

export const integrations = permissions('integrations', {
  'integrations.read': {
    roles: STAFF,
    ua: 'Бачити стан підключених служб, їхню чергу й виклики',
    en: 'See how connected services are, their queue and calls',
  },
  'integrations.manage': {
    roles: LEADERS,
    ua: 'Призупиняти служби й повторювати те, що не вдалося',
    en: 'Pause services and repeat what failed',
  },
});
