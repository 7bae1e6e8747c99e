import type {
  Integration,
  IntegrationCall,
  IntegrationTask,
  Ref,
  Service,
  Wait,
} from '@lanka/domain/integrations/contract';
import { stateFor } from '@lanka/domain/integrations/rules';
import type { Locale } from '@lanka/domain/kit/errors';
import type { Page } from '@lanka/domain/kit/lists';
import { sql } from 'drizzle-orm';
import type { ProjectScope } from '../kit/auth/scope';
import { idArray } from '../kit/db/arrays';
import type { Tx } from '../kit/db/db';
import { newId } from '../kit/db/ids';
import { toInstantOrNull as instantOf, type ListQuery, readPage, toInstant } from '../kit/db/paging';
import { type Connection, type Reason, saidIn, type Task } from './hooks';

type Row = Record<string, unknown>;

const refOf = (row: Row): Ref | null =>
  row.ref_kind && row.ref_id ? { kind: String(row.ref_kind), id: String(row.ref_id) } : null;
export const errorOf = (value: unknown, locale: Locale): string | null =>
  value == null ? null : saidIn(value as Reason, locale);
const KEY_REFUSED: Reason = {
  ua: 'Служба більше не приймає ключ. Введіть новий',
  en: 'The service takes the key no more. Enter a new one',
};
export const lastErrorOf = (error: unknown, refused: boolean): Reason | null =>
  (error as Reason | null | undefined) ?? (refused ? KEY_REFUSED : null);
const asJson = (reason: Reason | null | undefined) =>
  reason == null ? sql`null` : sql`${JSON.stringify(reason)}::jsonb`;

/** How these services are in the project; tasks are counted by their index, those that wait and those given up alone. */
export async function readIntegrations(
  tx: Tx,
  { project, locale }: ProjectScope,
  known: readonly (Pick<Connection, 'service' | 'settings'> & {
    readonly connected: boolean;
    readonly refused: boolean;
  })[],
): Promise<Integration[]> {
  const rows = await tx.rows<Row>(sql`
    select s.service, s.paused_at, s.last_success_at, s.last_failure_at, s.last_error, s.failures
    from integration_states s where s.project_id = ${project.id}`);
  const queues = await tx.rows<Row>(sql`
    select t.service, t.state, count(*)::int as tasks, min(t.created_at) as since from integration_tasks t
    where t.project_id = ${project.id} and t.state in ('waiting', 'running', 'failed') group by t.service, t.state`);
  return known.map(({ service, settings, connected, refused }) => {
    const row = rows.find((one) => one.service === service);
    const own = queues.filter((one) => one.service === service);
    const under = own.filter((one) => one.state !== 'failed');
    const failures = Number(row?.failures ?? 0);
    const since = under.map((one) => toInstant(one.since)).sort();
    return {
      ...{ service, settings },
      state: stateFor(project.subscription_plan, service, {
        ...{ connected, paused: Boolean(row?.paused_at), failures, refused },
      }),
      last_success_at: instantOf(row?.last_success_at),
      last_failure_at: instantOf(row?.last_failure_at),
      last_error: errorOf(lastErrorOf(failures > 0 ? row?.last_error : null, refused), locale),
      waiting: under.reduce((sum, one) => sum + Number(one.tasks), 0),
      waiting_since: since[0] ?? null,
      failed: Number(own.find((one) => one.state === 'failed')?.tasks ?? 0),
      paused_at: instantOf(row?.paused_at),
    };
  });
}

export function listCalls(
  tx: Tx,
  { project, locale }: ProjectScope,
  query: ListQuery & { service: Service; outcome?: IntegrationCall['outcome'] | undefined },
): Promise<Page<IntegrationCall>> {
  const ofOutcome = query.outcome ? sql` and c.outcome = ${query.outcome}` : sql``;
  return readPage(
    tx,
    query,
    {
      columns: sql`c.id, c.at, c.action, c.outcome, c.status, c.ms, c.error, c.ref_kind, c.ref_id`,
      from: sql`integration_calls c`,
      where: sql`c.project_id = ${project.id} and c.service = ${query.service}${ofOutcome}`,
      id: sql`c.id`,
      countsInOrder: true,
      sorts: { at: { by: sql`c.at`, type: 'timestamptz' } },
    },
    (row) => ({
      ...{ id: String(row.id), at: toInstant(row.at), action: String(row.action) },
      outcome: row.outcome as IntegrationCall['outcome'],
      status: row.status == null ? null : Number(row.status),
      ms: Number(row.ms),
      error: errorOf(row.error, locale),
      ref: refOf(row),
    }),
  );
}

