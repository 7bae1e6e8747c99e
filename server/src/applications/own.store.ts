import type { ApplicationStatus, MyApplication, SupplierTerms } from '@lanka/domain/applications/contract';
import type { Page } from '@lanka/domain/kit/lists';
import type { Role } from '@lanka/domain/kit/roles';
import { sql } from 'drizzle-orm';
import type { UserScope } from '../kit/auth/scope';
import { markChanged } from '../kit/changes/record';
import { textArray } from '../kit/db/arrays';
import type { Tx } from '../kit/db/db';
import { newId } from '../kit/db/ids';
import { isFiltered, readPage, toInstant, toInstantOrNull } from '../kit/db/paging';
import { uuidOrNull } from '../projects';
import {
  type ApplicationFilters,
  type Counts,
  countByStatus,
  type LockedApplication,
  SORTS,
} from './applications.store';

type Row = Record<string, unknown>;
/** With the logo as it is stored. */
export type StoredMine = Omit<MyApplication, 'logo_url'> & { readonly logo: string | null };

/** Whoever is blocked is told that, and nothing else of the supplier. */
const ofSupplier = (column: string) => sql`case when a.status <> 'blocked' then p.${sql.identifier(column)} end`;
const COLUMNS = sql`a.id, a.project_id, a.status, a.cover_text, a.phone, a.edropoy_code, a.iban, a.applied_at, a.decided_at,
  p.title, ${ofSupplier('friendly_id')} as friendly_id, ${ofSupplier('logo')} as logo, ${ofSupplier('category')} as category,
  a.status <> 'blocked' and a.last_by_supplier > a.read_by_applicant as has_unread,
  case when a.status = 'rejected' then a.reason else '' end as reason,
  exists (select 1 from memberships m where m.project_id = a.project_id and m.user_id = a.user_id and m.ended_at is null) as has_access`;
const FROM = sql`applications a
  cross join lateral (select p.* from projects p where p.id = a.project_id and p.deleted_at is null limit 1) p`;

const asMine = (row: Row): StoredMine => ({
  id: String(row.id),
  project_id: String(row.project_id),
  friendly_id: String(row.friendly_id ?? ''),
  title: String(row.title),
  logo: row.logo as string | null,
  category: String(row.category ?? ''),
  status: row.status as ApplicationStatus,
  has_access: row.has_access === true,
  cover_text: String(row.cover_text),
  phone: row.phone as string | null,
  edropoy_code: row.edropoy_code as string | null,
  iban: row.iban as string | null,
  reason: String(row.reason),
  applied_at: toInstant(row.applied_at),
  decided_at: toInstantOrNull(row.decided_at),
  has_unread: row.has_unread === true,
});

const own = ({ user }: UserScope) => sql`a.user_id = ${user.id}`;

export function listMyApplications(tx: Tx, scope: UserScope, query: ApplicationFilters): Promise<Page<StoredMine>> {
  const where = [own(scope)];
  if (query.status?.length) where.push(sql`a.status = any(${textArray(query.status)})`);
  return readPage(
    tx,
    query,
    {
      columns: COLUMNS,
      from: FROM,
      where: sql.join(where, sql` and `),
      id: sql`a.id`,
      sorts: SORTS,
      customPlan: isFiltered(query.status?.length),
    },
    asMine,
  );
}

/** As listed: of living projects. */
export const countMyApplications = (tx: Tx, scope: UserScope): Promise<Counts> =>
  countByStatus(
    tx,
    sql`${own(scope)} and exists (select 1 from projects p where p.id = a.project_id and p.deleted_at is null)`,
  );

/** The one to this project, or the one with this id. */
export async function findMine(
  tx: Tx,
  scope: UserScope,
  one: { readonly project_id: string } | { readonly id: string },
): Promise<StoredMine | null> {
  const which = 'id' in one ? sql`a.id = ${one.id}` : sql`a.project_id = ${one.project_id}`;
  const [row] = await tx.rows<Row>(sql`select ${COLUMNS} from ${FROM} where ${own(scope)} and ${which}`);
  return row ? asMine(row) : null;
}

