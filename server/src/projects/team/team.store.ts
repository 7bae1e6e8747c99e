import { EXACT_TOTAL, type Page } from '@lanka/domain/kit/lists';
import { COLLABORATOR_ROLES, Role } from '@lanka/domain/kit/roles';
import { type Invitation, type Member, RESEND_MINUTES } from '@lanka/domain/projects/contract';
import { and, asc, eq, isNull, ne, type SQL, sql } from 'drizzle-orm';
import { users } from '../../identity/tables';
import type { ProjectScope } from '../../kit/auth/scope';
import { idArray } from '../../kit/db/arrays';
import type { Tx } from '../../kit/db/db';
import { newId } from '../../kit/db/ids';
import { anyPart, atMost, inUkrainianOrder, type ListQuery, readPage, toInstant } from '../../kit/db/paging';
import { accessChanges } from '../../kit/live/live';
import { uuidOrNull } from '../projects.store';
import { invitations, memberships } from '../tables';

type Row = Record<string, unknown>;

/** A member whose photo is still the storage key. */
export interface MemberRow extends Omit<Member, 'photo_url' | 'user_role'> {
  readonly auth_id: string;
  readonly photo: string | null;
}

const COLUMNS = sql`u.id, coalesce(u.oidc_subject, u.id::text) as auth_id, u.name, u.email, u.phone_number, u.photo,
  m.role, m.counterparty_id, m.created_at`;
/** Each member's user is looked up by itself: people of the whole platform stand in one table, which is never read whole. */
const FROM = sql`memberships m cross join lateral (select u.* from users u where u.id = m.user_id limit 1) u`;

function asMember(row: Row): MemberRow {
  return {
    id: String(row.id),
    auth_id: String(row.auth_id),
    name: String(row.name),
    email: String(row.email),
    phone_number: row.phone_number as string | null,
    photo: row.photo as string | null,
    role: row.role as Role,
    counterparty_id: row.counterparty_id as string | null,
    created_at: toInstant(row.created_at),
  };
}

/** Living members; found by name, e-mail, and a phone by its digits as people write them. */
function living(scope: ProjectScope, q: string | undefined): SQL {
  const here = sql`m.project_id = ${scope.project.id} and m.ended_at is null`;
  if (!q) return here;
  const digits = q.replace(/[\s()+-]/g, '');
  const phone = /^\d{3,}$/.test(digits) ? sql` or u.phone_number like ${anyPart(digits)}` : sql``;
  return sql`${here} and (lower(u.name) like ${anyPart(q)} or lower(u.email) like ${anyPart(q)}${phone})`;
}

export function listMembers(
  tx: Tx,
  scope: ProjectScope,
  query: ListQuery & { q?: string | undefined; role?: readonly Role[] | undefined },
): Promise<Page<MemberRow>> {
  const where = [living(scope, query.q)];
  if (query.role?.length) where.push(sql`m.role = any(${sql.param([...query.role])}::text[])`);
  return readPage(
    tx,
    query,
    {
      columns: COLUMNS,
      from: FROM,
      ...(query.q ? {} : { countFrom: sql`memberships m` }),
      where: sql.join(where, sql` and `),
      id: sql`m.user_id`,
      // one project has three members, another thousands
      customPlan: true,
      sorts: {
        created_at: { by: sql`m.created_at`, type: 'timestamptz' },
        name: { by: inUkrainianOrder(sql`u.name`), type: 'text' },
        email: { by: sql`u.email`, type: 'text' },
      },
    },
    asMember,
  );
}

/** How many members each role has; counted up to 10,000, each from its index unless something is looked for. */
export async function countByRole(tx: Tx, scope: ProjectScope, q?: string): Promise<Partial<Record<Role, number>>> {
  const found = await tx.rows<{ role: Role; n: number }>(
    q
      ? sql`select m.role, count(*)::int as n from ${FROM} where ${living(scope, q)} group by m.role`
      : sql`
        select r.role, f.n from unnest(${sql.param([...Role.options])}::text[]) as r(role)
        cross join lateral (select count(*)::int as n from (
          select 1 from memberships m where ${living(scope, undefined)} and m.role = r.role ${atMost(EXACT_TOTAL)}
        ) some_rows) f where f.n > 0`,
  );
  return Object.fromEntries(found.map(({ role, n }) => [role, n]));
}

/** A living member by user id or auth id. With `lock`, nobody changes or removes him until the transaction ends. */
export async function findMember(tx: Tx, scope: ProjectScope, id: string, lock = false): Promise<MemberRow | null> {
  const found = await tx.rows<Row>(sql`
    select ${COLUMNS} from ${FROM} where ${living(scope, undefined)} and m.user_id = any(array(
      select id from users where oidc_subject = ${id} union all select ${uuidOrNull(id)}::uuid))
    ${lock ? sql`for update of m` : sql``}`);
  const [row] = found;
  return row ? asMember(row) : null;
}

