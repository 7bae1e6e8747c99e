import { EVERYBODY, LEADERS, permissions, STAFF } from '../kit/roles';

export const delivery = permissions('integrations', {
  'delivery.edit': {
    roles: LEADERS,
    ua: 'Підключати служби доставки й змінювати їхні налаштування',
    en: 'Connect delivery services and change their settings',
  },
  'delivery.read': {
    roles: [...STAFF, 'Stockman'],
    ua: 'Бачити накладні перевізників і налаштування доставки',
    en: 'See waybills of carriers and the settings of delivery',
  },
  'delivery.make': {
    roles: [...STAFF, 'Stockman'],
    ua: 'Створювати, змінювати й видаляти ТТН, друкувати етикетки, складати реєстри відправлень',
    en: 'Make, change and delete waybills, print labels, put registers of parcels together',
  },
  'delivery.track': {
    roles: EVERYBODY,
    ua: 'Бачити, де їде посилка',
    en: 'See where a parcel is',
  },
});
