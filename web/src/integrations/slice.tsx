import { IconPlugConnected } from '@tabler/icons-react';
import { slice } from '../kit/slice';

const log = () => import('./LogPages');

export const integrations = slice({
  name: 'integrations',
  level: 3,
  routes: [
    { path: 'integrations', lazy: async () => ({ Component: (await import('./IntegrationsPage')).IntegrationsPage }) },
    { path: 'integrations/log/:service', lazy: async () => ({ Component: (await log()).CallsPage }) },
    { path: 'integrations/log/:service/tasks', lazy: async () => ({ Component: (await log()).TasksPage }) },
  ],
  sidebar: [
    {
      id: 'integrations',
      to: '/cp/integrations',
      label: { ua: 'Підключені служби', en: 'Connected services' },
      icon: IconPlugConnected,
      group: 'integrations',
      order: 0,
      visible: (session) => !session.isDropshipping && session.can('integrations.read'),
    },
  ],
});
