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

/** How many are picked after a tick. @throws picking.enough, picking.nothing_picked */
export function applyPick({ name, count, picked }: PickedLine, by: 1 | -1): number {
  if (by > 0 && picked >= count) throw pickingErrors.enough({ name, count });
  if (by < 0 && picked <= 0) throw pickingErrors.nothing_picked({ name });
  return picked + by;
}
