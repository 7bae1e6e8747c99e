import { common, DomainError, type Locale } from '@lanka/domain/kit/errors';
import { eq } from 'drizzle-orm';
import type { Logger } from 'pino';
import type { TokenClaims } from '../auth/keys';
import type { Database, Tx } from '../db/db';
import { deployment, NIL_ID } from '../db/tables';
import type { Live } from '../live/live';
import type { Authoriser } from './authoriser';

/** What is kept in the table of facts about this deployment. */
export interface MaintenanceState {
  readonly on: boolean;
  /** The operator's own words for everybody who is kept out. */
  readonly message: string | null;
  /** When it is to end: announced, nothing happens by itself then. */
  readonly until: string | null;
  readonly since: string | null;
  readonly by: { readonly id: string; readonly name: string } | null;
}

export interface Maintenance {
  /** As this process last read it. */
  readonly state: MaintenanceState;
  readonly on: boolean;
  /** Writes the switch. After the commit, `spread` makes this process and all others read it. */
  write(tx: Tx, state: MaintenanceState): Promise<void>;
  spread(): Promise<void>;
  stop(): void;
}

const KEY = 'maintenance';
const KIND = 'maintenance';
export const WORKING: MaintenanceState = { on: false, message: null, until: null, since: null, by: null };
/** A notice between processes can be lost with its connection; so often each looks by itself. */
const LOOK_AGAIN_MS = 15_000;
/** One look waits for the other. */
const LOOK_PATIENCE_MS = 10_000;
/** «In a few minutes» (specification §8), when the operator named no time. */
const RETRY_SECONDS = 120;
const MAX_RETRY_SECONDS = 3600;

/**
 * The maintenance switch. Each process keeps it in memory, so that asking costs a request nothing; a change is told
 * over the channel of the live updates, under the nil id, which no project has.
 */
export async function openMaintenance(db: Database, live: Live, log: Logger): Promise<Maintenance> {
  let state = WORKING;
  let reading = Promise.resolve();
  const read = async (): Promise<void> => {
    const [row] = await db.transaction({ readOnly: true, patienceMs: LOOK_PATIENCE_MS }, (tx) =>
      tx.select({ value: deployment.value }).from(deployment).where(eq(deployment.key, KEY)),
    );
    state = (row?.value as MaintenanceState | undefined) ?? WORKING;
  };
  // one after another, so that an older answer never overtakes a newer one
  const look = (): Promise<void> => {
    const next = reading.then(read);
    reading = next.catch((error: unknown) => log.warn({ err: error }, 'the maintenance switch could not be read'));
    return next;
  };
  await look();
  const silence = live.subscribe(NIL_ID, ({ kind }) => {
    if (kind === KIND) void look().catch(() => undefined);
  });
  const timer = setInterval(() => void look().catch(() => undefined), LOOK_AGAIN_MS).unref();
  return {
    get state() {
      return state;
    },
    get on() {
      return state.on;
    },
    async write(tx, value) {
      await tx
        .insert(deployment)
        .values({ key: KEY, value })
        .onConflictDoUpdate({ target: deployment.key, set: { value } });
    },
    async spread() {
      await look();
      live.publish(NIL_ID, { kind: KIND, id: NIL_ID });
    },
    stop() {
      silence();
      clearInterval(timer);
    },
  };
}

/** Seconds after which to ask again. */
export function retryAfter({ until }: MaintenanceState, now: number): number {
  const left = until === null ? 0 : Math.ceil((Date.parse(until) - now) / 1000);
  return left > 0 ? Math.min(left, MAX_RETRY_SECONDS) : RETRY_SECONDS;
}

const refusal = (state: MaintenanceState): DomainError =>
  new DomainError(
    common.maintenance.code,
    common.maintenance.text,
    [{ message: state.message, until: state.until }],
    retryAfter(state, Date.now()),
  );

/**
 * While maintenance is on, only Staff passes; everybody else gets 503 `common.maintenance`, whose detail carries the
 * operator's `message` and `until`. An ended session still gets 401, so that an operator's token is renewed.
 */
export async function assertOpen(
  maintenance: Maintenance,
  authorise: Authoriser,
  tx: Tx,
  claims: TokenClaims | null,
  locale: Locale,
): Promise<void> {
  if (!maintenance.on) return;
  if (!claims) throw refusal(maintenance.state);
  try {
    await authorise(tx, claims, 'staff', undefined, locale);
  } catch (error) {
    throw error instanceof DomainError && error.code === common.forbidden.code ? refusal(maintenance.state) : error;
  }
}
