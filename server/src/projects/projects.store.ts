import type { MyProject } from '@lanka/domain/identity/contract';
import type { Telling } from '@lanka/domain/kit/availability';
import { READS_ON_DAYS, type Restriction, trialUntil } from '@lanka/domain/kit/restriction';
import type { Role } from '@lanka/domain/kit/roles';
import { daysAfter, kyivDate } from '@lanka/domain/kit/time';
import { type DeletedProject, type Project, RESTORE_DAYS } from '@lanka/domain/projects/contract';
import { and, asc, eq, isNull, ne, type SQL, sql } from 'drizzle-orm';
import type { TokenClaims } from '../kit/auth/keys';
import type { ProjectScope, Supplier, UserScope } from '../kit/auth/scope';
import { markGone } from '../kit/changes/record';
import { idArray } from '../kit/db/arrays';
import type { Tx } from '../kit/db/db';
import { newId } from '../kit/db/ids';
import { toInstant, toInstantOrNull } from '../kit/db/paging';
import { accessChanges } from '../kit/live/live';
import { memberships, projects } from './tables';

/** The last day of the pause of project `p`, while it lasts. */
export const pausedUntil = (): SQL =>
  sql`case when p.paused_until >= ${kyivDate(new Date())}::date then p.paused_until::text end`;

/** Project `p`, or another payer, has not paid for so long that its feeds and its API show nothing any more. */
export const withheldNow = (payer: SQL = sql`p`): SQL =>
  sql`${payer}.restricted_from <= ${daysAfter(kyivDate(new Date()), -READS_ON_DAYS)}::date`;

/** How project `p` tells its stock to dropshippers now. */
export const toldNow = (): SQL =>
  sql`case when p.paused_until >= ${kyivDate(new Date())}::date or ${withheldNow()} then 'paused' else p.stock_told end`;

/** What `restricted` columns say of a project or a user; null also where the day has not come, unless it is asked `ahead`. */
const restrictionOf = (of: SQL, ahead = false): SQL =>
  sql`case when ${of}.restricted_from ${ahead ? sql`is not null` : sql`<= ${kyivDate(new Date())}::date`}
    then json_build_object('from', ${of}.restricted_from::text, 'invoice', ${of}.restricted_by) end`;
const RESTRICTED = () => restrictionOf(sql`p`);

interface SessionFacts {
  user: { id: string; name: string; email: string; platform_role: 'Staff' | null };
  suppliers: (Supplier & { ended: boolean })[];
  /** Of him as a dropshipper. */
  restricted: Restriction | null;
}

/** Who asks; `known` is who was let in by another thing than a session. */
type Asking = TokenClaims & { readonly known?: true };

/** The user `u` of a living session, or in whose name a key asks: the key itself was looked at beside it. */
const whoAsks = ({ session_id, user_id, api_key, known }: Asking): SQL =>
  api_key || known
    ? sql`users u where u.id = ${user_id} and u.blocked_at is null`
    : sql`sessions s join users u on u.id = s.user_id
        where s.id = ${session_id} and s.user_id = ${user_id} and s.ended_at is null and s.expires_at > now()
          and u.blocked_at is null`;

/** The user of a living session; with `suppliers`, also where he is a Client, and row-level security shows those. */
export async function findSession(tx: Tx, claims: Asking, suppliers: boolean): Promise<SessionFacts | null> {
  const found = await tx.rows<{
    id: string;
    name: string;
    email: string;
    platform_role: 'Staff' | null;
    suppliers: SessionFacts['suppliers'] | null;
    restricted: Restriction | null;
  }>(sql`
    select u.id, u.name, u.email, u.platform_role, ${restrictionOf(sql`u`)} as restricted,
      ${
        suppliers
          ? sql`(select json_agg(json_build_object('project_id', m.project_id, 'counterparty_id', m.counterparty_id,
                'stock_told', ${toldNow()}, 'stock_many_from', p.stock_many_from, 'ended', m.ended_at is not null or p.deleted_at is not null))
              from memberships m join projects p on p.id = m.project_id
              where m.user_id = u.id and m.role = 'Client')`
          : sql`null`
      } as suppliers
    from ${whoAsks(claims)}`);
  const [row] = found;
  if (!row) return null;
  const mine = row.suppliers ?? [];
  // his own workspace is a tenant by his id: what he keeps across suppliers (docs/decisions/0063)
  if (suppliers) await enterProjects(tx, [row.id, ...mine.map(({ project_id }) => project_id)]);
  const { id, name, email, platform_role } = row;
  return { user: { id, name, email, platform_role }, suppliers: mine, restricted: row.restricted };
}

