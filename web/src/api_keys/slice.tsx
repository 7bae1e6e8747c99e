import { IconKey } from '@tabler/icons-react';
import { slice } from '../kit/slice';

export const apiKeys = slice({
  name: 'api_keys',
  level: 3,
  routes: [{ path: 'integrations/api/keys', lazy: async () => ({ Component: (await import('./KeysPage')).KeysPage }) }],
  sidebar: [
    {
      id: 'api-access',
      to: '/cp/integrations/api/keys',
      label: { ua: 'Ключі API', en: 'API keys' },
      icon: IconKey,
      group: 'integrations',
      visible: ({ isDropshipping, role }) => isDropshipping || role === 'Client',
    },
  ],
});
