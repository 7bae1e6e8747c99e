import { sql } from 'drizzle-orm';
import { idArray } from '../../kit/db/arrays';
import type { Tx } from '../../kit/db/db';

/**
 * What is available of goods that are shown; null where there are none such. Nobody changes it until the transaction
 * ends: whoever brings them back comes after this one, and the job finds the row of who waits.
 */
export async function holdAvailable(tx: Tx, project_id: string, id: string): Promise<number | null> {
  const [row] = await tx.rows<{ available: string }>(sql`
    select f.available from product_figures f where f.project_id = ${project_id} and f.product_id = ${id}
      and exists (select 1 from products p where p.project_id = f.project_id and p.id = f.product_id and p.published
        and p.deleted_at is null)
    for share of f`);
  return row ? Number(row.available) : null;
}

export async function insertWatch(tx: Tx, project_id: string, product_id: string, user_id: string): Promise<void> {
  await tx.execute(sql`
    insert into product_watches (project_id, product_id, user_id) values (${project_id}, ${product_id}, ${user_id})
    on conflict do nothing`);
}

export async function removeWatch(tx: Tx, project_id: string, product_id: string, user_id: string): Promise<void> {
  await tx.execute(sql`
    delete from product_watches
    where project_id = ${project_id} and product_id = ${product_id} and user_id = ${user_id}`);
}

export interface Returned {
  readonly product_id: string;
  readonly user_id: string;
  readonly name: string;
  readonly project: string;
}

/** Takes whoever waits for these goods and can have them again. Who has no access any more is only taken. */
export async function takeReturned(tx: Tx, project_id: string, ids: readonly string[]): Promise<Returned[]> {
  const taken = await tx.rows<Returned & { member: boolean }>(sql`
    delete from product_watches w using products p, product_figures f, projects r
    where w.project_id = ${project_id} and w.product_id = any(${idArray(ids)})
      and p.project_id = ${project_id} and p.id = w.product_id and p.published and p.deleted_at is null
      and f.project_id = ${project_id} and f.product_id = w.product_id and f.available > 0
      and r.id = w.project_id and r.stock_told <> 'hidden'
    returning w.product_id, w.user_id, p.name, r.title as project, exists (select 1 from memberships m
      where m.project_id = w.project_id and m.user_id = w.user_id and m.role = 'Client' and m.ended_at is null) as member`);
  return taken.filter(({ member }) => member);
}
