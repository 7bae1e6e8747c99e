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
    ua: 'Створювати ТТН для кількох замовлень, друкувати етикетки, складати реєстри відправлень',
    en: 'Make waybills for several orders, print labels, put registers of parcels together',
  },
  'delivery.waybill': {
    roles: [...STAFF, 'Stockman', 'Client'],
    ua: 'Створювати, змінювати й видаляти ТТН замовлення; дропшипер – власним ключем, якщо постачальник дозволяє',
    en: 'Make, change and delete the waybill of an order; a dropshipper by a key of his own, if the supplier lets him',
  },
  'delivery.own': {
    roles: ['Client'],
    ua: 'Підключати власний ключ Нової пошти для своїх замовлень',
    en: 'Connect a key of Nova Poshta of one’s own for one’s own orders',
  },
  'delivery.decide': {
    roles: STAFF,
    ua: 'Робити те, що підказує статус перевізника: відправити, завершити, оформити повернення, внести гроші',
    en: 'Do what the carrier’s status suggests: send, complete, draft a return, enter the money',
  },
  'delivery.track': {
    roles: EVERYBODY,
    ua: 'Бачити, де їде посилка',
    en: 'See where a parcel is',
  },
});
