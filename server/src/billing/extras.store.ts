import { type Extra, monthAfter } from '@lanka/domain/billing/rules';
import { and, eq, sql } from 'drizzle-orm';
import type { Tx } from '../kit/db/db';
import { planExtras } from './tables';

/** Whoever wants the count of a project's orders not to move meanwhile; awaited before anything else is locked. */
export async function lockOrderCount(tx: Tx, projectId: string): Promise<void> {
  await tx.execute(sql`select pg_advisory_xact_lock(hashtextextended(${`orders of ${projectId}`}, 0))`);
}

/** Orders that were first sent in this month of Kyiv, from their index. */
export async function countFirstSent(tx: Tx, projectId: string, month: string): Promise<number> {
  const [row] = await tx.rows<{ n: string }>(sql`
    select count(*) as n from orders
    where project_id = ${projectId} and first_sent_on >= ${month}::date and first_sent_on < ${monthAfter(month)}::date`);
  return Number(row?.n ?? 0);
}

export interface MonthExtras {
  readonly extras: readonly Extra[];
  /** Orders of the month that were sent before a plan was first chosen. */
  readonly trial: number;
}

export async function readExtras(tx: Tx, projectId: string, month: string): Promise<MonthExtras> {
  const rows = await tx
    .select({ kind: planExtras.kind, n: planExtras.n, price: planExtras.price })
    .from(planExtras)
    .where(and(eq(planExtras.project_id, projectId), eq(planExtras.month, month)))
    .orderBy(planExtras.kind, planExtras.n);
  return {
    extras: rows.flatMap(({ kind, n, price }) => (kind === 'trial' ? [] : [{ kind, n, price }])),
    trial: rows.find(({ kind }) => kind === 'trial')?.n ?? 0,
  };
}

/** What is there already stays as it was when it began. */
export async function insertExtras(
  tx: Tx,
  projectId: string,
  month: string,
  plan: string,
  extras: readonly Extra[],
): Promise<void> {
  if (extras.length === 0) return;
  await tx
    .insert(planExtras)
    .values(extras.map((extra) => ({ ...extra, project_id: projectId, month, plan })))
    .onConflictDoNothing();
}

export async function insertTrialOrders(tx: Tx, projectId: string, month: string, n: number): Promise<void> {
  await tx
    .insert(planExtras)
    .values({ project_id: projectId, month, kind: 'trial', n, price: 0, plan: null })
    .onConflictDoNothing();
}

/** People beside the owner and the dropshippers; an invitation that waits is nobody yet. */
export async function countMembers(tx: Tx, projectId: string): Promise<number> {
  const [row] = await tx.rows<{ n: string }>(sql`
    select count(*) as n from memberships
    where project_id = ${projectId} and ended_at is null and role not in ('Owner', 'Client')`);
  return Number(row?.n ?? 0);
}
