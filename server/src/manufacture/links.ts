import type { LinkedOrder } from '@lanka/domain/manufacture/contract';
import type { ProjectScope } from '../kit/auth/scope';
import type { Tx } from '../kit/db/db';

/** Numbers of orders by id, as far as they exist and are the asker's to see; one statement for all. */
export type OrderNumbers = (
  tx: Tx,
  scope: ProjectScope,
  ids: readonly string[],
) => Promise<ReadonlyMap<string, number>>;

let numbersOf: OrderNumbers = async () => new Map();

/** Orders stand above and register how they are called; this slice knows them by reference only. */
export function nameOrders(numbers: OrderNumbers): void {
  numbersOf = numbers;
}

/** The orders among these references, by id. */
export async function linkOrders(
  tx: Tx,
  scope: ProjectScope,
  ids: readonly (string | null)[],
): Promise<ReadonlyMap<string, LinkedOrder>> {
  const known = [...new Set(ids.filter((id) => id !== null))];
  if (known.length === 0) return new Map();
  const numbers = await numbersOf(tx, scope, known);
  return new Map([...numbers].map(([id, number]) => [id, { id, number }]));
}