/** What these people are in a project at this moment; missing is who is nobody there. */
export async function rolesOf(tx: Tx, projectId: string, userIds: readonly string[]): Promise<Map<string, Role>> {
  const found = await tx.rows<{ user_id: string; role: Role }>(sql`
    select m.user_id, m.role from memberships m
    where m.project_id = ${projectId} and m.user_id = any(${idArray(userIds)}) and m.ended_at is null`);
  return new Map(found.map(({ user_id, role }) => [user_id, role]));
}

export interface Colleague {
  readonly id: string;
  readonly name: string;
  readonly email: string;
  readonly locale: 'ua' | 'en';
  readonly role: Role;
}

/** Colleagues beside this one who have one of these roles, in the order of their names. */
export async function listColleagues(
  tx: Tx,
  scope: ProjectScope,
  except: string,
  roles: readonly Role[],
): Promise<Colleague[]> {
  return tx.rows<Colleague>(sql`
    select u.id, u.name, u.email, u.locale, m.role from ${FROM} where ${living(scope, undefined)} and u.id <> ${except}
      and m.role = any(${sql.param([...roles])}::text[])
    order by ${inUkrainianOrder(sql`u.name`)}, u.id limit 200`);
}

const oneMembership = (scope: ProjectScope, userId: string) =>
  and(eq(memberships.project_id, scope.project.id), eq(memberships.user_id, userId));

export async function setRole(tx: Tx, scope: ProjectScope, userId: string, role: Role): Promise<void> {
  await tx.update(memberships).set({ role }).where(oneMembership(scope, userId));
  await accessChanges(tx, 'user', userId);
}

/** Of staff: a dropshipper's access is kept, closed (`closeAccess`). */
export async function endMembership(tx: Tx, scope: ProjectScope, userId: string): Promise<void> {
  await tx
    .delete(memberships)
    .where(and(oneMembership(scope, userId), ne(memberships.role, 'Client'), isNull(memberships.ended_at)));
  await accessChanges(tx, 'user', userId);
}

/** Joins the user, also one whose access had ended; who is a member already stays what he is. */
export async function insertMembership(
  tx: Tx,
  projectId: string,
  userId: string,
  role: Role,
  counterpartyId: string | null,
): Promise<boolean> {
  const rows = await tx
    .insert(memberships)
    .values({ project_id: projectId, user_id: userId, role, counterparty_id: counterpartyId })
    .onConflictDoUpdate({
      target: [memberships.project_id, memberships.user_id],
      set: { role, counterparty_id: counterpartyId, ended_at: null },
      setWhere: sql`${memberships.ended_at} is not null`,
    })
    .returning({ user_id: memberships.user_id });
  if (rows.length === 0) return false;
  // his stream listens to the suppliers that it found when it was opened
  await accessChanges(tx, 'user', userId);
  return true;
}

export async function findMemberByEmail(tx: Tx, scope: ProjectScope, email: string): Promise<{ id: string } | null> {
  const [row] = await tx
    .select({ id: users.id })
    .from(memberships)
    .innerJoin(users, eq(users.id, memberships.user_id))
    .where(and(eq(memberships.project_id, scope.project.id), eq(users.email, email), isNull(memberships.ended_at)));
  return row ?? null;
}

export interface Collaborators {
  readonly subscription_plan: string | null;
  /** Staff beside the owner, and their invitations that can still be accepted. */
  readonly used: number;
  readonly pending: number;
}

const COLLABORATORS = sql`any(${sql.param([...COLLABORATOR_ROLES])}::text[])`;

/**
 * What the plan's limit counts; `except` leaves one invitation out. With `lock`, whoever else wants a place waits
 * until the transaction ends, and so does a change of the plan: the project's row is locked before it is counted.
 */
export async function countCollaborators(
  tx: Tx,
  projectId: string,
  { lock = false, except = null }: { lock?: boolean; except?: string | null } = {},
): Promise<Collaborators> {
  const plan = await tx.rows<{ subscription_plan: string | null }>(sql`
    select subscription_plan from projects where id = ${projectId} ${lock ? sql`for no key update` : sql``}`);
  const found = await tx.rows<{ members: number; pending: number }>(sql`
    select
      (select count(*)::int from memberships where project_id = ${projectId} and ended_at is null and role = ${COLLABORATORS}) as members,
      (select count(*)::int from invitations where project_id = ${projectId} and accepted_at is null
        and expires_at > now() and role = ${COLLABORATORS} and id is distinct from ${except}::uuid) as pending`);
  const { members = 0, pending = 0 } = found[0] ?? {};
  return { subscription_plan: plan[0]?.subscription_plan ?? null, used: members + pending, pending };
}

type InvitationRow = typeof invitations.$inferSelect;

const asInvitation = (row: InvitationRow): Invitation => ({
  id: row.id,
  email: row.email,
  name: row.name,
  phone: row.phone,
  role: row.role,
  counterparty_id: row.counterparty_id,
  status: row.accepted_at ? 'accepted' : 'pending',
  last_sent_at: toInstant(row.last_sent_at),
  resendable_at: new Date(Date.parse(row.last_sent_at) + RESEND_MINUTES * 60_000).toISOString(),
  expires_at: toInstant(row.expires_at),
  created_at: toInstant(row.created_at),
});

