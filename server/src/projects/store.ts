import type { MyProject } from '@lanka/domain/identity/contract';
import type { Role } from '@lanka/domain/kit/roles';
import type { Invitation, Member, PaymentDetails, Project } from '@lanka/domain/projects/contract';
import { RESEND_MINUTES } from '@lanka/domain/projects/contract';
import { and, asc, eq, isNull, sql } from 'drizzle-orm';
import { users } from '../identity/tables';
import type { Tx } from '../kit/db';
import { newId } from '../kit/ids';
import type { TokenClaims } from '../kit/keys';
import { toInstant } from '../kit/paging';
import type { ProjectScope, UserScope } from '../kit/scope';
import { invitations, memberships, paymentDetails, projects } from './tables';

interface SessionFacts {
  user: { id: string; name: string; email: string; platform_role: 'Staff' | null };
  suppliers: { project_id: string; counterparty_id: string; ended: boolean }[];
}

/** The user of a living session; with `suppliers`, also where he is a Client, and row-level security shows those. */
export async function findSession(tx: Tx, claims: TokenClaims, suppliers: boolean): Promise<SessionFacts | null> {
  const found = await tx.execute<{
    id: string;
    name: string;
    email: string;
    platform_role: 'Staff' | null;
    suppliers: SessionFacts['suppliers'] | null;
  }>(sql`
    select u.id, u.name, u.email, u.platform_role,
      ${
        suppliers
          ? sql`(select json_agg(json_build_object('project_id', m.project_id, 'counterparty_id', m.counterparty_id, 'ended', m.ended_at is not null))
              from memberships m join projects p on p.id = m.project_id and p.deleted_at is null
              where m.user_id = u.id and m.role = 'Client')`
          : sql`null`
      } as suppliers
    from sessions s join users u on u.id = s.user_id
    where s.id = ${claims.session_id} and s.user_id = ${claims.user_id} and s.ended_at is null and s.expires_at > now()
      and u.blocked_at is null`);
  const [row] = found.rows;
  if (!row) return null;
  const mine = row.suppliers ?? [];
  if (mine.length > 0)
    await enterProjects(
      tx,
      mine.map(({ project_id }) => project_id),
    );
  const { id, name, email, platform_role } = row;
  return { user: { id, name, email, platform_role }, suppliers: mine };
}

/** Lets row-level security show these projects for the rest of the transaction. */
export async function enterProjects(tx: Tx, ids: readonly string[]): Promise<void> {
  await tx.execute(sql`select set_config('lanka.project_ids', ${ids.join(',')}, true)`);
}

interface Access {
  user: Omit<SessionFacts['user'], 'platform_role'>;
  membership: { project: ProjectScope['project']; role: Role; counterparty_id: string | null; ended: boolean } | null;
}

/** Session, user, project and membership in one statement; null when the session is over. */
export async function findAccess(tx: Tx, claims: TokenClaims, project: string): Promise<Access | null> {
  const found = await tx.execute<{
    id: string;
    name: string;
    email: string;
    project_id: string | null;
    friendly_id: string;
    title: string;
    allow_backorders: boolean;
    subscription_plan: string | null;
    role: Role;
    counterparty_id: string | null;
    ended: boolean;
  }>(sql`
    select u.id, u.name, u.email, m.project_id, m.friendly_id, m.title, m.allow_backorders, m.subscription_plan, m.role, m.counterparty_id, m.ended,
      set_config('lanka.project_ids', coalesce(m.project_id::text, ''), true) as entered
    from sessions s
    join users u on u.id = s.user_id
    left join lateral (
      select m.project_id, p.friendly_id, p.title, p.allow_backorders, p.subscription_plan, m.role, m.counterparty_id, m.ended_at is not null as ended
      from projects p join memberships m on m.project_id = p.id and m.user_id = u.id
      where p.deleted_at is null and (p.friendly_id = ${project} or p.id = ${uuidOrNull(project)}::uuid)
    ) m on true
    where s.id = ${claims.session_id} and s.user_id = ${claims.user_id} and s.ended_at is null and s.expires_at > now()
      and u.blocked_at is null`);
  const [row] = found.rows;
  if (!row) return null;
  return {
    user: { id: row.id, name: row.name, email: row.email },
    membership: row.project_id
      ? {
          project: {
            id: row.project_id,
            friendly_id: row.friendly_id,
            title: row.title,
            allow_backorders: row.allow_backorders,
            subscription_plan: row.subscription_plan,
          },
          role: row.role,
          counterparty_id: row.counterparty_id,
          ended: row.ended,
        }
      : null,
  };
}

