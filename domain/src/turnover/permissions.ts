import { permissions, STAFF } from '../kit/roles';

export const turnover = permissions('goods', {
  'turnover.read': {
    roles: [...STAFF, 'Stockman'],
    ua: 'Бачити прибуткові та видаткові документи',
    en: 'See documents of income and outcome',
  },
  'turnover.edit': {
    roles: [...STAFF, 'Stockman'],
    ua: 'Готувати чернетки документів і позначати надходження',
    en: 'Prepare drafts of documents and mark goods as arrived',
  },
  'turnover.post': {
    roles: STAFF,
    ua: 'Проводити та сторнувати документи',
    en: 'Post documents and reverse them',
  },
  'turnover.cost': {
    roles: STAFF,
    ua: 'Бачити собівартість і націнку',
    en: 'See costs and margins',
  },
});
