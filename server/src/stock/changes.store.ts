import { type SQL, sql } from 'drizzle-orm';
import { idArray } from '../kit/db/arrays';
import type { Tx } from '../kit/db/db';
import { atMost } from '../kit/db/paging';

interface Place {
  readonly project: { readonly id: string };
}

/** Only goods of a project in the catalogue, or with dropshippers, are shown to others. */
const isShown = ({ project }: Place): SQL => sql`(exists (select 1 from projects where id = ${project.id} and listed)
  or exists (select 1 from memberships where project_id = ${project.id} and role = 'Client' and ended_at is null))`;

/** These goods are shown to others in another way now: their copy in the catalogue follows, and what dropshippers are told. */
export async function queueChanged(tx: Tx, place: Place, productIds: readonly string[]): Promise<void> {
  if (productIds.length === 0) return;
  await tx.execute(sql`
    insert into product_changes (project_id, product_id)
    select ${place.project.id}, n.id from (select unnest(${idArray(productIds)}) as id) n where ${isShown(place)}`);
}

/** The part of a statement behind `figures`, rows with `product_id, before, after`: goods that ran out or came back. */
export const turnedParts = (place: Place): SQL => sql`, turned as (
    insert into product_changes (project_id, product_id)
    select ${place.project.id}, f.product_id from figures f
    where (f.before = 0) <> (f.after = 0) and ${isShown(place)}
  )`;

/** Takes at most so many of the rows that wait and answers their products, each once. */
export async function takeChanged(tx: Tx, { project }: Place, most: number): Promise<string[]> {
  const taken = await tx.rows<{ product_id: string }>(sql`
    delete from product_changes where project_id = ${project.id} and id = any(array(
      select id from product_changes where project_id = ${project.id} order by id ${atMost(most)} for update))
    returning product_id`);
  return [...new Set(taken.map((row) => row.product_id))];
}

/** The projects in which something waits; the transaction has entered those that are asked about. */
export async function projectsWithChanges(tx: Tx): Promise<string[]> {
  const found = await tx.rows<{ project_id: string }>(sql`select distinct project_id from product_changes`);
  return found.map((row) => row.project_id);
}
