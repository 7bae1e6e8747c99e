import { LEADERS, permissions } from '../kit/roles';

/** Owner and Administrator alone: a Manager does not even load the list (specification §4). */
export const applications = permissions('sales', {
  'applications.read': {
    roles: LEADERS,
    ua: 'Бачити заявки дропшиперів на співпрацю',
    en: 'See applications of dropshippers',
  },
  'applications.decide': {
    roles: LEADERS,
    ua: 'Схвалювати й відхиляти заявки, блокувати та розблоковувати дропшиперів',
    en: 'Approve and reject applications, block and unblock dropshippers',
  },
});
