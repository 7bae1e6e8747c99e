import { WARN_AT_PERCENT } from '@lanka/domain/api_keys/contract';
import { type ApiUse, apiAllowed } from '@lanka/domain/kit/plans';
import type { Use } from '../kit/auth/api-keys';
import { systemIn } from '../kit/auth/scope';
import type { Tx } from '../kit/db/db';
import type { Services } from '../kit/services';
import { addUse, firstSupplier, planOfKeeper, touchKey } from './api_keys.store';
import { myUseRunsOut, useRunsOut } from './notices';

/** The share of the month that was passed just now, in percent; the higher one where both were. */
export function passed(before: ApiUse, after: ApiUse, allowed: ApiUse): number | null {
  const share = (use: ApiUse): number =>
    Math.max((use.requests / allowed.requests) * 100, (use.bytes / allowed.bytes) * 100);
  return [...WARN_AT_PERCENT].reverse().find((percent) => share(before) < percent && share(after) >= percent) ?? null;
}

/** Adds up calls by key and by tenant. Whoever owns the plan is told once when a share of it is passed. */
export async function keepUse(tx: Tx, app: Services, uses: readonly Use[]): Promise<void> {
  const tenants = new Map<string, Use>();
  for (const use of uses) {
    await addUse(tx, use);
    await touchKey(tx, use.project_id, use.key_id, use.last_at);
    const name = `${use.project_id} ${use.month}`;
    const sum = tenants.get(name);
    const more = sum ? { requests: sum.requests + use.requests, bytes: sum.bytes + use.bytes } : {};
    tenants.set(name, { ...use, ...more, key_id: use.project_id });
  }
  for (const added of tenants.values()) {
    const after = await addUse(tx, added);
    const before = { requests: after.requests - added.requests, bytes: after.bytes - added.bytes };
    await warn(tx, app, added.project_id, before, after);
  }
}

async function warn(tx: Tx, app: Services, tenant: string, before: ApiUse, after: ApiUse): Promise<void> {
  const keeper = await planOfKeeper(tx, tenant);
  const allowed = keeper && apiAllowed(keeper.of_user ? 'dropshipper' : 'manufacturer', keeper.plan);
  const percent = allowed ? passed(before, after, allowed) : null;
  if (!keeper || percent === null) return;
  if (!keeper.of_user) {
    await app.notices.tell(tx, systemIn(tenant), useRunsOut, {}, { percent });
    return;
  }
  const supplier = await firstSupplier(tx, tenant);
  if (supplier === null) return;
  await app.notices.tell(tx, systemIn(supplier), myUseRunsOut, { user_id: tenant }, { percent });
}
