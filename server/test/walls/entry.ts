import type { Actor, Verdict } from './actors';
import type { Side } from './side';

/**
 * How a route is asked and what it answers to whom, where the permission table does not say it by itself. Parameters
 * of the path are filled from the world by the part of the path before them. A line for each route: one without it
 * fails the run.
 */
export interface Entry {
  readonly params?: (side: Side) => Record<string, string>;
  readonly query?: (side: Side) => Record<string, unknown>;
  readonly body?: (side: Side) => unknown;
  readonly headers?: (side: Side) => Record<string, string>;
  /** Who gets something else than the table says. */
  readonly verdicts?: Partial<Record<Actor, Verdict>>;
  /** Whose it is: everybody else is told that it is not there. */
  readonly only?: readonly Actor[];
  /** Answers that prove, beside 2xx, that the gate was passed: what was asked cannot be done in this world. */
  readonly passes?: readonly number[];
  /** Shows texts of the project to whoever has the secret in the address, by design. */
  readonly open?: true;
  /** What ids of another project get in the body, where they are told as not there instead of refused. */
  readonly foreignIds?: number;
  /** A refusal that is remembered, such as a wrong password: it writes, by design. */
  readonly remembers?: true;
}
