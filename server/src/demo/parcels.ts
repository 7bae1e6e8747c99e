import { listOrders, readOrder } from '@lanka/domain/orders/contract';
import { sendParcel, splitOrder, updateParcel } from '@lanka/domain/parcels/contract';
import { morning, type Stage } from './stage';
import type { Happening, Trade } from './story';

const HOUR = 3_600_000;
const TTN = ['20450731004417', '20450731004425'];

/** Two orders that go in two parcels: of one the first is sent, the other is only split. */
export function planParcels(stage: Stage, { project_id, staff }: Trade): Happening[] {
  const split = async (status: 'Loaded' | 'Ready') => {
    const query = { status: [status], limit: 50 };
    const { items } = await stage.call(staff, listOrders, { params: { project_id }, query });
    const fitting = items.find(({ items_count, parcels }) => items_count > 1 && parcels === 0);
    if (!fitting) return null;
    const params = { project_id, id: fitting.id };
    const order = await stage.call(staff, readOrder, { params });
    const first = order.items.slice(0, 1).map(({ id, count }) => ({ order_item_id: id, count }));
    const made = await stage.call(staff, splitOrder, { params, body: { parcels: [{ items: first }] } });
    return made.items.map(({ id }) => ({ project_id, order_id: order.id, id }));
  };
  return [
    {
      at: morning(stage.now, 1) + 6 * HOUR,
      run: async () => {
        const parcels = await split('Loaded');
        for (const [index, params] of (parcels ?? []).entries())
          await stage.call(staff, updateParcel, { params, body: { ttn: TTN[index] ?? null } });
        if (parcels?.[0]) await stage.call(staff, sendParcel, { params: parcels[0] });
      },
    },
    {
      at: morning(stage.now, 1) + 7 * HOUR,
      run: async () => {
        await split('Ready');
      },
    },
  ];
}
