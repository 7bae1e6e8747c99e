import type { OrderStatus } from '../orders/contract';
import { pickingErrors } from './contract';

/** What waits to be picked; those further on are loaded already. */
export const PICKED_FROM: readonly OrderStatus[] = ['Pending', 'InProduction', 'Ready'];

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
