import { EXACT_TOTAL, FOUND_TOTAL, type Page } from '@lanka/domain/kit/lists';
import { Role } from '@lanka/domain/kit/roles';
import {
  type OperatorProject,
  type OperatorProjectDetails,
  type OperatorUser,
  type OperatorUserDetails,
  PROJECT_MEMBERS,
} from '@lanka/domain/operator/contract';
import { type SQL, sql } from 'drizzle-orm';
import type { StaffScope } from '../kit/auth/scope';
import type { Tx } from '../kit/db/db';
import {
  atMost,
  inUkrainianOrder,
  isFiltered,
  type ListQuery,
  readPage,
  toInstant,
  toInstantOrNull,
} from '../kit/db/paging';
import { all, lookFor, type Words } from '../kit/db/words';
import { enterProjects } from '../projects';
import { isOrdered, madeOn } from './first-orders.store';

/**
 * Users and projects of the whole platform, as an operator sees them: names, roles and counts. Row-level security
 * shows rows of a project only after it was entered, so each function enters what it counts and selects nothing else:
 * no order, no price and no balance leaves from here.
 */
type Row = Record<string, unknown>;

/**
 * The memberships of user `u` in whatever projects they are: row-level security shows a person his own, and this
 * function of the database looks as that person does (server/migrations). So no project has to be entered for a list of
 * people, and nothing but their memberships is seen.
 */
const LIVING = sql`from memberships_of(u.id) m
  cross join lateral (select p.deleted_at, p.sandbox_until from projects p where p.id = m.project_id limit 1) p
  where p.deleted_at is null and m.ended_at is null and p.sandbox_until is null`;
const USER = sql`u.id, u.name, u.email, u.phone_number, u.platform_role, u.blocked_at,
  u.email_confirmed_at is not null as email_confirmed, u.totp_confirmed_at is not null as two_factor,
  u.subscription_plan, u.onboarded, u.onboardstatus, u.locale, u.created_at,
  (select count(*)::int ${LIVING}) as projects, u.last_sign_in_at`;

function asUser(row: Row): OperatorUser {
  return {
    id: String(row.id),
    name: String(row.name),
    email: String(row.email),
    phone_number: row.phone_number as string | null,
    platform_role: row.platform_role as OperatorUser['platform_role'],
    blocked_at: toInstantOrNull(row.blocked_at),
    email_confirmed: row.email_confirmed === true,
    two_factor: row.two_factor === true,
    subscription_plan: row.subscription_plan as string | null,
    onboarded: row.onboarded === true,
    projects: Number(row.projects),
    created_at: toInstant(row.created_at),
    last_sign_in_at: toInstantOrNull(row.last_sign_in_at),
  };
}

const USER_WORDS: Words = {
  table: 'users',
  name: 'u',
  fields: [sql`u.name`, sql`u.email`],
  phone: sql`u.phone_number`,
};

interface UserFilters extends ListQuery {
  readonly q?: string | undefined;
  readonly role?: Role | 'Staff' | undefined;
  readonly blocked?: boolean | undefined;
  readonly from?: string | undefined;
  readonly to?: string | undefined;
  readonly ordered?: boolean | undefined;
}

export async function listUsers(tx: Tx, _scope: StaffScope, query: UserFilters): Promise<Page<OperatorUser>> {
  const found = await lookFor(tx, USER_WORDS, query.q);
  const where = [...found.where];
  if (query.role === 'Staff') where.push(sql`u.platform_role is not null`);
  else if (query.role) where.push(sql`exists (select 1 ${LIVING} and m.role = ${query.role})`);
  if (query.blocked !== undefined) where.push(sql`u.blocked_at is ${sql.raw(query.blocked ? 'not null' : 'null')}`);
  where.push(...madeOn('u', query));
  if (query.ordered !== undefined) where.push(await isOrdered(tx, 'users', query, query.ordered));
  return readPage(
    tx,
    query,
    {
      columns: USER,
      from: sql`users u`,
      countFrom: found.countFrom,
      where: all(where),
      customPlan: isFiltered(query.q, query.role, query.blocked, query.from, query.to, query.ordered),
      id: sql`u.id`,
      sorts: {
        created_at: { by: sql`u.created_at`, type: 'timestamptz' },
        name: { by: inUkrainianOrder(sql`u.name`), type: 'text' },
        email: { by: sql`u.email`, type: 'text' },
        // whoever never signed in stands at the old end
        last_sign_in_at: { by: sql`coalesce(u.last_sign_in_at, '-infinity')`, type: 'timestamptz' },
      },
    },
    asUser,
  );
}

