import type { Page } from '@lanka/domain/kit/lists';

import type { AccessRequest, Message, OperatorAction, OperatorDeed } from '@lanka/domain/operator/contract';
import { resendableAt } from '@lanka/domain/operator/rules';
import type { AccessRequestStatus, MessageKind, MessageStatus } from '@lanka/domain/site/contract';
import { type SQL, sql } from 'drizzle-orm';
import type { Tx } from '../kit/db';
import { newId } from '../kit/ids';
import { anyPart, inUkrainianOrder, type ListQuery, readPage, toInstant, toInstantOrNull } from '../kit/paging';
import type { StaffScope } from '../kit/scope';
import { operatorActions } from './tables';

type Row = Record<string, unknown>;

export type Searched = ListQuery & { readonly q?: string | undefined };

const all = (conditions: readonly SQL[]): SQL =>
  conditions.length > 0 ? sql.join([...conditions], sql` and `) : sql`true`;

/** Where to look for `q`: any part of any of these, whatever the case; a phone also by its digits as people write them. */
export function matches(q: string | undefined, fields: readonly SQL[], phone?: SQL): SQL[] {
  if (!q) return [];
  const parts = fields.map((field) => sql`lower(${field}) like ${anyPart(q)}`);
  const digits = q.replace(/[\s()+-]/g, '');
  if (phone && /^\d{3,}$/.test(digits)) parts.push(sql`${phone} like ${anyPart(digits)}`);
  return [sql`(${sql.join(parts, sql` or `)})`];
}

const who = (id: unknown, name: unknown) => (id === null ? null : { id: String(id), name: String(name) });

// Access requests

const REQUESTS = sql`access_requests r left join users d on d.id = r.decided_by left join users u on u.email = r.email`;
const REQUEST = sql`r.id, r.name, r.email, r.phone_number, r.company, r.region, r.audience, r.subscription_plan, r.comment,
  r.locale, r.status, r.reason, r.created_at, r.decided_at, r.invited_at, d.id as decider_id, d.name as decider_name,
  u.id as user_id, u.name as user_name`;

function asRequest(row: Row): AccessRequest {
  const invited_at = toInstantOrNull(row.invited_at);
  return {
    id: String(row.id),
    name: String(row.name),
    email: String(row.email),
    phone_number: row.phone_number as string | null,
    company: String(row.company),
    region: String(row.region),
    audience: row.audience as AccessRequest['audience'],
    subscription_plan: row.subscription_plan as AccessRequest['subscription_plan'],
    comment: String(row.comment),
    locale: row.locale as AccessRequest['locale'],
    status: row.status as AccessRequestStatus,
    reason: String(row.reason),
    created_at: toInstant(row.created_at),
    decided_at: toInstantOrNull(row.decided_at),
    decided_by: who(row.decider_id, row.decider_name),
    invited_at,
    resendable_at: resendableAt(invited_at),
    user: who(row.user_id, row.user_name),
  };
}

interface RequestFilters {
  readonly q?: string | undefined;
  readonly status?: AccessRequestStatus | undefined;
  readonly audience?: AccessRequest['audience'] | undefined;
}

function requestConditions({ q, status, audience }: RequestFilters): SQL {
  return all([
    ...matches(q, [sql`r.name`, sql`r.email`, sql`r.company`], sql`r.phone_number`),
    ...(status ? [sql`r.status = ${status}`] : []),
    ...(audience ? [sql`r.audience = ${audience}`] : []),
  ]);
}

export function listAccessRequests(
  tx: Tx,
  _scope: StaffScope,
  query: ListQuery & RequestFilters,
): Promise<Page<AccessRequest>> {
  return readPage(
    tx,
    query,
    {
      columns: REQUEST,
      from: REQUESTS,
      countFrom: sql`access_requests r`,
      where: requestConditions(query),
      id: sql`r.id`,
      sorts: {
        created_at: { by: sql`r.created_at`, type: 'timestamptz' },
        name: { by: inUkrainianOrder(sql`r.name`), type: 'text' },
        email: { by: sql`r.email`, type: 'text' },
      },
    },
    asRequest,
  );
}

export async function countAccessRequests(
  tx: Tx,
  _scope: StaffScope,
  filters: RequestFilters,
): Promise<Record<AccessRequestStatus, number>> {
  const found = await tx.execute<Row>(sql`
    select count(*) filter (where r.status = 'pending')::int as pending,
      count(*) filter (where r.status = 'approved')::int as approved,
      count(*) filter (where r.status = 'rejected')::int as rejected
    from access_requests r where ${requestConditions(filters)}`);
  return found.rows[0] as Record<AccessRequestStatus, number>;
}

export async function readAccessRequest(tx: Tx, _scope: StaffScope, id: string): Promise<AccessRequest | null> {
  const found = await tx.execute<Row>(sql`select ${REQUEST} from ${REQUESTS} where r.id = ${id}`);
  return found.rows[0] ? asRequest(found.rows[0]) : null;
}

// Messages

const MESSAGES = sql`messages m left join users u on u.id = m.user_id left join users d on d.id = m.done_by`;
const MESSAGE = sql`m.id, m.kind, m.name, m.email_phone, m.phone_number, m.region, m.comment, m.consent, m.locale, m.status,
  m.created_at, m.done_at, u.id as user_id, u.name as user_name, d.id as done_id, d.name as done_name`;

