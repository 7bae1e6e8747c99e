import { permissions, STAFF } from '../kit/roles';

export const papers = permissions('money', {
  'papers.read': {
    roles: [...STAFF, 'Client'],
    ua: 'Бачити реєстр виданих документів і завантажувати їх',
    en: 'See the register of issued papers and download them',
  },
});
