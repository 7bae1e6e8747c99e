import { LEADERS, permissions } from '../kit/roles';

export const billing = permissions('service', {
  'billing.read': { roles: LEADERS, ua: 'Бачити тариф і його ліміти', en: 'See the plan and its limits' },
  'billing.manage': { roles: LEADERS, ua: 'Обирати тариф', en: 'Choose the plan' },
});