/** Lets row-level security show these projects for the rest of the transaction. */
export async function enterProjects(tx: Tx, ids: readonly string[]): Promise<void> {
  await tx.execute(sql`select set_config('lanka.project_ids', ${ids.join(',')}, true)`);
}

/** Shows what is this person's own over all projects, to somebody who proved by a signed link that he is meant. */
export async function enterUser(tx: Tx, id: string): Promise<void> {
  await tx.execute(sql`select set_config('lanka.user_id', ${id}, true)`);
}

export interface Access {
  user: Omit<SessionFacts['user'], 'platform_role'>;
  /** Of him as a dropshipper. */
  restricted: Restriction | null;
  membership: { project: ProjectScope['project']; role: Role; counterparty_id: string | null; ended: boolean } | null;
}

/**
 * Session, user, project and membership in one statement; null when the session is over. It enters the project, and for
 * a Client his own workspace too, a tenant by his id.
 */
export async function findAccess(tx: Tx, claims: TokenClaims, project: string): Promise<Access | null> {
  const found = await tx.rows<{
    id: string;
    name: string;
    email: string;
    project_id: string | null;
    friendly_id: string;
    title: string;
    allow_backorders: boolean;
    stock_told: Telling['stock_told'];
    stock_many_from: number;
    paused_until: string | null;
    subscription_plan: string | null;
    sandbox: boolean;
    extra_orders: boolean;
    project_restricted: Restriction | null;
    restricted: Restriction | null;
    role: Role;
    counterparty_id: string | null;
    ended: boolean;
  }>(sql`
    select u.id, u.name, u.email, u.restricted, m.extra_orders, m.project_restricted, m.project_id, m.friendly_id, m.title, m.allow_backorders, m.stock_told, m.stock_many_from, m.paused_until, m.subscription_plan, m.sandbox, m.role, m.counterparty_id, m.ended,
      set_config('lanka.project_ids', coalesce(m.project_id::text || case m.role when 'Client' then ',' || u.id else '' end, ''), true) as entered
    from (select u.id, u.name, u.email, ${restrictionOf(sql`u`)} as restricted from ${whoAsks(claims)}) u
    left join lateral (
      select m.project_id, p.friendly_id, p.title, p.allow_backorders, ${toldNow()} as stock_told, p.stock_many_from, ${pausedUntil()} as paused_until, p.subscription_plan, p.sandbox_until is not null as sandbox, p.extra_orders, ${RESTRICTED()} as project_restricted, m.role, m.counterparty_id,
        (m.ended_at is not null or p.deleted_at is not null) as ended
      from projects p join memberships m on m.project_id = p.id and m.user_id = u.id
      where (p.deleted_at is null or m.role = 'Client') and (p.friendly_id = ${project} or p.id = ${uuidOrNull(project)}::uuid)
    ) m on true`);
  const [row] = found;
  if (!row) return null;
  return {
    user: { id: row.id, name: row.name, email: row.email },
    restricted: row.restricted,
    membership: row.project_id
      ? {
          project: {
            id: row.project_id,
            friendly_id: row.friendly_id,
            title: row.title,
            allow_backorders: row.allow_backorders,
            stock_told: row.stock_told,
            stock_many_from: row.stock_many_from,
            paused_until: row.paused_until,
            subscription_plan: row.subscription_plan,
            sandbox: row.sandbox,
            extra_orders: row.extra_orders,
            restricted: row.project_restricted,
          },
          role: row.role,
          counterparty_id: row.counterparty_id,
          ended: row.ended,
        }
      : null,
  };
}

