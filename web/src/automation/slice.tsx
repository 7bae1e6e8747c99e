import { IconBolt } from '@tabler/icons-react';
import { slice } from '../kit/slice';

const page = () => import('./RulePage');

export const automation = slice({
  name: 'automation',
  level: 12,
  routes: [
    { path: 'automation', lazy: async () => ({ Component: (await import('./RulesPage')).RulesPage }) },
    { path: 'automation/runs', lazy: async () => ({ Component: (await import('./RunsPage')).RunsPage }) },
    { path: 'automation/new', lazy: async () => ({ Component: (await page()).NewRulePage }) },
    { path: 'automation/:id', lazy: async () => ({ Component: (await page()).RulePage }) },
  ],
  sidebar: [
    {
      id: 'automation',
      to: '/cp/automation',
      label: { ua: 'Автоматизація', en: 'Automation' },
      icon: IconBolt,
      group: 'sales',
      order: 6,
      visible: (session) => !session.isDropshipping && session.can('automation.read'),
    },
  ],
});
