import { and, count, eq, inArray, lt, sql } from 'drizzle-orm';
import type { ActingIn, ProjectScope } from '../kit/auth/scope';
import type { Tx } from '../kit/db/db';
import { newId } from '../kit/db/ids';
import { paperArchives } from './tables';

export type ArchiveRecord = typeof paperArchives.$inferSelect;

const one = (scope: ActingIn, id: string) =>
  and(eq(paperArchives.project_id, scope.project.id), eq(paperArchives.id, id));
const mine = (scope: ProjectScope) =>
  and(eq(paperArchives.project_id, scope.project.id), eq(paperArchives.user_id, scope.user.id));

export async function countUnfinished(tx: Tx, scope: ProjectScope): Promise<number> {
  const [row] = await tx
    .select({ archives: count() })
    .from(paperArchives)
    .where(and(mine(scope), inArray(paperArchives.status, ['queued', 'running'])));
  return row?.archives ?? 0;
}

export async function insertArchive(tx: Tx, scope: ProjectScope, paper_ids: string[]): Promise<string> {
  const id = newId();
  await tx.insert(paperArchives).values({ project_id: scope.project.id, id, user_id: scope.user.id, paper_ids });
  return id;
}

export async function readArchive(tx: Tx, scope: ActingIn, id: string): Promise<ArchiveRecord | null> {
  const [row] = await tx.select().from(paperArchives).where(one(scope, id));
  return row ?? null;
}

export async function setArchive(
  tx: Tx,
  scope: ActingIn,
  id: string,
  values: Partial<Pick<ArchiveRecord, 'status' | 'papers' | 'file' | 'finished_at'>>,
): Promise<void> {
  await tx.update(paperArchives).set(values).where(one(scope, id));
}

/** Answers how often it was begun, this time included. */
export async function beginArchive(tx: Tx, scope: ActingIn, id: string): Promise<number> {
  const [begun] = await tx
    .update(paperArchives)
    .set({ status: 'running', papers: 0, attempts: sql`attempts + 1` })
    .where(one(scope, id))
    .returning({ attempts: paperArchives.attempts });
  return begun?.attempts ?? 0;
}

/** One’s archives of more than a day ago are taken away; answers where they lie. */
export async function removeOld(tx: Tx, scope: ProjectScope): Promise<string[]> {
  const old = lt(paperArchives.created_at, sql`now() - interval '1 day'`);
  const gone = await tx
    .delete(paperArchives)
    .where(and(mine(scope), old))
    .returning({ file: paperArchives.file });
  return gone.flatMap(({ file }) => (file === null ? [] : [file]));
}
