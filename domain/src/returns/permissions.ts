import { permissions, STAFF } from '../kit/roles';

export const returns = permissions('sales', {
  'returns.read': {
    roles: [...STAFF, 'Stockman', 'Client'],
    ua: 'Бачити повернення',
    en: 'See returns',
  },
  'returns.create': {
    roles: [...STAFF, 'Stockman', 'Client'],
    ua: 'Оформлювати повернення',
    en: 'Make returns',
  },
  'returns.decide': {
    roles: STAFF,
    ua: 'Приймати й відхиляти повернення та відмови від посилок',
    en: 'Approve and reject returns and refused parcels',
  },
});