export async function insertInvitation(
  tx: Tx,
  scope: ProjectScope,
  values: Pick<InvitationRow, 'email' | 'name' | 'phone' | 'role' | 'counterparty_id' | 'token_hash' | 'expires_at'>,
): Promise<Invitation | null> {
  const [row] = await tx
    .insert(invitations)
    .values({
      ...values,
      project_id: scope.project.id,
      id: newId(),
      invited_by: scope.user.id,
      last_sent_at: new Date().toISOString(),
    })
    .onConflictDoNothing()
    .returning();
  return row ? asInvitation(row) : null;
}

const pending = (scope: ProjectScope) =>
  and(eq(invitations.project_id, scope.project.id), isNull(invitations.accepted_at));
const oneInvitation = (scope: ProjectScope, id: string) => and(pending(scope), eq(invitations.id, id));

export async function lockInvitation(tx: Tx, scope: ProjectScope, id: string): Promise<InvitationRow | null> {
  const [row] = await tx.select().from(invitations).where(oneInvitation(scope, id)).for('update');
  return row ?? null;
}

export async function listInvitations(tx: Tx, scope: ProjectScope): Promise<Invitation[]> {
  const rows = await tx
    .select()
    .from(invitations)
    .where(pending(scope))
    .orderBy(asc(invitations.created_at), asc(invitations.id));
  return rows.map(asInvitation);
}

/** Pending invitations of staff, and of Clients. */
export async function countInvitations(tx: Tx, scope: ProjectScope): Promise<{ staff: number; clients: number }> {
  const found = await tx.rows<{ staff: number; clients: number }>(sql`
    select count(*) filter (where role <> 'Client')::int as staff, count(*) filter (where role = 'Client')::int as clients
    from invitations where project_id = ${scope.project.id} and accepted_at is null`);
  return found[0] ?? { staff: 0, clients: 0 };
}

export async function renewInvitation(
  tx: Tx,
  scope: ProjectScope,
  id: string,
  tokenHash: string,
  expiresAt: string,
): Promise<Invitation | null> {
  const [row] = await tx
    .update(invitations)
    .set({ token_hash: tokenHash, expires_at: expiresAt, last_sent_at: new Date().toISOString() })
    .where(oneInvitation(scope, id))
    .returning();
  return row ? asInvitation(row) : null;
}

export async function deleteInvitation(tx: Tx, scope: ProjectScope, id: string): Promise<Invitation | null> {
  const [row] = await tx.delete(invitations).where(oneInvitation(scope, id)).returning();
  return row ? asInvitation(row) : null;
}

/** Pending invitations of one counterparty are withdrawn, for instance when it is deleted. */
export async function deleteInvitationsOf(tx: Tx, scope: ProjectScope, counterpartyId: string): Promise<void> {
  await tx.delete(invitations).where(and(pending(scope), eq(invitations.counterparty_id, counterpartyId)));
}

/** Invitations of a dropshipper to this address: the access they would give is given or refused otherwise. */
export async function deleteClientInvitations(tx: Tx, scope: ProjectScope, email: string): Promise<void> {
  await tx.delete(invitations).where(and(pending(scope), eq(invitations.email, email), eq(invitations.role, 'Client')));
}

/** Of the whole project, when it is deleted. */
export async function deleteInvitations(tx: Tx, scope: ProjectScope): Promise<void> {
  await tx.delete(invitations).where(pending(scope));
}

export interface InvitationInHand {
  id: string;
  project_id: string;
  email: string;
  name: string;
  phone: string | null;
  role: Role;
  counterparty_id: string | null;
  project_title: string;
  has_password: boolean;
}

/** The invitation whose secret is in hand. Row-level security opens that one row for its hash. */
export async function findInvitationByToken(tx: Tx, tokenHash: string, lock = false): Promise<InvitationInHand | null> {
  await tx.execute(sql`select set_config('lanka.token_hash', ${tokenHash}, true)`);
  const found = await tx.rows<Row>(sql`
    select i.id, i.project_id, i.email, i.name, i.phone, i.role, i.counterparty_id, p.title as project_title,
      (u.password_hash is not null) as has_password
    from invitations i
    join projects p on p.id = i.project_id and p.deleted_at is null
    left join users u on u.email = i.email
    where i.token_hash = ${tokenHash} and i.accepted_at is null and i.expires_at > now()
    ${lock ? sql`for update of i` : sql``}`);
  return (found[0] as InvitationInHand | undefined) ?? null;
}

export async function markAccepted(tx: Tx, projectId: string, id: string): Promise<void> {
  await tx
    .update(invitations)
    .set({ accepted_at: new Date().toISOString() })
    .where(and(eq(invitations.project_id, projectId), eq(invitations.id, id)));
}
