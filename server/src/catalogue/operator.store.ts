import type { Complaint, OperatorListing } from '@lanka/domain/catalogue/contract';
import type { Verification } from '@lanka/domain/catalogue/rules';
import { FOUND_TOTAL } from '@lanka/domain/kit/lists';
import { type SQL, sql } from 'drizzle-orm';
import type { StaffScope, UserScope } from '../kit/auth/scope';
import type { Tx } from '../kit/db/db';
import { newId } from '../kit/db/ids';
import { atMost, counted, isFiltered, type ListQuery, readPage, toInstant } from '../kit/db/paging';
import { all, matches } from '../kit/db/words';
import { asListing, LISTING } from './listings.store';

type Row = Record<string, unknown>;

const COMPLAINTS = sql`(select count(*)::int from (select 1 from catalogue_complaints c
  where c.supplier_id = p.id and c.status = 'new' ${atMost(FOUND_TOTAL)}) some_complaints)`;

export const countComplaints = async (tx: Tx, _scope: StaffScope, supplierId: string): Promise<number> => {
  const [row] = await tx.rows<{ count: number }>(sql`
    select ${COMPLAINTS} as count from (select ${supplierId}::uuid as id) p`);
  return row?.count ?? 0;
};

/** Counted up to 10,000 of each, from its index. */
export async function countWaiting(tx: Tx, _scope: StaffScope) {
  const [row] = await tx.rows<{ asked: number; complaints: number }>(sql`
    select ${counted(sql`catalogue_listings`, sql`verification = 'requested'`)} as asked,
      ${counted(sql`catalogue_complaints`, sql`status = 'new'`)} as complaints`);
  return { asked_verifications: Number(row?.asked), new_complaints: Number(row?.complaints) };
}

function asOperatorListing(row: Row): OperatorListing {
  const { id, friendly_id, title, category, verification, visible, hidden, listed, requested_at, decided_at } =
    asListing(row);
  const state = { verification, visible, hidden, listed, requested_at, decided_at };
  return { id, friendly_id, title, category, ...state, open_complaints: Number(row.open_complaints) };
}

/** Asked of each by its key: joined, all projects would be read. */
const LISTED = sql`(select p.listed from projects p where p.id = l.supplier_id)`;

interface ListingsQuery extends ListQuery {
  readonly q?: string | undefined;
  readonly verification?: Verification | undefined;
  readonly hidden?: boolean | undefined;
  readonly listed?: boolean | undefined;
}

/** Those that ever asked; who has only set something has asked for nothing. */
export function listListings(tx: Tx, _scope: StaffScope, query: ListingsQuery) {
  const where: SQL[] = [sql`l.requested_at is not null`];
  if (query.verification) where.push(sql`l.verification = ${query.verification}`);
  if (query.hidden !== undefined) where.push(sql`l.hidden_at is ${sql.raw(query.hidden ? 'not null' : 'null')}`);
  if (query.listed !== undefined) where.push(query.listed ? LISTED : sql`not ${LISTED}`);
  if (query.q) where.push(matches(query.q, { fields: [sql`p.title`, sql`p.friendly_id`, sql`p.legal_name`] }));
  return readPage(
    tx,
    query,
    {
      columns: sql`${LISTING}, ${COMPLAINTS} as open_complaints`,
      from: sql`catalogue_listings l
        cross join lateral (select p.* from projects p where p.id = l.supplier_id limit 1) p`,
      countFrom: query.q
        ? sql`catalogue_listings l
            cross join lateral (select p.* from projects p where p.id = l.supplier_id limit 1) p`
        : sql`catalogue_listings l`,
      where: all(where),
      countsInOrder: true,
      customPlan: isFiltered(query.q, query.verification, query.hidden, query.listed),
      id: sql`l.supplier_id`,
      sorts: { requested_at: { by: sql`l.requested_at`, type: 'timestamptz' } },
    },
    asOperatorListing,
  );
}

export async function insertComplaint(tx: Tx, { user }: UserScope, supplier_id: string, text: string): Promise<void> {
  await tx.execute(sql`
    insert into catalogue_complaints (id, supplier_id, user_id, text) values (${newId()}, ${supplier_id}, ${user.id}, ${text})`);
}

interface ComplaintsQuery extends ListQuery {
  readonly q?: string | undefined;
  readonly status?: 'new' | 'done' | undefined;
  readonly supplier_id?: string | undefined;
}

export function listComplaints(tx: Tx, _scope: StaffScope, query: ComplaintsQuery) {
  const where: SQL[] = [];
  if (query.status) where.push(sql`c.status = ${query.status}`);
  if (query.supplier_id) where.push(sql`c.supplier_id = ${query.supplier_id}`);
  if (query.q) where.push(matches(query.q, { fields: [sql`c.text`] }));
  return readPage(
    tx,
    query,
    {
      columns: sql`c.id, c.supplier_id, c.user_id, c.text, c.status, c.created_at, p.title, u.name`,
      from: sql`catalogue_complaints c
        cross join lateral (select p.title from projects p where p.id = c.supplier_id limit 1) p
        cross join lateral (select u.name from users u where u.id = c.user_id limit 1) u`,
      countFrom: sql`catalogue_complaints c`,
      where: all(where),
      countsInOrder: true,
      customPlan: isFiltered(query.q, query.status, query.supplier_id),
      id: sql`c.id`,
      sorts: { created_at: { by: sql`c.created_at`, type: 'timestamptz' } },
    },
    (row): Complaint => ({
      id: String(row.id),
      supplier: { id: String(row.supplier_id), title: String(row.title) },
      by: { id: String(row.user_id), name: String(row.name) },
      text: String(row.text),
      status: row.status as Complaint['status'],
      created_at: toInstant(row.created_at),
    }),
  );
}

/** @returns whose complaint it is, when it is not so already; null when there is none of this id */
export async function setComplaintStatus(
  tx: Tx,
  _scope: StaffScope,
  id: string,
  status: Complaint['status'],
): Promise<{ supplier: string; changed: boolean } | null> {
  const [row] = await tx.rows<{ title: string; status: string }>(sql`
    select p.title, c.status from catalogue_complaints c join projects p on p.id = c.supplier_id
    where c.id = ${id} for update of c`);
  if (!row) return null;
  await tx.execute(sql`update catalogue_complaints set status = ${status} where id = ${id}`);
  return { supplier: row.title, changed: row.status !== status };
}