/** Suppliers of a dropshipper, as scopes know them; the transaction has entered them. */
export async function findSupplierProjects(
  tx: Tx,
  ids: readonly string[],
): Promise<ReadonlyMap<string, ProjectScope['project']>> {
  const found = await tx.rows<ProjectScope['project']>(sql`
    select p.id, p.friendly_id, p.title, p.allow_backorders, ${toldNow()} as stock_told, p.stock_many_from,
      ${pausedUntil()} as paused_until, p.subscription_plan, p.extra_orders, ${RESTRICTED()} as restricted
    from projects p where p.id = any(${idArray(ids)})`);
  return new Map(found.map((project) => [project.id, project]));
}

type Colleague = Pick<ProjectScope, 'user' | 'project' | 'role'>;

async function findMemberWho(tx: Tx, projectId: string, who: SQL): Promise<Colleague | null> {
  const [row] = await tx.rows<Colleague>(sql`
    select json_build_object('id', u.id, 'name', u.name, 'email', u.email) as user, m.role,
      json_build_object('id', p.id, 'friendly_id', p.friendly_id, 'title', p.title, 'allow_backorders', p.allow_backorders,
        'stock_told', p.stock_told, 'stock_many_from', p.stock_many_from, 'subscription_plan', p.subscription_plan,
        'extra_orders', p.extra_orders, 'restricted', ${RESTRICTED()}) as project
    from memberships m join users u on u.id = m.user_id join projects p on p.id = m.project_id
    where m.project_id = ${projectId} and ${who} and m.ended_at is null and u.blocked_at is null
      and p.deleted_at is null`);
  return row ?? null;
}

/** A living member of a living project, as authorisation sees him; a job asks, so there is no session. */
export const findColleague = (tx: Tx, projectId: string, userId: string): Promise<Colleague | null> =>
  findMemberWho(tx, projectId, sql`m.user_id = ${userId}`);

export const findOwner = (tx: Tx, projectId: string): Promise<Colleague | null> =>
  findMemberWho(tx, projectId, sql`m.role = 'Owner'`);

/** The same with what a person is asked by who comes another way than by a session; the counterparty of a Client. */
export async function findTaker(
  tx: Tx,
  projectId: string,
  userId: string,
): Promise<(Colleague & Pick<ProjectScope, 'counterparty_id' | 'locale'>) | null> {
  const [row] = await tx.rows<Colleague & Pick<ProjectScope, 'counterparty_id' | 'locale'>>(sql`
    select json_build_object('id', u.id, 'name', u.name, 'email', u.email) as user, m.role, m.counterparty_id, u.locale,
      json_build_object('id', p.id, 'friendly_id', p.friendly_id, 'title', p.title, 'allow_backorders', p.allow_backorders,
        'stock_told', ${toldNow()}, 'stock_many_from', p.stock_many_from, 'paused_until', ${pausedUntil()},
        'subscription_plan', p.subscription_plan, 'extra_orders', p.extra_orders, 'restricted', ${RESTRICTED()}) as project
    from memberships m join users u on u.id = m.user_id join projects p on p.id = m.project_id
    where m.project_id = ${projectId} and m.user_id = ${userId} and m.ended_at is null and u.blocked_at is null
      and p.deleted_at is null`);
  return row ?? null;
}

/** For who may be given an id or a name. */
export function uuidOrNull(value: string): string | null {
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
  website: row.website,
  iban: role === 'Client' ? null : row.iban,
  logo_url: row.logo,
  description: row.description,
  region_restriction: row.region_restriction,
  returns: row.returns,
  delivery: row.delivery,
  minimum_order: row.minimum_order,
  delivery_time: row.delivery_time,
  catalogue_visible: row.catalogue_visible,
  allow_backorders: row.allow_backorders,
  temporary_booking_share: row.temporary_booking_share ?? 0,
  temporary_booking_lines: row.temporary_booking_lines,
  reservation_days: row.reservation_days,
  stock_told: row.stock_told,
  stock_many_from: row.stock_many_from,
  paused_until: row.paused_until && row.paused_until >= kyivDate(new Date()) ? row.paused_until : null,
  billing_account:
    role === 'Client'
      ? { subscription_plan: null, subscription_plan_since: null }
      : {
          subscription_plan: row.subscription_plan,
          subscription_plan_since: toInstantOrNull(row.subscription_plan_since),
        },
  user_role: role,
  version: row.version,
  created_at: toInstant(row.created_at),
});

