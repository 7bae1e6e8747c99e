import { slice } from '../kit/slice';

const pages = () => import('./pages');
const path = 'integrations/api/webhooks';

/** A tab of API access: no entry of the sidebar of its own. */
export const webhooks = slice({
  name: 'webhooks',
  level: 12,
  routes: [
    { path, lazy: async () => ({ Component: (await pages()).WebhooksPage }) },
    { path: `${path}/:id`, lazy: async () => ({ Component: (await pages()).DeliveriesPage }) },
  ],
});
