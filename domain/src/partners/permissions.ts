import { LEADERS, permissions, STAFF } from '../kit/roles';

export const partners = permissions('sales', {
  'counterparties.read': { roles: STAFF, ua: 'Бачити контрагентів', en: 'See counterparties' },
  'counterparties.names': {
    roles: [...STAFF, 'Stockman'],
    ua: 'Обирати контрагента за назвою',
    en: 'Choose a counterparty by its name',
  },
  'counterparties.edit': {
    roles: STAFF,
    ua: 'Створювати та змінювати контрагентів',
    en: 'Create and change counterparties',
  },
  'counterparties.groups': {
    roles: LEADERS,
    ua: 'Створювати групи контрагентів і змінювати їхні умови',
    en: 'Make groups of counterparties and change their terms',
  },
  'counterparties.invite': {
    roles: STAFF,
    ua: 'Запрошувати дропшиперів і прибирати їхній доступ',
    en: 'Invite dropshippers and remove their access',
  },
});
