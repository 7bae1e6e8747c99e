import type { Logger } from 'pino';
import type { ActingIn } from '../auth/scope';
import type { Tx } from '../db/db';
import { newId } from '../db/ids';
import { noticeEvents } from '../db/tables';
import { type Jobs, job } from '../jobs/jobs';
import type { AnyNoticeKind, NoticeKind } from './kinds';

/** Finds out whom the events of a project reach; without a project, of all. Its work is that of the slice `notices`. */
export const deliverNotices = job<{ project_id?: string }>('notices.deliver', { expireInSeconds: 600 });

/** Events of a moment are delivered together. */
const GATHER_MS = 500;

/** Who did it, for nobody is told of what he did himself. A rule, a key and a job act in somebody's name, and are not him. */
type Teller = ActingIn & { readonly by_rule?: object; readonly api_key?: object };

/** What the audiences of a kind are found by. */
export interface Concerned {
  readonly counterparty_id?: string | null;
  readonly user_id?: string | null;
  /** Of the dropshippers those of these counterparties; all of them where it is null. */
  readonly counterparty_ids?: readonly string[] | null;
}

interface ToTell<F> {
  readonly concerned: Concerned;
  readonly facts: F;
}

export interface Notices {
  /** All kinds, by name. */
  readonly kinds: ReadonlyMap<string, AnyNoticeKind>;
  /**
   * Says in the transaction of what happened that it did: one small row, whoever it reaches. It is neither told of what
   * is rolled back nor lost; whom it reaches a job finds out after the commit (docs/decisions/0093-notices.md).
   */
  tell<F extends object>(tx: Tx, by: Teller, kind: NoticeKind<F>, concerned: Concerned, facts: F): Promise<void>;
  /** The same of what concerns one after another, with one statement. */
  tellEach<F extends object>(tx: Tx, by: Teller, kind: NoticeKind<F>, told: readonly ToTell<F>[]): Promise<void>;
  stop(): void;
}

/** Says it of several things, where nothing is at hand that wakes the job: it is told within a minute. */
export async function tellLater<F extends object>(
  tx: Tx,
  by: Teller,
  kind: NoticeKind<F>,
  concerned: Concerned,
  told: readonly F[],
): Promise<void> {
  await insertEvents(
    tx,
    by,
    kind,
    told.map((facts) => ({ concerned, facts })),
  );
}

async function insertEvents<F extends object>(
  tx: Tx,
  { project, user, by_rule, api_key }: Teller,
  { name }: NoticeKind<F>,
  told: readonly ToTell<F>[],
): Promise<void> {
  if (told.length === 0) return;
  const actor_id = by_rule || api_key ? null : (user?.id ?? null);
  await tx.insert(noticeEvents).values(
    told.map(({ concerned: { counterparty_id = null, user_id = null, counterparty_ids = null }, facts }) => ({
      ...{ project_id: project.id, id: newId(), kind: name, actor_id, counterparty_id, user_id, facts },
      counterparty_ids: counterparty_ids && [...counterparty_ids],
    })),
  );
}

/** @throws when two kinds have one name */
export function openNotices(listed: readonly AnyNoticeKind[], jobs: Jobs, log: Logger): Notices {
  const kinds = new Map(listed.map((kind) => [kind.name, kind]));
  if (kinds.size < listed.length) throw new Error('each kind of notice has a name of its own');
  const waiting = new Set<string>();
  // not a timer of the request that tells: what it does is none of that request's
  const timer = setInterval(() => {
    for (const project_id of waiting) {
      // the job comes every minute by itself too
      jobs.poke(deliverNotices, { project_id }).catch((err: unknown) => log.warn({ err }, 'notices wait for a minute'));
    }
    waiting.clear();
  }, GATHER_MS).unref();
  const tellEach: Notices['tellEach'] = async (tx, by, kind, told) => {
    if (!kinds.has(kind.name)) throw new Error(`no manifest lists the notice ${kind.name}`);
    await insertEvents(tx, by, kind, told);
    if (told.length > 0) tx.afterCommit(() => waiting.add(by.project.id));
  };
  return {
    kinds,
    tell: (tx, by, kind, concerned, facts) => tellEach(tx, by, kind, [{ concerned, facts }]),
    tellEach,
    stop: () => clearInterval(timer),
  };
}
