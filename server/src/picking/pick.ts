import { DomainError } from '@lanka/domain/kit/errors';
import type { OrderStatus } from '@lanka/domain/orders/contract';
import { orderErrors } from '@lanka/domain/orders/contract';
import { type Picked, type PickInput, pickingErrors } from '@lanka/domain/picking/contract';
import { applyPick, shownOf } from '@lanka/domain/picking/rules';
import { onTheWay, SOON_MS } from '@lanka/domain/stocktakes/rules';
import type { ProjectScope } from '../kit/auth/scope';
import type { Tx } from '../kit/db/db';
import { lockOrder, readOrderRecord } from '../orders';
import { doubtCounts } from '../stocktakes';
import { insertPicks, madeBefore, readLines, type StoredLine } from './picks.store';

const shown = (status: OrderStatus, lines: readonly StoredLine[]): Picked => ({
  status,
  // what is sent was picked
  items: lines.map(({ product_variant_id, count, picked, sent, internal_code }) => ({
    product_variant_id,
    internal_code,
    picked: sent + shownOf({ count, picked }),
  })),
});

export async function readPicked(tx: Tx, scope: ProjectScope, id: string): Promise<Picked> {
  const order = await readOrderRecord(tx, scope, id);
  if (!order) throw orderErrors.not_found();
  return shown(order.status, await readLines(tx, scope, order));
}

interface Given {
  readonly status: OrderStatus;
  readonly picks: readonly PickInput[];
  readonly sent_at?: string | undefined;
}

export interface Outcome {
  readonly id: string;
  readonly refused: DomainError | null;
}

/**
 * Ticks, in the order given. The lock of the order makes two people who pick it wait for each other: the second sees what
 * the first has taken, and no more is picked than the order has. Of goods that were counted after they had been ticked on
 * a phone without network, the count is in doubt: their shelf was compared as if nothing had left it.
 */
export async function addPicks(
  tx: Tx,
  scope: ProjectScope,
  id: string,
  { status, picks: given, sent_at }: Given,
): Promise<{ picked: Picked; outcomes: Outcome[] }> {
  const delay = onTheWay(sent_at, Date.now());
  // what comes at once belongs to the moment when it comes
  const soon = (age_ms: number) => (age_ms > SOON_MS ? age_ms : 0);
  const picks = given.map((pick) => ({ ...pick, age_ms: soon(pick.age_ms + delay) }));
  const order = await lockOrder(tx, scope, id);
  if (order.status !== status) throw pickingErrors.moved_on();
  const done = await madeBefore(
    tx,
    scope,
    order,
    picks.map((pick) => pick.id),
  );
  const lines = new Map((await readLines(tx, scope, order)).map((line) => [line.product_variant_id, line]));
  const missing = picks.flatMap(({ product_variant_id }, index) =>
    lines.has(product_variant_id) ? [] : [{ path: `picks.${index}.product_variant_id`, product_variant_id }],
  );
  if (missing.length > 0) throw pickingErrors.not_in_order(...missing);
  const made: PickInput[] = [];
  const outcomes = picks.map((pick): Outcome => {
    if (done.has(pick.id)) return { id: pick.id, refused: null };
    try {
      const line = lines.get(pick.product_variant_id) as StoredLine;
      // who typed saw what parcels have sent as picked too
      const picked = applyPick(line, pick.count, pick.seen === undefined ? undefined : pick.seen - line.sent);
      lines.set(pick.product_variant_id, { ...line, picked });
      made.push({ ...pick, count: picked - line.picked });
      done.add(pick.id);
      return { id: pick.id, refused: null };
    } catch (error) {
      if (error instanceof DomainError) return { id: pick.id, refused: error };
      throw error;
    }
  });
  if (made.length > 0) await insertPicks(tx, scope, order, made);
  const late = made.filter(({ age_ms }) => age_ms > 0);
  if (late.length > 0) await doubtCounts(tx, scope, late);
  return { picked: shown(status, [...lines.values()]), outcomes };
}
