import { WARN_AT_PERCENT } from '@lanka/domain/api_keys/contract';
import { type ApiUse, apiAllowed } from '@lanka/domain/kit/plans';
import type { KeyCall, Use } from '../kit/auth/api-keys';
import { systemIn } from '../kit/auth/scope';
import type { Tx } from '../kit/db/db';
import type { Services } from '../kit/services';
import { addUse, firstSupplier, plansOfKeepers, type Sum, touchKeys } from './api_keys.store';
import { keepCalls } from './calls';
import { myUseRunsOut, useRunsOut } from './notices';

type Keeper = Awaited<ReturnType<typeof plansOfKeepers>>[number];

/** The share of the month that was passed just now, in percent; the higher one where both were. */
export function passed(before: ApiUse, after: ApiUse, allowed: ApiUse): number | null {
  const share = (use: ApiUse): number =>
    Math.max((use.requests / allowed.requests) * 100, (use.bytes / allowed.bytes) * 100);
  return [...WARN_AT_PERCENT].reverse().find((percent) => share(before) < percent && share(after) >= percent) ?? null;
}

/** Adds up calls by key and by tenant, and how they went. Whoever owns the plan is told once when a share of it is passed. */
export async function keepUse(tx: Tx, app: Services, uses: readonly Use[], calls: readonly KeyCall[]): Promise<void> {
  await keepCalls(tx, calls);
  if (uses.length === 0) return;
  const tenants = new Map<string, Sum>();
  const touches = new Map<string, { project_id: string; id: string; last_at: number }>();
  for (const { project_id, key_id: id, month, requests, bytes, last_at } of uses) {
    const name = `${project_id} ${month}`;
    const sum = tenants.get(name) ?? { project_id, key_id: project_id, month, requests: 0, bytes: 0 };
    tenants.set(name, { ...sum, requests: sum.requests + requests, bytes: sum.bytes + bytes });
    // a key has two lines when the month ends
    touches.set(id, { project_id, id, last_at: Math.max(last_at, touches.get(id)?.last_at ?? 0) });
  }
  const sums = await addUse(tx, [...uses, ...tenants.values()]);
  await touchKeys(
    tx,
    [...touches.values()].map(({ last_at, ...key }) => ({ ...key, at: new Date(last_at).toISOString() })),
  );
  const keepers = await plansOfKeepers(tx, [...new Set(uses.map(({ project_id }) => project_id))]);
  const plans = new Map(keepers.map((keeper) => [keeper.id, keeper]));
  for (const after of sums) {
    const added = after.key_id === after.project_id && tenants.get(`${after.project_id} ${after.month}`);
    const keeper = plans.get(after.project_id);
    if (!added || !keeper) continue;
    const before = { requests: after.requests - added.requests, bytes: after.bytes - added.bytes };
    await warn(tx, app, keeper, before, after);
  }
}

async function warn(
  tx: Tx,
  app: Services,
  { id, plan, of_user }: Keeper,
  before: ApiUse,
  after: ApiUse,
): Promise<void> {
  const allowed = apiAllowed(of_user ? 'dropshipper' : 'manufacturer', plan);
  const percent = allowed ? passed(before, after, allowed) : null;
  if (percent === null) return;
  if (!of_user) {
    await app.notices.tell(tx, systemIn(id), useRunsOut, {}, { percent });
    return;
  }
  const supplier = await firstSupplier(tx, id);
  if (supplier === null) return;
  await app.notices.tell(tx, systemIn(supplier), myUseRunsOut, { user_id: id }, { percent });
}
