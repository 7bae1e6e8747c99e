import type { Locale } from '@lanka/domain/kit/errors';
import type { NoticeArea } from '@lanka/domain/kit/notice_areas';
import { sql } from 'drizzle-orm';
import type { ProjectScope } from '../kit/auth/scope';
import { textArray } from '../kit/db/arrays';
import type { Tx } from '../kit/db/db';
import { newId } from '../kit/db/ids';
import { toInstantOrNull } from '../kit/db/paging';

type Row = Record<string, unknown>;

export interface StoredGroup {
  readonly id: string;
  readonly status: 'pending' | 'active' | 'inactive';
  readonly title: string | null;
  readonly areas: NoticeArea[];
  readonly locale: Locale;
  readonly chat_id: string | null;
  readonly code_until: string | null;
  readonly linked_at: string | null;
  readonly added_by: string;
  readonly version: number;
}

const COLUMNS = sql`g.id, g.status, g.title, g.areas, g.locale, g.chat_id, g.code_until, g.linked_at,
  g.added_by, g.version`;

const asGroup = (row: Row): StoredGroup => ({
  ...(row as unknown as StoredGroup),
  version: Number(row.version),
  code_until: toInstantOrNull(row.code_until),
  linked_at: toInstantOrNull(row.linked_at),
});

export async function listGroups(tx: Tx, { project }: ProjectScope): Promise<StoredGroup[]> {
  const found = await tx.rows<Row>(sql`
    select ${COLUMNS} from bot_groups g where g.project_id = ${project.id} order by g.created_at, g.id`);
  return found.map(asGroup);
}

/** Whoever adds one waits for whoever is adding one; answers how many there are. */
export async function countGroups(tx: Tx, { project }: ProjectScope): Promise<number> {
  await tx.execute(sql`select pg_advisory_xact_lock(hashtextextended(${`bot_groups ${project.id}`}, 0))`);
  const [row] = await tx.rows<{ count: number }>(sql`
    select count(*)::int as count from bot_groups where project_id = ${project.id}`);
  return row?.count ?? 0;
}

export async function insertGroup(
  tx: Tx,
  { project, user, locale }: ProjectScope,
  given: { readonly areas: readonly NoticeArea[]; readonly code_hash: string; readonly code_until: string },
): Promise<StoredGroup> {
  const [row] = await tx.rows<Row>(sql`
    insert into bot_groups as g (project_id, id, status, areas, locale, code_hash, code_until, added_by)
    values (${project.id}, ${newId()}, 'pending', ${textArray(given.areas)}, ${locale}, ${given.code_hash},
      ${given.code_until}, ${user.id})
    returning ${COLUMNS}`);
  return asGroup(row as Row);
}

export async function lockGroup(tx: Tx, { project }: ProjectScope, id: string): Promise<StoredGroup | null> {
  const [row] = await tx.rows<Row>(sql`
    select ${COLUMNS} from bot_groups g where g.project_id = ${project.id} and g.id = ${id} for update`);
  return row ? asGroup(row) : null;
}

export async function saveAreas(
  tx: Tx,
  { project }: ProjectScope,
  id: string,
  areas: readonly NoticeArea[],
): Promise<StoredGroup> {
  const [row] = await tx.rows<Row>(sql`
    update bot_groups g set areas = ${textArray(areas)}, version = g.version + 1
    where g.project_id = ${project.id} and g.id = ${id} returning ${COLUMNS}`);
  return asGroup(row as Row);
}

export async function removeGroup(tx: Tx, { project }: ProjectScope, id: string): Promise<void> {
  await tx.execute(sql`delete from bot_groups where project_id = ${project.id} and id = ${id}`);
}

export async function lockGroupByCode(tx: Tx, projectId: string, codeHash: string): Promise<StoredGroup | null> {
  const [row] = await tx.rows<Row>(sql`
    select ${COLUMNS} from bot_groups g where g.project_id = ${projectId} and g.code_hash = ${codeHash} for update`);
  return row ? asGroup(row) : null;
}

/** The code is burnt by this. A group that was added before is the same one, as it is chosen now. */
export async function activateGroup(
  tx: Tx,
  projectId: string,
  id: string,
  chat: { readonly chat_id: string; readonly title: string },
): Promise<void> {
  await tx.execute(sql`
    delete from bot_groups where project_id = ${projectId} and chat_id = ${chat.chat_id} and id <> ${id}`);
  await tx.execute(sql`
    update bot_groups set status = 'active', chat_id = ${chat.chat_id}, title = ${chat.title}, linked_at = now(),
      code_hash = null, code_until = null, version = version + 1
    where project_id = ${projectId} and id = ${id}`);
}

export interface GroupOfChat {
  readonly project_id: string;
  readonly locale: Locale;
}

/** The transaction has entered the chat. */
export function listGroupsOfChat(tx: Tx, chatId: string): Promise<GroupOfChat[]> {
  return tx.rows<{ [K in keyof GroupOfChat]: GroupOfChat[K] }>(sql`
    select project_id, locale from bot_groups where chat_id = ${chatId} and status = 'active' order by project_id`);
}

export async function stopGroup(tx: Tx, chatId: string): Promise<string[]> {
  const found = await tx.rows<{ project_id: string }>(sql`
    update bot_groups set status = 'inactive', version = version + 1
    where chat_id = ${chatId} and status = 'active' returning project_id`);
  return found.map(({ project_id }) => project_id);
}

/** A group has become another chat, as it grows. The transaction has entered its projects. */
export async function moveGroup(tx: Tx, from: string, to: string): Promise<void> {
  await tx.execute(sql`
    delete from bot_groups g using bot_groups other
    where g.chat_id = ${from} and other.chat_id = ${to} and other.project_id = g.project_id`);
  await tx.execute(sql`update bot_groups set chat_id = ${to}, version = version + 1 where chat_id = ${from}`);
}

export interface GroupToTell {
  readonly chat_id: string;
  readonly locale: Locale;
}

export function findGroups(tx: Tx, projectId: string, area: NoticeArea): Promise<GroupToTell[]> {
  return tx.rows<{ [K in keyof GroupToTell]: GroupToTell[K] }>(sql`
    select chat_id, locale from bot_groups
    where project_id = ${projectId} and status = 'active' and areas @> ${textArray([area])} order by id`);
}
