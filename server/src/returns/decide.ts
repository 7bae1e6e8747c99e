import { DomainError } from '@lanka/domain/kit/errors';
import type { Ref } from '@lanka/domain/kit/ids';
import { entryFor } from '@lanka/domain/ledger/rules';
import type { HistoryEffect } from '@lanka/domain/orders/contract';
import { type DecideReturnBody, returnErrors } from '@lanka/domain/returns/contract';
import { creditOf, type Decided, planDecision, statusOf } from '@lanka/domain/returns/rules';
import type { ProjectScope } from '../kit/auth/scope';
import type { Tx } from '../kit/db/db';
import { refuseStale } from '../kit/http/stale';
import type { Services } from '../kit/services';
import { postAll } from '../ledger';
import { type LockedOrder, lockOrder } from '../orders';
import { changeMany, lockLevels } from '../stock';
import { tellOrder } from './create';
import { readReturn } from './read';
import {
  type DecidedItem,
  insertHistory,
  type KnownItem,
  type LockedReturn,
  lockReturn,
  orderOf,
  readLines,
  saveDecided,
} from './returns.store';

export interface Done {
  /** The causes whose waiting lines got what came back. */
  readonly filled: readonly Ref[];
  /** Whether stock and money may have moved. */
  readonly moved: boolean;
}

const NOTHING: Done = { filled: [], moved: false };
export const total = (items: readonly { readonly count: number }[]): number =>
  items.reduce((sum, { count }) => sum + count, 0);
/** Only what there is any of: history tells no zeros. */
const told = (effects: readonly HistoryEffect[]): HistoryEffect[] =>
  effects.filter(({ count = 0, amount = 0 }) => count > 0 || amount > 0);

/** The return behind the locks of its order and itself, in this order. @throws returns.not_found */
export async function lockWithOrder(
  tx: Tx,
  scope: ProjectScope,
  id: string,
): Promise<{ order: LockedOrder; found: LockedReturn }> {
  const orderId = await orderOf(tx, scope, id);
  if (!orderId) throw returnErrors.not_found();
  const order = await lockOrder(tx, scope, orderId);
  return { order, found: await lockReturn(tx, scope, order, id) };
}

/**
 * Decides lines of a return. What is approved goes back to the shelf where marked, and is credited: each line by a
 * movement and a posting of its own, which can be made once only. Locked are the order, the return, the levels and the
 * account, in this order.
 */
export async function decideReturn(
  tx: Tx,
  app: Services,
  scope: ProjectScope,
  id: string,
  { comment, ...wanted }: DecideReturnBody,
  ifMatch: number | undefined,
): Promise<Done> {
  const { order, found } = await lockWithOrder(tx, scope, id);
  await refuseStale(ifMatch, found.version, () => readReturn(tx, app, scope, id));
  const plan = planDecision(found.items, wanted);
  if ('refused' in plan) throw plan.refused;
  if (plan.decided.length === 0) return NOTHING;
  const approved = plan.decided.filter(({ status }) => status === 'approved');
  const rejected = plan.decided.filter(({ status }) => status === 'rejected');
  const { restocked, filled } = await putBack(tx, scope, found, approved);
  const credits = await credit(tx, scope, order, found, approved);
  const items: DecidedItem[] = plan.decided.map(({ item, status, to_warehouse }) => ({
    id: item.id,
    status,
    to_warehouse,
    credit: credits.get(item.id) ?? 0,
    restocked: restocked.has(item.id),
  }));
  const after = new Map(items.map((item) => [item.id, item.status]));
  const status = statusOf(found.items.map((item) => after.get(item.id) ?? item.status));
  await saveDecided(tx, scope, found, items, { status });
  const counts = {
    approved: total(approved.map(({ item }) => item)),
    rejected: total(rejected.map(({ item }) => item)),
  };
  const amount = [...credits.values()].reduce((sum, one) => sum + one, 0);
  await insertHistory(tx, scope, id, { kind: 'decided', ...counts, amount, comment });
  await tellOrder(tx, scope, order, {
    number: found.number,
    pieces: -counts.rejected,
    effects: told([
      { kind: 'approve', count: counts.approved, amount },
      { kind: 'restock', count: total(approved.flatMap(({ item }) => (restocked.has(item.id) ? [item] : []))) },
      { kind: 'reject', count: counts.rejected },
    ]),
  });
  return { filled, moved: approved.length > 0 };
}

/** Onto the shelf, what is marked so; goods whose stock is not counted come back without a movement. */
async function putBack(
  tx: Tx,
  scope: ProjectScope,
  { number, items }: LockedReturn,
  approved: readonly Decided<KnownItem>[],
): Promise<{ restocked: ReadonlySet<string>; filled: readonly Ref[] }> {
  const marked = approved.flatMap(({ item, to_warehouse }) => (to_warehouse ? [item] : []));
  const levels = await lockLevels(
    tx,
    scope,
    marked.map(({ product_variant_id }) => product_variant_id),
  );
  const back = marked.filter(({ product_variant_id }) => levels.get(product_variant_id)?.tracked !== false);
  if (back.length === 0) return { restocked: new Set(), filled: [] };
  const changes = back.map(({ id, product_variant_id, count }) => ({
    product_variant_id,
    delta: count,
    ref: { kind: 'return_item', id },
  }));
  const { refused, filled } = await changeMany(tx, scope, changes, { kind: 'return', comment: `№ ${number}` });
  const [first] = refused.values();
  if (first) {
    const details = items.flatMap(({ product_variant_id }, index) => {
      const why = refused.get(product_variant_id);
      return why?.code === first.code
        ? [{ ...why.details[0], product_variant_id, path: `items.${index}.to_warehouse` }]
        : [];
    });
    throw new DomainError(first.code, first.text, details);
  }
  return { restocked: new Set(back.map(({ id }) => id)), filled };
}

/** Each approved line by its share of what its line of the order was charged; what was charged nothing moves no money. */
async function credit(
  tx: Tx,
  scope: ProjectScope,
  order: LockedOrder,
  { number, counterparty_id }: LockedReturn,
  approved: readonly Decided<KnownItem>[],
): Promise<ReadonlyMap<string, number>> {
  const lines = new Map((await readLines(tx, scope, order)).map((line) => [line.order_item_id, line]));
  const credits = new Map<string, number>();
  for (const { item } of approved) {
    const line = lines.get(item.order_item_id);
    if (!line) throw new Error('a line of an order that was sent stays');
    credits.set(item.id, creditOf(line, item.count));
  }
  await postAll(
    tx,
    scope,
    [...credits].flatMap(([id, amount]) => {
      const entry = { ...entryFor('return', amount), purpose: 'return', counterparty_id } as const;
      const ref = { kind: 'return_item', id };
      return amount > 0 ? [{ ...entry, ref, order_id: order.id, comment: `№ ${number}` }] : [];
    }),
  );
  return credits;
}
