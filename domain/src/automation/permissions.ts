import { LEADERS, permissions } from '../kit/roles';

export const automation = permissions('sales', {
  'automation.read': {
    roles: LEADERS,
    ua: 'Бачити правила автоматизації та їхні запуски',
    en: 'See automation rules and their runs',
  },
  'automation.edit': {
    roles: LEADERS,
    ua: 'Створювати, змінювати й вимикати правила автоматизації',
    en: 'Create, change and switch off automation rules',
  },
});
