import { type SQL, sql } from 'drizzle-orm';
import type { Queued } from '../integrations';
import { idArray, textArray } from '../kit/db/arrays';
import type { Tx } from '../kit/db/db';
import { newId } from '../kit/db/ids';
import { atMost, toInstant, toInstantOrNull } from '../kit/db/paging';
import type { Button } from './tables';

export interface NewMessage {
  readonly chat_id: string;
  readonly is_group?: boolean;
  readonly of_project: string | null;
  readonly html: string;
  readonly buttons?: readonly Button[];
  readonly edits?: string;
  readonly folds?: boolean;
}

export async function insertMessages(tx: Tx, messages: readonly NewMessage[]): Promise<void> {
  if (messages.length === 0) return;
  const rows = messages.map((one) => ({ ...one, id: newId() }));
  await tx.execute(sql`
    insert into bot_messages (id, chat_id, is_group, of_project, html, buttons, edits, folds)
    select r.id, r.chat_id, coalesce(r.is_group, false), r.of_project, r.html, coalesce(r.buttons, '[]'::jsonb), r.edits,
      coalesce(r.folds, false)
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb)
      as r(id uuid, chat_id text, is_group boolean, of_project uuid, html text, buttons jsonb, edits text, folds boolean)
    order by r.id`);
}

export interface WaitingMessage {
  readonly id: string;
  readonly chat_id: string;
  readonly is_group: boolean;
  readonly of_project: string | null;
  readonly html: string;
  readonly buttons: readonly Button[];
  readonly edits: string | null;
  readonly folds: boolean;
  readonly attempts: number;
  readonly created_at: string;
}

const DUE = sql`m.state = 'waiting' and m.next_at <= clock_timestamp()`;
const NOT_RESTING = sql`not exists (select from bot_chats c
  where c.chat_id = m.chat_id and c.next_at > clock_timestamp())`;

/** Chats that may be written to now, whose messages have waited longest first. */
export async function findDueChats(tx: Tx, most: number): Promise<string[]> {
  const found = await tx.rows<{ chat_id: string }>(sql`
    select m.chat_id from bot_messages m where ${DUE} and ${NOT_RESTING}
    group by m.chat_id order by min(m.id::text) ${atMost(most)}`);
  return found.map(({ chat_id }) => chat_id);
}

/** What may go to each of these chats now, the oldest first, so many of each at most. */
export async function listWaiting(tx: Tx, chatIds: readonly string[], most: number): Promise<WaitingMessage[]> {
  const found = await tx.rows<Record<string, unknown>>(sql`
    select m.* from unnest(${textArray(chatIds)}) as c(chat_id)
    cross join lateral (
      select m.id, m.chat_id, m.is_group, m.of_project, m.html, m.buttons, m.edits, m.folds, m.attempts, m.created_at
      from bot_messages m where m.chat_id = c.chat_id and ${DUE} order by m.id ${atMost(most)}) m
    order by m.id`);
  return found.map((row) => ({
    ...(row as unknown as WaitingMessage),
    attempts: Number(row.attempts),
    created_at: toInstant(row.created_at),
  }));
}

/** In how many milliseconds something can go next, within so many seconds; null when nothing can. */
export async function nextDue(tx: Tx, withinSeconds: number): Promise<number | null> {
  const [row] = await tx.rows<{ ms: number | null }>(sql`
    select greatest(0, extract(epoch from min(greatest(m.next_at, coalesce(c.next_at, m.next_at))) - clock_timestamp())
      * 1000)::int as ms
    from bot_messages m left join bot_chats c on c.chat_id = m.chat_id
    where m.state = 'waiting' and m.next_at <= clock_timestamp() + make_interval(secs => ${withinSeconds})
      and (c.next_at is null or c.next_at <= clock_timestamp() + make_interval(secs => ${withinSeconds}))`);
  return row?.ms ?? null;
}

const these = (ids: readonly string[]): SQL => sql`id = any(${idArray(ids)}) and state = 'waiting'`;

export async function markSent(tx: Tx, ids: readonly string[], messageId: number | null): Promise<void> {
  await tx.execute(sql`
    update bot_messages set state = 'sent', sent_at = now(), attempts = attempts + 1, error = null,
      message_id = ${messageId === null ? null : String(messageId)} where ${these(ids)}`);
}

export async function markFailed(tx: Tx, ids: readonly string[], error: string): Promise<void> {
  await tx.execute(sql`
    update bot_messages set state = 'failed', attempts = attempts + 1, error = ${error} where ${these(ids)}`);
}

export async function markTried(tx: Tx, ids: readonly string[], error: string): Promise<void> {
  await tx.execute(sql`update bot_messages set attempts = attempts + 1, error = ${error} where ${these(ids)}`);
}

