import { createMyWebhook, createWebhook } from '@lanka/domain/webhooks/contract';
import { type Entries, each, P, wholly } from '../../test/entries';
import type { Side } from '../../test/walls/side';

const MINE = 'dropshipping/webhooks';
const HOOK = { url: 'https://shop.example/hooks', events: ['order' as const] };
const BUSINESS = `update users set subscription_plan = 'dropshipper-business-monthly' where id = $1`;
const mine = ({ ids }: Side) => ({ id: ids.myWebhook as string });
const delivery = ({ ids }: Side) => ({ id: ids.webhooks as string, delivery: ids.webhookDelivery as string });
const myDelivery = ({ ids }: Side) => ({ id: ids.myWebhook as string, delivery: ids.myWebhookDelivery as string });
const FEW = wholly('at most ten of one keeper', 'webhooks');
const since = () => ({ since: '2026-01-01T00:00:00.000Z' });

export const entries: Entries = {
  walls: {
    [`GET ${P}/webhooks`]: {},
    [`POST ${P}/webhooks`]: { body: () => HOOK },
    [`PATCH ${P}/webhooks/:id`]: { body: () => ({ paused: true }) },
    [`DELETE ${P}/webhooks/:id`]: {},
    [`POST ${P}/webhooks/:id/rotate`]: { body: () => ({ keep_hours: 1 }) },
    [`POST ${P}/webhooks/:id/test`]: {},
    [`GET ${P}/webhooks/:id/deliveries`]: {},
    [`POST ${P}/webhooks/:id/deliveries/:delivery/replay`]: { params: delivery },
    [`POST ${P}/webhooks/:id/replay`]: { body: since },
    [`GET ${MINE}`]: {},
    // the plan Business has the API, and in this world one person has it
    [`POST ${MINE}`]: { body: () => HOOK, passes: [402] },
    [`PATCH ${MINE}/:id`]: { params: mine, body: () => ({ paused: true }), only: ['Client'] },
    [`DELETE ${MINE}/:id`]: { params: mine, only: ['Client'] },
    [`POST ${MINE}/:id/rotate`]: { params: mine, body: () => ({ keep_hours: 1 }), only: ['Client'] },
    [`POST ${MINE}/:id/test`]: { params: mine, only: ['Client'] },
    [`GET ${MINE}/:id/deliveries`]: { params: mine, only: ['Client'] },
    [`POST ${MINE}/:id/deliveries/:delivery/replay`]: { params: myDelivery, only: ['Client'] },
    [`POST ${MINE}/:id/replay`]: { params: mine, body: since, only: ['Client'] },
  },
  async world(app, { project, mark, ownMark, people }) {
    const params = { project_id: project.id };
    // nobody answers there, and nobody is asked: the address is of this machine
    const body = (word: string) => ({ ...HOOK, url: `https://nobody.invalid/${word}` });
    const made = await app.call(createWebhook, { params, token: people.Owner.token, body: body(mark) });
    await app.sql(null, BUSINESS, [people.Client.id]);
    const own = await app.call(createMyWebhook, { token: people.Client.token, body: body(ownMark) });
    const deliver = async (tenant: string, webhook: string, word: string): Promise<string> => {
      const [row] = await app.sql<{ id: string }>(
        tenant,
        `insert into webhook_deliveries (project_id, webhook_id, id, source_id, kind, entity_id, what, changed_at, state, request)
         values ($1, $2, gen_random_uuid(), $3, 'order', gen_random_uuid(), 'created', now(), 'delivered', $4) returning id`,
        [tenant, webhook, project.id, word],
      );
      return row?.id ?? '';
    };
    return {
      webhooks: made.body.id,
      myWebhook: own.body.id,
      webhookDelivery: await deliver(project.id, made.body.id, mark),
      myWebhookDelivery: await deliver(people.Client.id, own.body.id, ownMark),
    };
  },
  growth: {
    reads: {
      [`GET ${P}/webhooks`]: { known: { '': FEW } },
      [`GET ${P}/webhooks/:id/deliveries`]: {
        known: { 'from webhooks': FEW },
        params: { id: '$webhook' },
        queries: each('state', 'waiting', 'delivered'),
      },
      [`GET ${MINE}`]: 'as those of a project',
      [`GET ${MINE}/:id/deliveries`]: 'as those of a project',
    },
    writes: {
      [`PATCH ${P}/webhooks/:id`]: [{ params: { id: '$webhook' }, body: { paused: true }, known: { '': FEW } }],
    },
    rows: [
      `insert into webhooks (project_id, id, user_id, url, events, secret, position, created_at)
         select :project:, pg_temp.key('webhook' || n), :user:, 'https://shop.example/' || n, '["order"]', 'x', 'x',
           now() - n * interval '1 minute'
         from generate_series(1, 9) n`,
      `insert into webhook_deliveries (project_id, webhook_id, id, source_id, kind, entity_id, what, changed_at, state, created_at)
         select :project:, pg_temp.key('webhook' || (1 + n % 9)), pg_temp.key('delivery' || n), :project:, 'order',
           pg_temp.key('delivered' || n), 'changed', now(), case when n % 1000 = 0 then 'waiting' else 'delivered' end,
           now() - n * interval '1 minute'
         from generate_series(1, 20000) n`,
    ],
    ids: { webhook: `webhooks where project_id = :project: and url = 'https://shop.example/1'` },
  },
};
