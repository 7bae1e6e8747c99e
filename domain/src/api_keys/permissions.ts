import { LEADERS, permissions } from '../kit/roles';

export const apiKeys = permissions('integrations', {
  'api_keys.read': {
    roles: LEADERS,
    ua: 'Бачити ключі API та їх використання',
    en: 'See keys of the API and their use',
  },
  'api_keys.manage': {
    roles: LEADERS,
    ua: 'Створювати, замінювати й відкликати ключі API',
    en: 'Make, rotate and revoke keys of the API',
  },
});
