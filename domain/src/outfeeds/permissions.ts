import { LEADERS, permissions, STAFF } from '../kit/roles';

export const outfeeds = permissions('integrations', {
  'outfeeds.read': { roles: STAFF, ua: 'Бачити товарні фіди проєкту й дропшиперів', en: 'See the feeds of goods' },
  'outfeeds.edit': {
    roles: STAFF,
    ua: 'Створювати й змінювати товарні фіди проєкту',
    en: 'Make and change feeds of goods',
  },
  'outfeeds.partners': {
    roles: LEADERS,
    ua: 'Дозволяти дропшиперам фід із їхніми цінами закупівлі',
    en: 'Allow dropshippers a feed with what they pay',
  },
});
