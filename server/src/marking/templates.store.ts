import type { LabelTemplate, UpdateTemplateBody } from '@lanka/domain/marking/labels';
import { and, asc, count, eq, sql } from 'drizzle-orm';
import type { ProjectScope } from '../kit/auth/scope';
import type { Tx } from '../kit/db/db';
import { newId } from '../kit/db/ids';
import { labelTemplates } from './tables';

type Row = typeof labelTemplates.$inferSelect;
const shaped = ({ project_id: _, created_at: __, ...row }: Row): LabelTemplate => row;
const ofProject = ({ project }: ProjectScope) => eq(labelTemplates.project_id, project.id);
const byId = (scope: ProjectScope, id: string) => and(ofProject(scope), eq(labelTemplates.id, id));

export async function listTemplates(tx: Tx, scope: ProjectScope): Promise<LabelTemplate[]> {
  const rows = await tx
    .select()
    .from(labelTemplates)
    .where(ofProject(scope))
    .orderBy(asc(labelTemplates.name), asc(labelTemplates.id));
  return rows.map(shaped);
}

export async function readTemplate(tx: Tx, scope: ProjectScope, id: string): Promise<LabelTemplate | undefined> {
  const [row] = await tx.select().from(labelTemplates).where(byId(scope, id));
  return row && shaped(row);
}

/** Names of one project are given one after another, so that neither the limit nor a name is passed twice. */
export async function lockTemplates(tx: Tx, { project }: ProjectScope): Promise<void> {
  await tx.execute(sql`select pg_advisory_xact_lock(hashtextextended(${`label_templates ${project.id}`}, 0))`);
}

export async function countTemplates(tx: Tx, scope: ProjectScope): Promise<number> {
  const [row] = await tx.select({ total: count() }).from(labelTemplates).where(ofProject(scope));
  return row?.total ?? 0;
}

export async function idOfName(tx: Tx, scope: ProjectScope, name: string): Promise<string | undefined> {
  const named = and(ofProject(scope), eq(labelTemplates.name, name));
  const [row] = await tx.select({ id: labelTemplates.id }).from(labelTemplates).where(named);
  return row?.id;
}

export async function lockTemplate(tx: Tx, scope: ProjectScope, id: string): Promise<LabelTemplate | undefined> {
  const [row] = await tx.select().from(labelTemplates).where(byId(scope, id)).for('update');
  return row && shaped(row);
}

export async function insertTemplate(
  tx: Tx,
  { project }: ProjectScope,
  values: Omit<LabelTemplate, 'id' | 'version'>,
): Promise<LabelTemplate> {
  const [row] = await tx
    .insert(labelTemplates)
    .values({ ...values, project_id: project.id, id: newId() })
    .returning();
  return shaped(row as Row);
}

/** The caller holds the row. */
export async function updateTemplate(
  tx: Tx,
  scope: ProjectScope,
  id: string,
  changes: UpdateTemplateBody,
): Promise<LabelTemplate> {
  const given = Object.fromEntries(Object.entries(changes).filter(([, value]) => value !== undefined));
  const [row] = await tx
    .update(labelTemplates)
    .set({ ...given, version: sql`${labelTemplates.version} + 1` })
    .where(byId(scope, id))
    .returning();
  return shaped(row as Row);
}

export async function deleteTemplate(tx: Tx, scope: ProjectScope, id: string): Promise<boolean> {
  return (await tx.delete(labelTemplates).where(byId(scope, id)).returning({ id: labelTemplates.id })).length > 0;
}
