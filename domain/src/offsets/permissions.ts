import { permissions, STAFF } from '../kit/roles';

export const offsets = permissions('money', {
  'offsets.read': {
    roles: [...STAFF, 'Client'],
    ua: 'Бачити акти взаємозаліку',
    en: 'See acts of offset',
  },
  'offsets.edit': {
    roles: [...STAFF, 'Client'],
    ua: 'Складати, погоджувати, відхиляти та скасовувати акти взаємозаліку',
    en: 'Build, agree, refuse and take back acts of offset',
  },
});
