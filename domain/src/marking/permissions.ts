import { LEADERS, permissions, WORKERS } from '../kit/roles';

export const marking = permissions('goods', {
  'marking.read': {
    roles: WORKERS,
    ua: 'Сканувати, друкувати етикетки, бачити налаштування маркування',
    en: 'Scan, print labels, see the settings of marking',
  },
  'marking.codes': { roles: WORKERS, ua: 'Видавати товарам внутрішні коди', en: 'Hand out internal codes to goods' },
  'marking.edit': {
    roles: LEADERS,
    ua: 'Змінювати налаштування маркування й шаблони етикеток',
    en: 'Change the settings of marking and the templates of labels',
  },
});
