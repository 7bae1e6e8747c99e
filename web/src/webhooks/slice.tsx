import { slice } from '../kit/slice';

/** A tab of API access: no entry of the sidebar of its own. */
export const webhooks = slice({
  name: 'webhooks',
  level: 12,
  routes: [
    {
      path: 'integrations/api/webhooks',
      lazy: async () => ({ Component: (await import('./WebhooksPage')).WebhooksPage }),
    },
    {
      path: 'integrations/api/webhooks/:id',
      lazy: async () => ({ Component: (await import('./DeliveriesPage')).DeliveriesPage }),
    },
  ],
});
