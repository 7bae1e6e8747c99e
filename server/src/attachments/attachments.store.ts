import {
  and,
  count,
  desc,
  eq,
  getTableColumns,
  type InferInsertModel,
  type InferSelectModel,
  type SQL,
} from 'drizzle-orm';
import type { PgColumn, PgTable } from 'drizzle-orm/pg-core';
import { users } from '../identity/tables';
import type { ActingIn, ProjectScope } from '../kit/auth/scope';
import type { Tx } from '../kit/db/db';
import { newId } from '../kit/db/ids';

/** More than anything gathers; a list without pages must still have an end. Of more the newest are shown. */
const MOST = 500;

type Given = 'project_id' | 'id' | 'user_id' | 'created_at';
type FileTable<O extends string> = PgTable & Readonly<Record<Given | 'file_name' | 'name' | O, PgColumn>>;

/** A row of such a table, and who added it. */
export type Stored<T extends PgTable> = InferSelectModel<T> & { readonly author: string | null };

/**
 * The statements for one table of attached files.
 *
 *   const files = filesOf(orderFiles, 'order_id');
 *   await files.list(tx, scope, order_id);
 */
export function filesOf<O extends string, T extends FileTable<O>>(table: T, owner: O) {
  const all = (scope: ActingIn, owner_id: string) =>
    and(eq(table.project_id, scope.project.id), eq(table[owner], owner_id));
  const one = (scope: ProjectScope, owner_id: string, id: string) => and(all(scope, owner_id), eq(table.id, id));
  const read = (tx: Tx, where: SQL | undefined) =>
    tx
      .select({ ...getTableColumns(table as PgTable), author: users.name })
      .from(table as PgTable)
      .leftJoin(users, eq(users.id, table.user_id))
      .where(where)
      .orderBy(desc(table.id))
      .limit(MOST) as unknown as Promise<Stored<T>[]>;
  const remove = async (tx: Tx, where: SQL | undefined) =>
    (await tx.delete(table).where(where).returning({ key: table.file_name })).map(({ key }) => String(key));

  return {
    /** The oldest first; `where` leaves some out. */
    list: async (tx: Tx, scope: ProjectScope, owner_id: string, where?: SQL): Promise<Stored<T>[]> =>
      (await read(tx, and(all(scope, owner_id), where))).reverse(),

    async read(tx: Tx, scope: ProjectScope, owner_id: string, id: string): Promise<Stored<T> | undefined> {
      const [row] = await read(tx, one(scope, owner_id, id));
      return row;
    },

    async count(tx: Tx, scope: ProjectScope, owner_id: string): Promise<number> {
      const [row] = await tx
        .select({ files: count() })
        .from(table as PgTable)
        .where(all(scope, owner_id));
      return row?.files ?? 0;
    },

    async insert(
      tx: Tx,
      scope: ProjectScope,
      owner_id: string,
      file: Omit<InferInsertModel<T>, Given | O>,
    ): Promise<string> {
      const id = newId();
      const values = { ...file, id, [owner]: owner_id, project_id: scope.project.id, user_id: scope.user.id };
      await tx.insert(table as PgTable).values(values);
      return id;
    },

    async save(
      tx: Tx,
      scope: ProjectScope,
      owner_id: string,
      id: string,
      changes: { readonly [K in keyof InferInsertModel<T>]?: InferInsertModel<T>[K] | undefined },
    ): Promise<void> {
      if (Object.values(changes).every((value) => value === undefined)) return;
      await tx
        .update(table as PgTable)
        .set(changes)
        .where(one(scope, owner_id, id));
    },

    /** Answers the key in the storage of the file that is gone. */
    async remove(tx: Tx, scope: ProjectScope, owner_id: string, id: string): Promise<string | undefined> {
      const [key] = await remove(tx, one(scope, owner_id, id));
      return key;
    },

    /** The keys of all that belonged to what is deleted. */
    removeAll: (tx: Tx, scope: ActingIn, owner_id: string): Promise<string[]> => remove(tx, all(scope, owner_id)),
  };
}
