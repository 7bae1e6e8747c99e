import { LEADERS, permissions, STAFF } from '../kit/roles';

export const requestForms = permissions('integrations', {
  'request_forms.read': {
    roles: STAFF,
    ua: 'Бачити запити з власного сайту',
    en: 'See the requests that come from the own site',
  },
  'request_forms.edit': {
    roles: STAFF,
    ua: 'Додавати, опрацьовувати й видаляти запити з сайту',
    en: 'Add, handle and delete requests from the site',
  },
  'request_forms.setup': {
    roles: LEADERS,
    ua: 'Налаштовувати форму для сайту',
    en: 'Set up the form for the site',
  },
});
