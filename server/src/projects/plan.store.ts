import type { BillingAccount } from '@lanka/domain/identity/contract';
import { and, eq, isNull, lt, sql } from 'drizzle-orm';
import { users } from '../identity/tables';
import type { ProjectScope } from '../kit/auth/scope';
import { markGone } from '../kit/changes/record';
import type { Tx } from '../kit/db/db';
import { withheldNow } from './projects.store';
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

export async function savePlan(tx: Tx, scope: ProjectScope, plan: string, now: Date): Promise<void> {
  await tx
    .update(projects)
    .set({ subscription_plan: plan, subscription_plan_since: now.toISOString() })
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

/** What billing knows of whoever pays; `name` and `requisites` are for the paper. */
export interface Payer {
  readonly plan: string | null;
  readonly since: string | null;
  readonly billed_from: string | null;
  readonly trial_until: string | null;
  readonly restricted_from: string | null;
  readonly restricted_by: { readonly id: string; readonly number: string } | null;
  /** A deleted project or a blocked user: billed no more, but what was paid counts if it comes back. */
  readonly ended: boolean;
  /** Null for a user: of a project, whether packs are added by themselves. */
  readonly extra_orders: boolean | null;
  readonly name: string;
  readonly requisites: readonly string[];
}

/** Locked, nobody else bills it until the transaction ends. */
export async function readPayingProject(tx: Tx, id: string, lock = false): Promise<Payer | null> {
  const query = tx.select().from(projects).where(eq(projects.id, id));
  const [row] = await (lock ? query.for('no key update') : query);
  if (!row) return null;
  return {
    ...{ plan: row.subscription_plan, since: row.subscription_plan_since, billed_from: row.billed_from },
    ...{ trial_until: row.trial_until, restricted_from: row.restricted_from, restricted_by: row.restricted_by },
    ...{ ended: row.deleted_at !== null, extra_orders: row.extra_orders },
    name: row.legal_name || row.title,
    requisites: [
      ...(row.legal_name ? [row.title] : []),
      ...(row.edropoy_code ? [`ЄДРПОУ / РНОКПП ${row.edropoy_code}`] : []),
    ],
  };
}

type Billed = Pick<
  typeof projects.$inferInsert,
  'billed_from' | 'trial_until' | 'restricted_from' | 'restricted_by' | 'extra_orders'
>;
export async function saveBilledProject(tx: Tx, id: string, changes: Billed): Promise<void> {
  await tx.update(projects).set(changes).where(eq(projects.id, id));
}

/**
 * The one place that tells readers of changes when a project's goods begin to read as «not available» because it has not
 * paid, and when they end to. @returns whether that is new
 */
export async function followWithheld(tx: Tx, id: string): Promise<boolean> {
  const turned = await tx.rows(sql`
    update projects p set withheld = not withheld
    where id = ${id} and withheld <> (restricted_from is not null and ${withheldNow()}) returning id`);
  if (turned.length === 0) return false;
  markGone(tx, { project: { id } }, 'terms', [id]);
  return true;
}

/** Living projects of which that is to be told, by the day that has come. */
export async function listToWithhold(tx: Tx): Promise<string[]> {
  const rows = await tx.rows<{ id: string }>(sql`
    select id from projects p where not withheld and deleted_at is null and ${withheldNow()} order by restricted_from, id`);
  return rows.map(({ id }) => id);
}

/** Living projects whose first paid month has come, for the job of the 1st. */
export async function listBilledProjects(tx: Tx, month: string): Promise<string[]> {
  const rows = await tx
    .select({ id: projects.id })
    .from(projects)
    .where(and(lt(projects.billed_from, month), isNull(projects.deleted_at)))
    .orderBy(projects.billed_from, projects.id);
  return rows.map(({ id }) => id);
}
