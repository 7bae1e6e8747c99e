import {
  type ApiCall,
  type ApiCallDay,
  type ApiFailure,
  CALL_DAYS,
  CALLS_KEPT,
  MOST_FAILURES,
} from '@lanka/domain/api_keys/calls';
import type { ApiScope } from '@lanka/domain/kit/api_scopes';
import type { Page } from '@lanka/domain/kit/lists';
import type { ApiUse } from '@lanka/domain/kit/plans';
import { type SQL, sql } from 'drizzle-orm';
import type { KeyCall } from '../kit/auth/api-keys';
import { idArray } from '../kit/db/arrays';
import type { Tx } from '../kit/db/db';
import { newId } from '../kit/db/ids';
import { atMost, type ListQuery, readPage, toInstant } from '../kit/db/paging';

type Row = Record<string, unknown>;

export interface DaySum {
  readonly project_id: string;
  readonly day: string;
  readonly key_id: string;
  readonly operation: string;
  readonly status: number;
  readonly calls: number;
  readonly bytes: number;
  /** Of those that did not wait. */
  readonly ms: number;
  readonly waits: number;
}

export async function addPlaces(tx: Tx, tenants: readonly string[]): Promise<void> {
  await tx.execute(sql`
    insert into api_call_places (tenant_id) select * from unnest(${idArray(tenants)}) on conflict do nothing`);
}

export async function listPlaces(tx: Tx): Promise<string[]> {
  const found = await tx.rows<{ tenant_id: string }>(sql`select tenant_id from api_call_places`);
  return found.map(({ tenant_id }) => tenant_id);
}

/** Written in one order, so that two who add never wait for each other in a circle. */
export async function addDays(tx: Tx, sums: readonly DaySum[]): Promise<void> {
  await tx.execute(sql`
    insert into api_call_days (project_id, day, key_id, operation, status, calls, bytes, ms, waits)
    select s.project_id, s.day, s.key_id, s.operation, s.status, s.calls, s.bytes, s.ms, s.waits
    from jsonb_to_recordset(${JSON.stringify(sums)}::jsonb) as s(project_id uuid, day date, key_id uuid, operation text,
      status int, calls bigint, bytes bigint, ms bigint, waits bigint)
    order by s.project_id, s.day, s.key_id, s.operation, s.status
    on conflict (project_id, day, key_id, operation, status) do update set calls = api_call_days.calls + excluded.calls,
      bytes = api_call_days.bytes + excluded.bytes, ms = api_call_days.ms + excluded.ms,
      waits = api_call_days.waits + excluded.waits`);
}

export async function insertCalls(tx: Tx, calls: readonly KeyCall[]): Promise<void> {
  const rows = calls.map(({ at, after, kinds, waits, failed, ...call }) => ({
    ...{ ...call, ...failed, id: newId(), at: new Date(at).toISOString() },
  }));
  await tx.execute(sql`
    insert into api_calls (project_id, id, key_id, at, operation, status, ms, bytes, path, request, answer)
    select c.project_id, c.id, c.key_id, c.at, c.operation, c.status, c.ms, c.bytes, c.path, c.request, c.answer
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as c(project_id uuid, id uuid, key_id uuid, at timestamptz,
      operation text, status int, ms int, bytes int, path text, request text, answer text)`);
}

export async function saveReaders(tx: Tx, calls: readonly KeyCall[]): Promise<void> {
  if (calls.length === 0) return;
  const rows = calls.map(({ project_id, key_id, after, kinds, at }) => ({
    ...{ project_id, key_id, after, kinds, at: new Date(at).toISOString() },
  }));
  await tx.execute(sql`
    insert into change_readers (project_id, key_id, after, kinds, at)
    select r.project_id, r.key_id, r.after, r.kinds, r.at
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb)
      as r(project_id uuid, key_id uuid, after text, kinds jsonb, at timestamptz)
    order by r.project_id, r.key_id
    on conflict (project_id, key_id) do update set after = excluded.after, kinds = excluded.kinds, at = excluded.at
      where change_readers.at <= excluded.at`);
}

/** All readers of a project have read up to here: for the demo. */
export async function moveReaders(tx: Tx, projectId: string, after: string): Promise<void> {
  await tx.execute(sql`update change_readers set after = ${after} where project_id = ${projectId}`);
}

export interface ReaderRow {
  readonly key: { readonly id: string; readonly name: string };
  readonly at: string;
  readonly after: string;
  /** What it asked for; null: all kinds. */
  readonly kinds: string[] | null;
  readonly scopes: ApiScope[];
  /** Whoever made it. */
  readonly user_id: string;
}

/** Keys that still count and have read `changes`, the last one first. */
export async function listReaders(tx: Tx, projectId: string): Promise<ReaderRow[]> {
  const found = await tx.rows<Omit<ReaderRow, 'key'> & { id: string; name: string }>(sql`
    select k.id, k.name, r.at, r.after, r.kinds, k.scopes, k.user_id from change_readers r
    join api_keys k on k.project_id = r.project_id and k.id = r.key_id
    where r.project_id = ${projectId} and k.revoked_at is null order by r.at desc`);
  return found.map(({ id, name, at, ...row }) => ({ key: { id, name }, at: toInstant(at), ...row }));
}

