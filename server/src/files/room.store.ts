import { sql } from 'drizzle-orm';
import { idArray } from '../kit/db/arrays';
import type { Tx } from '../kit/db/db';
import { uploads } from './tables';

/** Whose plan counts a file: the project's, or that of the dropshipper who sent it. */
export interface Owner {
  readonly project_id: string;
  readonly user_id: string | null;
}

/** Adds to what is kept, and answers the new sum that the plan of the owner counts. Both rows stay locked until the commit. */
export async function addBytes(tx: Tx, { project_id, user_id }: Owner, bytes: number): Promise<number> {
  const inProject = await tx.rows<{ bytes: number }>(sql`
    insert into storage_totals (project_id, owner_id, bytes) values (${project_id}, ${user_id ?? project_id}, ${bytes})
    on conflict (project_id, owner_id) do update set bytes = storage_totals.bytes + excluded.bytes returning bytes`);
  if (user_id === null) return Number(inProject[0]?.bytes);
  const ofUser = await tx.rows<{ bytes: number }>(sql`
    insert into user_storage (user_id, bytes) values (${user_id}, ${bytes})
    on conflict (user_id) do update set bytes = user_storage.bytes + excluded.bytes returning bytes`);
  return Number(ofUser[0]?.bytes);
}

export async function takeBytesOff(tx: Tx, { project_id, user_id }: Owner, bytes: number): Promise<void> {
  await tx.execute(sql`
    update storage_totals set bytes = bytes - ${bytes}
    where project_id = ${project_id} and owner_id = ${user_id ?? project_id}`);
  if (user_id !== null)
    await tx.execute(sql`update user_storage set bytes = bytes - ${bytes} where user_id = ${user_id}`);
}

/** What the plan of the project counts. With `lock` whoever adds to it waits until the transaction ends. */
export async function readProjectBytes(tx: Tx, projectId: string, lock = false): Promise<number> {
  // nothing is added: the row is there afterwards, and locked
  if (lock) return addBytes(tx, { project_id: projectId, user_id: null }, 0);
  const found = await tx.rows<{ bytes: number }>(
    sql`select bytes from storage_totals where project_id = ${projectId} and owner_id = ${projectId}`,
  );
  return Number(found[0]?.bytes ?? 0);
}

/** The same for a dropshipper. */
export async function readUserBytes(tx: Tx, userId: string, lock = false): Promise<number> {
  const found = await tx.rows<{ bytes: number }>(
    lock
      ? sql`insert into user_storage (user_id, bytes) values (${userId}, 0)
          on conflict (user_id) do update set bytes = user_storage.bytes returning bytes`
      : sql`select bytes from user_storage where user_id = ${userId}`,
  );
  return Number(found[0]?.bytes ?? 0);
}

export interface Unmeasured {
  readonly project_id: string;
  readonly id: string;
  readonly key: string;
}

/** Uploads whose size is not known, by key, behind this one. */
export async function unmeasuredUploads(
  tx: Tx,
  projectIds: readonly string[],
  after: string,
  limit: number,
): Promise<Unmeasured[]> {
  return tx.rows<Unmeasured>(sql`
    select project_id, id, coalesce(kept_as, file_name) as key from uploads
    where project_id = any(${idArray(projectIds)}) and bytes is null and id > ${after} order by id limit ${limit}`);
}

/** Whose it is, unless somebody else has measured it meanwhile. */
export async function setMeasured(tx: Tx, { project_id, id }: Unmeasured, bytes: number): Promise<Owner | undefined> {
  const found = await tx.rows<{ user_id: string | null; of_user: boolean }>(sql`
    update ${uploads} set bytes = ${bytes}
    where project_id = ${project_id} and id = ${id} and bytes is null returning user_id, of_user`);
  const [row] = found;
  return row && { project_id, user_id: row.of_user ? row.user_id : null };
}
