import { permissions, STAFF, WORKERS } from '../kit/roles';

export const stock = permissions('goods', {
  'stock.read': { roles: WORKERS, ua: 'Бачити рухи залишків і бронювання', en: 'See stock movements and bookings' },
  'stock.edit': { roles: [...STAFF, 'Stockman'], ua: 'Змінювати залишки', en: 'Change the stock' },
});
