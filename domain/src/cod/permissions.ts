import { permissions, STAFF } from '../kit/roles';

export const cod = permissions('money', {
  'cod.read': { roles: STAFF, ua: 'Бачити післяплату, яку винні перевізники', en: 'See what carriers owe' },
  'cod.settle': {
    roles: STAFF,
    ua: 'Вносити реєстри перевізників і сторнувати їхні рядки',
    en: 'Enter registers of carriers and reverse their rows',
  },
});
