import { sql } from 'drizzle-orm';
import type { Tx } from '../kit/db/db';
import { newId } from '../kit/db/ids';
import { insertForm, type NewForm } from './request_forms.store';

type Past = Pick<NewForm, 'name' | 'phone' | 'email' | 'comment' | 'page_url'> & { readonly at: Date };

/** What came by the ready form some time ago: for the demo. The oldest last. */
export async function addPastRequests(tx: Tx, project_id: string, past: readonly Past[]): Promise<string[]> {
  const ids: string[] = [];
  for (const { at, ...one } of past) {
    const id = newId();
    await insertForm(tx, project_id, { ...one, id, source: 'site', created_by: null });
    await tx.execute(sql`
      update request_forms set created_at = ${at.toISOString()} where project_id = ${project_id} and id = ${id}`);
    ids.push(id);
  }
  return ids;
}
