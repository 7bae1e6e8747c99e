import { permissions, STAFF } from '../kit/roles';

export const papers = permissions('money', {
  'papers.read': {
    roles: [...STAFF, 'Client'],
    ua: 'Бачити реєстр виданих документів і завантажувати їх',
    en: 'See the register of issued papers and download them',
  },
  'papers.archive': {
    roles: [...STAFF, 'Client'],
    ua: 'Завантажувати багато документів архівом',
    en: 'Download many papers as an archive',
  },
});
