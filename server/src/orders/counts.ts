import { DomainError } from '@lanka/domain/kit/errors';
import { counter } from '../kit/observe/meters';

const moved = counter('lanka_orders_moved_total', 'Orders that came to a status, newly made or moved', ['to']);
const rejected = counter(
  'lanka_orders_rejected_total',
  'Orders that were refused when somebody made or moved them, by the code of the refusal: stock, plan, rules',
  ['action', 'reason'],
);

/** Counts what came of making or moving an order: it counts as done only when the transaction commits. */
export async function counted<T extends { readonly status: string }>(
  action: 'create' | 'move',
  { after }: { after(work: () => void): void },
  work: () => Promise<T>,
): Promise<T> {
  try {
    const order = await work();
    after(() => moved.inc({ to: order.status }));
    return order;
  } catch (error) {
    if (error instanceof DomainError && error.status < 500) rejected.inc({ action, reason: error.code });
    throw error;
  }
}
