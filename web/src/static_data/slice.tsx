import { IconDatabase } from '@tabler/icons-react';
import { slice } from '../kit/slice';

/** The first of the tabs of API access (specification §2.3); keys stand beside it. */
export const staticData = slice({
  name: 'static_data',
  level: 4,
  routes: [
    { path: 'integrations/api', lazy: async () => ({ Component: (await import('./StaticDataPage')).StaticDataPage }) },
  ],
  sidebar: [
    {
      id: 'api-access',
      to: '/cp/integrations/api',
      label: { ua: 'Доступ до API', en: 'API access' },
      icon: IconDatabase,
      group: 'integrations',
      visible: (session) => !session.isDropshipping && session.can('static_data.read'),
    },
  ],
});