/** Nothing goes to this chat for so long: not what waits for it either, so that nobody looks at it meanwhile. */
export async function restChat(tx: Tx, chatId: string, ms: number, isHeld: boolean): Promise<void> {
  const until = sql`clock_timestamp() + make_interval(secs => ${ms / 1_000})`;
  await tx.execute(sql`
    insert into bot_chats as c (chat_id, next_at) values (${chatId}, ${until})
    on conflict (chat_id) do update set next_at = excluded.next_at`);
  if (isHeld)
    await tx.execute(sql`update bot_messages set next_at = ${until} where chat_id = ${chatId} and state = 'waiting'`);
}

/**
 * All that waits of these projects waits for a minute more: they have paused the bot. What stayed due of them would be
 * looked at before what others send.
 */
export async function holdMessages(tx: Tx, projectIds: readonly string[]): Promise<void> {
  const until = sql`now() + interval '1 minute'`;
  await tx.execute(sql`
    update bot_messages set next_at = ${until}
    where of_project = any(${idArray(projectIds)}) and state = 'waiting' and next_at < ${until}`);
}

/** What waits or was given up: a press on «try again» would bring it back. */
const UNSENT = sql`state in ('waiting', 'failed')`;

/** Nobody wants what is not sent to this chat. */
export async function closeChat(tx: Tx, chatId: string): Promise<void> {
  await tx.execute(sql`
    update bot_messages set state = 'closed' where chat_id = ${chatId} and ${UNSENT}`);
}

/** Of one project, which has disconnected it. */
export async function closeOfProject(tx: Tx, projectId: string, chatId: string): Promise<void> {
  await tx.execute(sql`
    update bot_messages set state = 'closed'
    where chat_id = ${chatId} and of_project = ${projectId} and ${UNSENT}`);
}

/** Of these projects in these chats, pair by pair. */
export async function closeOfProjects(
  tx: Tx,
  pairs: readonly { readonly project_id: string; readonly chat_id: string }[],
): Promise<void> {
  await tx.execute(sql`
    update bot_messages m set state = 'closed'
    from unnest(${idArray(pairs.map(({ project_id }) => project_id))}, ${textArray(pairs.map(({ chat_id }) => chat_id))})
      as p(project_id, chat_id)
    where m.of_project = p.project_id and m.chat_id = p.chat_id and m.${UNSENT}`);
}

export async function moveMessages(tx: Tx, from: string, to: string): Promise<void> {
  await tx.execute(sql`
    update bot_messages set chat_id = ${to}, next_at = now() where chat_id = ${from} and ${UNSENT}`);
}

const COUNTS = sql`(count(*) filter (where state = 'waiting'))::int as waiting,
  (count(*) filter (where state = 'failed'))::int as failed, min(created_at) filter (where state = 'waiting') as since`;

const asQueued = (row: Record<string, unknown> | undefined): Queued => ({
  waiting: Number(row?.waiting ?? 0),
  failed: Number(row?.failed ?? 0),
  since: toInstantOrNull(row?.since),
});

/** How many wait and were given up of each of these projects, and since when; of those that have any. */
export async function countMessages(tx: Tx, projectIds: readonly string[]): Promise<ReadonlyMap<string, Queued>> {
  const found = await tx.rows<Record<string, unknown>>(sql`
    select of_project, ${COUNTS} from bot_messages
    where of_project = any(${idArray(projectIds)}) and ${UNSENT} group by of_project`);
  return new Map(found.map((row) => [String(row.of_project), asQueued(row)]));
}

/** Answers of no project: to who is not linked, or of several at once. */
export async function countOfNone(tx: Tx): Promise<Queued> {
  const [row] = await tx.rows<Record<string, unknown>>(sql`
    select ${COUNTS} from bot_messages where of_project is null and ${UNSENT}`);
  return asQueued(row);
}

/** What waits or was given up is tried at once. Answers how many. */
export async function hurryMessages(tx: Tx, projectId: string, most: number): Promise<number> {
  const found = await tx.rows(sql`
    update bot_messages set state = 'waiting', next_at = now(), attempts = 0 where id in (
      select id from bot_messages where of_project = ${projectId} and state in ('waiting', 'failed')
      order by created_at ${atMost(most)}) returning id`);
  return found.length;
}

const KEPT_DAYS = 30;

/** What has gone, and what was answered long ago. */
export async function forgetOld(tx: Tx): Promise<void> {
  const old = sql`now() - make_interval(days => ${KEPT_DAYS})`;
  await tx.execute(sql`delete from bot_messages where created_at < ${old}`);
  await tx.execute(sql`delete from bot_updates where received_at < ${old} and done_at is not null`);
  await tx.execute(sql`delete from bot_chats where next_at < now() - interval '1 day'`);
}
