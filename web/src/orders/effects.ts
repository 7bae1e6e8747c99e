/** What a move does, in words and figures. */
import { formatMoney } from '@lanka/domain/kit/money';
import type { Effect, HistoryEffect, Move, Order, OrderStatus } from '@lanka/domain/orders/contract';
import { pricesAreFrozen } from '@lanka/domain/orders/rules';
import { type Locale, useText } from '../kit/text';
import { orderStatus } from './status';
import { type OrderText, text } from './text';

type Known = Pick<Order, 'status' | 'counterparty_name' | 'project_title' | 'items'>;

/** The consequences before the press; `mine`: the asker is the counterparty himself. */
export function consequencesOf(move: Move, order: Known, mine: boolean, t: OrderText, locale: Locale): string[] {
  const lines = move.effects.flatMap((effect) => before(effect, order, mine, t) ?? []);
  if (move.to === 'Blocked') lines.push(t.editAgain);
  if (move.warning) lines.unshift(move.warning.message);
  return lines.length > 0 ? lines : [t.onlyStatus(orderStatus[order.status][locale], orderStatus[move.to][locale])];
}

/** Nothing but the status changes, no reason is wanted, and it can be taken back: there is nothing to ask about. */
export function isOnlyStatus(move: Move, order: Known, t: OrderText): boolean {
  const ships = move.effects.some(({ kind }) => kind === 'ship');
  if (move.warning || move.needs_reason || move.to === 'Blocked' || irreversibleOf(move.to, ships, t) !== null)
    return false;
  return move.effects.every((effect) => before(effect, order, false, t) === null);
}

function before(effect: Effect, order: Known, mine: boolean, t: OrderText): string | null {
  const { kind, count = 0, amount = 0, waiting = 0, short = false } = effect;
  const words = t.effects;
  switch (kind) {
    case 'freeze_prices':
      return words.freeze(formatMoney(amount));
    case 'book':
      if (short) return words.bookShort(count);
      return waiting > 0 ? words.bookAndWait(count, waiting) : words.book(count);
    case 'release':
      if (pricesAreFrozen(order.status)) return words.release(count);
      return order.items.some((item) => item.temporary_booking_expires_at) ? words.releaseDraft : null;
    case 'ship':
      return words.ship(count);
    case 'charge':
      return mine
        ? words.chargeMine(order.project_title, formatMoney(amount))
        : words.charge(order.counterparty_name, formatMoney(amount));
  }
}

/** The same in the history: what happened. A draft's release booked nothing back. */
export function happened({ kind, count = 0, amount = 0, waiting = 0 }: HistoryEffect, t: OrderText): string {
  if (kind === 'book' && waiting > 0) return t.past.bookAndWait(count, waiting);
  switch (kind) {
    case 'freeze_prices':
    case 'charge':
    case 'logistics':
    case 'waive':
    case 'cod_received':
    case 'cod_reversed':
      return t.past[kind](formatMoney(amount));
    case 'approve':
      return t.past.approve(count, formatMoney(amount));
    default:
      return t.past[kind](count);
  }
}

/** What cannot be undone, or nothing. */
export function irreversibleOf(to: OrderStatus, ships: boolean, t: OrderText): string | null {
  const parts = [
    ...(to === 'Canceled' ? [t.irreversibleCanceled] : []),
    ...(to === 'Complete' ? [t.irreversibleComplete] : []),
    ...(ships ? [t.irreversibleSent] : []),
  ];
  return parts.length > 0 ? parts.join(' ') : null;
}

export const useIrreversible = (to: OrderStatus, ships: boolean): string | null =>
  irreversibleOf(to, ships, useText(text));
