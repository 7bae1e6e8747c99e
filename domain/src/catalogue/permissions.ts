import { LEADERS, permissions } from '../kit/roles';

export const catalogue = permissions('sales', {
  'catalogue.manage': {
    roles: LEADERS,
    ua: 'Вести проєкт у каталозі постачальників: перевірка, ціни, публічна сторінка',
    en: 'Keep the project in the catalogue of suppliers: verification, prices, public page',
  },
});
