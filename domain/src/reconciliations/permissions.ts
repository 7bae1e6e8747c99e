import { permissions, STAFF } from '../kit/roles';

export const reconciliations = permissions('money', {
  'reconciliations.read': {
    roles: [...STAFF, 'Client'],
    ua: 'Бачити акти звірки',
    en: 'See reconciliation acts',
  },
  'reconciliations.edit': {
    roles: [...STAFF, 'Client'],
    ua: 'Складати, надсилати, заперечувати та погоджувати акти звірки',
    en: 'Build, send, dispute and agree reconciliation acts',
  },
  'reconciliations.propose': {
    roles: STAFF,
    ua: 'Пропонувати акти звірки всім за місяць',
    en: 'Propose reconciliation acts of a month to all',
  },
});
