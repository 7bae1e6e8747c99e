import { createApiKey, createMyApiKey } from '@lanka/domain/api_keys/contract';
import { type Entries, each, P, wholly } from '../../test/entries';
import { toCursor } from '../changes/cursor';

const KEY = { name: 'Сайт', scopes: ['orders.read' as const] };
const MINE = 'dropshipping/api_keys';
const mine = ({ ids }: { readonly ids: Readonly<Record<string, string>> }) => ({ id: ids.myKey as string });
const BUSINESS = `update users set subscription_plan = 'dropshipper-business-monthly' where id = $1`;

const TWO_WEEKS = wholly('the sums of two weeks', 'api_call_days');

/** As `toCursor` writes it: a reader of the large project that has read nothing yet. */
const BODY = `decode(replace(:project:, '-', '') || '000000000000', 'hex')`;
const CURSOR = `translate(encode(substring(sha256(convert_to('changes', 'UTF8') || ${BODY}) for 5) || ${BODY}, 'base64'), '+/', '-_')`;

export const entries: Entries = {
  walls: {
    [`GET ${P}/api_keys`]: {},
    [`GET ${P}/api_keys/limits`]: {},
    [`POST ${P}/api_keys`]: { body: () => KEY },
    [`POST ${P}/api_keys/:id/rotate`]: { body: () => ({ keep_hours: 1 }) },
    [`DELETE ${P}/api_keys/:id`]: {},
    [`GET ${P}/api_keys/calls`]: {},
    [`GET ${P}/api_keys/calls/days`]: {},
    [`GET ${MINE}/calls`]: {},
    // of a key alone
    'GET api_keys/current': { passes: [422] },
    [`GET ${MINE}/calls/days`]: {},
    [`GET ${MINE}`]: {},
    [`GET ${MINE}/limits`]: {},
    // the plan Business has keys, and in this world one person has it
    [`POST ${MINE}`]: { body: () => KEY, passes: [402] },
    [`POST ${MINE}/:id/rotate`]: { params: mine, body: () => ({ keep_hours: 1 }), only: ['Client'], passes: [402] },
    [`DELETE ${MINE}/:id`]: { params: mine, only: ['Client'] },
  },
  async world(app, { project, mark, ownMark, people }) {
    const params = { project_id: project.id };
    const made = await app.call(createApiKey, { params, token: people.Owner.token, body: { ...KEY, name: mark } });
    await app.sql(null, BUSINESS, [people.Client.id]);
    const own = await app.call(createMyApiKey, { token: people.Client.token, body: { ...KEY, name: ownMark } });
    for (const [tenant, key] of [
      [project.id, made.body.id],
      [people.Client.id, own.body.id],
    ])
      await app.sql(
        tenant as string,
        `insert into api_use (project_id, key_id, month, requests, bytes) values ($1, $2, '2025-01-01', 1, 10), ($1, $1, '2025-01-01', 1, 10)`,
        [tenant, key],
      );
    for (const [tenant, key, word] of [
      [project.id, made.body.id, mark],
      [people.Client.id, own.body.id, ownMark],
    ] as const) {
      await app.sql(
        tenant,
        `insert into api_calls (project_id, id, key_id, at, operation, status, ms, bytes, path, request, answer)
         values ($1, gen_random_uuid(), $2, now(), 'GET orders', 422, 1, 10, $3, $3, $3)`,
        [tenant, key, word],
      );
      await app.sql(
        tenant,
        `insert into api_call_days (project_id, day, key_id, operation, status, calls, bytes, ms)
         values ($1, current_date, $2, $3, 422, 1, 10, 1)`,
        [tenant, key, word],
      );
      // one that has read nothing yet: what it misses is counted
      await app.sql(tenant, `insert into change_readers (project_id, key_id, after, at) values ($1, $2, $3, now())`, [
        ...[tenant, key, toCursor(new Map([[project.id, { number: 0, whole: 0 }]]))],
      ]);
    }
    return { api_keys: made.body.id, myKey: own.body.id };
  },
  growth: {
    reads: {
      [`GET ${P}/api_keys`]: {},
      [`GET ${P}/api_keys/limits`]: 'one thing by its key',
      'GET api_keys/current': 'one thing by its key',
      [`GET ${P}/api_keys/calls`]: {
        queries: [...each('failed', 'true', 'false'), { key_id: '$apiKey' }],
        known: { 'c.status < 400': wholly('the calls of a keeper that are kept, 2,000 at most', 'api_calls') },
      },
      [`GET ${P}/api_keys/calls/days`]: { known: { api_call_days: TWO_WEEKS } },
      [`GET ${MINE}/calls`]: 'as those of a project',
      [`GET ${MINE}/calls/days`]: 'as those of a project',
      [`GET ${MINE}`]: 'as those of a project',
      [`GET ${MINE}/limits`]: 'one thing by its key',
    },
    writes: {
      [`POST ${P}/api_keys/:id/rotate`]: [{ params: { id: '$apiKey' }, body: { keep_hours: 1 } }],
      [`DELETE ${P}/api_keys/:id`]: [{ params: { id: '$apiKey' } }],
    },
    rows: [
      `insert into api_keys (project_id, id, user_id, name, scopes, addresses, prefix, revoked_at, created_at)
         select :project:, pg_temp.key('api key' || n), :user:, 'Ключ ' || n, '["orders.read"]', '[]', 'lanka_000000',
           case when n > 10 then now() end, now() - n * interval '1 minute'
         from generate_series(1, 20000) n`,
      `insert into api_key_secrets (project_id, token_hash, key_id, ends_at)
         select :project:, 'hash ' || n || ' ' || s, pg_temp.key('api key' || n), case when s = 1 then now() end
         from generate_series(1, 20000) n, generate_series(1, 2) s`,
      `insert into api_use (project_id, key_id, month, requests, bytes)
         select :project:, pg_temp.key('api key' || n), date '2026-01-01' + m * interval '1 month', 1, 100
         from generate_series(1, 5000) n, generate_series(0, 3) m`,
      `insert into api_calls (project_id, id, key_id, at, operation, status, ms, bytes)
         select :project:, pg_temp.key('api call' || n), pg_temp.key('api key' || (1 + n % 10)), now() - n * interval '1 minute',
           'GET projects/:project_id/orders', case when n % 50 = 0 then 422 else 200 end, 5, 100
         from generate_series(1, 20000) n`,
      `insert into api_call_days (project_id, day, key_id, operation, status, calls, bytes, ms)
         select :project:, current_date - d, pg_temp.key('api key' || k), 'GET ' || o, 200, 9, 900, 90
         from generate_series(0, 13) d, generate_series(1, 10) k, generate_series(1, 30) o`,
      `insert into change_readers (project_id, key_id, after, at)
         select :project:, pg_temp.key('api key' || n), ${CURSOR}, now() from generate_series(1, 10) n`,
    ],
    ids: { apiKey: 'api_keys where project_id = :project: and revoked_at is null' },
  },
};
