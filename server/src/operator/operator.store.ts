import type { Page } from '@lanka/domain/kit/lists';
import { daysAfter, kyivDate } from '@lanka/domain/kit/time';
import type { AccessRequest, Message, OperatorAction, OperatorDeed } from '@lanka/domain/operator/contract';
import { resendableAt } from '@lanka/domain/operator/rules';
import type { AccessRequestStatus, MessageKind, MessageStatus } from '@lanka/domain/site/contract';
import { type SQL, sql } from 'drizzle-orm';
import type { StaffScope } from '../kit/auth/scope';
import { beginOfDay } from '../kit/db/days';
import type { Tx } from '../kit/db/db';
import { newId } from '../kit/db/ids';
import {
  anyPart,
  counted,
  inUkrainianOrder,
  isFiltered,
  type ListQuery,
  readPage,
  toInstant,
  toInstantOrNull,
} from '../kit/db/paging';
import { all, type Found, lookFor, type Words } from '../kit/db/words';
import { madeOn } from './first-orders.store';
import { operatorActions } from './tables';

type Row = Record<string, unknown>;

export type Searched = ListQuery & { readonly q?: string | undefined };

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

const REQUEST_WORDS: Words = {
  table: 'access_requests',
  name: 'r',
  fields: [sql`r.name`, sql`r.email`, sql`r.company`],
  phone: sql`r.phone_number`,
};

interface RequestFilters {
  readonly q?: string | undefined;
  readonly status?: AccessRequestStatus | undefined;
  readonly audience?: AccessRequest['audience'] | undefined;
  readonly from?: string | undefined;
  readonly to?: string | undefined;
}

const requestConditions = ({ where }: Found, { status, audience, ...days }: RequestFilters): SQL =>
  all([
    ...where,
    ...(status ? [sql`r.status = ${status}`] : []),
    ...(audience ? [sql`r.audience = ${audience}`] : []),
    ...madeOn('r', days),
  ]);

