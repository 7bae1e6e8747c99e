import { createExchange } from '@lanka/domain/exchanges/contract';
import { daysAfter, kyivDate } from '@lanka/domain/kit/time';
import { createOrder, listOrders, moveOrder, readOrder, updateOrder } from '@lanka/domain/orders/contract';
import { joinOrders, splitOrder } from '@lanka/domain/orders/splitting';
import { decideReturn, readReturn } from '@lanka/domain/returns/contract';
import { endReservation } from '../orders';
import type { Person } from './caller';
import { letDayPass } from './demo.store';
import { CUSTOMERS } from './people';
import { HOUR, morning, type Stage } from './stage';
import type { Happening, Trade } from './story';

interface Own {
  readonly counterparty_id: string;
  readonly person: Person;
}

/** A draft that was split, drafts that were joined, and two exchanges: one done, one that waits for the goods to come back. */
export function planParts(stage: Stage, { project_id, staff, shelves }: Trade, own: Own): Happening[] {
  const params = { project_id };
  const of = (id: string) => ({ project_id, id });
  const firstOf = async (status: 'Sent' | 'Complete' | 'Draft', lines: number) => {
    const query = { status: [status], counterparty_id: own.counterparty_id, has_returns: false, limit: 50 };
    const { items } = await stage.call(staff, listOrders, { params, query });
    const found = items.find(({ items_count }) => items_count >= lines);
    return found && stage.call(staff, readOrder, { params: of(found.id) });
  };
  const exchange = async (status: 'Sent' | 'Complete', place: number, comment: string) => {
    const order = await firstOf(status, 1);
    const line = order?.items[0];
    const instead = shelves[place % shelves.length];
    if (!order || !line || !instead) return null;
    const body = {
      ...{ order_id: order.id, reason: 'incorrect_item' as const, comment, photos: [], send: true },
      items: [{ order_item_id: line.id, count: 1 }],
      out: [{ product_variant_id: instead.id, count: 1, fields: {} }],
    };
    return stage.call(own.person, createExchange, { params, body });
  };
  const draft = (place: number) => {
    const [name, phone, address] = CUSTOMERS[1] as (typeof CUSTOMERS)[number];
    const items = [place, place + 1].map((nth) => ({
      product_variant_id: shelves[nth % shelves.length]?.id ?? '',
      count: 1,
    }));
    const delivery = { operator: 'nova_poshta' as const, recipient_name: name, recipient_phone: phone, address };
    return stage.call(own.person, createOrder, { params, body: { items, customer: { name, phone }, delivery } });
  };
  return [
    {
      at: morning(stage.now, 2) + 4 * HOUR,
      run: async () => {
        const made = await exchange('Complete', 3, 'Потрібен більший розмір');
        if (!made) return;
        const { items } = await stage.call(staff, readReturn, { params: of(made.return.id) });
        const decided = items.map(({ id }) => ({ id, status: 'approved' as const }));
        await stage.call(staff, decideReturn, { params: of(made.return.id), body: { items: decided, comment: '' } });
        for (const to of ['Ready', 'Sent'] as const)
          await stage.call(staff, moveOrder, { params: of(made.made.id), body: { to } });
      },
    },
    {
      at: morning(stage.now, 1) + 4 * HOUR,
      run: async () => {
        await exchange('Sent', 6, 'Покупець просить інший колір');
      },
    },
    {
      at: morning(stage.now, 1) + 5 * HOUR,
      run: async () => {
        const order = await firstOf('Draft', 2);
        const line = order?.items[0];
        if (line)
          await stage.call(own.person, splitOrder, {
            params: of(order.id),
            body: { items: [{ item_id: line.id, count: line.count }] },
          });
        const [target, other] = [await draft(8), await draft(9)];
        await stage.call(own.person, joinOrders, { params: of(target.id), body: { order_ids: [other.id] } });
      },
    },
  ];
}

/** One order is held for some days, one until tomorrow, and the day of a third was over this morning. */
export function planReservations(stage: Stage, { project_id, staff }: Trade, own: Own): Happening[] {
  const today = kyivDate(new Date(stage.now));
  const reserve = async (status: 'Pending' | 'InProduction' | 'Ready', days: number) => {
    const query = { status: [status], counterparty_id: own.counterparty_id, limit: 50 };
    const { items } = await stage.call(staff, listOrders, { params: { project_id }, query });
    const found = items.find(({ reserved_until, parcels }) => reserved_until === null && parcels === 0);
    if (!found) return null;
    const params = { project_id, id: found.id };
    await stage.call(staff, updateOrder, { params, body: { reserved_until: daysAfter(today, days) } });
    return found.id;
  };
  return [
    {
      at: stage.now - 3 * HOUR,
      run: async () => {
        const over = await reserve('Pending', 0);
        if (!over) return;
        await letDayPass(stage.tx, project_id, over);
        await endReservation(stage.tx, stage.app, project_id, over);
      },
    },
    {
      at: stage.now - 2 * HOUR,
      run: async () => {
        await reserve('InProduction', 1);
        await reserve('Ready', 5);
      },
    },
  ];
}