const TASK = sql`t.id, t.kind, t.state, t.attempts, t.created_at, t.next_at, t.finished_at, t.error, t.ref_kind, t.ref_id`;

const shownTask = (row: Row, locale: Locale): IntegrationTask => ({
  ...{ id: String(row.id), kind: String(row.kind), state: row.state as IntegrationTask['state'] },
  attempts: Number(row.attempts),
  created_at: toInstant(row.created_at),
  next_at: row.state === 'waiting' ? toInstant(row.next_at) : null,
  finished_at: instantOf(row.finished_at),
  error: errorOf(row.error, locale),
  ref: refOf(row),
});

export function listTasks(
  tx: Tx,
  { project, locale }: ProjectScope,
  query: ListQuery & { service: Service; state?: IntegrationTask['state'] | undefined },
): Promise<Page<IntegrationTask>> {
  const ofState = query.state ? sql` and t.state = ${query.state}` : sql``;
  return readPage(
    tx,
    query,
    {
      columns: TASK,
      from: sql`integration_tasks t`,
      where: sql`t.project_id = ${project.id} and t.service = ${query.service}${ofState}`,
      id: sql`t.id`,
      countsInOrder: true,
      sorts: { created_at: { by: sql`t.created_at`, type: 'timestamptz' } },
    },
    (row) => shownTask(row, locale),
  );
}

/** What of these waits longest, and why; null: nothing does. */
export async function readWait(
  tx: Tx,
  { project, locale }: ProjectScope,
  service: Service,
  kind: string,
  ids: readonly string[],
): Promise<Wait | null> {
  if (ids.length === 0) return null;
  const [row] = await tx.rows<Row>(sql`
    select t.state, t.error, t.next_at, s.paused_at from integration_tasks t
    left join integration_states s on s.project_id = ${project.id} and s.service = t.service
    where t.project_id = ${project.id} and t.service = ${service} and t.state in ('waiting', 'running')
      and t.ref_kind = ${kind} and t.ref_id = any(${idArray(ids)})
    order by t.created_at, t.id limit 1`);
  if (!row) return null;
  const paused = row.paused_at != null;
  const isLater = row.state === 'waiting' && row.error != null;
  return {
    ...{ service, paused, why: errorOf(row.error, locale) },
    next_at: isLater && !paused ? toInstant(row.next_at) : null,
  };
}

/** Of these services those whose last call failed, and those that somebody has paused. */
export async function readTroubles(
  tx: Tx,
  { project, locale }: ProjectScope,
  services: readonly Service[],
): Promise<Omit<Wait, 'next_at'>[]> {
  const rows = await tx.rows<Row>(sql`
    select s.service, s.paused_at, s.failures, s.last_error from integration_states s
    where s.project_id = ${project.id} and (s.failures > 0 or s.paused_at is not null)`);
  return rows
    .filter(({ service }) => services.includes(service as Service))
    .map((row) => ({
      ...{ service: row.service as Service, paused: row.paused_at != null },
      why: Number(row.failures) > 0 ? errorOf(row.last_error, locale) : null,
    }));
}

/** Pauses a service, or lets it go on. */
export async function savePause(tx: Tx, projectId: string, service: Service, paused: boolean): Promise<void> {
  const at = paused ? sql`now()` : sql`null`;
  await tx.execute(sql`
    insert into integration_states (project_id, service, paused_at) values (${projectId}, ${service}, ${at})
    on conflict (project_id, service) do update set paused_at = ${at}`);
}

export interface NewCall {
  readonly service: Service;
  readonly action: string;
  readonly outcome: IntegrationCall['outcome'];
  readonly status: number | null;
  readonly ms: number;
  readonly error: Reason | null;
  readonly ref: Ref | null;
}

