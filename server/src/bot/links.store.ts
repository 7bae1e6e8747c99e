import type { Locale } from '@lanka/domain/kit/errors';
import { type SQL, sql } from 'drizzle-orm';
import type { ProjectScope, UserScope } from '../kit/auth/scope';
import { idArray, textArray } from '../kit/db/arrays';
import type { Tx } from '../kit/db/db';
import { atMost, toInstantOrNull } from '../kit/db/paging';

export interface StoredLink {
  readonly project_id: string;
  readonly user_id: string;
  readonly status: 'pending' | 'active' | 'inactive';
  readonly username: string | null;
  readonly chat_id: string | null;
  readonly chat_name: string | null;
  readonly code_until: string | null;
  readonly linked_at: string | null;
  readonly stopped_by: 'block' | 'stop' | null;
}

type Row = Record<string, unknown>;

const COLUMNS = sql`l.project_id, l.user_id, l.status, l.username, l.chat_id, l.chat_name, l.code_until, l.linked_at, l.stopped_by`;

const asLink = (row: Row): StoredLink => ({
  ...(row as unknown as StoredLink),
  code_until: toInstantOrNull(row.code_until),
  linked_at: toInstantOrNull(row.linked_at),
});

/** Row-level security shows what is linked to this chat, of all projects (`kit/db/migrate.ts`). */
export async function enterChat(tx: Tx, chatId: string): Promise<void> {
  await tx.execute(sql`select set_config('lanka.chat_id', ${chatId}, true)`);
}

/** More projects than somebody takes part in. */
const MOST = 500;

export interface OfProject {
  readonly project: { readonly id: string; readonly title: string };
  readonly link: StoredLink | null;
}

export async function listLinksOf(tx: Tx, { user }: UserScope): Promise<OfProject[]> {
  const found = await tx.rows<Row>(sql`
    select p.id, p.title, ${COLUMNS} from memberships m
    cross join lateral (select p.* from projects p where p.id = m.project_id and p.deleted_at is null limit 1) p
    left join lateral (select l.* from bot_links l
      where l.project_id = m.project_id and l.user_id = m.user_id limit 1) l on true
    where m.user_id = ${user.id} and m.ended_at is null order by p.title, p.id ${atMost(MOST)}`);
  return found.map(({ id, title, ...row }) => ({
    project: { id: String(id), title: String(title) },
    link: row.status ? asLink(row) : null,
  }));
}

export async function findLink(tx: Tx, projectId: string, userId: string, lock = false): Promise<StoredLink | null> {
  const [row] = await tx.rows<Row>(sql`
    select ${COLUMNS} from bot_links l where l.project_id = ${projectId} and l.user_id = ${userId}
    ${lock ? sql`for update` : sql``}`);
  return row ? asLink(row) : null;
}

/** A chat that is his already, in another project; `tx` shows him his own. */
export async function findOwnChat(
  tx: Tx,
  { user, project }: ProjectScope,
  username: string | null,
): Promise<Pick<StoredLink, 'chat_id' | 'chat_name' | 'username'> | null> {
  const named = username === null ? sql`true` : sql`lower(l.username) = ${username.toLowerCase()}`;
  const [row] = await tx.rows<Row>(sql`
    select ${COLUMNS} from bot_links l
    where l.user_id = ${user.id} and l.project_id <> ${project.id} and l.status = 'active' and ${named}
    order by l.linked_at desc limit 1`);
  return row ? asLink(row) : null;
}

export interface Given {
  readonly username: string | null;
  readonly code_hash: string;
  readonly code_until: string;
}

/** Waits for Start; what was linked before is not any more. */
export async function savePending(tx: Tx, { project, user }: ProjectScope, given: Given): Promise<StoredLink> {
  const [row] = await tx.rows<Row>(sql`
    insert into bot_links as l (project_id, user_id, status, username, code_hash, code_until)
    values (${project.id}, ${user.id}, 'pending', ${given.username}, ${given.code_hash}, ${given.code_until})
    on conflict (project_id, user_id) do update set status = 'pending', username = excluded.username,
      code_hash = excluded.code_hash, code_until = excluded.code_until, chat_id = null, chat_name = null,
      linked_at = null, stopped_by = null
    returning ${COLUMNS}`);
  return asLink(row as Row);
}

export interface Chat {
  readonly chat_id: string;
  readonly chat_name: string | null;
  readonly username: string | null;
}

/** The code is burnt by this. */
export async function saveActive(tx: Tx, projectId: string, userId: string, chat: Chat): Promise<StoredLink> {
  const [row] = await tx.rows<Row>(sql`
    insert into bot_links as l (project_id, user_id, status, username, chat_id, chat_name, linked_at)
    values (${projectId}, ${userId}, 'active', ${chat.username}, ${chat.chat_id}, ${chat.chat_name}, now())
    on conflict (project_id, user_id) do update set status = 'active', username = excluded.username,
      chat_id = excluded.chat_id, chat_name = excluded.chat_name, linked_at = now(), code_hash = null, code_until = null,
      stopped_by = null
    returning ${COLUMNS}`);
  return asLink(row as Row);
}

export async function removeLink(tx: Tx, { project, user }: ProjectScope): Promise<void> {
  await tx.execute(sql`delete from bot_links where project_id = ${project.id} and user_id = ${user.id}`);
}