function uuidOrNull(value: string): string | null {
  return /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i.test(value) ? value : null;
}

type ProjectRow = typeof projects.$inferSelect;

const asProject = (row: ProjectRow, role: Role): Project => ({
  id: row.id,
  friendly_id: row.friendly_id,
  title: row.title,
  legal_type: row.legal_type,
  legal_name: row.legal_name,
  contact_person: row.contact_person,
  edropoy_code: row.edropoy_code,
  category: row.category,
  phone: row.phone,
  logo_url: row.logo,
  allow_backorders: row.allow_backorders,
  user_role: role,
  version: row.version,
  created_at: row.created_at,
});

export async function listProjects(tx: Tx, scope: UserScope): Promise<Project[]> {
  const rows = await tx
    .select({ project: projects, role: memberships.role })
    .from(memberships)
    .innerJoin(projects, eq(projects.id, memberships.project_id))
    .where(and(eq(memberships.user_id, scope.user.id), isNull(memberships.ended_at), isNull(projects.deleted_at)))
    .orderBy(asc(projects.created_at));
  return rows.map(({ project, role }) => asProject(project, role));
}

/** For the current user: his projects with roles, and his counterparty where he is a Client. */
export async function listMemberships(tx: Tx, scope: UserScope): Promise<MyProject[]> {
  return tx
    .select({
      id: projects.id,
      friendly_id: projects.friendly_id,
      title: projects.title,
      logo_url: projects.logo,
      role: memberships.role,
      counterparty_id: memberships.counterparty_id,
      // who is only a Client there has no part in the supplier's plan
      subscription_plan: sql<
        string | null
      >`case when ${memberships.role} <> 'Client' then ${projects.subscription_plan} end`,
    })
    .from(memberships)
    .innerJoin(projects, eq(projects.id, memberships.project_id))
    .where(and(eq(memberships.user_id, scope.user.id), isNull(memberships.ended_at), isNull(projects.deleted_at)))
    .orderBy(asc(projects.created_at));
}

export async function readProject(tx: Tx, scope: ProjectScope, lock = false): Promise<Project> {
  const query = tx.select().from(projects).where(eq(projects.id, scope.project.id));
  const [row] = await (lock ? query.for('update') : query);
  if (!row) throw new Error('a project in scope exists');
  return asProject(row, scope.role);
}

/** All living projects, for jobs that visit each. */
export async function listProjectIds(tx: Tx): Promise<string[]> {
  const rows = await tx.select({ id: projects.id }).from(projects).where(isNull(projects.deleted_at));
  return rows.map(({ id }) => id);
}

export async function deleteOldKeys(tx: Tx, projectId: string): Promise<void> {
  await tx.execute(sql`
    delete from idempotency_keys where project_id = ${projectId} and created_at < now() - interval '24 hours'`);
}

export async function insertProject(
  tx: Tx,
  scope: UserScope,
  values: Omit<typeof projects.$inferInsert, 'id' | 'version'>,
): Promise<Project> {
  const id = newId();
  const [row] = await tx
    .insert(projects)
    .values({ ...values, id })
    .returning();
  await enterProjects(tx, [id]);
  await tx.insert(memberships).values({ project_id: id, user_id: scope.user.id, role: 'Owner' });
  if (!row) throw new Error('insert returns its row');
  return asProject(row, 'Owner');
}

/** How many friendly ids begin with this one: the next takes a number behind it. */
export async function friendlyIdsLike(tx: Tx, base: string): Promise<Set<string>> {
  const rows = await tx
    .select({ friendly_id: projects.friendly_id })
    .from(projects)
    .where(sql`${projects.friendly_id} like ${`${base}%`}`);
  return new Set(rows.map((row) => row.friendly_id));
}

