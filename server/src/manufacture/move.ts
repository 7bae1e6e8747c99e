import type { Ref } from '@lanka/domain/kit/ids';
import {
  type ManufactureMove,
  type ManufactureStatus,
  manufactureErrors,
  type QueueEntry,
} from '@lanka/domain/manufacture/contract';
import {
  isMade,
  type MadeLine,
  madeNow,
  possibleMoves,
  type RequestLine,
  refuseMove,
  STATUS_UA,
} from '@lanka/domain/manufacture/rules';
import type { ProjectScope } from '../kit/auth/scope';
import type { Tx } from '../kit/db/db';
import type { Services } from '../kit/services';
import { type LockedLevels, lockLevels, readQueue } from '../stock';
import { type MadeTakenBack, receiveMade } from '../turnover';
import { linkOrders } from './links';
import {
  addToMade,
  insertUnstocked,
  type RequestRecord,
  readLines,
  readRecord,
  updateRequest,
} from './manufacture.store';
import { canceled } from './request';

/** A request behind its lock, with its lines and the levels of all of them. */
interface Locked {
  readonly record: RequestRecord;
  readonly lines: readonly MadeLine[];
  readonly levels: LockedLevels;
}

/**
 * Levels are locked before the request, as orders do it, so that the two cannot wait for each other; and those of all
 * lines, as whoever takes a part back does it. From in_production on lines stand still: what is locked is what will be
 * written.
 */
async function lockToMake(tx: Tx, scope: ProjectScope, id: string): Promise<Locked> {
  const seen = await readRecord(tx, scope, id);
  if (!seen) throw manufactureErrors.not_found();
  const ids = seen.status === 'in_production' ? await readLines(tx, scope, id) : [];
  const levels = await lockLevels(
    tx,
    scope,
    ids.map(({ product_variant_id }) => product_variant_id),
  );
  const record = await readRecord(tx, scope, id, { lock: true });
  if (!record) throw manufactureErrors.not_found();
  // it became «in production» between the two looks: the asker saw an older state
  if (record.status === 'in_production' && seen.status !== 'in_production')
    throw refuseMove(seen.status, 'done', 0) ?? manufactureErrors.not_found();
  return { record, lines: ids.length > 0 ? await readLines(tx, scope, id) : [], levels };
}

const madeOf = (lines: readonly MadeLine[]): number => lines.reduce((total, { made }) => total + made, 0);

/**
 * Moves the request. Done takes in what was made besides earlier parts and ends it, in one transaction. A second
 * identical request finds it done and does nothing. Answers the causes whose waiting lines were filled.
 */
export async function moveRequest(
  tx: Tx,
  scope: ProjectScope,
  id: string,
  {
    to,
    made: told = [],
    comment,
  }: { to: ManufactureStatus; made?: readonly RequestLine[] | undefined; comment: string },
): Promise<readonly Ref[]> {
  if (to === 'done') {
    const locked = await lockToMake(tx, scope, id);
    const { record, lines } = locked;
    if (record.status === to) return [];
    const refused = refuseMove(record.status, to, madeOf(lines));
    if (refused) throw refused;
    const made = madeNow(lines, told, true);
    if (made.length === 0 && madeOf(lines) === 0) throw manufactureErrors.nothing_made({ path: 'made' });
    return takeIn(tx, scope, locked, { made, comment, ends: true });
  }
  const record = await readRecord(tx, scope, id, { lock: true });
  if (!record) throw manufactureErrors.not_found();
  if (record.status === to) return [];
  const refused = refuseMove(record.status, to, madeOf(await readLines(tx, scope, id)));
  if (refused) throw refused;
  await updateRequest(
    tx,
    scope,
    id,
    to === 'canceled' ? canceled(scope) : { status: to, started_at: new Date().toISOString() },
  );
  return [];
}

/** Takes a part of what is made into stock. With the last piece the request is done. */
export async function takeInPart(
  tx: Tx,
  scope: ProjectScope,
  id: string,
  { made: told, comment }: { made: readonly RequestLine[]; comment: string },
): Promise<readonly Ref[]> {
  const locked = await lockToMake(tx, scope, id);
  const { record, lines } = locked;
  const { status } = record;
  if (status !== 'in_production') throw manufactureErrors.not_in_production({ status, status_ua: STATUS_UA[status] });
  const made = madeNow(lines, told);
  if (made.length === 0) throw manufactureErrors.nothing_made({ path: 'made' });
  return takeIn(tx, scope, locked, { made, comment, ends: isMade(lines, made) });
}

/** An income document of what was made; the stock slice gives it to the orders that wait, oldest first. */
async function takeIn(
  tx: Tx,
  scope: ProjectScope,
  { record: { id }, levels }: Locked,
  { made, comment, ends }: { made: readonly RequestLine[]; comment: string; ends: boolean },
): Promise<readonly Ref[]> {
  const finished = { status: 'done', finished_at: new Date().toISOString(), finished_by: scope.user.id } as const;
  await updateRequest(tx, scope, id, ends ? finished : {});
  if (made.length === 0) return [];
  // what is made to order goes to whom it was made for, and not on the shelf: a row of its own says so
  const isStocked = ({ product_variant_id }: RequestLine) => levels.get(product_variant_id)?.tracked !== false;
  const came = made.filter(isStocked);
  await addToMade(tx, scope, id, { made, came });
  await insertUnstocked(
    tx,
    scope,
    id,
    made.filter((line) => !isStocked(line)),
    comment,
  );
  if (came.length === 0) return [];
  const ref = { kind: 'manufacture_request', id };
  return (await receiveMade(tx, scope, levels, { ref, made: came, comment })).filled;
}

/** A part that is taken back is to be made again, also where the request was done. */
export const makeAgain: MadeTakenBack = async (tx, scope, ref, pieces) => {
  if (ref.kind !== 'manufacture_request') return;
  const record = await readRecord(tx, scope, ref.id, { lock: true });
  if (!record) return;
  const gone = pieces.map(({ product_variant_id, count }) => ({ product_variant_id, count: -count }));
  await addToMade(tx, scope, ref.id, { made: gone, came: gone });
  const open = { status: 'in_production', finished_at: null, finished_by: null } as const;
  await updateRequest(tx, scope, ref.id, record.status === 'done' ? open : {});
};

/** What may follow, and who waits for what would arrive; the same rule that fills them shows it beforehand. */
export async function listMoves(
  tx: Tx,
  app: Services,
  scope: ProjectScope,
  id: string,
): Promise<{ moves: ManufactureMove[]; queue: QueueEntry[] }> {
  const record = await readRecord(tx, scope, id);
  if (!record) throw manufactureErrors.not_found();
  const lines = await readLines(tx, scope, id);
  const moves = possibleMoves(record.status).map((to) => {
    const refused = refuseMove(record.status, to, madeOf(lines));
    return {
      to,
      allowed: refused === null,
      final: to === 'done' || to === 'canceled',
      refusal: refused && { code: refused.code, message: refused.message_in(scope.locale) },
    };
  });
  if (moves.length === 0) return { moves, queue: [] };
  const waiting = await readQueue(tx, scope, new Map(lines.map((line) => [line.product_variant_id, null])));
  const shown = waiting.slice(0, QUEUE_SHOWN);
  const orders = await linkOrders(
    tx,
    app,
    scope,
    shown.map(({ ref }) => (ref.kind === 'order' ? ref.id : null)),
  );
  return { moves, queue: shown.map((line) => ({ ...line, order: orders.get(line.ref.id) ?? null })) };
}

/** More lines than a person reads before he presses the button. */
const QUEUE_SHOWN = 500;
