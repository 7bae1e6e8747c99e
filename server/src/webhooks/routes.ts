import * as contract from '@lanka/domain/webhooks/contract';
import { type Served, serve, serveAsking } from '../kit/http/serve';
import { keepTest, readForTest, sendTest } from './test-event';
import * as use from './webhooks';
import { listWebhooks } from './webhooks.store';

const { sideOfProject, sideOfDropshipper } = use;

export const webhookRoutes: Served[] = [
  serve(contract.listWebhooks, ({ tx, scope, query }) => listWebhooks(tx, sideOfProject(scope).keeper, query)),
  serveAsking(
    contract.createWebhook,
    async ({ app, read }) => use.beginHere(app, await read(async (_tx, scope) => sideOfProject(scope))),
    async ({ tx, app, scope, body, changed }) => {
      const made = await use.createWebhook(tx, app, sideOfProject(scope), body);
      changed('webhook', made.id);
      return made;
    },
  ),
  serve(contract.updateWebhook, async ({ tx, app, scope, params, body, changed }) => {
    changed('webhook', params.id);
    return use.updateWebhook(tx, app, sideOfProject(scope), params.id, body);
  }),
  serve(contract.deleteWebhook, async ({ tx, scope, params, changed }) => {
    await use.deleteWebhook(tx, sideOfProject(scope), params.id);
    changed('webhook', params.id);
  }),
  serve(contract.rotateWebhook, async ({ tx, app, scope, params, body, changed }) => {
    changed('webhook', params.id);
    return use.rotateWebhook(tx, app, sideOfProject(scope), params.id, body.keep_hours);
  }),
  serveAsking(
    contract.testWebhook,
    async ({ app, params, read }) => {
      const known = await read((tx, scope) => readForTest(tx, sideOfProject(scope), params.id));
      return sendTest(app, known, params.id);
    },
    async ({ tx, scope, params, changed }, tried) => {
      changed('webhook', params.id);
      return keepTest(tx, sideOfProject(scope), params.id, tried);
    },
  ),
  serve(contract.listDeliveries, ({ tx, scope, params, query }) =>
    use.listDeliveries(tx, sideOfProject(scope), params.id, query),
  ),
  serve(contract.replayDelivery, async ({ tx, scope, params, changed }) => {
    changed('webhook', params.id);
    return use.replay(tx, sideOfProject(scope), params.id, params.delivery);
  }),
  serve(contract.replayDeliveries, async ({ tx, scope, params, body, changed }) => {
    changed('webhook', params.id);
    return use.replaySince(tx, sideOfProject(scope), params.id, body.since);
  }),

  serve(contract.listMyWebhooks, async ({ tx, scope, query }) =>
    listWebhooks(tx, (await sideOfDropshipper(tx, scope)).keeper, query),
  ),
  serveAsking(
    contract.createMyWebhook,
    async ({ app, read }) => use.beginHere(app, await read(sideOfDropshipper)),
    async ({ tx, app, scope, body, changed }) => {
      const made = await use.createWebhook(tx, app, await sideOfDropshipper(tx, scope), body);
      changed('webhook', made.id);
      return made;
    },
  ),
  serve(contract.updateMyWebhook, async ({ tx, app, scope, params, body, changed }) => {
    changed('webhook', params.id);
    return use.updateWebhook(tx, app, await sideOfDropshipper(tx, scope), params.id, body);
  }),
  serve(contract.deleteMyWebhook, async ({ tx, scope, params, changed }) => {
    await use.deleteWebhook(tx, await sideOfDropshipper(tx, scope), params.id);
    changed('webhook', params.id);
  }),
  serve(contract.rotateMyWebhook, async ({ tx, app, scope, params, body, changed }) => {
    changed('webhook', params.id);
    return use.rotateWebhook(tx, app, await sideOfDropshipper(tx, scope), params.id, body.keep_hours);
  }),
  serveAsking(
    contract.testMyWebhook,
    async ({ app, params, read }) => {
      const known = await read(async (tx, scope) => readForTest(tx, await sideOfDropshipper(tx, scope), params.id));
      return sendTest(app, known, params.id);
    },
    async ({ tx, scope, params, changed }, tried) => {
      changed('webhook', params.id);
      return keepTest(tx, await sideOfDropshipper(tx, scope), params.id, tried);
    },
  ),
  serve(contract.listMyDeliveries, async ({ tx, scope, params, query }) =>
    use.listDeliveries(tx, await sideOfDropshipper(tx, scope), params.id, query),
  ),
  serve(contract.replayMyDelivery, async ({ tx, scope, params, changed }) => {
    changed('webhook', params.id);
    return use.replay(tx, await sideOfDropshipper(tx, scope), params.id, params.delivery);
  }),
  serve(contract.replayMyDeliveries, async ({ tx, scope, params, body, changed }) => {
    changed('webhook', params.id);
    return use.replaySince(tx, await sideOfDropshipper(tx, scope), params.id, body.since);
  }),
];
