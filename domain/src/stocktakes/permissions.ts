import { permissions, STAFF } from '../kit/roles';

export const stocktakes = permissions('goods', {
  'stocktakes.read': { roles: [...STAFF, 'Stockman'], ua: 'Бачити інвентаризації', en: 'See stocktakes' },
  'stocktakes.edit': {
    roles: [...STAFF, 'Stockman'],
    ua: 'Починати інвентаризації, рахувати та закривати їх',
    en: 'Open stocktakes, count and close them',
  },
});