export async function updateProject(tx: Tx, scope: ProjectScope, changes: Partial<ProjectRow>): Promise<Project> {
  const [row] = await tx
    .update(projects)
    .set({ ...changes, version: sql`${projects.version} + 1` })
    .where(eq(projects.id, scope.project.id))
    .returning();
  if (!row) throw new Error('a project in scope exists');
  return asProject(row, scope.role);
}

const memberColumns = {
  id: users.id,
  name: users.name,
  email: users.email,
  phone_number: users.phone_number,
  role: memberships.role,
  user_role: memberships.role,
  counterparty_id: memberships.counterparty_id,
  created_at: memberships.created_at,
};

export async function listMembers(tx: Tx, scope: ProjectScope): Promise<Member[]> {
  return tx
    .select(memberColumns)
    .from(memberships)
    .innerJoin(users, eq(users.id, memberships.user_id))
    .where(and(eq(memberships.project_id, scope.project.id), isNull(memberships.ended_at)))
    .orderBy(asc(memberships.created_at));
}

export async function findMember(tx: Tx, scope: ProjectScope, userId: string): Promise<Member | null> {
  const [row] = await tx
    .select(memberColumns)
    .from(memberships)
    .innerJoin(users, eq(users.id, memberships.user_id))
    .where(
      and(eq(memberships.project_id, scope.project.id), eq(memberships.user_id, userId), isNull(memberships.ended_at)),
    );
  return row ?? null;
}

export async function setRole(tx: Tx, scope: ProjectScope, userId: string, role: Role): Promise<void> {
  await tx
    .update(memberships)
    .set({ role })
    .where(and(eq(memberships.project_id, scope.project.id), eq(memberships.user_id, userId)));
}

/** Ends a membership. Of a Client it is kept, closed: he still sees his own past orders (domain.md, People). */
export async function endMembership(tx: Tx, scope: ProjectScope, userId: string): Promise<void> {
  const one = and(eq(memberships.project_id, scope.project.id), eq(memberships.user_id, userId));
  await tx
    .update(memberships)
    .set({ ended_at: new Date().toISOString() })
    .where(and(one, eq(memberships.role, 'Client'), isNull(memberships.ended_at)));
  await tx.delete(memberships).where(and(one, isNull(memberships.ended_at)));
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
  return rows.length > 0;
}

export async function findMemberByEmail(tx: Tx, scope: ProjectScope, email: string): Promise<{ id: string } | null> {
  const [row] = await tx
    .select({ id: users.id })
    .from(memberships)
    .innerJoin(users, eq(users.id, memberships.user_id))
    .where(and(eq(memberships.project_id, scope.project.id), eq(users.email, email), isNull(memberships.ended_at)));
  return row ?? null;
}

type InvitationRow = typeof invitations.$inferSelect;

export const asInvitation = (row: InvitationRow): Invitation => ({
  id: row.id,
  email: row.email,
  role: row.role,
  counterparty_id: row.counterparty_id,
  status: row.accepted_at ? 'accepted' : 'pending',
  last_sent_at: toInstant(row.last_sent_at),
  resendable_at: new Date(Date.parse(row.last_sent_at) + RESEND_MINUTES * 60_000).toISOString(),
  created_at: row.created_at,
});

