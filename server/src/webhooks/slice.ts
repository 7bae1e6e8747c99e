import { on } from '@lanka/domain/kit/hooks';
import { resealed } from '../integrations';
import { byClock, slice } from '../kit/slice';
import { requestForgotten } from '../request_forms';
import { dispatchFor, dispatchWebhooks, forgetEverywhere, forgetWebhooks } from './dispatch';
import { webhookLeft, webhookPaused } from './notices';
import { sealAnew } from './reseal';
import { webhookRoutes } from './routes';
import { forgetRequest } from './sending.store';

export const webhooks = slice({
  name: 'webhooks',
  level: 12,
  routes: webhookRoutes,
  topics: [{ kind: 'webhook', permission: 'webhooks.read' }],
  hooks: [on(requestForgotten, forgetRequest), on(resealed, sealAnew)],
  notices: [webhookPaused, webhookLeft],
  jobs: [
    byClock(dispatchWebhooks, '* * * * *', (app) => dispatchFor(app)),
    byClock(forgetWebhooks, '40 3 * * *', forgetEverywhere),
  ],
});
