import type { PartnerAccess, PartnerChoice, PartnerSettings } from '@lanka/domain/outfeeds/contract';
import { sql } from 'drizzle-orm';
import { idArray } from '../kit/db/arrays';
import type { Tx } from '../kit/db/db';
import { type ListQuery, readPage, toInstantOrNull } from '../kit/db/paging';

/** Who may have a feed with what he pays. */

/** Each by its key for the rows that are shown, however many dropshippers there are. */
const CHOSEN = sql`
  left join lateral (select x.allowed from outfeed_partners x
    where x.project_id = m.project_id and x.subject_id = m.counterparty_id limit 1) x on true
  left join lateral (select y.allowed from outfeed_partners y
    where y.project_id = m.project_id and y.subject_id = m.project_id limit 1) y on true`;
const FROM = sql`memberships m
  cross join lateral (select c.id, c.name from counterparties c
    where c.project_id = m.project_id and c.id = m.counterparty_id and c.deleted_at is null limit 1) c ${CHOSEN}`;
const COLUMNS = sql`c.id, c.name, x.allowed as chosen, coalesce(x.allowed, y.allowed, false) as allowed,
  (select count(*)::int from outfeeds f
    where f.project_id = m.project_id and f.user_id = m.user_id and f.format = 'partner') as feeds,
  (select max(g.created_at) from outfeeds f
    join outfeed_fetches g on g.project_id = f.project_id and g.feed_id = f.id and g.status in (200, 304)
    where f.project_id = m.project_id and f.user_id = m.user_id and f.format = 'partner') as last_fetch_at`;
const ofProject = (project_id: string) =>
  sql`m.project_id = ${project_id} and m.role = 'Client' and m.ended_at is null`;

function shaped(row: Record<string, unknown>): PartnerAccess {
  const choice = row.chosen === null ? 'as_all' : row.chosen === true ? 'allowed' : 'refused';
  const { id, name, allowed, feeds } = row as unknown as PartnerAccess;
  return { id, name, choice, allowed, feeds, last_fetch_at: toInstantOrNull(row.last_fetch_at) };
}

/** The dropshippers who have access now. */
export function listPartners(tx: Tx, project_id: string, query: ListQuery) {
  const plan = {
    ...{ columns: COLUMNS, from: FROM, where: ofProject(project_id), id: sql`m.user_id` },
    countFrom: sql`memberships m`,
    // one project has three dropshippers, another thousands
    customPlan: true,
    sorts: { created_at: { by: sql`m.created_at`, type: 'timestamptz' as const } },
  };
  return readPage(tx, query, plan, shaped);
}

export async function findPartner(tx: Tx, project_id: string, counterparty_id: string): Promise<PartnerAccess | null> {
  const [row] = await tx.rows(sql`
    select ${COLUMNS} from ${FROM} where ${ofProject(project_id)} and m.counterparty_id = ${counterparty_id} limit 1`);
  return row ? shaped(row) : null;
}

export async function readSettings(tx: Tx, project_id: string): Promise<PartnerSettings> {
  const [row] = await tx.rows<{ allowed: boolean | null }>(sql`
    select allowed from outfeed_partners where project_id = ${project_id} and subject_id = ${project_id}`);
  return { for_all: row?.allowed ?? false };
}

/** What is allowed is changed one after another, so that whoever loses it is told once. */
export async function lockPartners(tx: Tx, project_id: string): Promise<void> {
  await tx.execute(sql`select pg_advisory_xact_lock(hashtextextended(${`outfeed_partners ${project_id}`}, 0))`);
}

/** The counterparties that have a feed with what they pay, and may have it. */
export async function listFed(tx: Tx, project_id: string): Promise<string[]> {
  const rows = await tx.rows<{ id: string }>(sql`
    select distinct m.counterparty_id as id from outfeeds f
    join memberships m on m.project_id = f.project_id and m.user_id = f.user_id and m.role = 'Client'
      and m.ended_at is null and m.counterparty_id is not null
    ${CHOSEN}
    where f.project_id = ${project_id} and f.format = 'partner' and coalesce(x.allowed, y.allowed, false)`);
  return rows.map(({ id }) => id);
}

const save = (tx: Tx, project_id: string, subject_id: string, allowed: boolean | null) =>
  // what stays as it was keeps its day
  tx.execute(sql`
    insert into outfeed_partners as s (project_id, subject_id, allowed)
    values (${project_id}, ${subject_id}, ${allowed}::boolean)
    on conflict (project_id, subject_id) do update set allowed = excluded.allowed, changed_at = now()
      where s.allowed is distinct from excluded.allowed`);

export async function saveSettings(tx: Tx, project_id: string, { for_all }: PartnerSettings): Promise<void> {
  await save(tx, project_id, project_id, for_all);
}

export async function saveChoice(
  tx: Tx,
  project_id: string,
  counterparty_id: string,
  choice: PartnerChoice,
): Promise<void> {
  await save(tx, project_id, counterparty_id, choice === 'as_all' ? null : choice === 'allowed');
}

/** Of these suppliers those who allow it to this dropshipper. */
export async function listAllowing(tx: Tx, user_id: string, project_ids: readonly string[]): Promise<string[]> {
  if (project_ids.length === 0) return [];
  const rows = await tx.rows<{ project_id: string }>(sql`
    select m.project_id from memberships m ${CHOSEN}
    where m.project_id = any(${idArray(project_ids)}) and m.user_id = ${user_id} and m.role = 'Client'
      and m.ended_at is null and coalesce(x.allowed, y.allowed, false)`);
  return rows.map(({ project_id }) => project_id);
}