export interface SupplierFacts extends Omit<SupplierTerms, 'logo_url' | 'may' | 'plans'> {
  readonly logo: string | null;
  /** He shows himself, is verified, and the operator has not taken him out. */
  readonly listed: boolean;
  /** The asker's application, and what he is in the project. */
  readonly status: ApplicationStatus | null;
  readonly role: Role | null;
}

/** A living project by its id or friendly id, whoever asks: the caller says who may see it. */
export async function findSupplier(tx: Tx, scope: UserScope, project: string): Promise<SupplierFacts | null> {
  const [row] = await tx.rows<Row>(sql`
    select p.id as project_id, p.friendly_id, p.title, p.logo, p.category, p.description, p.region_restriction, p.returns,
      p.delivery, p.minimum_order, p.delivery_time, p.website, p.listed, a.status, m.role
    from projects p
    left join applications a on a.project_id = p.id and a.user_id = ${scope.user.id}
    left join memberships m on m.project_id = p.id and m.user_id = ${scope.user.id} and m.ended_at is null
    where (p.friendly_id = ${project} or p.id = ${uuidOrNull(project)}::uuid) and p.deleted_at is null`);
  return (row as unknown as SupplierFacts | undefined) ?? null;
}

export interface Sent {
  readonly cover_text: string;
  readonly phone: string | null;
  readonly edropoy_code: string | null;
  readonly iban: string | null;
  readonly join_link_id: string | null;
}

/** The first application here; null when there is one already, which whoever asks then locks. */
export async function insertApplication(
  tx: Tx,
  scope: UserScope,
  projectId: string,
  { cover_text, phone, edropoy_code, iban, join_link_id }: Sent,
): Promise<string | null> {
  const [row] = await tx.rows<{ id: string }>(sql`
    insert into applications (project_id, id, user_id, cover_text, phone, edropoy_code, iban, join_link_id, applied_at)
    values (${projectId}, ${newId()}, ${scope.user.id}, ${cover_text}, ${phone}, ${edropoy_code}, ${iban}, ${join_link_id}, now())
    on conflict (project_id, user_id) do nothing returning id`);
  if (row) markChanged(tx, { project: { id: projectId } }, 'application', [row.id], 'created');
  return row?.id ?? null;
}

/** The same application begins anew: what was decided stands in its history. */
export async function renewApplication(
  tx: Tx,
  projectId: string,
  { id }: LockedApplication,
  { cover_text, phone, edropoy_code, iban, join_link_id }: Sent,
): Promise<void> {
  markChanged(tx, { project: { id: projectId } }, 'application', [id]);
  await tx.execute(sql`
    update applications set status = 'pending', cover_text = ${cover_text}, phone = ${phone}, edropoy_code = ${edropoy_code},
      iban = ${iban}, join_link_id = ${join_link_id}, reason = '', applied_at = now(), decided_at = null, decided_by = null
    where project_id = ${projectId} and id = ${id}`);
}

export async function markWithdrawn(tx: Tx, projectId: string, { id }: LockedApplication): Promise<void> {
  markChanged(tx, { project: { id: projectId } }, 'application', [id]);
  await tx.execute(sql`
    update applications set status = 'withdrawn' where project_id = ${projectId} and id = ${id}`);
}

/** An invitation was accepted: whatever the application was, both work together now. */
export async function markJoined(
  tx: Tx,
  projectId: string,
  { id }: LockedApplication,
  counterpartyId: string,
): Promise<void> {
  markChanged(tx, { project: { id: projectId } }, 'application', [id]);
  await tx.execute(sql`
    update applications set status = 'approved', counterparty_id = ${counterpartyId}, reason = '', decided_at = now(),
      decided_by = null
    where project_id = ${projectId} and id = ${id}`);
}
