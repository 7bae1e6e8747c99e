import { and, asc, count, eq } from 'drizzle-orm';
import { users } from '../identity/tables';
import type { ProjectScope } from '../kit/auth/scope';
import type { Tx } from '../kit/db/db';
import { newId } from '../kit/db/ids';
import { productFiles } from './tables';

export interface StoredFile {
  readonly id: string;
  readonly name: string;
  readonly file_name: string;
  readonly shared: boolean;
  readonly user_id: string;
  readonly author: string | null;
  readonly created_at: string;
}

const columns = {
  id: productFiles.id,
  name: productFiles.name,
  file_name: productFiles.file_name,
  shared: productFiles.shared,
  user_id: productFiles.user_id,
  author: users.name,
  created_at: productFiles.created_at,
};

const ofProduct = (scope: ProjectScope, product_id: string) =>
  and(eq(productFiles.project_id, scope.project.id), eq(productFiles.product_id, product_id));
const oneOf = (scope: ProjectScope, product_id: string, id: string) =>
  and(ofProduct(scope, product_id), eq(productFiles.id, id));

/** The oldest first; `sharedOnly` for those who may see no others. */
export async function listFiles(
  tx: Tx,
  scope: ProjectScope,
  product_id: string,
  sharedOnly: boolean,
): Promise<StoredFile[]> {
  return tx
    .select(columns)
    .from(productFiles)
    .leftJoin(users, eq(users.id, productFiles.user_id))
    .where(and(ofProduct(scope, product_id), sharedOnly ? eq(productFiles.shared, true) : undefined))
    .orderBy(asc(productFiles.id));
}

export async function readFile(
  tx: Tx,
  scope: ProjectScope,
  product_id: string,
  id: string,
): Promise<StoredFile | undefined> {
  const [row] = await tx
    .select(columns)
    .from(productFiles)
    .leftJoin(users, eq(users.id, productFiles.user_id))
    .where(oneOf(scope, product_id, id));
  return row;
}

export async function countFiles(tx: Tx, scope: ProjectScope, product_id: string): Promise<number> {
  const [row] = await tx.select({ files: count() }).from(productFiles).where(ofProduct(scope, product_id));
  return row?.files ?? 0;
}

export async function insertFile(
  tx: Tx,
  scope: ProjectScope,
  product_id: string,
  file: { file_name: string; name: string; shared: boolean },
): Promise<string> {
  const id = newId();
  await tx
    .insert(productFiles)
    .values({ ...file, id, product_id, project_id: scope.project.id, user_id: scope.user.id });
  return id;
}

export async function saveFile(
  tx: Tx,
  scope: ProjectScope,
  product_id: string,
  id: string,
  changes: { shared?: boolean | undefined; name?: string | undefined },
): Promise<void> {
  await tx
    .update(productFiles)
    .set(changes)
    .where(oneOf(scope, product_id, id));
}

/** Answers the key in the storage of the file that is gone. */
export async function deleteFile(
  tx: Tx,
  scope: ProjectScope,
  product_id: string,
  id: string,
): Promise<string | undefined> {
  const [row] = await tx
    .delete(productFiles)
    .where(oneOf(scope, product_id, id))
    .returning({ file_name: productFiles.file_name });
  return row?.file_name;
}
