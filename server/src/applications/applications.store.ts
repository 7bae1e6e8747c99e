import type { Application, ApplicationEvent, ApplicationRow } from '@lanka/domain/applications/contract';
import { ApplicationStatus } from '@lanka/domain/applications/contract';
import type { Locale } from '@lanka/domain/kit/errors';
import type { Page } from '@lanka/domain/kit/lists';
import type { Role } from '@lanka/domain/kit/roles';
import { type SQL, sql } from 'drizzle-orm';
import type { ProjectScope } from '../kit/auth/scope';
import type { ChangeKind } from '../kit/changes/kinds';
import { markChanged } from '../kit/changes/record';
import { idArray, textArray } from '../kit/db/arrays';
import type { Tx } from '../kit/db/db';
import { newId } from '../kit/db/ids';
import { awaitLock, type Locked } from '../kit/db/locked';
import { anyPart, counted, isFiltered, type ListQuery, readPage, toInstant, toInstantOrNull } from '../kit/db/paging';
import { isGrouped } from '../partners';

type Row = Record<string, unknown>;
/** A project, whoever asks about it. */
export type In = Pick<ProjectScope, 'project'> | { readonly project: { readonly id: string } };

/** Each applicant is looked up by himself: people of the whole platform stand in one table. */
const APPLICANT = sql`cross join lateral (select u.* from users u where u.id = a.user_id limit 1) u`;
const ACCESS = sql`left join memberships m on m.project_id = a.project_id and m.user_id = a.user_id and m.ended_at is null`;
const COLUMNS = sql`a.id, a.status, a.cover_text, a.phone, a.applied_at, a.decided_at, a.counterparty_id, u.id as user_id,
  u.name, u.email, m.user_id is not null as has_access, a.last_by_applicant > a.read_by_supplier as has_unread`;
const FROM = sql`applications a ${APPLICANT} ${ACCESS}`;

const asRow = (row: Row): ApplicationRow => ({
  id: String(row.id),
  status: row.status as ApplicationStatus,
  applicant: { id: String(row.user_id), name: String(row.name), email: String(row.email) },
  cover_text: String(row.cover_text),
  phone: row.phone as string | null,
  applied_at: toInstant(row.applied_at),
  decided_at: toInstantOrNull(row.decided_at),
  has_access: row.has_access === true,
  counterparty_id: row.counterparty_id as string | null,
  has_unread: row.has_unread === true,
});

/** What readers of `changes` are told of these applications; only the staff hears of them. */
export const applicationChanges: ChangeKind = {
  kind: 'application',
  async read(tx, _app, { project }, ids) {
    const found = await tx.rows<Row>(sql`
      select a.id, a.status, u.name from applications a ${APPLICANT}
      where a.project_id = ${project.id} and a.id = any(${idArray(ids)})`);
    return new Map(found.map(({ id, ...told }) => [String(id), told]));
  },
};

export interface ApplicationFilters extends ListQuery {
  readonly q?: string | undefined;
  readonly status?: ApplicationStatus[] | undefined;
  readonly counterparty_id?: string | undefined;
  readonly group_id?: string | undefined;
}

export const SORTS = { applied_at: { by: sql`a.applied_at`, type: 'timestamptz' } } as const;

export function listApplications(
  tx: Tx,
  { project }: ProjectScope,
  query: ApplicationFilters,
): Promise<Page<ApplicationRow>> {
  const where = [sql`a.project_id = ${project.id}`];
  if (query.status?.length) where.push(sql`a.status = any(${textArray(query.status)})`);
  if (query.counterparty_id) where.push(sql`a.counterparty_id = ${query.counterparty_id}`);
  if (query.group_id) where.push(isGrouped(query.group_id, sql`a.project_id`, sql`a.counterparty_id`));
  if (query.q) where.push(sql`(lower(u.name) like ${anyPart(query.q)} or lower(u.email) like ${anyPart(query.q)})`);
  return readPage(
    tx,
    query,
    {
      columns: COLUMNS,
      from: FROM,
      ...(query.q ? {} : { countFrom: sql`applications a` }),
      where: sql.join(where, sql` and `),
      id: sql`a.id`,
      sorts: SORTS,
      customPlan: isFiltered(query.status?.length, query.counterparty_id, query.group_id, query.q),
    },
    asRow,
  );
}

export type Counts = Record<ApplicationStatus, number>;

/** How many there are in each state of those that fulfil the condition, each count up to 10,000. */
export async function countByStatus(tx: Tx, whose: SQL): Promise<Counts> {
  const counts = ApplicationStatus.options.map(
    (status) =>
      sql`${counted(sql`applications a`, sql`${whose} and a.status = ${status}`)} as ${sql.identifier(status)}`,
  );
  const [row] = await tx.rows<Row>(sql`select ${sql.join(counts, sql`, `)}`);
  return Object.fromEntries(ApplicationStatus.options.map((status) => [status, Number(row?.[status] ?? 0)])) as Counts;
}

