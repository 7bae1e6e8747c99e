import { LEADERS, permissions } from '../kit/roles';

export const audit = permissions('service', {
  'audit.read': { roles: LEADERS, ua: 'Бачити самоперевірку даних', en: 'See the self-check of the data' },
  'audit.run': { roles: LEADERS, ua: 'Запускати самоперевірку даних', en: 'Run the self-check of the data' },
});
