import type { DomainError } from '../kit/errors';
import { receiptsRefusal, SANDBOX_PLAN } from '../kit/plans';
import type { ServiceName } from './services';

/** A task that failed for a passing reason is tried again after these pauses, then every `LONGEST_PAUSE_MS`. */
const PAUSES_MS = [5_000, 15_000, 60_000, 300_000, 900_000];
export const LONGEST_PAUSE_MS = 3_600_000;
/** A service may be away for so long before its tasks are given up and wait for a person. */
export const PATIENCE_MS = 72 * 3_600_000;

/**
 * How long a task waits after its `attempts`-th try, milliseconds; null when it is given up.
 * @param ageMs since the task was queued
 */
export function pauseAfter(attempts: number, ageMs: number): number | null {
  if (ageMs >= PATIENCE_MS) return null;
  return PAUSES_MS[attempts - 1] ?? LONGEST_PAUSE_MS;
}

/** So many failures one behind another, and people are told that the service does not work. */
export const FAILING_AFTER = 5;

export type ServiceState = 'off' | 'working' | 'failing' | 'paused';

/** What is said of a service: `failures` one behind another, the last call of all being one of them. */
export function stateOf({
  connected,
  paused,
  failures,
  refused = false,
}: {
  readonly connected: boolean;
  readonly paused: boolean;
  readonly failures: number;
  /** It takes the key of the project no more. */
  readonly refused?: boolean;
}): ServiceState {
  if (!connected) return 'off';
  if (paused) return 'paused';
  return refused || failures >= FAILING_AFTER ? 'failing' : 'working';
}

/**
 * What a service is refused with because the plan lacks it, as its own calls answer; null where nothing is lacking. A
 * sandbox has no plan that could be changed.
 */
export const planRefusal = (service: ServiceName, plan: string | null): DomainError | null =>
  service === 'checkbox' && plan !== SANDBOX_PLAN ? receiptsRefusal(plan) : null;

/** What a project is told of a service: one that answers does nothing for it while its plan lacks it. */
export function stateFor(
  plan: string | null,
  service: ServiceName,
  facts: Parameters<typeof stateOf>[0],
): ServiceState | 'not_in_plan' {
  const state = stateOf(facts);
  return state === 'working' && planRefusal(service, plan) ? 'not_in_plan' : state;
}

/** Tasks of a service that answers are done within seconds; older ones say that something is wrong. */
export const LATE_MS = 15 * 60_000;