export async function listAccessRequests(
  tx: Tx,
  _scope: StaffScope,
  query: ListQuery & RequestFilters,
): Promise<Page<AccessRequest>> {
  const found = await lookFor(tx, REQUEST_WORDS, query.q);
  return readPage(
    tx,
    query,
    {
      columns: REQUEST,
      from: REQUESTS,
      countFrom: found.countFrom,
      where: requestConditions(found, query),
      customPlan: isFiltered(query.q, query.status, query.audience, query.from, query.to),
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
  const sought = await lookFor(tx, REQUEST_WORDS, filters.q);
  const of = (status: AccessRequestStatus): SQL =>
    counted(sought.countFrom, requestConditions(sought, { ...filters, status }));
  const found = await tx.rows<Row>(sql`
    select ${of('pending')} as pending, ${of('approved')} as approved, ${of('rejected')} as rejected`);
  return found[0] as Record<AccessRequestStatus, number>;
}

export async function readAccessRequest(tx: Tx, _scope: StaffScope, id: string): Promise<AccessRequest | null> {
  const found = await tx.rows<Row>(sql`select ${REQUEST} from ${REQUESTS} where r.id = ${id}`);
  return found[0] ? asRequest(found[0]) : null;
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

const MESSAGE_WORDS: Words = {
  table: 'messages',
  name: 'm',
  fields: [sql`m.name`, sql`m.email_phone`, sql`m.comment`],
  phone: sql`m.email_phone`,
};

interface MessageFilters {
  readonly q?: string | undefined;
  readonly kind?: MessageKind | undefined;
  readonly status?: MessageStatus | undefined;
}

const messageConditions = ({ where }: Found, { kind, status }: MessageFilters): SQL =>
  all([...where, ...(kind ? [sql`m.kind = ${kind}`] : []), ...(status ? [sql`m.status = ${status}`] : [])]);

export async function listMessages(
  tx: Tx,
  _scope: StaffScope,
  query: ListQuery & MessageFilters,
): Promise<Page<Message>> {
  const found = await lookFor(tx, MESSAGE_WORDS, query.q);
  return readPage(
    tx,
    query,
    {
      columns: MESSAGE,
      from: MESSAGES,
      countFrom: found.countFrom,
      where: messageConditions(found, query),
      customPlan: isFiltered(query.q, query.status, query.kind),
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
  const sought = await lookFor(tx, MESSAGE_WORDS, filters.q);
  const of = (status: MessageStatus): SQL =>
    counted(sought.countFrom, messageConditions(sought, { ...filters, status }));
  const found = await tx.rows<Row>(sql`select ${of('new')} as new, ${of('done')} as done`);
  return found[0] as Record<MessageStatus, number>;
}

export async function readMessage(tx: Tx, _scope: StaffScope, id: string): Promise<Message | null> {
  const found = await tx.rows<Row>(sql`select ${MESSAGE} from ${MESSAGES} where m.id = ${id}`);
  return found[0] ? asMessage(found[0]) : null;
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

/** Whoever ever acted, and is called so: a step through the index for each of them. Operators are few, people are not. */
const actors = (q: string): SQL => sql`
  with recursive actors(id) as (
    (select user_id from operator_actions order by user_id limit 1)
    union all
    select (select n.user_id from operator_actions n where n.user_id > b.id order by n.user_id limit 1)
    from actors b where b.id is not null
  ) select u.id from actors b cross join lateral (select u.id, u.name from users u where u.id = b.id limit 1) u
  where lower(u.name) like ${anyPart(q)}`;

const ACTION_WORDS: Words = {
  table: 'operator_actions',
  name: 'a',
  fields: [sql`a.subject`, sql`a.note`],
  or: {
    where: (q) => sql`a.user_id = any(array(${actors(q)}))`,
    ids: (q, most) => sql`select o.id from (${actors(q)}) b cross join lateral (
      select n.id from operator_actions n where n.user_id = b.id order by n.created_at desc ${most}) o`,
  },
};

export async function listActions(
  tx: Tx,
  _scope: StaffScope,
  query: Searched & { readonly deed?: OperatorDeed | undefined; readonly subject_id?: string | undefined },
): Promise<Page<OperatorAction>> {
  const found = await lookFor(tx, ACTION_WORDS, query.q);
  return readPage(
    tx,
    query,
    {
      columns: sql`a.id, a.deed, a.subject_id, a.subject, a.note, a.created_at, u.id as by_id, u.name as by_name`,
      from: sql`operator_actions a join users u on u.id = a.user_id`,
      countFrom: found.countFrom,
      customPlan: isFiltered(query.q, query.deed, query.subject_id),
      where: all([
        ...found.where,
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

const NEWEST = sql`order by created_at desc`;
const OF_PROJECTS = sql`deleted_at is null and sandbox_until is null`;

/** One round trip: the badge of the sidebar asks it again and again. Each is counted up to 10,000, from its index. */
export async function readOverview(tx: Tx, _scope: StaffScope) {
  const week_from = daysAfter(kyivDate(new Date()), -6);
  const thisWeek = sql`created_at >= ${beginOfDay(week_from)}`;
  const found = await tx.rows<Row>(sql`
    select ${counted(sql`access_requests`, sql`status = 'pending'`)} as pending_requests,
      (select created_at from access_requests where status = 'pending' order by created_at limit 1) as oldest_request_at,
      ${counted(sql`messages`, sql`status = 'new'`)} as new_messages,
      (select created_at from messages where status = 'new' order by created_at limit 1) as oldest_message_at,
      ${counted(sql`users`, sql`true`, NEWEST)} as users,
      ${counted(sql`users`, sql`blocked_at is not null`, NEWEST)} as blocked_users,
      ${counted(sql`users`, sql`platform_role is not null`, NEWEST)} as staff,
      ${counted(sql`users`, thisWeek, NEWEST)} as users_this_week,
      ${counted(sql`projects`, OF_PROJECTS, NEWEST)} as projects,
      ${counted(sql`projects`, sql`${OF_PROJECTS} and ${thisWeek}`, NEWEST)} as projects_this_week,
      ${counted(sql`projects`, sql`deleted_at is not null and sandbox_until is null`, NEWEST)} as deleted_projects`);
  const row = found[0] as Row;
  const number = (name: string): number => Number(row[name]);
  return {
    pending_requests: number('pending_requests'),
    oldest_request_at: toInstantOrNull(row.oldest_request_at),
    new_messages: number('new_messages'),
    oldest_message_at: toInstantOrNull(row.oldest_message_at),
    users: number('users'),
    blocked_users: number('blocked_users'),
    staff: number('staff'),
    week_from,
    users_this_week: number('users_this_week'),
    projects: number('projects'),
    projects_this_week: number('projects_this_week'),
    deleted_projects: number('deleted_projects'),
  };
}
