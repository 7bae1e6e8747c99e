import type { Ref, Service } from '@lanka/domain/integrations/contract';
import type { Locale } from '@lanka/domain/kit/errors';
import { hook } from '@lanka/domain/kit/hooks';
import type { Tx } from '../kit/db/db';
import type { Services } from '../kit/services';

/** Why something came to nothing: in both languages, or in the words of the service itself, as it says them. */
export type Reason = string | Readonly<Record<Locale, string>>;

export const saidIn = (reason: Reason, locale: Locale): string =>
  typeof reason === 'string' ? reason : reason[locale];

/** A task as its handler gets it. */
export interface Task {
  readonly id: string;
  readonly project_id: string;
  readonly kind: string;
  readonly key: string;
  readonly ref: Ref | null;
  readonly payload: Readonly<Record<string, unknown>>;
  /** 1 the first time. Later an earlier try may have succeeded, with its answer lost: ask before you repeat. */
  readonly attempt: number;
}

export type TaskResult =
  | { readonly done: true }
  /** For a passing reason; `afterMs` where the service says when, `withinMs` where it must not be later. */
  | { readonly retry: Reason; readonly afterMs?: number; readonly withinMs?: number }
  /** What trying again does not mend; it waits for a person. */
  | { readonly failed: Reason };

/**
 * Does the tasks of one kind, outside of any transaction and one at a time for a project and its service. What it
 * throws counts as a passing failure.
 */
export interface TaskHandler {
  readonly service: Service;
  readonly kind: string;
  run(app: Services, task: Task): Promise<TaskResult>;
}
export const taskHandlers = hook<TaskHandler>('integrations.task_handlers');

/** What waits in a queue and was given up, and since when the oldest waits. */
export interface Queued {
  readonly waiting: number;
  readonly failed: number;
  readonly since: string | null;
}

export const earlier = (a: string | null, b: string | null): string | null =>
  a === null || (b !== null && b < a) ? b : a;

/** The tasks of a service and what it keeps beside them, as one queue. */
export const inOneQueue = (one: Queued, other: Queued | undefined): Queued =>
  other === undefined
    ? one
    : {
        waiting: one.waiting + other.waiting,
        failed: one.failed + other.failed,
        since: earlier(one.since, other.since),
      };

/** What a slice says of its service. */
export interface Connection {
  readonly service: Service;
  /** The page where it is connected and set. */
  readonly settings: string;
  /** Which of these projects have it. */
  connectedOf(tx: Tx, projectIds: readonly string[]): Promise<readonly string[]>;
  /** Of these those whose key the service takes no more: it answers, and does nothing for them. */
  refusedOf?(tx: Tx, projectIds: readonly string[]): Promise<readonly string[]>;
  /** Set where it keeps a queue of its own beside the tasks. */
  readonly queue?: {
    /** Of these projects, which the transaction has entered; those that have any. */
    count(tx: Tx, projectIds: readonly string[]): Promise<ReadonlyMap<string, Queued>>;
    /** What is of no project, for the operator alone. */
    countOfNone?(tx: Tx, app: Services): Promise<Queued>;
    /** Has what waits and what was given up tried at once; answers how many. */
    hurry(tx: Tx, app: Services, projectId: string, most: number): Promise<number>;
  };
}
export const connections = hook<Connection>('integrations.connections');

/** Seals anew what an older key has sealed, in portions; answers how many. Asked every night. */
export const resealed = hook<(app: Services) => Promise<number>>('integrations.resealed');
