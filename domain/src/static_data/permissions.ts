import { LEADERS, permissions } from '../kit/roles';

export const staticData = permissions('integrations', {
  'static_data.read': { roles: LEADERS, ua: 'Бачити дані для сайту', en: 'See the data for the own site' },
  'static_data.edit': { roles: LEADERS, ua: 'Змінювати дані для сайту', en: 'Change the data for the own site' },
});
