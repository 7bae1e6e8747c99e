import { permissions, STAFF, WORKERS } from '../kit/roles';

export const reports = permissions('money', {
  'reports.make': {
    roles: WORKERS,
    ua: 'Складати звіти про те, що бачать на екранах',
    en: 'Make reports of what is seen on the screens',
  },
  'reports.schedule': {
    roles: STAFF,
    ua: 'Надсилати звіти за розкладом',
    en: 'Have reports sent by a schedule',
  },
});