export async function readUserDetails(tx: Tx, _scope: StaffScope, id: string): Promise<OperatorUserDetails | null> {
  const found = await tx.rows<Row>(sql`
    select ${USER}, (select count(*)::int from sessions s
      where s.user_id = u.id and s.ended_at is null and s.expires_at > now()) as open_sessions
    from users u where u.id = ${id}`);
  const [row] = found;
  if (!row) return null;
  const memberships = await tx.rows<Row>(sql`
    select m.project_id, p.title, m.role, m.created_at, m.ended_at, p.deleted_at
    from memberships_of(${id}) m cross join lateral (select p.* from projects p where p.id = m.project_id limit 1) p
    order by p.deleted_at nulls first, m.ended_at nulls first, m.created_at`);
  return {
    ...asUser(row),
    locale: row.locale as OperatorUserDetails['locale'],
    onboardstatus: row.onboardstatus as string | null,
    open_sessions: Number(row.open_sessions),
    memberships: memberships.map((one) => ({
      project_id: String(one.project_id),
      title: String(one.title),
      role: one.role as Role,
      since: toInstant(one.created_at),
      ended_at: toInstantOrNull(one.ended_at),
      deleted_at: toInstantOrNull(one.deleted_at),
    })),
  };
}

const STAFF = Role.options.filter((role) => role !== 'Client');

type Counts = Pick<OperatorProject, 'owner' | 'staff' | 'dropshippers' | 'products' | 'orders'>;
type Bare = Omit<OperatorProject, keyof Counts>;

const PROJECT = sql`p.id, p.friendly_id, p.title, p.legal_name, p.category, p.subscription_plan, p.catalogue_visible,
  p.created_at, p.deleted_at`;

function asProject(row: Row): Bare {
  return {
    id: String(row.id),
    friendly_id: String(row.friendly_id),
    title: String(row.title),
    legal_name: String(row.legal_name),
    category: String(row.category),
    subscription_plan: row.subscription_plan as string | null,
    catalogue_visible: row.catalogue_visible === true,
    created_at: toInstant(row.created_at),
    deleted_at: toInstantOrNull(row.deleted_at),
  };
}

/** The owner and the counts of these projects, each up to `most`, with one statement for all. */
async function count(tx: Tx, ids: readonly string[], most: number): Promise<Map<string, Counts>> {
  await enterProjects(tx, ids);
  const upTo = (from: SQL, where: SQL): SQL =>
    sql`(select count(*)::int from (select 1 from ${from} where ${where} ${atMost(most)}) some_rows)`;
  const member = sql`x.project_id = p.id and x.ended_at is null`;
  const found = await tx.rows<Row>(sql`
    select p.id, o.id as owner_id, o.name as owner_name, o.email as owner_email,
      ${upTo(sql`memberships x`, sql`${member} and x.role = any(${sql.param(STAFF)}::text[])`)} as staff,
      ${upTo(sql`memberships x`, sql`${member} and x.role = 'Client'`)} as dropshippers,
      (select least(coalesce(sum(t.products), 0), ${most}::int)::int from stock_totals t where t.project_id = p.id) as products,
      ${upTo(sql`orders x`, sql`x.project_id = p.id`)} as orders
    from projects p
    left join lateral (
      select u.id, u.name, u.email from memberships m cross join lateral (select u.* from users u where u.id = m.user_id limit 1) u
      where m.project_id = p.id and m.role = 'Owner' and m.ended_at is null order by m.created_at limit 1
    ) o on true
    where p.id = any (string_to_array(${ids.join(',')}, ',')::uuid[])`);
  return new Map(
    found.map((row) => [
      String(row.id),
      {
        owner:
          row.owner_id === null
            ? null
            : { id: String(row.owner_id), name: String(row.owner_name), email: String(row.owner_email) },
        staff: Number(row.staff),
        dropshippers: Number(row.dropshippers),
        products: Number(row.products),
        orders: Number(row.orders),
      },
    ]),
  );
}

