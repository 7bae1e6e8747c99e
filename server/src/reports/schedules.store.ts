import type { Page } from '@lanka/domain/kit/lists';
import type { Role } from '@lanka/domain/kit/roles';
import type { ReportSchedule } from '@lanka/domain/reports/contract';
import { and, eq, sql } from 'drizzle-orm';
import { idArray, textArray } from '../kit/db/arrays';
import type { Tx } from '../kit/db/db';
import { newId } from '../kit/db/ids';
import { atMost, inUkrainianOrder, type ListQuery, readPage, toInstant, toInstantOrNull } from '../kit/db/paging';
import type { InProject } from './reports.store';
import { readersOf } from './rights';
import { reportSchedules } from './tables';

export type ScheduleRecord = typeof reportSchedules.$inferSelect;
type Saved = Partial<Omit<typeof reportSchedules.$inferInsert, 'project_id' | 'id'>>;

const one = ({ project }: InProject, id: string) =>
  and(eq(reportSchedules.project_id, project.id), eq(reportSchedules.id, id));

/** Schedules are made one after another, so that the limit is not passed. */
export async function lockSchedules(tx: Tx, { project }: InProject): Promise<void> {
  await tx.execute(sql`select pg_advisory_xact_lock(hashtextextended(${`report_schedules ${project.id}`}, 0))`);
}

export async function countSchedules(tx: Tx, { project }: InProject): Promise<number> {
  const [row] = await tx.rows<{ n: number }>(
    sql`select count(*)::int as n from report_schedules where project_id = ${project.id}`,
  );
  return row?.n ?? 0;
}

export async function insertSchedule(
  tx: Tx,
  { project }: InProject,
  values: Omit<typeof reportSchedules.$inferInsert, 'project_id' | 'id'>,
): Promise<string> {
  const id = newId();
  await tx.insert(reportSchedules).values({ ...values, id, project_id: project.id });
  return id;
}

export async function lockSchedule(tx: Tx, scope: InProject, id: string): Promise<ScheduleRecord | null> {
  const [row] = await tx.select().from(reportSchedules).where(one(scope, id)).for('update');
  return row ?? null;
}

/** What a person changes: who has read it before is told. */
export async function saveSchedule(tx: Tx, scope: InProject, id: string, values: Saved): Promise<void> {
  await tx
    .update(reportSchedules)
    .set({ ...values, version: sql`${reportSchedules.version} + 1`, updated_at: sql`now()` })
    .where(one(scope, id));
}

/** What the clock does to it. */
export async function settleSchedule(tx: Tx, scope: InProject, id: string, values: Saved): Promise<void> {
  await tx.update(reportSchedules).set(values).where(one(scope, id));
}

export async function removeSchedule(tx: Tx, scope: InProject, id: string): Promise<boolean> {
  const gone = await tx.delete(reportSchedules).where(one(scope, id)).returning({ id: reportSchedules.id });
  return gone.length > 0;
}

/** Living members among its recipients, by name. */
const RECIPIENTS = sql`coalesce((select jsonb_agg(jsonb_build_object('id', u.id, 'name', u.name, 'role', m.role) order by u.name, u.id)
  from memberships m cross join lateral (select u.* from users u where u.id = m.user_id limit 1) u
  where m.project_id = s.project_id and m.user_id = any(s.recipients) and m.ended_at is null), '[]')`;
const COLUMNS = sql`s.*, u.name as user_name, ${RECIPIENTS} as people`;
const FROM = sql`report_schedules s left join users u on u.id = s.user_id`;

function shaped(row: Record<string, unknown>): ReportSchedule {
  const plain = row as unknown as ScheduleRecord;
  // whose role does not see such rows any more gets nothing
  const readers = readersOf(plain.kind);
  const { id, kind, format, product_variant_id, counterparty_id, subject, rhythm, weekday, month_day, hour } = plain;
  return {
    ...{ id, kind, format, product_variant_id, counterparty_id, subject, rhythm, weekday, month_day, hour },
    ...{ active: plain.active, stopped: plain.stopped, version: plain.version },
    recipients: (row.people as Colleague[]).flatMap(({ id, name, role }) =>
      readers.includes(role) ? [{ id, name }] : [],
    ),
    ...{ next_at: toInstantOrNull(row.next_at), last_at: toInstantOrNull(row.last_at) },
    ...{ user_name: String(row.user_name ?? ''), created_at: toInstant(row.created_at) },
  };
}

/** Of the kinds that the asker may see. */
export function listSchedules(
  tx: Tx,
  { project }: InProject,
  kinds: readonly string[],
  query: ListQuery,
): Promise<Page<ReportSchedule>> {
  return readPage(
    tx,
    query,
    {
      ...{ columns: COLUMNS, from: FROM, countFrom: sql`report_schedules s` },
      where: sql`s.project_id = ${project.id} and s.kind = any(${textArray([...kinds])})`,
      sorts: { created_at: { by: sql`s.created_at`, type: 'timestamptz' } },
      id: sql`s.id`,
    },
    shaped,
  );
}

export async function readSchedule(tx: Tx, { project }: InProject, id: string): Promise<ReportSchedule | null> {
  const [row] = await tx.rows(sql`select ${COLUMNS} from ${FROM} where s.project_id = ${project.id} and s.id = ${id}`);
  return row ? shaped(row) : null;
}

export interface Colleague {
  readonly id: string;
  readonly name: string;
  readonly role: Role;
}

/** Living members of these roles, by name; of these ids where they are given. */
export function listColleagues(
  tx: Tx,
  { project }: InProject,
  roles: readonly Role[],
  ids?: readonly string[],
): Promise<Colleague[]> {
  return tx.rows<{ [K in keyof Colleague]: Colleague[K] }>(sql`
    select u.id, u.name, m.role
    from memberships m cross join lateral (select u.* from users u where u.id = m.user_id limit 1) u
    where m.project_id = ${project.id} and m.ended_at is null and m.role = any(${textArray([...roles])})
      ${ids ? sql`and m.user_id = any(${idArray([...ids])})` : sql``}
    order by ${inUkrainianOrder(sql`u.name`)}, u.id`);
}

export interface Due {
  readonly project_id: string;
  readonly id: string;
  /** With microseconds. */
  readonly next_at: string;
}

/** Those of the projects whose time has come, the longest waiting first, behind the last one of the page before. */
export function listDue(tx: Tx, project_ids: readonly string[], limit: number, after: Due | null): Promise<Due[]> {
  return tx.rows<{ [K in keyof Due]: Due[K] }>(sql`
    select s.project_id, s.id, s.next_at::text as next_at from report_schedules s
    where s.project_id = any(${idArray(project_ids)}) and s.next_at <= now()
      ${after ? sql`and (s.next_at, s.id) > (${after.next_at}::timestamptz, ${after.id}::uuid)` : sql``}
    order by s.next_at, s.id ${atMost(limit)}`);
}
