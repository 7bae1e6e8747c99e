import { LEADERS, permissions, WORKERS } from '../kit/roles';

export const marking = permissions('goods', {
  'marking.read': {
    roles: WORKERS,
    ua: 'Сканувати, бачити налаштування маркування й шаблони етикеток',
    en: 'Scan, see the settings of marking and the templates of labels',
  },
  'marking.print': { roles: WORKERS, ua: 'Друкувати етикетки', en: 'Print labels' },
  'marking.codes': { roles: WORKERS, ua: 'Видавати товарам внутрішні коди', en: 'Hand out internal codes to goods' },
  'marking.edit': {
    roles: LEADERS,
    ua: 'Змінювати налаштування маркування й шаблони етикеток',
    en: 'Change the settings of marking and the templates of labels',
  },
});
