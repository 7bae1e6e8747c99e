import type { Service } from '@lanka/domain/integrations/contract';
import type { OperatorService, ServiceTrouble, Trouble } from '@lanka/domain/integrations/operator';
import { LATE_MS, stateOf } from '@lanka/domain/integrations/rules';
import type { Page } from '@lanka/domain/kit/lists';
import { type SQL, sql } from 'drizzle-orm';
import type { StaffScope, UserScope } from '../kit/auth/scope';
import { idArray } from '../kit/db/arrays';
import type { Tx } from '../kit/db/db';
import { newId } from '../kit/db/ids';
import { toInstantOrNull as instantOf, isFiltered, type ListQuery, readPage, toInstant } from '../kit/db/paging';
import { inOneQueue, type Queued, type Reason } from './hooks';
import { errorOf, lastErrorOf } from './integrations.store';

type Row = Record<string, unknown>;

/** How a service is in one project that has it. */
export interface Measured {
  readonly project_id: string;
  readonly service: Service;
  readonly state: 'working' | 'failing' | 'late' | 'paused';
  readonly waiting: number;
  readonly waiting_since: string | null;
  readonly given_up: number;
  readonly last_success_at: string | null;
  readonly last_failure_at: string | null;
  readonly last_error: Reason | null;
}

/**
 * @param connected the projects that have each service, all of them entered
 * @param refused of these those whose key a service takes no more
 * @param beside what services keep in queues of their own, of each project
 */
export async function measure(
  tx: Tx,
  connected: ReadonlyMap<Service, readonly string[]>,
  refused: ReadonlyMap<Service, readonly string[]>,
  beside: ReadonlyMap<Service, ReadonlyMap<string, Queued>>,
  now: Date,
): Promise<Measured[]> {
  const ids = [...new Set([...connected.values()].flat())];
  if (ids.length === 0) return [];
  const services = sql.param([...connected.keys()]);
  const states = await tx.rows<Row>(sql`
    select s.project_id, s.service, s.paused_at, s.last_success_at, s.last_failure_at, s.last_error, s.failures
    from integration_states s where s.project_id = any(${idArray(ids)}) and s.service = any(${services}::text[])`);
  const queues = await tx.rows<Row>(sql`
    select t.project_id, t.service, (count(*) filter (where t.state <> 'failed'))::int as waiting,
      min(t.created_at) filter (where t.state <> 'failed') as since,
      (count(*) filter (where t.state = 'failed'))::int as given_up
    from integration_tasks t
    where t.project_id = any(${idArray(ids)}) and t.service = any(${services}::text[])
      and t.state in ('waiting', 'running', 'failed') group by t.project_id, t.service`);
  const keyOf = (project_id: unknown, service: unknown) => `${project_id} ${service}`;
  const stateBy = new Map(states.map((row) => [keyOf(row.project_id, row.service), row]));
  const queueBy = new Map(queues.map((row) => [keyOf(row.project_id, row.service), row]));
  return [...connected].flatMap(([service, projectIds]) =>
    projectIds.map((project_id): Measured => {
      const state = stateBy.get(keyOf(project_id, service));
      const tasks = queueBy.get(keyOf(project_id, service));
      const queue = inOneQueue(
        { waiting: Number(tasks?.waiting ?? 0), failed: Number(tasks?.given_up ?? 0), since: instantOf(tasks?.since) },
        beside.get(service)?.get(project_id),
      );
      const failures = Number(state?.failures ?? 0);
      const isRefused = refused.get(service)?.includes(project_id) ?? false;
      const told = stateOf({ connected: true, paused: Boolean(state?.paused_at), failures, refused: isRefused });
      const waiting_since = told === 'paused' ? null : queue.since;
      const isLate = waiting_since !== null && now.getTime() - Date.parse(waiting_since) >= LATE_MS;
      return {
        ...{ project_id, service },
        state: told === 'working' && isLate ? 'late' : told === 'off' ? 'working' : told,
        // what somebody has paused waits because he wants it to
        waiting: told === 'paused' ? 0 : queue.waiting,
        waiting_since,
        given_up: queue.failed,
        last_success_at: instantOf(state?.last_success_at),
        last_failure_at: instantOf(state?.last_failure_at),
        last_error: lastErrorOf(failures > 0 ? state?.last_error : null, isRefused),
      };
    }),
  );
}

/** What an operator would look at; null when all is well. */
export const troubleOf = ({ state, given_up }: Pick<Measured, 'state' | 'given_up'>): Trouble | null =>
  state === 'failing' || state === 'late' ? state : state === 'working' && given_up > 0 ? 'given_up' : null;

