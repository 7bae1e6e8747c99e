import type { PlanChange } from '@lanka/domain/billing/contract';
import type { Change } from '@lanka/domain/billing/rules';
import type { BillingAccount } from '@lanka/domain/identity/contract';
import type { Audience, Plan } from '@lanka/domain/kit/plans';
import { asc, desc, eq, sql } from 'drizzle-orm';
import { users } from '../identity/tables';
import type { ProjectScope, UserScope } from '../kit/auth/scope';
import type { Tx } from '../kit/db/db';
import { newId } from '../kit/db/ids';
import { planChanges, userPlanChanges } from './tables';

export async function insertPlanChange(
  tx: Tx,
  scope: ProjectScope,
  { at, ...change }: { from_plan: string | null; to_plan: string; at: Date },
): Promise<void> {
  const created_at = at.toISOString();
  await tx
    .insert(planChanges)
    .values({ ...change, created_at, project_id: scope.project.id, id: newId(), user_id: scope.user.id });
}

const SHOWN = 200;

export async function readPlanChanges(tx: Tx, scope: ProjectScope): Promise<PlanChange[]> {
  const rows = await tx
    .select({ change: planChanges, name: users.name })
    .from(planChanges)
    .innerJoin(users, eq(users.id, planChanges.user_id))
    .where(eq(planChanges.project_id, scope.project.id))
    .orderBy(desc(planChanges.id))
    .limit(SHOWN);
  return rows.map(({ change, name }) => ({
    id: change.id,
    from_plan: change.from_plan as Plan | null,
    to_plan: change.to_plan as Plan,
    changed_by: { id: change.user_id, name },
    created_at: change.created_at,
  }));
}

/** The user's own plan; locked until the transaction ends when it is to be changed. */
export async function readUserPlan(tx: Tx, scope: UserScope, lock = false): Promise<BillingAccount> {
  const query = tx
    .select({ subscription_plan: users.subscription_plan, subscription_plan_since: users.subscription_plan_since })
    .from(users)
    .where(eq(users.id, scope.user.id));
  const [row] = await (lock ? query.for('update') : query);
  return row ?? { subscription_plan: null, subscription_plan_since: null };
}

export async function insertUserPlanChange(
  tx: Tx,
  scope: UserScope,
  { at, ...change }: { from_plan: string | null; to_plan: string; at: Date },
): Promise<void> {
  await tx
    .insert(userPlanChanges)
    .values({ ...change, created_at: at.toISOString(), id: newId(), user_id: scope.user.id });
}

export async function readUserPlanChanges(tx: Tx, scope: UserScope): Promise<Omit<PlanChange, 'changed_by'>[]> {
  const { id, from_plan, to_plan, created_at } = userPlanChanges;
  const rows = await tx
    .select({ id, from_plan, to_plan, created_at })
    .from(userPlanChanges)
    .where(eq(userPlanChanges.user_id, scope.user.id))
    .orderBy(desc(id))
    .limit(SHOWN);
  return rows.map((row) => ({ ...row, from_plan: row.from_plan as Plan | null, to_plan: row.to_plan as Plan }));
}

/** Whether some supplier has this user as a dropshipper. */
export async function isInvited(tx: Tx, scope: UserScope): Promise<boolean> {
  const found = await tx.rows<{ invited: boolean }>(sql`
    select exists (select 1 from memberships where user_id = ${scope.user.id} and role = 'Client' and ended_at is null) as invited`);
  return found[0]?.invited ?? false;
}

/** Every change of a payer's plan, oldest first. A project has been entered. */
export async function readChanges(
  tx: Tx,
  { audience, id }: { readonly audience: Audience; readonly id: string },
): Promise<Change[]> {
  if (audience === 'manufacturer') {
    const { from_plan, to_plan, created_at } = planChanges;
    return tx
      .select({ from_plan, to_plan, created_at })
      .from(planChanges)
      .where(eq(planChanges.project_id, id))
      .orderBy(asc(planChanges.id));
  }
  const { from_plan, to_plan, created_at } = userPlanChanges;
  return tx
    .select({ from_plan, to_plan, created_at })
    .from(userPlanChanges)
    .where(eq(userPlanChanges.user_id, id))
    .orderBy(asc(userPlanChanges.id));
}