/** Writes a call down, and how the service is since; answers how many have failed one behind another. */
export async function insertCall(tx: Tx, projectId: string, call: NewCall): Promise<number> {
  const { service, action, outcome, status, ms, error, ref } = call;
  await tx.execute(sql`
    insert into integration_calls (project_id, id, service, action, outcome, status, ms, error, ref_kind, ref_id)
    values (${projectId}, ${newId()}, ${service}, ${action}, ${outcome}, ${status}, ${ms}, ${asJson(error)},
      ${ref?.kind ?? null}, ${ref?.id ?? null})`);
  const failed = outcome === 'failed';
  const [row] = await tx.rows<{ failures: number }>(
    failed
      ? sql`insert into integration_states as s (project_id, service, last_failure_at, last_error, failures)
          values (${projectId}, ${service}, now(), ${asJson(error)}, 1)
          on conflict (project_id, service) do update
          set last_failure_at = now(), last_error = excluded.last_error, failures = s.failures + 1
          returning s.failures`
      : sql`insert into integration_states as s (project_id, service, last_success_at) values (${projectId}, ${service}, now())
          on conflict (project_id, service) do update set last_success_at = now(), failures = 0
          returning s.failures`,
  );
  return Number(row?.failures ?? 0);
}

export interface NewTask {
  readonly service: Service;
  readonly kind: string;
  /** The cause: it is queued once, as long as its task is kept: 30 days after it is done. */
  readonly key: string;
  readonly ref?: Ref;
  readonly payload?: Readonly<Record<string, unknown>>;
  /** Not before; without it as soon as its turn comes. */
  readonly next_at?: Date;
}

/** Answers the id, or null when it is queued already or has been done. */
export async function insertTask(tx: Tx, projectId: string, task: NewTask): Promise<string | null> {
  const [row] = await tx.rows<{ id: string }>(sql`
    insert into integration_tasks (project_id, id, service, kind, key, ref_kind, ref_id, payload, next_at)
    values (${projectId}, ${newId()}, ${task.service}, ${task.kind}, ${task.key}, ${task.ref?.kind ?? null},
      ${task.ref?.id ?? null}, ${JSON.stringify(task.payload ?? {})}::jsonb,
      ${task.next_at ? sql`${task.next_at.toISOString()}::timestamptz` : sql`now()`})
    on conflict (project_id, service, key) do nothing returning id`);
  return row?.id ?? null;
}

/** One after another for a project and its service: whoever works on the queue asks under this lock. */
export async function lockQueue(tx: Tx, projectId: string, service: Service): Promise<void> {
  await tx.execute(sql`select pg_advisory_xact_lock(hashtextextended(${`integrations ${projectId} ${service}`}, 0))`);
}

/** Whether the queue may go on: the service is not paused, and nobody does a task of it. The caller holds the lock. */
export async function mayGoOn(tx: Tx, projectId: string, service: Service): Promise<boolean> {
  const [row] = await tx.rows<{ paused: boolean; running: boolean }>(sql`
    select exists (select 1 from integration_states s where s.project_id = ${projectId} and s.service = ${service}
        and s.paused_at is not null) as paused,
      exists (select 1 from integration_tasks t where t.project_id = ${projectId} and t.service = ${service}
        and t.state = 'running' and t.next_at > now()) as running`);
  return !row?.paused && !row?.running;
}

/** Of these projects, which the transaction has entered, those that have paused the service. */
export async function findPaused(tx: Tx, projectIds: readonly string[], service: Service): Promise<Set<string>> {
  const found = await tx.rows<{ project_id: string }>(sql`
    select s.project_id from integration_states s
    where s.project_id = any(${idArray(projectIds)}) and s.service = ${service} and s.paused_at is not null`);
  return new Set(found.map(({ project_id }) => project_id));
}