/** Writes down those that are in trouble; how long they are is kept. What was measured later stays. */
export async function saveTroubles(tx: Tx, measured: readonly Measured[], now: Date): Promise<void> {
  const rows = measured.flatMap(({ project_id, state: _, ...one }) => {
    const trouble = troubleOf({ ...one, state: _ });
    return trouble ? [{ ...one, id: newId(), of_project: project_id, trouble }] : [];
  });
  if (rows.length === 0) return;
  const at = now.toISOString();
  await tx.execute(sql`
    insert into service_troubles as s (id, of_project, service, trouble, since, waiting, waiting_since, given_up,
      last_success_at, last_failure_at, last_error, measured_at)
    select r.id, r.of_project, r.service, r.trouble, ${at}, r.waiting, r.waiting_since, r.given_up, r.last_success_at,
      r.last_failure_at, r.last_error, ${at}
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as r(id uuid, of_project uuid, service text, trouble text,
      waiting integer, waiting_since timestamptz, given_up integer, last_success_at timestamptz,
      last_failure_at timestamptz, last_error jsonb)
    on conflict (of_project, service) do update set trouble = excluded.trouble,
      since = case when s.trouble = excluded.trouble then s.since else excluded.since end,
      waiting = excluded.waiting, waiting_since = excluded.waiting_since, given_up = excluded.given_up,
      last_success_at = excluded.last_success_at, last_failure_at = excluded.last_failure_at,
      last_error = excluded.last_error, measured_at = excluded.measured_at
    where s.measured_at <= excluded.measured_at`);
}

export type Figures = Omit<OperatorService, 'last_error' | 'measured_at'> & { readonly last_error: Reason | null };

/** Keeps the sums, and forgets troubles that were not seen this time; of two at once the one that began later is kept. */
export async function saveFigures(tx: Tx, figures: readonly Figures[], now: Date): Promise<void> {
  const at = now.toISOString();
  await tx.execute(sql`
    insert into service_figures as f (service, working, failing, late, paused, waiting, waiting_since, given_up, last_success_at,
      last_failure_at, last_error, measured_at)
    select r.*, ${at} from jsonb_to_recordset(${JSON.stringify(figures)}::jsonb) as r(service text, working integer,
      failing integer, late integer, paused integer, waiting integer, waiting_since timestamptz, given_up integer,
      last_success_at timestamptz, last_failure_at timestamptz, last_error jsonb)
    on conflict (service) do update set working = excluded.working, failing = excluded.failing, late = excluded.late,
      paused = excluded.paused, waiting = excluded.waiting, waiting_since = excluded.waiting_since,
      given_up = excluded.given_up, last_success_at = excluded.last_success_at,
      last_failure_at = excluded.last_failure_at, last_error = excluded.last_error, measured_at = excluded.measured_at
    where f.measured_at <= excluded.measured_at`);
  await tx.execute(sql`delete from service_troubles where measured_at < ${at}`);
}

const shared = (row: Row, { locale }: Pick<UserScope, 'locale'>) => ({
  service: row.service as Service,
  waiting: Number(row.waiting),
  waiting_since: instantOf(row.waiting_since),
  given_up: Number(row.given_up),
  last_success_at: instantOf(row.last_success_at),
  last_failure_at: instantOf(row.last_failure_at),
  last_error: errorOf(row.last_error, locale),
  measured_at: toInstant(row.measured_at),
});

/** One row for each service, whoever has it. */
export async function listFigures(tx: Tx, scope: Pick<UserScope, 'locale'>): Promise<OperatorService[]> {
  const rows = await tx.rows<Row>(sql`
    select service, working, failing, late, paused, waiting, waiting_since, given_up, last_success_at, last_failure_at,
      last_error, measured_at from service_figures`);
  return rows.map((row) => ({
    ...shared(row, scope),
    ...{ working: Number(row.working), failing: Number(row.failing), late: Number(row.late) },
    paused: Number(row.paused),
  }));
}

/** Services that fail or are late somewhere. */
export async function countTroubled(tx: Tx, _scope: StaffScope): Promise<number> {
  const [row] = await tx.rows<{ n: number }>(
    sql`select count(*)::int as n from service_figures where failing > 0 or late > 0`,
  );
  return Number(row?.n ?? 0);
}

interface TroubleFilters {
  readonly service?: Service | undefined;
  readonly trouble?: Trouble | undefined;
  readonly project_id?: string | undefined;
}

export function listTroubles(
  tx: Tx,
  scope: StaffScope,
  query: ListQuery & TroubleFilters,
): Promise<Page<ServiceTrouble>> {
  const { service, trouble, project_id } = query;
  const where: SQL[] = [sql`true`];
  if (service) where.push(sql`s.service = ${service}`);
  if (trouble) where.push(sql`s.trouble = ${trouble}`);
  if (project_id) where.push(sql`s.of_project = ${project_id}`);
  return readPage(
    tx,
    query,
    {
      columns: sql`s.of_project, p.title, s.service, s.trouble, s.since, s.waiting, s.waiting_since, s.given_up,
        s.last_success_at, s.last_failure_at, s.last_error, s.measured_at`,
      from: sql`service_troubles s
        cross join lateral (select p.title from projects p where p.id = s.of_project limit 1) p`,
      countFrom: sql`service_troubles s`,
      where: sql.join(where, sql` and `),
      customPlan: isFiltered(service, trouble, project_id),
      id: sql`s.id`,
      countsInOrder: true,
      sorts: { since: { by: sql`s.since`, type: 'timestamptz' } },
    },
    (row) => ({
      ...shared(row, scope),
      project: { id: String(row.of_project), title: String(row.title) },
      trouble: row.trouble as Trouble,
      since: toInstant(row.since),
    }),
  );
}