export async function listProjects(tx: Tx, scope: UserScope): Promise<Project[]> {
  const rows = await tx
    .select({ project: projects, role: memberships.role })
    .from(memberships)
    .innerJoin(projects, eq(projects.id, memberships.project_id))
    .where(and(eq(memberships.user_id, scope.user.id), isNull(memberships.ended_at), isNull(projects.deleted_at)))
    .orderBy(asc(projects.created_at), asc(projects.id));
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
      stock_told: projects.stock_told,
      paused_until: sql<
        string | null
      >`case when ${projects.paused_until} >= ${kyivDate(new Date())}::date then ${projects.paused_until}::text end`,
      takes_orders: sql<boolean>`${memberships.role} <> 'Client' or ${projects.restricted_from} is null
        or ${projects.restricted_from} > ${kyivDate(new Date())}::date`,
      // who is only a Client there has no part in the supplier's plan
      subscription_plan: sql<
        string | null
      >`case when ${memberships.role} <> 'Client' then ${projects.subscription_plan} end`,
      restriction: sql<Restriction | null>`case when ${memberships.role} <> 'Client'
        then ${restrictionOf(sql`${projects}`, true)} end`,
      sandbox_until: projects.sandbox_until,
    })
    .from(memberships)
    .innerJoin(projects, eq(projects.id, memberships.project_id))
    .where(and(eq(memberships.user_id, scope.user.id), isNull(memberships.ended_at), isNull(projects.deleted_at)))
    .orderBy(asc(projects.created_at), asc(projects.id));
}

/** Whether he is, or was before his access ended, a Client of some project. */
export async function wasEverClient(tx: Tx, scope: UserScope): Promise<boolean> {
  const rows = await tx
    .select({ project_id: memberships.project_id })
    .from(memberships)
    .where(and(eq(memberships.user_id, scope.user.id), eq(memberships.role, 'Client')))
    .limit(1);
  return rows.length > 0;
}

/** Whether he owns a living project beside this one, a sandbox aside; whoever makes or restores one for him at the same moment waits. */
export async function ownsProject(tx: Tx, scope: UserScope, except: string | null = null): Promise<boolean> {
  await tx.execute(sql`select pg_advisory_xact_lock(hashtextextended(${`owner ${scope.user.id}`}, 0))`);
  const rows = await tx
    .select({ id: projects.id })
    .from(memberships)
    .innerJoin(projects, eq(projects.id, memberships.project_id))
    .where(
      and(
        eq(memberships.user_id, scope.user.id),
        eq(memberships.role, 'Owner'),
        isNull(memberships.ended_at),
        isNull(projects.deleted_at),
        isNull(projects.sandbox_until),
        except ? ne(projects.id, except) : undefined,
      ),
    )
    .limit(1);
  return rows.length > 0;
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
  const trial_until = trialUntil(kyivDate(new Date()));
  const [row] = await tx
    .insert(projects)
    .values({ trial_until, restricted_from: daysAfter(trial_until, 1), ...values, id })
    .returning();
  await enterProjects(tx, [id]);
  await tx.insert(memberships).values({ project_id: id, user_id: scope.user.id, role: 'Owner' });
  if (!row) throw new Error('insert returns its row');
  return asProject(row, 'Owner');
}

/**
 * The friendly ids that begin with this one: the next takes a number behind it. Whoever makes a project at the same
 * moment waits, and then sees the one that was taken.
 */