/** Whose code it is; locked, so that of two who bring it one finds nothing. */
export async function lockByCode(tx: Tx, projectId: string, codeHash: string): Promise<StoredLink | null> {
  const [row] = await tx.rows<Row>(sql`
    select ${COLUMNS} from bot_links l where l.project_id = ${projectId} and l.code_hash = ${codeHash} for update`);
  return row ? asLink(row) : null;
}

export interface OfChat {
  readonly project_id: string;
  readonly user_id: string;
  readonly status: StoredLink['status'];
  readonly stopped_by: StoredLink['stopped_by'];
  readonly locale: Locale;
}

/** What this chat is linked to; the transaction has entered it. */
export function listOfChat(tx: Tx, chatId: string): Promise<OfChat[]> {
  return tx.rows<{ [K in keyof OfChat]: OfChat[K] }>(sql`
    select l.project_id, l.user_id, l.status, l.stopped_by, u.locale from bot_links l join users u on u.id = l.user_id
    where l.chat_id = ${chatId} order by l.linked_at desc, l.project_id ${atMost(MOST)}`);
}

/** Nothing more goes to this chat, or again. Answers whose it was. The transaction has entered the chat. */
export async function stopChat(
  tx: Tx,
  chatId: string,
  by: 'block' | 'stop',
): Promise<{ project_id: string; user_id: string }[]> {
  return tx.rows<{ project_id: string; user_id: string }>(sql`
    update bot_links set status = 'inactive', stopped_by = ${by}
    where chat_id = ${chatId} and status = 'active' returning project_id, user_id`);
}

export async function resumeChat(tx: Tx, chatId: string): Promise<string[]> {
  const found = await tx.rows<{ project_id: string }>(sql`
    update bot_links set status = 'active', stopped_by = null
    where chat_id = ${chatId} and status = 'inactive' and stopped_by = 'block' returning project_id`);
  return found.map(({ project_id }) => project_id);
}

export interface Recipient {
  readonly user_id: string;
  readonly chat_id: string;
}

/** The chats of these people in the project. */
export async function findChats(tx: Tx, projectId: string, userIds: readonly string[]): Promise<Recipient[]> {
  if (userIds.length === 0) return [];
  return tx.rows<{ [K in keyof Recipient]: Recipient[K] }>(sql`
    select l.user_id, l.chat_id from bot_links l
    where l.project_id = ${projectId} and l.user_id = any(${idArray(userIds)}) and l.status = 'active'
    order by l.user_id`);
}

export async function projectTitle(tx: Tx, projectId: string): Promise<string> {
  const [row] = await tx.rows<{ title: string }>(sql`select title from projects where id = ${projectId}`);
  return row?.title ?? '';
}

/** Who may be told at this moment: an active link of somebody who still takes part, or an active group. */
const standing = (projectIds: readonly string[]): SQL => sql`
  select l.project_id, l.chat_id from bot_links l
    join memberships m on m.project_id = l.project_id and m.user_id = l.user_id and m.ended_at is null
    join users u on u.id = l.user_id and u.blocked_at is null
    where l.project_id = any(${idArray(projectIds)}) and l.status = 'active'
  union select g.project_id, g.chat_id from bot_groups g
    where g.project_id = any(${idArray(projectIds)}) and g.status = 'active'`;

/** Which of these chats these projects may still write to. The transaction has entered the projects. */
export function findStanding(
  tx: Tx,
  projectIds: readonly string[],
  chatIds: readonly string[],
): Promise<{ project_id: string; chat_id: string }[]> {
  return tx.rows<{ project_id: string; chat_id: string }>(sql`
    select s.project_id, s.chat_id from (${standing(projectIds)}) s where s.chat_id = any(${textArray(chatIds)})`);
}

/** In which of these projects the bot may write to somebody. */
export async function connectedOf(tx: Tx, projectIds: readonly string[]): Promise<string[]> {
  const found = await tx.rows<{ project_id: string }>(sql`
    select distinct s.project_id from (${standing(projectIds)}) s`);
  return found.map(({ project_id }) => project_id);
}

/** By its code: the SKU, the barcode or the internal code, however it is written. */
export async function findBySku(tx: Tx, { project }: ProjectScope, sku: string, most: number): Promise<string[]> {
  const found = await tx.rows<{ id: string }>(sql`
    select v.id from product_variants v
    where v.project_id = ${project.id} and v.deleted_at is null and (v.sku_key = ${sku.toLowerCase()} or v.code = ${sku})
    order by v.id ${atMost(most)}`);
  return found.map(({ id }) => id);
}

export async function findByNumber(tx: Tx, { project }: ProjectScope, number: number): Promise<string | null> {
  const [row] = await tx.rows<{ id: string }>(sql`
    select o.id from orders o where o.project_id = ${project.id} and o.number = ${number}`);
  return row?.id ?? null;
}

/** A modification of these goods. */
export async function variantsOf(tx: Tx, { project }: ProjectScope, id: string, most: number): Promise<string[]> {
  const found = await tx.rows<{ id: string }>(sql`
    select v.id from product_variants v
    where v.project_id = ${project.id} and v.deleted_at is null and v.product_id = ${id} order by v.position, v.id ${atMost(most)}`);
  return found.map((row) => row.id);
}
