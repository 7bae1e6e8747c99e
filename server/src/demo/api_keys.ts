import { createApiKey, revokeApiKey } from '@lanka/domain/api_keys/contract';
import type { ApiScope } from '@lanka/domain/kit/api_scopes';
import { addPastUse } from '../api_keys';
import type { Person } from './caller';
import { HOUR, type Stage } from './stage';

const KEYS: readonly { name: string; scopes: readonly ApiScope[]; calls: number; bytes: number; hoursAgo: number }[] = [
  {
    name: 'Сайт tekstyl-plius.ua',
    scopes: ['products.read', 'stock.read', 'orders.read', 'orders.write', 'static_data.read'],
    ...{ calls: 184_320, bytes: 412_600_000, hoursAgo: 0.1 },
  },
  { name: 'Облік у 1С', scopes: ['orders.read', 'payments.read'], calls: 9_480, bytes: 58_200_000, hoursAgo: 3 },
];

/** Keys of the supplier's own programs, as they are used this month, and one that is revoked. */
export async function addApiKeys(stage: Stage, supplier: Person, project_id: string): Promise<void> {
  const params = { project_id };
  for (const { name, scopes, calls, bytes, hoursAgo } of KEYS) {
    const made = await stage.call(supplier, createApiKey, { params, body: { name, scopes: [...scopes] } });
    const used = { project_id, key_id: made.id, requests: calls, bytes, last_at: stage.now - hoursAgo * HOUR };
    await addPastUse(stage.tx, used);
  }
  const old = await stage.call(supplier, createApiKey, {
    ...{ params, body: { name: 'Проба інтегратора', scopes: ['products.read'] } },
  });
  await stage.call(supplier, revokeApiKey, { params: { ...params, id: old.id } });
}
