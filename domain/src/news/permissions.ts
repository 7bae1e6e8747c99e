import { permissions, STAFF } from '../kit/roles';

export const news = permissions('sales', {
  'news.read': {
    roles: STAFF,
    ua: 'Бачити новини для дропшиперів і хто їх прочитав',
    en: 'See the news for dropshippers and who has read them',
  },
  'news.edit': {
    roles: STAFF,
    ua: 'Писати новини для дропшиперів',
    en: 'Write news for dropshippers',
  },
});
