import { AsyncLocalStorage } from 'node:async_hooks';
import type { Span } from './tracing';

/**
 * What the process is doing at a moment: answering one request or running one job. It is known wherever that leads,
 * without being handed on, so that every log line, every job sent and every statement can name it.
 */
export interface RequestContext {
  readonly kind: 'request' | 'job';
  /** `GET /api/projects/:project_id/orders`, or the name of the job: never an id. */
  readonly name: string;
  /** The request that all this began with. A job has that of the request, or of the job, that sent it. */
  readonly request_id: string;
  /** What log lines say of it. */
  readonly facts: Readonly<Record<string, unknown>>;
  /** SQL statements, without BEGIN and COMMIT. */
  statements: number;
  /** How often a statement left while none was under way: BEGIN with the first of them, COMMIT, those sent together. */
  round_trips: number;
  readonly span?: Span | undefined;
}

const current = new AsyncLocalStorage<RequestContext>();

export const currentContext = (): RequestContext | undefined => current.getStore();

/** Whatever `act` begins belongs to this context. */
export const runInContext = <T>(context: RequestContext, act: () => T): T => current.run(context, act);

export const newContext = (given: Omit<RequestContext, 'statements' | 'round_trips'>): RequestContext => ({
  ...given,
  statements: 0,
  round_trips: 0,
});
