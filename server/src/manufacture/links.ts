import { hook } from '@lanka/domain/kit/hooks';
import type { LinkedOrder } from '@lanka/domain/manufacture/contract';
import type { ProjectScope } from '../kit/auth/scope';
import type { Tx } from '../kit/db/db';
import type { Services } from '../kit/services';

/** Numbers of orders by id, as far as they exist and are the asker's to see; one statement for all. */
export type OrderNumbers = (
  tx: Tx,
  scope: ProjectScope,
  ids: readonly string[],
) => Promise<ReadonlyMap<string, number>>;

/** Orders stand above and say how they are called; this slice knows them by reference only. */
export const namesOfOrders = hook<OrderNumbers>('manufacture.names_of_orders');

/** What was said of orders, by id, as far as the asker may see it; one statement for all. */
export type CommentsOfOrders = (
  tx: Tx,
  scope: ProjectScope,
  ids: readonly string[],
) => Promise<ReadonlyMap<string, readonly string[]>>;
export const commentsOfOrders = hook<CommentsOfOrders>('manufacture.comments_of_orders');

export async function readOrderComments(
  tx: Tx,
  app: Services,
  scope: ProjectScope,
  ids: readonly string[],
): Promise<ReadonlyMap<string, readonly string[]>> {
  const comments = new Map<string, readonly string[]>();
  if (ids.length === 0) return comments;
  for (const commentsOf of app.hooks.all(commentsOfOrders))
    for (const [id, texts] of await commentsOf(tx, scope, ids)) comments.set(id, texts);
  return comments;
}

/** The orders among these references, by id. */
export async function linkOrders(
  tx: Tx,
  app: Services,
  scope: ProjectScope,
  ids: readonly (string | null)[],
): Promise<ReadonlyMap<string, LinkedOrder>> {
  const known = [...new Set(ids.filter((id) => id !== null))];
  if (known.length === 0) return new Map();
  const linked = new Map<string, LinkedOrder>();
  for (const numbersOf of app.hooks.all(namesOfOrders))
    for (const [id, number] of await numbersOf(tx, scope, known)) linked.set(id, { id, number });
  return linked;
}