export const countApplications = (tx: Tx, { project }: ProjectScope): Promise<Counts> =>
  countByStatus(tx, sql`a.project_id = ${project.id}`);

export type StoredApplication = Omit<Application, 'deeds' | 'preset' | 'known'> & {
  readonly join_link_id: string | null;
  readonly role: Role | null;
  readonly member_counterparty_id: string | null;
};

export async function isApplication(tx: Tx, { project }: ProjectScope, id: string): Promise<boolean> {
  const rows = await tx.rows(sql`select from applications a where a.project_id = ${project.id} and a.id = ${id}`);
  return rows.length > 0;
}

export async function findApplication(tx: Tx, scope: ProjectScope, id: string): Promise<StoredApplication | null> {
  const [row] = await tx.rows<Row>(sql`
    select ${COLUMNS}, m.role, m.counterparty_id as member_counterparty_id, a.join_link_id, a.edropoy_code, a.iban, a.reason, a.decided_by, d.name as decided_name, c.name as counterparty_name,
      u.drop_legal_name, u.drop_description, u.adv_source, u.website, u.created_at as registered_at,
      exists (select 1 from invitations i where i.project_id = a.project_id and i.counterparty_id = a.counterparty_id
        and i.accepted_at is null and i.expires_at > now()) as invited
    from ${FROM}
    left join users d on d.id = a.decided_by
    left join counterparties c on c.project_id = a.project_id and c.id = a.counterparty_id
    where a.project_id = ${scope.project.id} and a.id = ${id}`);
  if (!row) return null;
  return {
    ...asRow(row),
    join_link_id: row.join_link_id as string | null,
    role: row.role as Role | null,
    member_counterparty_id: row.member_counterparty_id as string | null,
    edropoy_code: row.edropoy_code as string | null,
    iban: row.iban as string | null,
    about: {
      legal_name: row.drop_legal_name as string | null,
      description: row.drop_description as string | null,
      adv_source: String(row.adv_source ?? '')
        .split('; ')
        .filter(Boolean),
      website: row.website as string | null,
      other_suppliers: await countOtherSuppliers(tx, scope, String(row.user_id)),
      registered_at: toInstant(row.registered_at),
    },
    reason: String(row.reason),
    decided_by: row.decided_by
      ? { kind: 'user', id: String(row.decided_by), name: row.decided_name as string | null }
      : null,
    counterparty_name: row.counterparty_name as string | null,
    invited: row.invited === true && row.has_access !== true,
  };
}

/**
 * With how many other suppliers somebody works. Row-level security shows memberships to their user alone, so for this one
 * count it is his; nothing but the number is read.
 */
async function countOtherSuppliers(tx: Tx, scope: ProjectScope, userId: string): Promise<number> {
  const enter = (id: string) => tx.execute(sql`select set_config('lanka.user_id', ${id}, true)`);
  await enter(userId);
  const [row] = await tx.rows<{ n: number }>(sql`
    select count(*)::int as n from memberships where user_id = ${userId} and role = 'Client' and ended_at is null
      and project_id <> ${scope.project.id}`);
  await enter(scope.user.id);
  return row?.n ?? 0;
}

export interface Decidable {
  readonly id: string;
  readonly user_id: string;
  readonly status: ApplicationStatus;
  readonly counterparty_id: string | null;
  readonly join_link_id: string | null;
  /** The living membership of the applicant. */
  readonly role: Role | null;
  readonly member_counterparty_id: string | null;
  readonly applicant: {
    readonly name: string;
    readonly email: string;
    readonly locale: Locale;
    readonly legal_name: string | null;
  };
  readonly phone: string | null;
}
/** What it hangs on as which counterparty he is known. */
export type Known = Pick<Decidable, 'user_id' | 'member_counterparty_id'> & {
  readonly applicant: { readonly email: string };
};
export type LockedApplication = Locked<'applications', Decidable>;

/** For this transaction alone: of two who decide, or of one who withdraws meanwhile, the second sees what the first did. */
export async function lockApplication(
  tx: Tx,
  scope: In,
  one: { readonly id: string } | { readonly user_id: string },
): Promise<LockedApplication | null> {
  const which = 'id' in one ? sql`a.id = ${one.id}` : sql`a.user_id = ${one.user_id}`;
  const lock = async () => {
    await tx.execute(sql`select from applications a where a.project_id = ${scope.project.id} and ${which} for update`);
    const [row] = await tx.rows<Row>(sql`
      select a.id, a.user_id, a.status, a.counterparty_id, a.join_link_id, a.phone, m.role, m.counterparty_id as member_counterparty_id,
        json_build_object('name', u.name, 'email', u.email, 'locale', u.locale, 'legal_name', u.drop_legal_name) as applicant
      from ${FROM} where a.project_id = ${scope.project.id} and ${which}`);
    return { found: (row as unknown as Decidable | undefined) ?? null };
  };
  const { found } = await awaitLock('applications', lock());
  return found as LockedApplication | null;
}

