import { createBooking, deleteBooking, updateBookingStock } from '@lanka/domain/bookings/contract';
import { bookTemporarily, createOrder } from '@lanka/domain/orders/contract';
import { addStocktakeCounts, createStocktake, finishStocktake } from '@lanka/domain/stocktakes/contract';
import { newId } from '../kit/db/ids';
import { readLevels } from '../stock';
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

interface Counting {
  readonly daysAgo: number;
  /** Only what lies on shelves that begin so. */
  readonly place: string;
  readonly comment: string;
  /** So many of the goods that may be sold are counted, each with what is missing or too many. */
  readonly found: readonly (readonly [place: number, difference: number])[];
  readonly closed: boolean;
}

const COUNTINGS: readonly Counting[] = [
  {
    daysAgo: 12,
    place: '',
    comment: 'Перед сезоном',
    found: [
      [0, 0],
      [1, -1],
      [3, 0],
      [6, 2],
      [9, 0],
      [12, -2],
    ],
    closed: true,
  },
  {
    daysAgo: 0,
    place: '',
    comment: 'Щомісячна',
    found: [
      [2, 0],
      [5, -1],
      [8, 1],
    ],
    closed: false,
  },
];

/** One stocktake that was closed with its corrections, and one that goes on. */
export function planCounting(stage: Stage, { project_id, shelves }: Trade, stockman: Person): Happening[] {
  return COUNTINGS.map(({ daysAgo, place, comment, found, closed }) => ({
    at: daysAgo === 0 ? stage.now - 5 * MINUTE : morning(stage.now, daysAgo),
    run: async () => {
      const { id } = await stage.call(stockman, createStocktake, { params: { project_id }, body: { place, comment } });
      const params = { project_id, id };
      const scope = await stage.scope(stockman, 'stock.read', project_id);
      const goods = found.map(
        ([at, difference]) => [(shelves[at % shelves.length] as Sellable).id, difference] as const,
      );
      const levels = await readLevels(
        stage.tx,
        scope,
        goods.map(([variant]) => variant),
      );
      const actual = new Map(levels.map((level) => [level.product_variant_id, level.actual]));
      const counts = goods.map(([product_variant_id, difference]) => ({
        id: newId(),
        product_variant_id,
        mode: 'set' as const,
        count: (actual.get(product_variant_id) ?? 0) + difference,
      }));
      await stage.call(stockman, addStocktakeCounts, { params, body: { counts } });
      if (closed) await stage.call(stockman, finishStocktake, { params, body: {} });
    },
  }));
}
