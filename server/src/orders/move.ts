import { DomainError } from '@lanka/domain/kit/errors';
import { entryFor } from '@lanka/domain/ledger/rules';
import {
  type Effect,
  type EffectKind,
  type Move,
  type Order,
  type OrderStatus,
  orderErrors,
} from '@lanka/domain/orders/contract';
import { planMove, possibleMoves, sumLines } from '@lanka/domain/orders/rules';
import type { ProjectScope } from '../kit/auth/scope';
import type { Tx } from '../kit/db/db';
import type { Services } from '../kit/services';
import { post } from '../ledger';
import { counterpartyForOrder } from '../partners';
import { releasePromotion, usePromotion } from '../promotions';
import { heldPieces, readLevels, ship } from '../stock';
import { bookItems, releaseItems, waitingPieces } from './backorder';
import {
  factsOf,
  type ItemRecord,
  insertHistory,
  lockOrder,
  type NewItem,
  type OrderRecord,
  readItems,
  replaceItems,
  updateOrder,
} from './orders.store';
import { priceItems, readDiscounts } from './price';
import { readOrder } from './read';

type Line = Pick<NewItem, 'id' | 'product_variant_id' | 'count' | 'amount'>;

/** An order under way: effects may change its lines and columns; both are written at the end. */
interface Moving {
  readonly order: OrderRecord;
  items: Line[];
  sum: number;
  changes: Partial<OrderRecord>;
}

const refOf = (order: OrderRecord) => ({ kind: 'order', id: order.id });
const comment = (order: OrderRecord): string => `№ ${order.number}`;
const pieces = ({ items }: Moving): number => items.reduce((total, { count }) => total + count, 0);

/** Pieces booked or released, and beside them those that wait for stock. */
const withWaiting = (kind: 'book' | 'release', count: number, waiting: number): Effect =>
  waiting > 0 ? { kind, count: count - waiting, waiting } : { kind, count };

/** How each effect is carried out; the list is complete by its type. Each answers its figures for the history. */
const CARRY_OUT: Record<EffectKind, (tx: Tx, scope: ProjectScope, moving: Moving) => Promise<Effect>> = {
  async freeze_prices(tx, scope, moving) {
    const { items, sums, promotion_id } = await priceNow(tx, scope, moving.order, moving.items);
    await replaceItems(tx, scope, moving.order.id, items);
    if (promotion_id) await usePromotion(tx, scope, promotion_id, moving.order.counterparty_id, moving.order.id);
    moving.items = items;
    moving.sum = sums.sum;
    moving.changes = { ...moving.changes, ...sums, promotion_id };
    return { kind: 'freeze_prices', amount: sums.sum };
  },
  async book(tx, scope, moving) {
    const waiting = await bookItems(tx, scope, moving.order.id, moving.items);
    return withWaiting('book', pieces(moving), waiting);
  },
  async release(tx, scope, moving) {
    const waiting = await waitingPieces(tx, scope, moving.order.id);
    await releaseItems(tx, scope, moving.order.id);
    await releasePromotion(tx, scope, moving.order.id);
    return withWaiting('release', pieces(moving), waiting);
  },
  async ship(tx, scope, moving) {
    await ship(tx, scope, refOf(moving.order), comment(moving.order));
    moving.changes.shipped_at = new Date().toISOString();
    return { kind: 'ship', count: pieces(moving) };
  },
  async charge(tx, scope, moving) {
    const { order, sum } = moving;
    // an order for nothing moves no money
    if (sum > 0) {
      const entry = { ...entryFor('charge', sum), purpose: 'charge', counterparty_id: order.counterparty_id } as const;
      await post(tx, scope, { ...entry, ref: refOf(order), comment: comment(order) });
    }
    moving.changes.charged_at = new Date().toISOString();
    return { kind: 'charge', amount: sum };
  },
};

/** The order's lines by today's prices and discounts. */
async function priceNow(tx: Tx, scope: ProjectScope, order: OrderRecord, items: readonly Line[], { hold = true } = {}) {
  const counterparty = await counterpartyForOrder(tx, scope, order.counterparty_id, { hold });
  const discounts = await readDiscounts(tx, scope, { ...order, counterparty, order_id: order.id });
  const priced = await priceItems(tx, scope, items, discounts);
  return { items: priced, sums: sumLines(priced), promotion_id: discounts.code_promotion_id };
}

const asLine = (item: ItemRecord): Line => ({
  id: item.id,
  product_variant_id: item.product_variant_id,
  count: item.count ?? 0,
  amount: item.amount ?? 0,
});

/**
 * Moves the order: plans by the rules, carries the effects out and writes the history, all in the transaction of the
 * request. The order is locked, so a second identical request finds it moved and does nothing. Answers the order.
 */