const NOTHING: Counts = { owner: null, staff: 0, dropshippers: 0, products: 0, orders: 0 };

const PROJECT_WORDS: Words = {
  table: 'projects',
  name: 'p',
  fields: [sql`p.title`, sql`p.friendly_id`, sql`p.legal_name`, sql`p.contact_person`],
  phone: sql`p.phone`,
};

interface ProjectFilters extends ListQuery {
  readonly q?: string | undefined;
  readonly status?: 'active' | 'deleted' | undefined;
  readonly subscription_plan?: string | undefined;
  readonly from?: string | undefined;
  readonly to?: string | undefined;
  readonly ordered?: boolean | undefined;
}

export async function listProjects(tx: Tx, _scope: StaffScope, query: ProjectFilters): Promise<Page<OperatorProject>> {
  const found = await lookFor(tx, PROJECT_WORDS, query.q);
  const where = [...found.where, sql`p.sandbox_until is null`];
  if (query.status) where.push(sql`p.deleted_at is ${sql.raw(query.status === 'deleted' ? 'not null' : 'null')}`);
  if (query.subscription_plan) where.push(sql`p.subscription_plan = ${query.subscription_plan}`);
  where.push(...madeOn('p', query));
  if (query.ordered !== undefined) where.push(await isOrdered(tx, 'projects', query, query.ordered));
  const bare = await readPage(
    tx,
    query,
    {
      columns: PROJECT,
      from: sql`projects p`,
      countFrom: found.countFrom,
      where: all(where),
      customPlan: isFiltered(query.q, query.status, query.subscription_plan, query.from, query.to, query.ordered),
      id: sql`p.id`,
      sorts: {
        created_at: { by: sql`p.created_at`, type: 'timestamptz' },
        title: { by: inUkrainianOrder(sql`p.title`), type: 'text' },
      },
    },
    asProject,
  );
  if (bare.items.length === 0) return { ...bare, items: [] };
  const counts = await count(
    tx,
    bare.items.map(({ id }) => id),
    FOUND_TOTAL,
  );
  return { ...bare, items: bare.items.map((one) => ({ ...one, ...(counts.get(one.id) ?? NOTHING) })) };
}

export async function readProjectDetails(
  tx: Tx,
  _scope: StaffScope,
  id: string,
): Promise<OperatorProjectDetails | null> {
  const found = await tx.rows<Row>(sql`
    select ${PROJECT}, p.legal_type, p.contact_person, p.phone, p.website, p.subscription_plan_since
    from projects p where p.id = ${id}`);
  const [row] = found;
  if (!row) return null;
  const counts = await count(tx, [id], EXACT_TOTAL);
  // the people of the project, then its dropshippers, then those whose access has ended; each from an index
  const first = (which: SQL): SQL => sql`(select m.user_id, m.role, m.created_at, m.ended_at from memberships m
    where m.project_id = ${id} and ${which} order by m.created_at ${atMost(PROJECT_MEMBERS)})`;
  const members = await tx.rows<Row>(sql`
    select u.id, u.name, u.email, u.blocked_at, m.role, m.created_at, m.ended_at
    from (
      select x.* from (
        ${first(sql`m.ended_at is null and m.role = any(${sql.param(STAFF)}::text[])`)}
        union all ${first(sql`m.ended_at is null and m.role = 'Client'`)}
        union all ${first(sql`m.ended_at is not null`)}
      ) x order by x.ended_at nulls first, x.role = 'Client', x.created_at ${atMost(PROJECT_MEMBERS)}
    ) m cross join lateral (select u.* from users u where u.id = m.user_id limit 1) u
    order by m.ended_at nulls first, m.role = 'Client', m.created_at`);
  return {
    ...asProject(row),
    ...(counts.get(id) ?? NOTHING),
    legal_type: String(row.legal_type),
    contact_person: String(row.contact_person),
    phone: row.phone as string | null,
    website: row.website as string | null,
    subscription_plan_since: toInstantOrNull(row.subscription_plan_since),
    members: members.map((one) => ({
      user_id: String(one.id),
      name: String(one.name),
      email: String(one.email),
      role: one.role as Role,
      since: toInstant(one.created_at),
      ended_at: toInstantOrNull(one.ended_at),
      blocked_at: toInstantOrNull(one.blocked_at),
    })),
  };
}
