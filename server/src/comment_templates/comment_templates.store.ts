import type {
  CommentTemplate,
  CreateCommentTemplateBody,
  UpdateCommentTemplateBody,
} from '@lanka/domain/comment_templates/contract';
import { and, asc, eq, sql } from 'drizzle-orm';
import type { ProjectScope } from '../kit/auth/scope';
import type { Tx } from '../kit/db/db';
import { newId } from '../kit/db/ids';
import { awaitLock, type Locked } from '../kit/db/locked';
import { commentTemplates } from './tables';

type Row = typeof commentTemplates.$inferSelect;
const shaped = ({ project_id: _project, name_key: _key, created_at: _made, ...row }: Row): CommentTemplate => row;

export async function listTemplates(tx: Tx, { project }: ProjectScope): Promise<CommentTemplate[]> {
  const rows = await tx
    .select()
    .from(commentTemplates)
    .where(eq(commentTemplates.project_id, project.id))
    .orderBy(asc(commentTemplates.name_key), asc(commentTemplates.id));
  return rows.map(shaped);
}

/** All of them; nobody else adds or names one until the transaction ends. */
export type LockedTemplates = Locked<'comment_templates', readonly CommentTemplate[]>;

export function lockTemplates(tx: Tx, scope: ProjectScope): Promise<LockedTemplates> {
  const lock = async () => {
    const key = `comment_templates ${scope.project.id}`;
    await tx.execute(sql`select pg_advisory_xact_lock(hashtextextended(${key}, 0))`);
    return listTemplates(tx, scope);
  };
  return awaitLock('comment_templates', lock());
}

export async function insertTemplate(
  tx: Tx,
  { project }: ProjectScope,
  _known: LockedTemplates,
  values: CreateCommentTemplateBody,
): Promise<CommentTemplate> {
  const [row] = await tx
    .insert(commentTemplates)
    .values({ ...values, project_id: project.id, id: newId() })
    .returning();
  return shaped(row as Row);
}

export async function saveTemplate(
  tx: Tx,
  { project }: ProjectScope,
  _known: LockedTemplates,
  id: string,
  changes: UpdateCommentTemplateBody,
): Promise<CommentTemplate> {
  const given = Object.fromEntries(Object.entries(changes).filter(([, value]) => value !== undefined));
  const [row] = await tx
    .update(commentTemplates)
    .set({ ...given, version: sql`${commentTemplates.version} + 1`, updated_at: sql`now()` })
    .where(and(eq(commentTemplates.project_id, project.id), eq(commentTemplates.id, id)))
    .returning();
  return shaped(row as Row);
}
