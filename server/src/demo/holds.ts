import { createBooking, deleteBooking, updateBookingStock } from '@lanka/domain/bookings/contract';
import { bookTemporarily, createOrder } from '@lanka/domain/orders/contract';
import type { Person } from './caller';
import { CUSTOMERS } from './people';
import type { Sellable } from './shelves';
import { morning, type Stage } from './stage';
import type { Happening, Trade } from './story';

interface Holding {
  readonly daysAgo: number;
  /** Which of the goods, and how many pieces. */
  readonly goods: readonly [place: number, count: number];
  readonly comment: string;
  readonly hours?: number;
  readonly ended?: 'shipped' | 'released';
}

const HOLDINGS: readonly Holding[] = [
  { daysAgo: 9, goods: [11, 2], comment: 'Зразки для каталогу, передано фотографу', ended: 'shipped' },
  { daysAgo: 5, goods: [4, 3], comment: 'Готель просив притримати, передумав', ended: 'released' },
  { daysAgo: 3, goods: [2, 4], comment: 'Для виставки у Львові' },
  { daysAgo: 0, goods: [7, 2], comment: 'Покупець забере з магазину ввечері', hours: 8 },
];

const MINUTE = 60_000;

/** What people hold by hand, and what a dropshipper holds for his draft. */
export function planHoldings(stage: Stage, { project_id, shelves, staff }: Trade, dropshipper: Person): Happening[] {
  const good = (place: number) => shelves[place % shelves.length] as Sellable;
  const byHand = HOLDINGS.map(({ daysAgo, goods: [place, count], comment, hours, ended }) => ({
    at: daysAgo === 0 ? stage.now - 3 * MINUTE : morning(stage.now, daysAgo),
    run: async () => {
      const { id: product_variant_id } = good(place);
      const body = { product_variant_id, count, comment, booked_hours: hours ?? null };
      const { id } = await stage.call(staff, createBooking, { params: { project_id }, body });
      const params = { project_id, id };
      if (ended === 'shipped') await stage.call(staff, updateBookingStock, { params });
      if (ended === 'released') await stage.call(staff, deleteBooking, { params });
    },
  }));
  const draft = {
    at: stage.now - 2 * MINUTE,
    run: async () => {
      const [name, phone, address] = CUSTOMERS[0] as (typeof CUSTOMERS)[number];
      const order = await stage.call(dropshipper, createOrder, {
        params: { project_id },
        body: {
          items: [{ product_variant_id: good(5).id, count: 1 }],
          customer: { name, phone },
          delivery: { operator: 'nova_poshta', recipient_name: name, recipient_phone: phone, address },
          send: false,
        },
      });
      const params = { project_id, id: order.id, item_id: order.items[0]?.id ?? '' };
      await stage.call(dropshipper, bookTemporarily, { params });
    },
  };
  return [...byHand, draft];
}
