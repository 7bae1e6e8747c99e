import { sql } from 'drizzle-orm';
import type { ActingIn } from '../kit/auth/scope';
import { idArray } from '../kit/db/arrays';
import type { Tx } from '../kit/db/db';

/** Of these products, each once, as they are called. */
export const readNames = (tx: Tx, { project }: ActingIn, ids: readonly string[]) =>
  tx.rows<{ id: string; name: string }>(sql`
    select p.id, p.name from products p
    where p.project_id = ${project.id} and p.id = any(${idArray([...new Set(ids)])}) order by p.id`);