export async function friendlyIdsLike(tx: Tx, base: string): Promise<Set<string>> {
  await tx.execute(sql`select pg_advisory_xact_lock(hashtextextended('friendly ids', 0))`);
  const rows = await tx
    .select({ friendly_id: projects.friendly_id })
    .from(projects)
    // the index of parts leads there, without looking at every project
    .where(sql`${projects.parts} like ${`%${base}%`} and ${projects.friendly_id} like ${`${base}%`}`);
  return new Set(rows.map((row) => row.friendly_id));
}

export async function updateProject(tx: Tx, scope: ProjectScope, changes: Partial<ProjectRow>): Promise<Project> {
  // dropshippers are told the stock of all goods in another way now
  if ([changes.stock_told, changes.stock_many_from, changes.paused_until].some((one) => one !== undefined))
    markGone(tx, scope, 'terms', [scope.project.id]);
  const [row] = await tx
    .update(projects)
    .set({ ...changes, version: sql`${projects.version} + 1` })
    .where(eq(projects.id, scope.project.id))
    .returning();
  if (!row) throw new Error('a project in scope exists');
  return asProject(row, scope.role);
}

/** Whether it stands in the catalogue; whoever decides that has locked what it hangs on. */
export async function setListed(tx: Tx, projectId: string, listed: boolean): Promise<void> {
  await tx
    .update(projects)
    .set({ listed })
    .where(and(eq(projects.id, projectId), ne(projects.listed, listed)));
}

export async function markDeleted(tx: Tx, scope: ProjectScope): Promise<void> {
  await tx
    .update(projects)
    .set({ deleted_at: new Date().toISOString(), version: sql`${projects.version} + 1` })
    .where(eq(projects.id, scope.project.id));
  await accessChanges(tx, 'project', scope.project.id);
}

/** The owner's deleted projects that can still be restored; the last one deleted first. */
export async function listDeleted(tx: Tx, scope: UserScope): Promise<DeletedProject[]> {
  const found = await tx.rows<{ id: string; title: string; deleted_at: string; restorable_until: string }>(sql`
    select p.id, p.title, p.deleted_at, p.deleted_at + make_interval(days => ${RESTORE_DAYS}) as restorable_until
    from memberships m join projects p on p.id = m.project_id
    where m.user_id = ${scope.user.id} and m.role = 'Owner' and m.ended_at is null and p.sandbox_until is null
      and p.deleted_at > now() - make_interval(days => ${RESTORE_DAYS})
    order by p.deleted_at desc, p.id desc`);
  return found.map((row) => ({
    ...row,
    deleted_at: toInstant(row.deleted_at),
    restorable_until: toInstant(row.restorable_until),
  }));
}

/** Takes the deletion back; null when the asker owns no such project or the time is over. */
export async function restore(tx: Tx, scope: UserScope, id: string): Promise<Project | null> {
  const found = await tx.rows<{ id: string }>(sql`
    update projects p set deleted_at = null, version = version + 1
    from memberships m
    where p.id = ${id} and m.project_id = p.id and m.user_id = ${scope.user.id} and m.role = 'Owner'
      and m.ended_at is null and p.sandbox_until is null and p.deleted_at > now() - make_interval(days => ${RESTORE_DAYS})
    returning p.id`);
  if (found.length === 0) return null;
  const [row] = await tx.select().from(projects).where(eq(projects.id, id));
  return row ? asProject(row, 'Owner') : null;
}

/** Living projects whose pause has ended before this day of Kyiv. */
export async function listOverPauses(tx: Tx, today: string): Promise<string[]> {
  const rows = await tx.rows<{ id: string }>(sql`
    select id from projects where paused_until < ${today}::date and deleted_at is null`);
  return rows.map(({ id }) => id);
}

/** Answers the title; null where another process was faster, or it has another day by now. */
export async function endPause(tx: Tx, id: string, today: string): Promise<string | null> {
  const [row] = await tx.rows<{ title: string }>(sql`
    update projects set paused_until = null, version = version + 1
    where id = ${id} and paused_until < ${today}::date returning title`);
  if (row) markGone(tx, { project: { id } }, 'terms', [id]);
  return row?.title ?? null;
}
