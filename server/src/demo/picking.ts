import { listOrders, readOrder } from '@lanka/domain/orders/contract';
import { addPicks } from '@lanka/domain/picking/contract';
import { newId } from '../kit/db/ids';
import type { Person } from './caller';
import type { Stage } from './stage';

/** Of the newest order that is ready somebody has taken the first piece off the shelf. */
export async function beginPicking(stage: Stage, stockman: Person, project_id: string): Promise<void> {
  const query = { status: ['Ready' as const], sort: '-created_at' as const, limit: 1 };
  const [found] = (await stage.call(stockman, listOrders, { params: { project_id }, query })).items;
  if (!found) return;
  const params = { project_id, id: found.id };
  const { items } = await stage.call(stockman, readOrder, { params });
  const picks = items.slice(0, 1).map(({ product_variant_id }) => ({ id: newId(), product_variant_id }));
  await stage.call(stockman, addPicks, { params, body: { status: 'Ready', picks } });
}
