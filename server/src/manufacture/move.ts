import type { Ref } from '@lanka/domain/kit/ids';
import {
  type ManufactureMove,
  type ManufactureStatus,
  manufactureErrors,
  type QueueEntry,
} from '@lanka/domain/manufacture/contract';
import { madeCounts, possibleMoves, type RequestLine, refuseMove } from '@lanka/domain/manufacture/rules';
import type { ProjectScope } from '../kit/auth/scope';
import type { Tx } from '../kit/db/db';
import type { Services } from '../kit/services';
import { type LockedLevels, lockLevels, readQueue } from '../stock';
import { receiveMade } from '../turnover';
import { linkOrders } from './links';
import { readLines, readRecord, updateRequest, writeMade } from './manufacture.store';
import { canceled } from './request';

/**
 * Moves the request. Done makes an income document of what was made, and the stock slice gives it to the
 * orders that wait, all in one transaction. A second identical request finds it done and does nothing.
 * Levels are locked before the request, as orders do it, so that the two cannot wait for each other.
 * Answers the causes whose waiting lines were filled.
 */
export async function moveRequest(
  tx: Tx,
  scope: ProjectScope,
  id: string,
  to: ManufactureStatus,
  told: readonly RequestLine[] | undefined,
): Promise<readonly Ref[]> {
  const seen = await readRecord(tx, scope, id);
  if (!seen) throw manufactureErrors.not_found();
  // lines stand still from in_production on, so what is locked here is what will be written
  const lines = to === 'done' && seen.status === 'in_production' ? await readLines(tx, scope, id) : [];
  const levels = await lockLevels(
    tx,
    scope,
    lines.map(({ product_variant_id }) => product_variant_id),
  );
  const record = await readRecord(tx, scope, id, { lock: true });
  if (!record) throw manufactureErrors.not_found();
  if (record.status === to) return [];
  const refused = refuseMove(record.status, to);
  if (refused) throw refused;
  if (to === 'canceled') {
    await updateRequest(tx, scope, id, canceled(scope));
    return [];
  }
  if (to === 'in_production') {
    await updateRequest(tx, scope, id, { status: to, started_at: new Date().toISOString() });
    return [];
  }
  // it became «in production» between the two looks: the asker saw an older state
  if (lines.length === 0) throw refuseMove(seen.status, to) ?? manufactureErrors.not_found();
  return finish(tx, scope, levels, id, madeCounts(lines, told));
}

async function finish(
  tx: Tx,
  scope: ProjectScope,
  levels: LockedLevels,
  id: string,
  made: readonly RequestLine[],
): Promise<readonly Ref[]> {
  await writeMade(tx, scope, id, made);
  // what is made to order goes to whom it was made for, and not on the shelf
  const came = made.filter(
    ({ count, product_variant_id }) => count > 0 && levels.get(product_variant_id)?.tracked !== false,
  );
  const ref = { kind: 'manufacture_request', id };
  const filled = came.length > 0 ? (await receiveMade(tx, scope, levels, ref, came)).filled : [];
  await updateRequest(tx, scope, id, {
    status: 'done',
    finished_at: new Date().toISOString(),
    finished_by: scope.user.id,
  });
  return filled;
}

/** What may follow, and who waits for what would arrive; the same rule that fills them shows it beforehand. */
export async function listMoves(
  tx: Tx,
  app: Services,
  scope: ProjectScope,
  id: string,
): Promise<{ moves: ManufactureMove[]; queue: QueueEntry[] }> {
  const record = await readRecord(tx, scope, id);
  if (!record) throw manufactureErrors.not_found();
  const moves = possibleMoves(record.status).map((to) => ({
    to,
    allowed: true,
    final: to === 'done' || to === 'canceled',
    refusal: null,
  }));
  if (moves.length === 0) return { moves, queue: [] };
  const lines = await readLines(tx, scope, id);
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