export function listCalls(
  tx: Tx,
  projectId: string,
  query: ListQuery & { readonly key_id?: string | undefined; readonly failed?: boolean | undefined },
): Promise<Page<ApiCall>> {
  const where: SQL[] = [sql`c.project_id = ${projectId} and c.at >= now() - ${CALL_DAYS}::int * interval '1 day'`];
  if (query.key_id) where.push(sql`c.key_id = ${query.key_id}`);
  if (query.failed === true) where.push(sql`c.status >= 400`);
  if (query.failed === false) where.push(sql`c.status < 400`);
  return readPage(
    tx,
    query,
    {
      columns: sql`c.id, c.at, c.key_id, k.name, c.operation, c.status, c.ms, c.bytes, c.path, c.request, c.answer`,
      from: sql`api_calls c join api_keys k on k.project_id = c.project_id and k.id = c.key_id`,
      ...{ countFrom: sql`api_calls c`, where: sql.join(where, sql` and `), id: sql`c.id` },
      sorts: { at: { by: sql`c.at`, type: 'timestamptz' } },
    },
    (row: Row): ApiCall => ({
      ...{ id: String(row.id), at: toInstant(row.at), key: { id: String(row.key_id), name: String(row.name) } },
      ...{ operation: String(row.operation), status: Number(row.status), ms: Number(row.ms), bytes: Number(row.bytes) },
      path: row.path as string | null,
      request: row.request as string | null,
      answer: row.answer as string | null,
    }),
  );
}

export async function listDays(tx: Tx, projectId: string, first: string): Promise<ApiCallDay[]> {
  const found = await tx.rows<Row>(sql`
    select d.day::text as day, sum(d.calls) as calls, coalesce(sum(d.calls) filter (where d.status >= 400), 0) as failed,
      round(sum(d.ms) / nullif(sum(d.calls - d.waits), 0)) as ms
    from api_call_days d where d.project_id = ${projectId} and d.day >= ${first}::date group by d.day`);
  return found.map(({ day, calls, failed, ms }) => ({
    ...{ day: String(day), calls: Number(calls), failed: Number(failed), ms: ms === null ? null : Number(ms) },
  }));
}

export async function listFailures(tx: Tx, projectId: string, first: string, lately: string): Promise<ApiFailure[]> {
  const found = await tx.rows<Row>(sql`
    select f.key_id, k.name, f.operation, f.status, f.calls, f.last_day::text as last_day
    from (select d.project_id, d.key_id, d.operation, d.status, sum(d.calls) as calls, max(d.day) as last_day
      from api_call_days d where d.project_id = ${projectId} and d.day >= ${first}::date and d.status >= 400
      group by d.project_id, d.key_id, d.operation, d.status) f
    join api_keys k on k.project_id = f.project_id and k.id = f.key_id
    where f.project_id = ${projectId}
    order by f.last_day >= ${lately}::date desc, f.calls desc, f.operation, f.status, f.key_id ${atMost(MOST_FAILURES)}`);
  return found.map((row) => ({
    key: { id: String(row.key_id), name: String(row.name) },
    ...{ operation: String(row.operation), status: Number(row.status), calls: Number(row.calls) },
    last_day: String(row.last_day),
  }));
}

/** What all keys have used since that day, and on how many days since their first call. Refused calls cost nothing. */
export async function readLately(
  tx: Tx,
  projectId: string,
  first: string,
  today: string,
): Promise<ApiUse & { days: number }> {
  const [row] = await tx.rows<Row>(sql`
    select coalesce(sum(d.calls), 0) as requests, coalesce(sum(d.bytes), 0) as bytes,
      ${today}::date - min(d.day) + 1 as days
    from api_call_days d where d.project_id = ${projectId} and d.day >= ${first}::date and d.status not in (401, 402, 403, 429)`);
  return { requests: Number(row?.requests ?? 0), bytes: Number(row?.bytes ?? 0), days: Number(row?.days ?? 0) };
}

export async function forgetOld(tx: Tx, tenants: readonly string[], first: string): Promise<void> {
  const here = sql`project_id = any(${idArray(tenants)})`;
  await tx.execute(sql`delete from api_call_days where ${here} and day < ${first}::date`);
  await tx.execute(sql`delete from api_calls where ${here} and at < now() - ${CALL_DAYS}::int * interval '1 day'`);
}

/** Those of whom more are kept than should be. */
export async function listBeyond(tx: Tx, tenants: readonly string[]): Promise<string[]> {
  const found = await tx.rows<{ id: string }>(sql`
    select t.id from unnest(${idArray(tenants)}) as t(id)
    where exists (select 1 from api_calls c where c.project_id = t.id offset ${CALLS_KEPT} limit 1)`);
  return found.map(({ id }) => id);
}

/** Beyond so many the older ones go. */
export async function forgetBeyond(tx: Tx, projectId: string): Promise<void> {
  await tx.execute(sql`
    delete from api_calls where project_id = ${projectId} and at < (
      select at from api_calls where project_id = ${projectId} order by at desc offset ${CALLS_KEPT - 1} limit 1)`);
}
