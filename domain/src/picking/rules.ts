import type { OrderStatus } from '../orders/contract';
import { pickingErrors } from './contract';

/** Where an order goes when all of it is picked, or loaded: the first of these that the role may do. */
const ONWARD: Partial<Record<OrderStatus, readonly OrderStatus[]>> = {
  Pending: ['Ready', 'Loading'],
  InProduction: ['Ready', 'Loading'],
  Ready: ['Loading', 'Sent'],
  Loading: ['Loaded', 'Sent'],
  Loaded: ['Sent'],
};

/** What waits to be picked, loaded or sent. */
export const PICKED_FROM = Object.keys(ONWARD) as readonly OrderStatus[];

/** What is loaded was looked at already: it only waits to be sent. */
export const isLoaded = (status: OrderStatus): boolean => status === 'Loaded';

/** Where it goes next with these moves, or null: the role may do none of them. Never back. */
export function onwardOf<M extends { readonly to: OrderStatus; readonly allowed: boolean }>(
  status: OrderStatus,
  moves: readonly M[],
): M | null {
  for (const to of ONWARD[status] ?? []) {
    const move = moves.find((one) => one.to === to && one.allowed);
    if (move) return move;
  }
  return null;
}

export interface PickedLine {
  readonly name: string;
  readonly count: number;
  readonly picked: number;
}

/** What a screen shows of a line: the order may have been changed to fewer than are picked. */
export const shownOf = ({ count, picked }: Pick<PickedLine, 'count' | 'picked'>): number => Math.min(picked, count);

/**
 * How many are picked after so many more, or fewer. A number that was typed tells how many there are together, so it
 * goes on from what was shown to who typed it: of two who type at once the second would count the pieces of both twice.
 * @throws picking.enough, picking.more_than_ordered, picking.nothing_picked, picking.more_than_picked, picking.picked_beside
 */
export function applyPick(line: PickedLine, by: number, seen?: number): number {
  const { name, count, picked } = line;
  if (seen !== undefined) {
    if (seen !== shownOf(line)) throw pickingErrors.picked_beside({ name, picked });
    return applyPick({ name, count, picked: seen }, by);
  }
  const after = picked + by;
  // the order may have been changed to fewer than are picked: they are put back all the same
  if (by > 0 && after > count) {
    if (picked >= count) throw pickingErrors.enough({ name, count });
    throw pickingErrors.more_than_ordered({ name, count, picked, left: count - picked });
  }
  if (after < 0) throw pickingErrors[picked > 0 ? 'more_than_picked' : 'nothing_picked']({ name, picked });
  return after;
}

/** The way along the shelves, by numbers as people count; what has no place comes last. */
export function byShelf<T extends { readonly place: string }>(lines: readonly T[]): T[] {
  return [...lines].sort((a, b) => {
    if ((a.place === '') !== (b.place === '')) return a.place === '' ? 1 : -1;
    return a.place.localeCompare(b.place, 'uk', { numeric: true });
  });
}
