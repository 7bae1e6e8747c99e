import { and, eq, inArray, isNull, lt, sql } from 'drizzle-orm';
import type { ActingIn, ProjectScope } from '../kit/auth/scope';
import type { Tx } from '../kit/db/db';
import { newId } from '../kit/db/ids';
import { uploads } from './tables';

type InProject = { readonly project: { readonly id: string } };
type Asker = InProject & Pick<ProjectScope, 'user'>;

export interface NewUpload {
  readonly file_name: string;
  readonly original_name: string;
  readonly content_type: string;
  /** Null until they have come. */
  readonly bytes: number | null;
  readonly of_user: boolean;
}

export async function insertUpload(tx: Tx, scope: Asker, upload: NewUpload): Promise<void> {
  await tx.insert(uploads).values({ ...upload, id: newId(), project_id: scope.project.id, user_id: scope.user.id });
}

export type UploadRow = typeof uploads.$inferSelect;

/** The upload of this project with that name; undefined for anything else, another project's file among it. */
export async function findUpload(tx: Tx, scope: InProject, file_name: string): Promise<UploadRow | undefined> {
  const [row] = await tx
    .select()
    .from(uploads)
    .where(and(eq(uploads.project_id, scope.project.id), eq(uploads.file_name, file_name)));
  return row;
}

/** The asker's own upload with that name, locked: nobody else begins to use it, or sweeps it, until the commit. */
export async function lockOwnUpload(tx: Tx, scope: Asker, file_name: string): Promise<UploadRow | undefined> {
  const [row] = await tx
    .select()
    .from(uploads)
    .where(
      and(
        eq(uploads.project_id, scope.project.id),
        eq(uploads.file_name, file_name),
        eq(uploads.user_id, scope.user.id),
      ),
    )
    .for('update');
  return row;
}

/** The upload to which bytes are sent, locked; undefined when something uses it already. */
export async function lockOpen(tx: Tx, project_id: string, file_name: string): Promise<UploadRow | undefined> {
  const [row] = await tx
    .select()
    .from(uploads)
    .where(and(eq(uploads.project_id, project_id), eq(uploads.file_name, file_name), isNull(uploads.used_at)))
    .for('update');
  return row;
}

export async function setBytes(tx: Tx, { project_id, id }: UploadRow, bytes: number): Promise<void> {
  await tx
    .update(uploads)
    .set({ bytes })
    .where(and(eq(uploads.project_id, project_id), eq(uploads.id, id)));
}

/** From now on the file belongs to something, stands under a key of its own and is not swept. */
export async function markUsed(tx: Tx, { project_id, id }: UploadRow, kept_as: string, bytes: number): Promise<void> {
  await tx
    .update(uploads)
    .set({ used_at: sql`now()`, kept_as, bytes, uses: 1 })
    .where(and(eq(uploads.project_id, project_id), eq(uploads.id, id)));
}

type Uses = Pick<UploadRow, 'project_id' | 'id'>;

/** One thing more uses it, or one less. */
export async function addUse(tx: Tx, { project_id, id }: Uses, more: 1 | -1): Promise<void> {
  await tx
    .update(uploads)
    .set({ uses: sql`${uploads.uses} + ${more}::int` })
    .where(and(eq(uploads.project_id, project_id), eq(uploads.id, id)));
}

/** The used upload whose bytes stand under that key, locked. */
export async function lockKept(tx: Tx, scope: ActingIn, kept_as: string): Promise<UploadRow | undefined> {
  const [row] = await tx
    .select()
    .from(uploads)
    .where(and(eq(uploads.project_id, scope.project.id), eq(uploads.kept_as, kept_as)))
    .for('update');
  return row;
}

export async function deleteUpload(tx: Tx, { project_id, id }: Uses): Promise<void> {
  await tx.delete(uploads).where(and(eq(uploads.project_id, project_id), eq(uploads.id, id)));
}

/** Whether bytes may still be sent to that key: it is that of an upload which nothing uses yet. */
export async function isOpen(tx: Tx, project_id: string, file_name: string): Promise<boolean> {
  const found = await tx
    .select({ id: uploads.id })
    .from(uploads)
    .where(and(eq(uploads.project_id, project_id), eq(uploads.file_name, file_name), isNull(uploads.used_at)));
  return found.length > 0;
}

export type SweptUpload = Pick<UploadRow, 'project_id' | 'file_name' | 'user_id' | 'of_user' | 'bytes'>;

/** Takes out the uploads that nothing has used for a day. */
export async function takeUnused(tx: Tx, project_ids: readonly string[], limit: number): Promise<SweptUpload[]> {
  const old = tx
    .select({ id: uploads.id })
    .from(uploads)
    .where(
      and(
        inArray(uploads.project_id, [...project_ids]),
        isNull(uploads.used_at),
        lt(uploads.created_at, sql`now() - interval '1 day'`),
      ),
    )
    .limit(limit);
  return tx
    .delete(uploads)
    .where(and(inArray(uploads.project_id, [...project_ids]), inArray(uploads.id, old)))
    .returning({
      project_id: uploads.project_id,
      file_name: uploads.file_name,
      user_id: uploads.user_id,
      of_user: uploads.of_user,
      bytes: uploads.bytes,
    });
}
