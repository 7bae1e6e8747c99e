/**
 * The figures of this process. A new one is a line here, or in the slice that it tells of, and a row in
 * docs/observability.md (a test compares the two):
 *
 *   export const shed = counter('lanka_requests_shed_total', 'Requests turned away because of overload', ['reason']);
 *   shed.inc({ reason: 'queue' });
 *
 * Names end in their unit (`_seconds`, `_bytes`) or in `_total` for what only grows. Labels have few values: the
 * pattern of a route, a code, the name of a job; never an id, an address or anything that somebody typed.
 *
 * Every worker process has its own figures, and they are added up when they are read. A figure that each of them reads
 * from the database must not be: `gauge(…, 'max')`.
 */
import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client';

export const registry = new Registry();
collectDefaultMetrics({ register: registry });

const registers = [registry];
/** Seconds, from a list that is at hand to what somebody would complain about. */
const REQUEST_SECONDS = [0.002, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 10];
const WAIT_SECONDS = [0.0005, 0.002, 0.01, 0.05, 0.2, 1, 5];
const JOB_SECONDS = [0.01, 0.05, 0.2, 1, 5, 20, 60, 300];
const STATEMENTS = [0, 1, 2, 4, 6, 8, 12, 16, 24, 40, 80];

export const counter = <L extends string>(name: string, help: string, labelNames: readonly L[] = []): Counter<L> =>
  new Counter({ name, help, labelNames: [...labelNames], registers });

/** `max` for what every process reads from the same place; otherwise the processes are added up. */
export const gauge = <L extends string>(
  name: string,
  help: string,
  labelNames: readonly L[] = [],
  aggregator: 'sum' | 'max' = 'sum',
): Gauge<L> => new Gauge({ name, help, labelNames: [...labelNames], aggregator, registers });

const histogram = <L extends string>(
  name: string,
  help: string,
  buckets: readonly number[],
  labelNames: readonly L[] = [],
): Histogram<L> => new Histogram({ name, help, labelNames: [...labelNames], buckets: [...buckets], registers });

// requests
export const requestSeconds = histogram(
  'http_request_duration_seconds',
  'Time from request to answer, by route; streams of live updates are not in it',
  REQUEST_SECONDS,
  ['method', 'route', 'status'],
);
export const requestStatements = histogram(
  'lanka_request_statements',
  'SQL statements of a request, without BEGIN and COMMIT',
  STATEMENTS,
  ['method', 'route'],
);
export const requestsInFlight = gauge('lanka_requests_in_flight', 'Requests that have come and are not yet answered');
export const refusals = counter('lanka_requests_refused_total', 'Answers with an error, by its code', ['code']);
export const shedRequests = counter(
  'lanka_requests_shed_total',
  'Requests turned away before any work, because there were too many',
  ['reason'],
);
export const liveListeners = gauge('lanka_live_listeners', 'Open streams of live updates');

// database
export const poolConnections = gauge('lanka_database_connections', 'Connections of the pool, by state', ['state']);
export const poolWait = histogram(
  'lanka_database_connection_wait_seconds',
  'How long a transaction waited for a connection',
  WAIT_SECONDS,
);
export const slowStatements = counter(
  'lanka_database_slow_statements_total',
  'Statements that took SLOW_QUERY_MS or longer, by who sent them: the pattern of a route, or the name of a job',
  ['kind', 'name'],
);

// jobs and letters
export const jobSeconds = histogram(
  'lanka_job_duration_seconds',
  'How long a job ran, by its name and outcome (done, failed)',
  JOB_SECONDS,
  ['job', 'outcome'],
);
export const jobsRunning = gauge('lanka_jobs_running', 'Jobs at work now, by name', ['job']);
export const jobsWaiting = gauge(
  'lanka_jobs_waiting',
  'Jobs in the queue by name and state: due, retry (failed, to be tried again), later (not due yet)',
  ['job', 'state'],
  'max',
);
export const oldestJob = gauge(
  'lanka_jobs_oldest_due_seconds',
  'For how long the job has been due that has waited longest; 0 when none is',
  [],
  'max',
);
export const deadLetters = gauge('lanka_dead_letters', 'Jobs that were given up and wait for the operator', [], 'max');
export const lettersWaiting = gauge('lanka_letters_unsent', 'Letters that are written and not yet sent', [], 'max');
export const oldestLetter = gauge(
  'lanka_letters_oldest_unsent_seconds',
  'Age of the oldest unsent letter; 0 when there is none',
  [],
  'max',
);

// outside services
export const outboundSeconds = histogram(
  'lanka_outbound_duration_seconds',
  'Calls of outside services, by service and outcome (2xx to 5xx, or why there was no answer)',
  REQUEST_SECONDS,
  ['service', 'outcome'],
);
export const outboundCircuit = gauge(
  'lanka_outbound_circuit_open',
  '1 while a service has failed so often that it is not asked, else 0',
  ['service'],
  'max',
);

// deployment
export const buildInfo = gauge('lanka_build_info', 'Always 1; the version and the runtime', ['version', 'node'], 'max');
export const maintenanceOn = gauge('lanka_maintenance', '1 while maintenance is switched on, else 0', [], 'max');
