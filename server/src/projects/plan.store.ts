import type { BillingAccount } from '@lanka/domain/identity/contract';
import { eq } from 'drizzle-orm';
import { users } from '../identity/tables';
import type { ProjectScope } from '../kit/auth/scope';
import type { Tx } from '../kit/db/db';
import { projects } from './tables';

/** The project's plan; locked until the transaction ends when it is to be changed. */
export async function readPlan(tx: Tx, scope: ProjectScope, lock = false): Promise<BillingAccount> {
  const query = tx
    .select({
      subscription_plan: projects.subscription_plan,
      subscription_plan_since: projects.subscription_plan_since,
    })
    .from(projects)
    .where(eq(projects.id, scope.project.id));
  const [row] = await (lock ? query.for('update') : query);
  return row ?? { subscription_plan: null, subscription_plan_since: null };
}

export async function savePlan(tx: Tx, scope: ProjectScope, plan: string): Promise<void> {
  await tx
    .update(projects)
    .set({ subscription_plan: plan, subscription_plan_since: new Date().toISOString() })
    .where(eq(projects.id, scope.project.id));
}

/** The plan that counts somebody's files: the project's, or a dropshipper's own. */
export async function planOfFiles(
  tx: Tx,
  { project_id, user_id }: { readonly project_id: string; readonly user_id: string | null },
): Promise<string | null> {
  const [row] =
    user_id === null
      ? await tx.select({ plan: projects.subscription_plan }).from(projects).where(eq(projects.id, project_id))
      : await tx.select({ plan: users.subscription_plan }).from(users).where(eq(users.id, user_id));
  return row?.plan ?? null;
}
