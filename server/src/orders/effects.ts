import { kyivDate } from '@lanka/domain/kit/time';
import type { Coming } from '@lanka/domain/ledger/charges';
import { entryFor } from '@lanka/domain/ledger/rules';
import { type Effect, type EffectKind, type OrderStatus, orderErrors } from '@lanka/domain/orders/contract';
import { isReserving } from '@lanka/domain/orders/reservation';
import { isOpen, planMove } from '@lanka/domain/orders/rules';
import type { ProjectScope } from '../kit/auth/scope';
import type { Tx } from '../kit/db/db';
import { freePrepaid, post } from '../ledger';
import { releasePromotion, usePromotion } from '../promotions';
import { holdUntil, type LockedLevels, ship } from '../stock';
import { bookItems, releaseItems, waitingPieces } from './backorder';
import {
  factsOf,
  type HistoryInput,
  type LockedOrder,
  type MovingOrder,
  type NewItem,
  type OrderRecord,
} from './orders.store';
import { type Line, type Offer, priceNow } from './price';

/** An order on its way to another status: effects note here what is to be written of it when they are done. */
export interface Moving {
  readonly order: LockedOrder<MovingOrder>;
  /** It is created in this transaction, so that it can hold nothing yet. */
  readonly isNew?: true;
  /** What its prices depend on, when that was read already. */
  readonly offer?: Offer;
  /** What carriers are to bring, where it may be charged. */
  readonly coming?: () => Promise<Coming>;
  /** Of what it books or ships, when they were locked with what was read. */
  readonly levels?: LockedLevels | undefined;
  readonly items: readonly Line[];
  /** The lines by the prices that were frozen; null when none were. */
  priced: readonly NewItem[] | null;
  changes: Partial<OrderRecord>;
}

const refOf = ({ order }: Moving) => ({ kind: 'order', id: order.id });
const comment = ({ order }: Moving): string => `№ ${order.number}`;
/** Those that are not sent: parcels of an order that is split may be. */
const pieces = ({ items, order }: Moving): number =>
  items.reduce((total, { count }) => total + count, 0) - order.sent_pieces;

/** Pieces booked or released, and beside them those that wait for stock. */
export const withWaiting = (kind: 'book' | 'release', count: number, waiting: number): Effect =>
  waiting > 0 ? { kind, count: count - waiting, waiting } : { kind, count };

/** How each effect is carried out; the list is complete by its type. Each answers its figures for the history. */
const CARRY_OUT: Record<EffectKind, (tx: Tx, scope: ProjectScope, moving: Moving, to: OrderStatus) => Promise<Effect>> =
  {
    async freeze_prices(tx, scope, moving) {
      const { sum, promotion_id } = await priceMoving(tx, scope, moving);
      const { id, counterparty_id } = moving.order;
      if (promotion_id) await usePromotion(tx, scope, promotion_id, counterparty_id, id);
      return { kind: 'freeze_prices', amount: sum };
    },
    async book(tx, scope, moving) {
      const { isNew = false, levels } = moving;
      const waiting = await bookItems(tx, scope, moving.order, moving.items, { isNew, levels });
      if (moving.order.reserved_until) await holdUntil(tx, scope, refOf(moving), moving.order.reserved_until);
      return withWaiting('book', pieces(moving), waiting);
    },
    async release(tx, scope, moving, to) {
      const waiting = await waitingPieces(tx, scope, moving.order);
      await releaseItems(tx, scope, moving.order);
      await releasePromotion(tx, scope, moving.order.id);
      if (to === 'Canceled') await freePrepaid(tx, scope, moving.order);
      return withWaiting('release', pieces(moving), waiting);
    },
    async ship(tx, scope, moving) {
      await ship(tx, scope, refOf(moving), comment(moving), moving.levels);
      moving.changes.shipped_at = new Date().toISOString();
      return { kind: 'ship', count: pieces(moving) };
    },
    async charge(tx, scope, moving) {
      const { order, changes } = moving;
      const sum = (changes.sum ?? order.sum ?? 0) - order.sent_sum;
      // an order for nothing moves no money, nor does a last parcel
      if (sum > 0) {
        const entry = {
          ...entryFor('charge', sum),
          purpose: 'charge',
          counterparty_id: order.counterparty_id,
        } as const;
        await post(tx, scope, { ...entry, ref: refOf(moving), comment: comment(moving), coming: moving.coming });
      } else if (order.sent_pieces > 0) await freePrepaid(tx, scope, order);
      moving.changes.charged_at = new Date().toISOString();
      return { kind: 'charge', amount: sum };
    },
  };

/**
 * Plans the move by the rules and carries its effects out, one after another. What it changes of the order itself it
 * leaves in `moving`; the answer is what the history tells. @throws why the order cannot go there
 */
export async function carryOutMove(
  tx: Tx,
  scope: ProjectScope,
  moving: Moving,
  { to, reason, waiting }: { to: OrderStatus; reason: string; waiting: number },
): Promise<HistoryInput> {
  const { order } = moving;
  const plan = planMove({ ...factsOf(order, moving.items.length), waiting }, to, scope.role);
  if ('refused' in plan) throw plan.refused;
  if (plan.needs_reason && !reason) throw orderErrors.reason_required({ path: 'reason' });
  const effects: Effect[] = [];
  for (const kind of plan.effects) effects.push(await CARRY_OUT[kind](tx, scope, moving, to));
  const now = new Date();
  const sent =
    to === 'Pending'
      ? { sent_to_manager_at: now.toISOString(), first_sent_on: order.first_sent_on ?? kyivDate(now) }
      : {};
  moving.changes = { ...moving.changes, ...sent, ...(await fulfilReservation(tx, scope, moving, to)), status: to };
  return { kind: 'moved', from: order.status, to, reason, effects };
}

/** Whatever is loaded, sent or given up is reserved no longer; what comes back keeps its day. */
async function fulfilReservation(tx: Tx, scope: ProjectScope, moving: Moving, to: OrderStatus) {
  if (moving.order.reserved_until === null || isReserving(to) || to === 'Blocked') return {};
  if (isOpen(to)) await holdUntil(tx, scope, refOf(moving), null);
  return { reserved_until: null };
}

/** Prices the order by today; the prices are written with it. */
export async function priceMoving(tx: Tx, scope: ProjectScope, moving: Moving) {
  const { order, items, offer } = moving;
  const priced = await priceNow(tx, scope, order, items, { offer });
  const changes = { ...priced.sums, promotion_id: priced.promotion_id };
  moving.priced = priced.items;
  moving.changes = { ...moving.changes, ...changes };
  return changes;
}
