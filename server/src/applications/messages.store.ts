import type { ApplicationStatus } from '@lanka/domain/applications/contract';
import type { Message, Side } from '@lanka/domain/applications/messages';
import { LETTER_MINUTES } from '@lanka/domain/applications/messages';
import type { Page } from '@lanka/domain/kit/lists';
import { sql } from 'drizzle-orm';
import type { UserScope } from '../kit/auth/scope';
import { idArray } from '../kit/db/arrays';
import type { Tx } from '../kit/db/db';
import { newId } from '../kit/db/ids';
import { type ListQuery, readPage, toInstant } from '../kit/db/paging';
import type { In } from './applications.store';

type Row = Record<string, unknown>;
export type Writing = In & { readonly user: UserScope['user'] };
/** The application, whose side asks, and who it is. */
export interface Asking {
  readonly place: Writing & { readonly project: { readonly id: string; readonly title: string } };
  readonly id: string;
  readonly side: Side;
}

/** A column of an application for each side. */
const OF = {
  applicant: {
    last: sql.identifier('last_by_applicant'),
    read: sql.identifier('read_by_applicant'),
    told: sql.identifier('applicant_told_at'),
  },
  supplier: {
    last: sql.identifier('last_by_supplier'),
    read: sql.identifier('read_by_supplier'),
    told: sql.identifier('supplier_told_at'),
  },
} as const;
export const otherThan = (side: Side): Side => (side === 'applicant' ? 'supplier' : 'applicant');

/** Whether the other side has written what this one has not read, of the application `a`. */
export const hasUnread = (side: Side) => sql`a.${OF[otherThan(side)].last} > a.${OF[side].read}`;

export interface Talk {
  readonly status: ApplicationStatus;
  readonly unread: boolean;
  readonly read_by_other: number;
  /** A letter went to the other side a moment ago. */
  readonly told_lately: boolean;
  /** The applicant. */
  readonly user_id: string;
}

const COLUMNS = (
  side: Side,
) => sql`a.status, ${hasUnread(side)} as unread, a.${OF[otherThan(side)].read} as read_by_other,
  a.${OF[otherThan(side)].told} is not null
    and a.${OF[otherThan(side)].told} > now() - make_interval(mins => ${LETTER_MINUTES}) as told_lately,
  a.user_id`;

export async function findTalk(tx: Tx, { project }: In, id: string, side: Side): Promise<Talk | null> {
  const [row] = await tx.rows<Row>(sql`
    select ${COLUMNS(side)} from applications a
    where a.project_id = ${project.id} and a.id = ${id}`);
  return (row as unknown as Talk | undefined) ?? null;
}

/** Whoever writes at the same moment, or decides, waits. */
export const lockTalk = (tx: Tx, { project }: In, id: string): Promise<unknown> =>
  tx.execute(sql`select from applications a where a.project_id = ${project.id} and a.id = ${id} for no key update`);

export type StoredMessage = Omit<Message, 'files'>;

const FIELDS = sql`m.id, m.number, m.of_applicant, m.text, m.created_at, m.user_id, u.name`;
const asMessage = (row: Row): StoredMessage => ({
  id: String(row.id),
  number: Number(row.number),
  side: row.of_applicant === true ? 'applicant' : 'supplier',
  author: { kind: 'user', id: String(row.user_id), name: row.name as string | null },
  text: String(row.text),
  created_at: toInstant(row.created_at),
});

export function listMessages(tx: Tx, { project }: In, id: string, query: ListQuery): Promise<Page<StoredMessage>> {
  return readPage(
    tx,
    query,
    {
      columns: FIELDS,
      from: sql`application_messages m cross join lateral (select u.name from users u where u.id = m.user_id limit 1) u`,
      countFrom: sql`application_messages m`,
      where: sql`m.project_id = ${project.id} and m.application_id = ${id}`,
      id: sql`m.id`,
      sorts: { number: { by: sql`m.number`, type: 'integer' } },
    },
    asMessage,
  );
}

/** Under the lock of its application; the writer's side has the next number. */
export async function insertMessage(
  tx: Tx,
  { project, user }: Writing,
  applicationId: string,
  side: Side,
  text: string,
): Promise<StoredMessage> {
  const [numbered] = await tx.rows<{ number: number }>(sql`
    update applications a set ${OF[side].last} = greatest(a.last_by_applicant, a.last_by_supplier) + 1
    where a.project_id = ${project.id} and a.id = ${applicationId} returning a.${OF[side].last} as number`);
  const [row] = await tx.rows<Row>(sql`
    insert into application_messages (project_id, application_id, id, number, user_id, of_applicant, text)
    values (${project.id}, ${applicationId}, ${newId()}, ${numbered?.number}, ${user.id}, ${side === 'applicant'}, ${text})
    returning id, number, of_applicant, text, created_at, user_id, ${user.name}::text as name`);
  if (!row) throw new Error('insert returns its row');
  return asMessage(row);
}

export async function insertFile(
  tx: Tx,
  { project, user }: Writing,
  applicationId: string,
  messageId: string,
  file: { readonly file_name: string; readonly name: string },
): Promise<void> {
  await tx.execute(sql`
    insert into application_message_files (project_id, application_id, id, message_id, user_id, file_name, name)
    values (${project.id}, ${applicationId}, ${newId()}, ${messageId}, ${user.id}, ${file.file_name}, ${file.name})`);
}

export interface StoredFile {
  readonly id: string;
  readonly message_id: string;
  readonly user_id: string;
  readonly author: string | null;
  readonly file_name: string;
  readonly name: string;
  readonly created_at: string;
}

/** Of these messages, in the order in which they were added. */
export async function listFiles(
  tx: Tx,
  { project }: In,
  applicationId: string,
  messages: readonly string[],
): Promise<StoredFile[]> {
  if (messages.length === 0) return [];
  const rows = await tx.rows<Row>(sql`
    select f.id, f.message_id, f.user_id, f.file_name, f.name, f.created_at, u.name as author
    from application_message_files f cross join lateral (select u.name from users u where u.id = f.user_id limit 1) u
    where f.project_id = ${project.id} and f.application_id = ${applicationId}
      and f.message_id = any(${idArray(messages)}) order by f.id`);
  return rows.map((row) => ({ ...(row as unknown as StoredFile), created_at: toInstant(row.created_at) }));
}

/** Never back, and never beyond what is there: two tabs may tell it in any order. */
export async function markRead(tx: Tx, { project }: In, id: string, side: Side, number: number): Promise<void> {
  await tx.execute(sql`
    update applications a set ${OF[side].read} = greatest(a.${OF[side].read}, least(${number}::int, a.${OF[otherThan(side)].last}))
    where a.project_id = ${project.id} and a.id = ${id}`);
}

export async function markTold(tx: Tx, { project }: In, id: string, side: Side): Promise<void> {
  await tx.execute(sql`
    update applications a set ${OF[side].told} = now() where a.project_id = ${project.id} and a.id = ${id}`);
}