export async function insertInvitation(
  tx: Tx,
  scope: ProjectScope,
  values: Pick<InvitationRow, 'email' | 'role' | 'counterparty_id' | 'token_hash' | 'expires_at'>,
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

const oneInvitation = (scope: ProjectScope, id: string) =>
  and(eq(invitations.project_id, scope.project.id), eq(invitations.id, id), isNull(invitations.accepted_at));

export async function lockInvitation(tx: Tx, scope: ProjectScope, id: string): Promise<InvitationRow | null> {
  const [row] = await tx.select().from(invitations).where(oneInvitation(scope, id)).for('update');
  return row ?? null;
}

export async function listInvitations(tx: Tx, scope: ProjectScope): Promise<Invitation[]> {
  const rows = await tx
    .select()
    .from(invitations)
    .where(and(eq(invitations.project_id, scope.project.id), isNull(invitations.accepted_at)))
    .orderBy(asc(invitations.created_at));
  return rows.map(asInvitation);
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

export async function deleteInvitation(tx: Tx, scope: ProjectScope, id: string): Promise<boolean> {
  const rows = await tx.delete(invitations).where(oneInvitation(scope, id)).returning({ id: invitations.id });
  return rows.length > 0;
}

/** Pending invitations of one counterparty are withdrawn, for instance when it is deleted. */
export async function deleteInvitationsOf(tx: Tx, scope: ProjectScope, counterpartyId: string): Promise<void> {
  await tx
    .delete(invitations)
    .where(
      and(
        eq(invitations.project_id, scope.project.id),
        eq(invitations.counterparty_id, counterpartyId),
        isNull(invitations.accepted_at),
      ),
    );
}

export interface InvitationInHand {
  id: string;
  project_id: string;
  email: string;
  role: Role;
  counterparty_id: string | null;
  project_title: string;
  has_password: boolean;
}

/** The invitation whose secret is in hand. Row-level security opens that one row for its hash. */
export async function findInvitationByToken(tx: Tx, tokenHash: string, lock = false): Promise<InvitationInHand | null> {
  await tx.execute(sql`select set_config('lanka.token_hash', ${tokenHash}, true)`);
  const found = await tx.execute<Record<string, unknown>>(sql`
    select i.id, i.project_id, i.email, i.role, i.counterparty_id, p.title as project_title, (u.password_hash is not null) as has_password
    from invitations i
    join projects p on p.id = i.project_id and p.deleted_at is null
    left join users u on u.email = i.email
    where i.token_hash = ${tokenHash} and i.accepted_at is null and i.expires_at > now()
    ${lock ? sql`for update of i` : sql``}`);
  return (found.rows[0] as InvitationInHand | undefined) ?? null;
}

export async function markAccepted(tx: Tx, projectId: string, id: string): Promise<void> {
  await tx
    .update(invitations)
    .set({ accepted_at: new Date().toISOString() })
    .where(and(eq(invitations.project_id, projectId), eq(invitations.id, id)));
}

type DetailsRow = typeof paymentDetails.$inferSelect;

const asDetails = ({ project_id: _p, created_at: _c, ...row }: DetailsRow): PaymentDetails => row;

export async function listPaymentDetails(tx: Tx, scope: ProjectScope, onlyMain: boolean): Promise<PaymentDetails[]> {
  const rows = await tx
    .select()
    .from(paymentDetails)
    .where(and(eq(paymentDetails.project_id, scope.project.id), onlyMain ? eq(paymentDetails.main, true) : undefined))
    .orderBy(asc(paymentDetails.created_at));
  return rows.map(asDetails);
}

const oneDetails = (scope: ProjectScope, id: string) =>
  and(eq(paymentDetails.project_id, scope.project.id), eq(paymentDetails.id, id));

export async function lockPaymentDetails(tx: Tx, scope: ProjectScope, id: string): Promise<PaymentDetails | null> {
  const [row] = await tx.select().from(paymentDetails).where(oneDetails(scope, id)).for('update');
  return row ? asDetails(row) : null;
}

export async function insertPaymentDetails(
  tx: Tx,
  scope: ProjectScope,
  values: Partial<DetailsRow> & { recipient_name: string },
): Promise<PaymentDetails> {
  const [row] = await tx
    .insert(paymentDetails)
    .values({ ...values, project_id: scope.project.id, id: newId() })
    .returning();
  if (!row) throw new Error('insert returns its row');
  return asDetails(row);
}

export async function updatePaymentDetails(
  tx: Tx,
  scope: ProjectScope,
  id: string,
  changes: Partial<DetailsRow>,
): Promise<PaymentDetails> {
  const [row] = await tx
    .update(paymentDetails)
    .set({ ...changes, version: sql`${paymentDetails.version} + 1` })
    .where(oneDetails(scope, id))
    .returning();
  if (!row) throw new Error('the row was locked before');
  return asDetails(row);
}

export async function deletePaymentDetails(tx: Tx, scope: ProjectScope, id: string): Promise<boolean> {
  const rows = await tx.delete(paymentDetails).where(oneDetails(scope, id)).returning({ id: paymentDetails.id });
  return rows.length > 0;
}
