import { IconMessage } from '@tabler/icons-react';
import { slice } from '../kit/slice';

/** A tab of API access; whoever sees no other tab of it has an entry of his own. */
export const requestForms = slice({
  name: 'request_forms',
  level: 4,
  routes: [
    {
      path: 'integrations/api/requests/:id?',
      lazy: async () => ({ Component: (await import('./RequestForms')).RequestForms }),
    },
  ],
  sidebar: [
    {
      id: 'api-access',
      to: '/cp/integrations/api/requests',
      label: { ua: 'Запити з сайту', en: 'Site requests' },
      icon: IconMessage,
      group: 'integrations',
      visible: ({ can }) => can('request_forms.read') && !can('static_data.read'),
    },
  ],
});
