import { LEADERS, permissions } from '../kit/roles';

export const acquiring = permissions('money', {
  'acquiring.read': {
    roles: LEADERS,
    ua: 'Бачити, чи підключено приймання карток',
    en: 'See whether payments by card are connected',
  },
  'acquiring.connect': {
    roles: LEADERS,
    ua: 'Підключати приймання карток',
    en: 'Connect payments by card',
  },
});
