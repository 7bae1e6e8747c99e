import { permissions, STAFF } from '../kit/roles';

export const payouts = permissions('money', {
  'payouts.read': { roles: STAFF, ua: 'Бачити реєстри виплат', en: 'See payout registers' },
  'payouts.make': {
    roles: STAFF,
    ua: 'Складати реєстри виплат і позначати виплачене',
    en: 'Make payout registers and mark what is paid',
  },
});
