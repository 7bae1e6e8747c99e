import { byClock, slice } from '../kit/slice';
import { dispatchFor, dispatchWebhooks, forgetEverywhere, forgetWebhooks } from './dispatch';
import { webhookLeft, webhookPaused } from './notices';
import { webhookRoutes } from './routes';

export const webhooks = slice({
  name: 'webhooks',
  level: 12,
  routes: webhookRoutes,
  topics: [{ kind: 'webhook', permission: 'webhooks.read' }],
  notices: [webhookPaused, webhookLeft],
  jobs: [
    byClock(dispatchWebhooks, '* * * * *', (app) => dispatchFor(app)),
    byClock(forgetWebhooks, '40 3 * * *', forgetEverywhere),
  ],
});