function asMessage(row: Row): Message {
  return {
    id: String(row.id),
    kind: row.kind as MessageKind,
    name: String(row.name),
    email_phone: String(row.email_phone),
    phone_number: row.phone_number as string | null,
    region: String(row.region),
    comment: String(row.comment),
    consent: row.consent === true,
    locale: row.locale as Message['locale'],
    user: who(row.user_id, row.user_name),
    status: row.status as MessageStatus,
    created_at: toInstant(row.created_at),
    done_at: toInstantOrNull(row.done_at),
    done_by: who(row.done_id, row.done_name),
  };
}

interface MessageFilters {
  readonly q?: string | undefined;
  readonly kind?: MessageKind | undefined;
  readonly status?: MessageStatus | undefined;
}

function messageConditions({ q, kind, status }: MessageFilters): SQL {
  return all([
    ...matches(q, [sql`m.name`, sql`m.email_phone`, sql`m.comment`], sql`m.email_phone`),
    ...(kind ? [sql`m.kind = ${kind}`] : []),
    ...(status ? [sql`m.status = ${status}`] : []),
  ]);
}

export function listMessages(tx: Tx, _scope: StaffScope, query: ListQuery & MessageFilters): Promise<Page<Message>> {
  return readPage(
    tx,
    query,
    {
      columns: MESSAGE,
      from: MESSAGES,
      countFrom: sql`messages m`,
      where: messageConditions(query),
      id: sql`m.id`,
      sorts: { created_at: { by: sql`m.created_at`, type: 'timestamptz' } },
    },
    asMessage,
  );
}

export async function countMessages(
  tx: Tx,
  _scope: StaffScope,
  filters: MessageFilters,
): Promise<Record<MessageStatus, number>> {
  const found = await tx.execute<Row>(sql`
    select count(*) filter (where m.status = 'new')::int as new, count(*) filter (where m.status = 'done')::int as done
    from messages m where ${messageConditions(filters)}`);
  return found.rows[0] as Record<MessageStatus, number>;
}

export async function readMessage(tx: Tx, _scope: StaffScope, id: string): Promise<Message | null> {
  const found = await tx.execute<Row>(sql`select ${MESSAGE} from ${MESSAGES} where m.id = ${id}`);
  return found.rows[0] ? asMessage(found.rows[0]) : null;
}

// What operators did

export interface Deed {
  readonly deed: OperatorDeed;
  readonly subject_id?: string | undefined;
  readonly subject?: string | undefined;
  readonly note?: string | undefined;
}

/** Writes down who did it, in the transaction that did it. */
export async function keepAction(tx: Tx, scope: StaffScope, { deed, subject_id, subject, note }: Deed): Promise<void> {
  await tx.insert(operatorActions).values({ id: newId(), user_id: scope.user.id, deed, subject_id, subject, note });
}

export function listActions(
  tx: Tx,
  _scope: StaffScope,
  query: Searched & { readonly deed?: OperatorDeed | undefined; readonly subject_id?: string | undefined },
): Promise<Page<OperatorAction>> {
  return readPage(
    tx,
    query,
    {
      columns: sql`a.id, a.deed, a.subject_id, a.subject, a.note, a.created_at, u.id as by_id, u.name as by_name`,
      from: sql`operator_actions a join users u on u.id = a.user_id`,
      where: all([
        ...matches(query.q, [sql`a.subject`, sql`a.note`, sql`u.name`]),
        ...(query.deed ? [sql`a.deed = ${query.deed}`] : []),
        ...(query.subject_id ? [sql`a.subject_id = ${query.subject_id}`] : []),
      ]),
      id: sql`a.id`,
      sorts: { created_at: { by: sql`a.created_at`, type: 'timestamptz' } },
    },
    (row) => ({
      id: String(row.id),
      deed: row.deed as OperatorDeed,
      by: { id: String(row.by_id), name: String(row.by_name) },
      subject_id: row.subject_id as string | null,
      subject: String(row.subject),
      note: String(row.note),
      created_at: toInstant(row.created_at),
    }),
  );
}

/** One round trip: the badge of the sidebar asks it again and again. */
export async function readOverview(tx: Tx, _scope: StaffScope) {
  const found = await tx.execute<Row>(sql`
    select r.n as pending_requests, r.oldest as oldest_request_at, m.n as new_messages, m.oldest as oldest_message_at,
      u.users, u.blocked_users, u.staff, u.users_this_week, p.projects, p.projects_this_week, p.deleted_projects
    from (select count(*)::int as n, min(created_at) as oldest from access_requests where status = 'pending') r,
      (select count(*)::int as n, min(created_at) as oldest from messages where status = 'new') m,
      (select count(*)::int as users, count(blocked_at)::int as blocked_users, count(platform_role)::int as staff,
        count(*) filter (where created_at > now() - interval '7 days')::int as users_this_week from users) u,
      (select count(*) filter (where deleted_at is null)::int as projects, count(deleted_at)::int as deleted_projects,
        count(*) filter (where deleted_at is null and created_at > now() - interval '7 days')::int as projects_this_week
        from projects) p`);
  const row = found.rows[0] as Row;
  const number = (name: string): number => Number(row[name]);
  return {
    pending_requests: number('pending_requests'),
    oldest_request_at: toInstantOrNull(row.oldest_request_at),
    new_messages: number('new_messages'),
    oldest_message_at: toInstantOrNull(row.oldest_message_at),
    users: number('users'),
    blocked_users: number('blocked_users'),
    staff: number('staff'),
    users_this_week: number('users_this_week'),
    projects: number('projects'),
    projects_this_week: number('projects_this_week'),
    deleted_projects: number('deleted_projects'),
  };
}
