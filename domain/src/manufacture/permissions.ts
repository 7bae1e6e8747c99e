import { MAKERS, permissions } from '../kit/roles';

export const manufacture = permissions('goods', {
  'manufacture.read': { roles: MAKERS, ua: 'Бачити заявки на виробництво', en: 'See manufacture requests' },
  'manufacture.edit': {
    roles: MAKERS,
    ua: 'Створювати та вести заявки на виробництво',
    en: 'Create and carry out manufacture requests',
  },
});