/** The same of whoever has access as this counterparty; of one who was invited there may be none. */
export async function lockApplicationAs(tx: Tx, { project }: In, counterpartyId: string): Promise<void> {
  await tx.execute(sql`
    select from applications a where a.project_id = ${project.id} and a.user_id = (select m.user_id from memberships m
      where m.project_id = ${project.id} and m.counterparty_id = ${counterpartyId} and m.ended_at is null) for update`);
}

export interface Decision {
  readonly status: ApplicationStatus;
  readonly reason: string;
  readonly counterparty_id?: string | null;
}

export async function writeDecision(
  tx: Tx,
  scope: ProjectScope,
  { id, counterparty_id: known }: LockedApplication,
  { status, reason, counterparty_id = known }: Decision,
): Promise<void> {
  markChanged(tx, scope, 'application', [id]);
  await tx.execute(sql`
    update applications set status = ${status}, reason = ${reason}, counterparty_id = ${counterparty_id},
      decided_at = now(), decided_by = ${scope.user.id}
    where project_id = ${scope.project.id} and id = ${id}`);
}

/** Says beside the application as whom it was invited, or found. */
export async function setCounterparty(
  tx: Tx,
  scope: In,
  { id }: LockedApplication,
  counterpartyId: string,
): Promise<void> {
  await tx.execute(sql`
    update applications set counterparty_id = ${counterpartyId} where project_id = ${scope.project.id} and id = ${id}`);
}

export async function writeEvent(
  tx: Tx,
  scope: In & { readonly user: { readonly id: string } },
  { id }: { readonly id: string },
  kind: ApplicationEvent['kind'],
  reason = '',
): Promise<void> {
  await tx.execute(sql`
    insert into application_events (project_id, application_id, id, kind, reason, actor_id)
    values (${scope.project.id}, ${id}, ${newId()}, ${kind}, ${reason}, ${scope.user.id})`);
}

export function listHistory(
  tx: Tx,
  scope: ProjectScope,
  id: string,
  query: ListQuery,
): Promise<Page<ApplicationEvent>> {
  return readPage(
    tx,
    query,
    {
      columns: sql`e.id, e.kind, e.reason, e.actor_id, u.name, e.created_at`,
      from: sql`application_events e cross join lateral (select u.name from users u where u.id = e.actor_id limit 1) u`,
      countFrom: sql`application_events e`,
      where: sql`e.project_id = ${scope.project.id} and e.application_id = ${id}`,
      id: sql`e.id`,
      sorts: { created_at: { by: sql`e.created_at`, type: 'timestamptz' } },
    },
    (row) => ({
      id: String(row.id),
      kind: row.kind as ApplicationEvent['kind'],
      reason: String(row.reason),
      actor: { kind: 'user', id: String(row.actor_id), name: row.name as string | null },
      created_at: toInstant(row.created_at),
    }),
  );
}

/**
 * As whom the applicant is known already: the counterparty that he was once, else one with an invitation that waits for
 * his address; locked for who holds it. Null when there is none.
 */
export async function findFormerCounterparty(
  tx: Tx,
  scope: ProjectScope,
  application: Pick<Known, 'user_id' | 'applicant'>,
  { hold }: { hold: boolean },
): Promise<string | null> {
  const [row] = await tx.rows<{ id: string }>(sql`
    select c.id from counterparties c
    where c.project_id = ${scope.project.id} and c.deleted_at is null and not c.own_sales
      and (c.user_id = ${application.user_id} or c.id = any(array(select i.counterparty_id from invitations i
        where i.project_id = ${scope.project.id} and i.email = ${application.applicant.email} and i.accepted_at is null)))
      and not exists (select from memberships m where m.project_id = c.project_id and m.counterparty_id = c.id
        and m.ended_at is null)
    order by (c.user_id = ${application.user_id}) desc nulls last, c.created_at desc, c.id limit 1
    ${hold ? sql`for no key update of c` : sql``}`);
  return row?.id ?? null;
}

/** Whoever accepts an invitation locks it before the application, so whoever decides does too. */
export const lockInvitationsTo = (tx: Tx, scope: ProjectScope, id: string): Promise<unknown> =>
  tx.execute(sql`
    select from invitations i where i.project_id = ${scope.project.id} and i.accepted_at is null and i.email = any(array(
        select u.email from applications a join users u on u.id = a.user_id
        where a.project_id = ${scope.project.id} and a.id = ${id}))
    order by i.id for update of i`);

/** Whether the person with this address is blocked here. */
export async function isBlocked(tx: Tx, scope: In, email: string): Promise<boolean> {
  const rows = await tx.rows(sql`
    select from users u join applications a on a.project_id = ${scope.project.id} and a.user_id = u.id
    where u.email = ${email} and a.status = 'blocked'`);
  return rows.length > 0;
}
