import type { CreateJoinLinkBody, JoinLink } from '@lanka/domain/applications/links';
import type { Page } from '@lanka/domain/kit/lists';
import { sql } from 'drizzle-orm';
import type { ProjectScope } from '../kit/auth/scope';
import { TODAY } from '../kit/db/days';
import type { Tx } from '../kit/db/db';
import { newId } from '../kit/db/ids';
import { type ListQuery, readPage, toInstant } from '../kit/db/paging';
import type { In } from './applications.store';

type Row = Record<string, unknown>;
/** With the secret instead of the address. */
export type StoredLink = Omit<JoinLink, 'url'> & { readonly token: string };

const LIVING = sql`l.revoked_at is null and (l.last_day is null or l.last_day >= ${TODAY})
  and (l.max_uses is null or l.uses < l.max_uses)`;
/** A level that is gone, a manager who has left and a group that is archived are not preset any more. */
const FROM = sql`join_links l
  left join price_levels pl on pl.project_id = l.project_id and pl.id = l.price_level_id
  left join memberships m on m.project_id = l.project_id and m.user_id = l.manager_id and m.ended_at is null
    and m.role in ('Owner', 'Administrator', 'Manager')
  left join users u on u.id = m.user_id`;
const GROUPS = sql`(select coalesce(jsonb_agg(jsonb_build_object('id', g.id, 'name', g.name) order by g.position, g.id), '[]')
  from counterparty_groups g
  where g.project_id = l.project_id and g.id = any(l.group_ids) and g.archived_at is null)`;
const COLUMNS = sql`l.id, l.name, l.token, l.discount, pl.id as price_level_id, pl.name as price_level_name, u.id as manager_id,
  u.name as manager_name, ${GROUPS} as groups, l.last_day::text as last_day, l.uses, l.max_uses, l.created_at,
  case when l.revoked_at is not null then 'revoked' when l.last_day < ${TODAY} then 'expired'
    when l.uses >= l.max_uses then 'used_up' else 'living' end as state`;

const asLink = (row: Row): StoredLink => ({
  id: String(row.id),
  name: String(row.name),
  token: String(row.token),
  discount: Number(row.discount),
  price_level_id: row.price_level_id as string | null,
  price_level_name: row.price_level_name as string | null,
  manager_id: row.manager_id as string | null,
  manager_name: row.manager_name as string | null,
  groups: row.groups as JoinLink['groups'],
  last_day: row.last_day as string | null,
  uses: Number(row.uses),
  max_uses: row.max_uses as number | null,
  state: row.state as JoinLink['state'],
  created_at: toInstant(row.created_at),
});

export function listJoinLinks(tx: Tx, { project }: ProjectScope, query: ListQuery): Promise<Page<StoredLink>> {
  return readPage(
    tx,
    query,
    {
      columns: COLUMNS,
      from: FROM,
      countFrom: sql`join_links l`,
      where: sql`l.project_id = ${project.id}`,
      id: sql`l.id`,
      sorts: { created_at: { by: sql`l.created_at`, type: 'timestamptz' } },
    },
    asLink,
  );
}

export async function findJoinLink(tx: Tx, { project }: In, id: string): Promise<StoredLink | null> {
  const [row] = await tx.rows<Row>(sql`
    select ${COLUMNS} from ${FROM} where l.project_id = ${project.id} and l.id = ${id}`);
  return row ? asLink(row) : null;
}

/** Of two who make one at once the second counts the first. */
export async function countLiving(tx: Tx, { project }: ProjectScope): Promise<number> {
  await tx.execute(sql`select from projects where id = ${project.id} for no key update`);
  const [row] = await tx.rows<{ n: number }>(sql`
    select count(*)::int as n from join_links l where l.project_id = ${project.id} and ${LIVING}`);
  return row?.n ?? 0;
}

export async function insertJoinLink(
  tx: Tx,
  { project, user }: ProjectScope,
  token: string,
  {
    name,
    discount = 0,
    price_level_id = null,
    manager_id = null,
    group_ids = [],
    last_day = null,
    max_uses = null,
  }: CreateJoinLinkBody,
): Promise<string> {
  const id = newId();
  await tx.execute(sql`
    insert into join_links (project_id, id, name, token, discount, price_level_id, manager_id, group_ids, last_day, max_uses,
      created_by)
    values (${project.id}, ${id}, ${name}, ${token}, ${discount}, ${price_level_id}, ${manager_id},
      ${sql.param([...group_ids])}::uuid[], ${last_day}::date,
      ${max_uses}, ${user.id})`);
  return id;
}

export async function markRevoked(tx: Tx, { project }: ProjectScope, id: string): Promise<boolean> {
  const rows = await tx.rows(sql`
    update join_links set revoked_at = coalesce(revoked_at, now()) where project_id = ${project.id} and id = ${id} returning id`);
  return rows.length > 0;
}

export interface OpenLink {
  readonly id: string;
  readonly project_id: string;
  readonly title: string;
  readonly logo: string | null;
}

/** The living link whose token is in hand. Row-level security opens that one row for it. */
export async function findByToken(tx: Tx, token: string): Promise<OpenLink | null> {
  await tx.execute(sql`select set_config('lanka.token_hash', ${token}, true)`);
  const [row] = await tx.rows<Row>(sql`
    select l.id, l.project_id, p.title, p.logo from join_links l join projects p on p.id = l.project_id
    where l.token = ${token} and ${LIVING} and p.deleted_at is null`);
  return (row as unknown as OpenLink | undefined) ?? null;
}

/** Counts an application that came by it; false when another took the last place, or it was revoked meanwhile. */
export async function useJoinLink(tx: Tx, { project }: In, id: string): Promise<boolean> {
  const rows = await tx.rows(sql`
    update join_links l set uses = l.uses + 1 where l.project_id = ${project.id} and l.id = ${id} and ${LIVING} returning l.id`);
  return rows.length > 0;
}