export async function moveOrder(
  tx: Tx,
  app: Services,
  scope: ProjectScope,
  id: string,
  to: OrderStatus,
  reason: string,
): Promise<Order> {
  // issued together, done in this order: what is read is read behind the lock
  const [order, lines, waiting] = await Promise.all([
    lockOrder(tx, scope, id),
    readItems(tx, scope, id),
    // of the moves only shipping asks what has not come yet
    to === 'Sent' || to === 'Complete' ? waitingPieces(tx, scope, id) : 0,
  ]);
  if (!order) throw orderErrors.not_found();
  if (order.status === to) return readOrder(tx, app, scope, id);
  const items = lines.map(asLine);
  const plan = planMove({ ...factsOf(order, items.length), waiting }, to, scope.role);
  if ('refused' in plan) throw plan.refused;
  if (plan.needs_reason && !reason) throw orderErrors.reason_required({ path: 'reason' });

  const moving: Moving = { order, items, sum: order.sum ?? 0, changes: {} };
  const effects: Effect[] = [];
  // goods and money do not ask for each other: their statements leave together, stock first, as everywhere
  const together = plan.effects.every((kind) => kind === 'ship' || kind === 'charge');
  if (together) effects.push(...(await Promise.all(plan.effects.map((kind) => CARRY_OUT[kind](tx, scope, moving)))));
  else for (const kind of plan.effects) effects.push(await CARRY_OUT[kind](tx, scope, moving));
  const sent = to === 'Pending' ? { sent_to_manager_at: new Date().toISOString() } : {};
  const [, , moved] = await Promise.all([
    updateOrder(tx, scope, id, { ...moving.changes, ...sent, status: to }),
    insertHistory(tx, scope, id, [{ kind: 'moved', from: order.status, to, reason, effects }]),
    readOrder(tx, app, scope, id),
  ]);
  return moved;
}

/** What may follow, each with its effects in figures or the reason why not. Nothing is changed. */
export async function listMoves(
  tx: Tx,
  scope: ProjectScope,
  order: OrderRecord,
  items: readonly ItemRecord[],
): Promise<Move[]> {
  const count = items.reduce((total, item) => total + (item.count ?? 0), 0);
  let amount = order.sum ?? 0;
  const waiting = await waitingPieces(tx, scope, order.id);
  const possible = possibleMoves({ ...factsOf(order, items.length), waiting }, scope.role);
  let priceRefusal: DomainError | null = null;
  if (possible.some(({ plan }) => 'effects' in plan && plan.effects.includes('freeze_prices'))) {
    try {
      amount = (await priceNow(tx, scope, order, items.map(asLine), { hold: false })).sums.sum;
    } catch (error) {
      if (!(error instanceof DomainError)) throw error;
      priceRefusal = error;
    }
  }
  const beyond = possible.some(({ plan }) => 'effects' in plan && plan.effects.includes('book'))
    ? await beyondStock(tx, scope, items)
    : 0;
  return possible.map(({ to, needs_reason, final, plan }) => {
    const refused = 'refused' in plan ? plan.refused : to === 'Pending' ? priceRefusal : null;
    return {
      to,
      needs_reason,
      final,
      allowed: refused === null,
      effects: 'refused' in plan ? [] : plan.effects.map((kind) => figures(kind, { count, amount, waiting, beyond })),
      refusal: refused ? { code: refused.code, message: refused.message_in(scope.locale) } : null,
    };
  });
}

interface Figures {
  readonly count: number;
  readonly amount: number;
  /** Pieces that wait now, and those that would wait if the order were sent now. */
  readonly waiting: number;
  readonly beyond: number;
}

function figures(kind: EffectKind, { count, amount, waiting, beyond }: Figures): Effect {
  if (kind === 'freeze_prices' || kind === 'charge') return { kind, amount };
  if (kind === 'ship') return { kind, count };
  return withWaiting(kind, count, kind === 'book' ? beyond : waiting);
}

/** What would have to wait of an order that is sent now; temporary bookings of its own count as available to it. */
async function beyondStock(tx: Tx, scope: ProjectScope, items: readonly ItemRecord[]): Promise<number> {
  if (!scope.project.allow_backorders) return 0;
  const ids = items.map(({ product_variant_id }) => product_variant_id);
  const [order] = items;
  const levels = new Map((await readLevels(tx, scope, ids)).map((level) => [level.product_variant_id, level]));
  const held = order ? await heldPieces(tx, scope, { kind: 'order', id: order.order_id }) : new Map<string, number>();
  return items.reduce((total, { product_variant_id: id, count }) => {
    const available = (levels.get(id)?.available ?? 0) + (held.get(id) ?? 0);
    return total + Math.max(0, (count ?? 0) - available);
  }, 0);
}