/** Takes the task that is due longest, for so many seconds. The caller holds the lock of the queue. */
export async function takeDue(tx: Tx, projectId: string, service: Service, seconds: number): Promise<TakenTask | null> {
  const [row] = await tx.rows<Row>(sql`
    update integration_tasks t set state = 'running', attempts = t.attempts + 1,
      next_at = now() + ${seconds} * interval '1 second', error = null
    where t.project_id = ${projectId} and t.id = (
      select d.id from integration_tasks d where d.project_id = ${projectId} and d.service = ${service}
        and d.state in ('waiting', 'running') and d.next_at <= now() order by d.next_at, d.id limit 1)
    returning t.id, t.kind, t.key, t.ref_kind, t.ref_id, t.payload, t.attempts, t.created_at`);
  if (!row) return null;
  return {
    ...{ id: String(row.id), project_id: projectId, kind: String(row.kind), key: String(row.key), ref: refOf(row) },
    payload: row.payload as Task['payload'],
    attempt: Number(row.attempts),
    created_at: toInstant(row.created_at),
  };
}
export type TakenTask = Task & { readonly created_at: string };

/** How a try ended; nothing when somebody else has the task by now. */
export async function finishTask(
  tx: Tx,
  { project_id, id, attempt }: Task,
  end: { state: 'done' | 'failed'; error?: Reason } | { state: 'waiting'; error: Reason; next_at: Date },
): Promise<void> {
  const next = end.state === 'waiting' ? sql`, next_at = ${end.next_at.toISOString()}` : sql`, finished_at = now()`;
  await tx.execute(sql`
    update integration_tasks t set state = ${end.state}, error = ${asJson(end.error)}${next}
    where t.project_id = ${project_id} and t.id = ${id} and t.state = 'running' and t.attempts = ${attempt}`);
}

export async function lockTask(tx: Tx, projectId: string, id: string): Promise<LockedTask | null> {
  const [row] = await tx.rows<Row>(sql`
    select t.service, t.state, t.next_at > now() as held from integration_tasks t
    where t.project_id = ${projectId} and t.id = ${id} for update`);
  if (!row) return null;
  const state = row.state as IntegrationTask['state'];
  return { service: row.service as Service, state, underWay: state === 'running' && row.held === true };
}
export interface LockedTask {
  readonly service: Service;
  readonly state: IntegrationTask['state'];
  /** Its process works on it; one that was lost is not waited for. */
  readonly underWay: boolean;
}

/** The caller holds the task. */
export async function saveTaskState(
  tx: Tx,
  { project, locale }: ProjectScope,
  id: string,
  state: 'waiting' | 'canceled',
): Promise<IntegrationTask> {
  const end = state === 'waiting' ? sql`next_at = now(), finished_at = null` : sql`finished_at = now()`;
  const [row] = await tx.rows<Row>(sql`
    update integration_tasks t set state = ${state}, ${end} where t.project_id = ${project.id} and t.id = ${id}
    returning ${TASK}`);
  return shownTask(row as Row, locale);
}

/** Has all that waits or was given up be tried at once; answers how many. */
export async function hurryTasks(tx: Tx, projectId: string, service: Service, most: number): Promise<number> {
  const rows = await tx.rows(sql`
    update integration_tasks t set state = 'waiting', next_at = now(), finished_at = null
    where t.project_id = ${projectId} and t.id in (
      select w.id from integration_tasks w where w.project_id = ${projectId} and w.service = ${service}
        and w.state in ('waiting', 'failed') order by w.created_at, w.id limit ${most} for update)
    returning t.id`);
  return rows.length;
}

/** Queues of these projects that have something due. */
export async function listDue(
  tx: Tx,
  projectIds: readonly string[],
): Promise<{ project_id: string; service: Service }[]> {
  const rows = await tx.rows<Row>(sql`
    select distinct t.project_id, t.service from integration_tasks t
    where t.project_id = any(${idArray(projectIds)}) and t.state in ('waiting', 'running') and t.next_at <= now()`);
  return rows.map((row) => ({ project_id: String(row.project_id), service: row.service as Service }));
}

const KEPT_DAYS = 30;
/** What is older than a month goes; tasks that wait for a person stay. */
export async function removeOld(tx: Tx, projectIds: readonly string[]): Promise<void> {
  const old = sql`now() - ${KEPT_DAYS} * interval '1 day'`;
  await tx.execute(
    sql`delete from integration_calls c where c.project_id = any(${idArray(projectIds)}) and c.at < ${old}`,
  );
  await tx.execute(sql`
    delete from integration_tasks t where t.project_id = any(${idArray(projectIds)})
      and t.state in ('done', 'canceled') and t.finished_at < ${old}`);
}
