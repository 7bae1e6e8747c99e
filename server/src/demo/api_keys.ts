import { createApiKey, revokeApiKey } from '@lanka/domain/api_keys/contract';
import type { ApiScope } from '@lanka/domain/kit/api_scopes';
import { addPastCalls, addPastUse } from '../api_keys';
import { readPosition, toCursor } from '../changes';
import type { Person } from './caller';
import { DAY, HOUR, type Stage } from './stage';

const KEYS: readonly { name: string; scopes: readonly ApiScope[]; calls: number; bytes: number; hoursAgo: number }[] = [
  {
    name: 'Сайт tekstyl-plius.ua',
    scopes: ['products.read', 'stock.read', 'orders.read', 'orders.write', 'static_data.read'],
    ...{ calls: 184_320, bytes: 412_600_000, hoursAgo: 0.1 },
  },
  { name: 'Облік у 1С', scopes: ['orders.read', 'payments.read'], calls: 9_480, bytes: 58_200_000, hoursAgo: 3 },
];

/** What each key calls, how often a day, and how long it takes; the last ones fail. */
const CALLS: readonly { operation: string; calls: number; ms: number; bytes: number; status: number }[] = [
  { operation: 'GET projects/:project_id/changes', calls: 2_880, ms: 11, bytes: 900, status: 200 },
  { operation: 'GET projects/:project_id/products/v2', calls: 3_200, ms: 24, bytes: 2_600, status: 200 },
  { operation: 'POST projects/:project_id/orders', calls: 64, ms: 31, bytes: 2_100, status: 201 },
];
const DAYS = 13;

/** The site’s calls of two weeks: one order beyond the stock now and then, and since yesterday a scope that is missing. */
async function addCalls(stage: Stage, project_id: string, key_id: string): Promise<void> {
  const after = toCursor(await readPosition(stage.tx, [project_id]));
  const of = { project_id, key_id };
  const path = `/api/projects/${project_id}/orders`;
  const days = Array.from({ length: DAYS }, (_, nth) => nth);
  const went = days.flatMap((ago) =>
    CALLS.map(({ calls, ...call }, nth) => ({
      ...{ ...of, ...call, at: stage.now - ago * DAY - (nth + 1) * 60_000 },
      ...{
        calls: Math.round(calls * (0.8 + ((ago * 37 + nth * 11) % 40) / 100)),
        after: nth === 0 && ago === 0 ? after : undefined,
      },
    })),
  );
  const short = [1, 4, 9].map((ago) => ({
    ...{ ...of, operation: 'POST projects/:project_id/orders', status: 422, ms: 18, bytes: 310, calls: 2 },
    at: stage.now - ago * DAY,
    failed: {
      path,
      request: '{"send":true,"items":[{"sku":"TP-024-21","count":40}],"customer":{"name":"…14","phone":"…12"}}',
      answer: '{"code":"stock.not_enough","message":"Не вистачає залишку"}',
    },
  }));
  const refused = [0, 1].map((ago) => ({
    ...{ ...of, operation: 'GET projects/:project_id/payments', status: 403, ms: 4, bytes: 120, calls: 12 },
    at: stage.now - ago * DAY - 40 * 60_000,
    failed: {
      path: `/api/projects/${project_id}/payments`,
      request: null,
      answer: '{"code":"api_keys.scope","message":"Ключ не має дозволу payments.read"}',
    },
  }));
  await addPastCalls(stage.tx, [...short, ...refused, ...went]);
}

/** Keys of the supplier's own programs, as they are used this month, and one that is revoked. */
export async function addApiKeys(stage: Stage, supplier: Person, project_id: string): Promise<void> {
  const params = { project_id };
  for (const { name, scopes, calls, bytes, hoursAgo } of KEYS) {
    const made = await stage.call(supplier, createApiKey, { params, body: { name, scopes: [...scopes] } });
    const used = { project_id, key_id: made.id, requests: calls, bytes, last_at: stage.now - hoursAgo * HOUR };
    await addPastUse(stage.tx, used);
    if (name === KEYS[0]?.name) await addCalls(stage, project_id, made.id);
  }
  const old = await stage.call(supplier, createApiKey, {
    ...{ params, body: { name: 'Проба інтегратора', scopes: ['products.read'] } },
  });
  await stage.call(supplier, revokeApiKey, { params: { ...params, id: old.id } });
}
