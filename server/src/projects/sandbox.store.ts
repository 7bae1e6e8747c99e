import { SANDBOX_PLAN } from '@lanka/domain/kit/plans';
import type { Project } from '@lanka/domain/projects/contract';
import { sql } from 'drizzle-orm';
import type { UserScope } from '../kit/auth/scope';
import type { Tx } from '../kit/db/db';
import { toInstant } from '../kit/db/paging';
import { accessChanges } from '../kit/live/live';
import { insertProject } from './projects.store';
import { projects } from './tables';

/** A sandbox, as a row of the projects. */
export interface SandboxRow {
  readonly id: string;
  readonly friendly_id: string;
  readonly title: string;
  readonly made_at: string;
  /** On this day of Kyiv it is thrown away. */
  readonly until: string;
  /** Its data are there. */
  readonly filled: boolean;
}

/** Sandboxes of one project are made and thrown away one after another. */
export async function lockSandboxOf(tx: Tx, projectId: string): Promise<void> {
  await tx.execute(sql`select pg_advisory_xact_lock(hashtextextended(${`sandbox ${projectId}`}, 0))`);
}

export async function findSandboxOf(tx: Tx, projectId: string): Promise<SandboxRow | null> {
  const [row] = await tx.rows<{ [K in keyof SandboxRow]: SandboxRow[K] }>(sql`
    select id, friendly_id, title, created_at as made_at, sandbox_until::text as until, sandbox_filled as filled
    from projects
    where sandbox_of = ${projectId} and deleted_at is null`);
  return row ? { ...row, made_at: toInstant(row.made_at) } : null;
}

export interface NewSandbox {
  /** The project that it is made for. */
  readonly of: string;
  readonly friendly_id: string;
  readonly title: string;
  readonly category: string;
  readonly contact_person: string;
  readonly until: string;
}

/** It has no trial that ends and no month that is paid: nobody is billed for it. */
export const insertSandbox = (tx: Tx, scope: UserScope, { of, until, ...fields }: NewSandbox): Promise<Project> =>
  insertProject(tx, scope, {
    ...fields,
    ...{ legal_type: 'ФОП', legal_name: fields.title, sandbox_of: of, sandbox_until: until },
    ...{ subscription_plan: SANDBOX_PLAN, trial_until: null, restricted_from: null, extra_orders: false },
  });

/** Whose it is to be filled for; null when that is done, or it is closed. Whoever fills it at the same moment waits. */
export async function lockToFill(tx: Tx, id: string): Promise<{ of: string; user_id: string } | null> {
  await tx.execute(sql`select pg_advisory_xact_lock(hashtextextended(${`sandbox fill ${id}`}, 0))`);
  const [row] = await tx.rows<{ of: string; user_id: string }>(sql`
    select p.sandbox_of as of, m.user_id from projects p join memberships m on m.project_id = p.id and m.role = 'Owner'
    where p.id = ${id} and p.sandbox_until is not null and p.deleted_at is null and not p.sandbox_filled`);
  return row ?? null;
}

export async function markFilled(tx: Tx, id: string): Promise<void> {
  await tx.execute(sql`update projects set sandbox_filled = true where id = ${id} and sandbox_until is not null`);
}

/** Nobody comes in from the commit on. */
export async function closeSandbox(tx: Tx, id: string): Promise<void> {
  await tx.execute(sql`
    update projects set deleted_at = now(), version = version + 1
    where id = ${id} and sandbox_until is not null and deleted_at is null`);
  await accessChanges(tx, 'project', id);
}

/** Living ones whose day has come. */
export async function listOverSandboxes(tx: Tx, today: string): Promise<{ id: string; of: string }[]> {
  return tx.rows<{ id: string; of: string }>(sql`
    select id, sandbox_of as of from projects
    where sandbox_until <= ${today}::date and deleted_at is null order by sandbox_until, id`);
}

/** Those that were closed so many minutes ago or longer. */
export async function listClosedSandboxes(tx: Tx, minutes: number): Promise<string[]> {
  const rows = await tx.rows<{ id: string }>(sql`
    select id from projects where sandbox_until is not null and deleted_at < now() - make_interval(mins => ${minutes})
    order by id`);
  return rows.map(({ id }) => id);
}

/** Locked until the transaction ends: whoever still writes a row that refers to it is waited for. False: it lives or is gone. */
export async function lockClosedSandbox(tx: Tx, id: string): Promise<boolean> {
  const rows = await tx.rows(sql`
    select id from ${projects} where id = ${id} and sandbox_until is not null and deleted_at is not null for update`);
  return rows.length > 0;
}

/** Nothing of it is left then; what refers to it is gone before. */
export async function deleteSandboxRow(tx: Tx, id: string): Promise<void> {
  await tx.execute(sql`delete from projects where id = ${id} and sandbox_until is not null and deleted_at is not null`);
}

/** Whether what happens in it stays in it. */
export async function isSandbox(tx: Tx, id: string): Promise<boolean> {
  const rows = await tx.rows(sql`select id from projects where id = ${id} and sandbox_until is not null`);
  return rows.length > 0;
}
