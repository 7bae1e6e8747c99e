import { kyivDate } from '@lanka/domain/kit/time';
import {
  addComment,
  createOrder,
  listOrders,
  moveOrder,
  type OrderStatus,
  updateOrder,
} from '@lanka/domain/orders/contract';
import { confirmPayment, createPayment, declinePayment, type OrderPart } from '@lanka/domain/payments/contract';
import { spread } from '@lanka/domain/payments/rules';
import type { Person } from './caller';
import { EMBROIDERY } from './fields';
import { CUSTOMERS } from './people';
import type { Sellable } from './shelves';
import { DAY, HOUR, morning, type Stage } from './stage';

/** Something that happens at a moment of the story. */
export interface Happening {
  readonly at: number;
  run(): Promise<void>;
}

/** One supplier's trade: who sells for him, to whom. */
export interface Trade {
  readonly project_id: string;
  /** Works on orders and payments. */
  readonly staff: Person;
  readonly shelves: readonly Sellable[];
  /** What each counterparty owes by its shipped orders and payments, in kopecks. */
  readonly debts: Map<string, number>;
  /** The last number that each counterparty’s site has given to an order. */
  readonly site: Map<string, number>;
  /** It has a field for orders that go as gifts. */
  readonly wraps?: boolean;
}

export interface Buyer {
  readonly counterparty_id: string;
  /** Places orders by himself; staff does it for the others. */
  readonly person?: Person;
  readonly pieces: readonly [min: number, max: number];
  readonly promo_code?: string;
}

/** What an order goes through after it is sent to the manager. */
const PATHS = {
  Draft: [],
  Pending: [],
  InProduction: ['InProduction'],
  Ready: ['InProduction', 'Ready'],
  Loading: ['Ready', 'Loading'],
  Loaded: ['Ready', 'Loading', 'Loaded'],
  Sent: ['Ready', 'Loading', 'Loaded', 'Sent'],
  Complete: ['Ready', 'Sent', 'Complete'],
  Canceled: ['Canceled'],
  Blocked: ['Blocked'],
} satisfies Partial<Record<OrderStatus, readonly OrderStatus[]>>;
/** The statuses that the demo shows. */
export type Shown = keyof typeof PATHS;

/** How many days ago an order of this status was placed. */
const AGES: Readonly<Record<Shown, readonly [number, number]>> = {
  Draft: [0, 6],
  Pending: [0, 2],
  InProduction: [1, 5],
  Ready: [2, 5],
  Loading: [1, 3],
  Loaded: [2, 4],
  Sent: [3, 9],
  Complete: [8, 29],
  Canceled: [4, 25],
  Blocked: [1, 4],
};

const REASONS: Partial<Record<OrderStatus, readonly string[]>> = {
  Canceled: ['Покупець відмовився', 'Не додзвонилися до покупця', 'Дубль замовлення'],
  Blocked: ['Уточніть номер відділення', 'Перевірте розмір: покупець просив інший'],
};
export const QUESTIONS = ['Покупець просить відправити до п’ятниці', 'Додайте, будь ласка, подарункове пакування'];
export const ANSWERS = ['Зробимо', 'Відправимо сьогодні після обіду', 'Уточнив на складі, усе є'];
const NOTES = ['Постійний покупець, перевірити якість шва', 'Оплата за реквізитами, не післяплата'];

/** When an order of this status was placed: by day, 9 to 19 in Kyiv. */
export function placedAt({ random, now }: Stage, status: Shown): number {
  const [youngest, oldest] = AGES[status];
  const age = random.whole(youngest, oldest);
  const noon = Math.floor((now - age * DAY) / DAY) * DAY + 7 * HOUR;
  return Math.min(noon + random.whole(0, 600) * 60_000, now - random.whole(40, 300) * 60_000);
}

/** An order with its whole life up to `status`. */
export function planOrder(stage: Stage, trade: Trade, buyer: Buyer, status: Shown): Happening[] {
  const { random, now } = stage;
  const placed = placedAt(stage, status);
  const path: readonly OrderStatus[] = PATHS[status];
  const span = Math.min(now - placed - 10 * 60_000, (path.length + 1) * random.whole(9, 20) * HOUR);
  const moment = (nth: number): number => placed + (span * nth) / (path.length + 1);

  const by = buyer.person ?? trade.staff;
  const order = { id: '', sum: 0 };
  const params = () => ({ project_id: trade.project_id, id: order.id });
  const chosen = chooseItems(stage, trade, buyer);
  // some dropshippers sell some things at a price of their own
  const isDearer = buyer.person !== undefined && Math.floor(placed / 60_000) % 3 === 0;
  const items = chosen.map(({ recommended, ...item }, nth) => ({
    ...item,
    ...(trade.wraps && nth === 0 && chosen.length === 3 ? { fields: { embroidery: wish(placed) } } : {}),
    ...(isDearer && nth === 0 ? { customer_price: Math.ceil((recommended * 1.1) / 5_000) * 5_000 } : {}),
  }));
  const happenings: Happening[] = [
    {
      at: placed,
      run: async () => {
        const made = await stage.call(by, createOrder, {
          params: { project_id: trade.project_id },
          body: {
            ...orderBody(stage, buyer),
            items,
            ...marksOf(trade, placed, buyer),
            send: status !== 'Draft',
            ...(trade.wraps && items.length === 2 ? { fields: { gift: true } } : {}),
          },
        });
        order.id = made.id;
        order.sum = made.sum;
      },
    },
    ...path.map((to, nth): Happening => {
      const reason = REASONS[to] ? random.one(REASONS[to]) : undefined;
      return {
        at: moment(nth + 1),
        run: async () => {
          if (to === 'Sent') await giveWaybill(stage, trade, params());
          await stage.call(trade.staff, moveOrder, { params: params(), body: { to, ...(reason ? { reason } : {}) } });
          if (to === 'Sent') owe(trade, buyer.counterparty_id, order.sum);
        },
      };
    }),
  ];
  return [...happenings, ...planTalk(stage, trade, by, params, moment)];
}

const SOURCES = ['Instagram', 'Сайт', 'TikTok', 'Постійний покупець'];
const TAGS = ['терміново', 'подарунок', 'опт', 'перезвонити'];

/** Where the customer came from, and what he has paid beforehand; by the minute, so that no draw of the story moves. */
export function marksOf({ site }: Trade, placed: number, buyer: Buyer) {
  const minute = Math.floor(placed / 60_000);
  const nth = <T>(of: readonly T[]): T | undefined => of[minute % (of.length + 2)];
  const [source, tag] = [nth(SOURCES), nth(TAGS)];
  const numbered = (site.get(buyer.counterparty_id) ?? 1_040) + 1 + (minute % 3);
  if (source === 'Сайт') site.set(buyer.counterparty_id, numbered);
  return {
    ...(source ? { source } : {}),
    ...(source === 'Сайт'
      ? { external_number: String(numbered), utm: { source: 'google', medium: 'cpc', campaign: 'осінь' } }
      : {}),
    ...(tag ? { tags: [tag] } : {}),
    // every third pays the carrier
    ...(minute % 3 === 1 ? { cod: {} } : {}),
    ...(buyer.person && minute % 4 === 0 ? { prepayment: { amount: 20_000, date: kyivDate(new Date(placed)) } } : {}),
  };
}

/** A shipped order of a counterparty. */
export const owe = ({ debts }: Trade, counterparty: string, sum: number): void => {
  debts.set(counterparty, (debts.get(counterparty) ?? 0) + sum);
};

/** What is to be embroidered, another wish each time. */
const wish = (placed: number): string => EMBROIDERY[Math.floor(placed / 60_000) % EMBROIDERY.length] ?? '';

function chooseItems({ random }: Stage, { shelves }: Trade, { pieces }: Buyer) {
  const wanted = random.whole(1, pieces[1] > 5 ? 4 : 3);
  const items = new Map<Sellable, number>();
  for (let tries = 0; items.size < wanted && tries < 40; tries += 1) {
    const found = random.one(shelves);
    const count = random.whole(...pieces);
    // some are always left, so that the shop is not empty
    if (items.has(found) || found.left - count < 8) continue;
    found.left -= count;
    items.set(found, count);
  }
  return [...items].map(([{ id, recommended }, count]) => ({ product_variant_id: id, count, recommended }));
}

function orderBody({ random }: Stage, buyer: Buyer) {
  const [name, phone, address] = random.one(CUSTOMERS);
  return {
    ...(buyer.person ? {} : { counterparty_id: buyer.counterparty_id }),
    customer: { name, phone },
    delivery: {
      operator: random.chance(80) ? ('nova_poshta' as const) : ('ukrposhta' as const),
      recipient_name: name,
      recipient_phone: phone,
      town: address.split(',')[0] ?? '',
      address,
    },
    ...(buyer.promo_code && random.chance(20) ? { promo_code: buyer.promo_code } : {}),
    ...(buyer.person && random.chance(25) ? { customer_discount: random.one([500, 1000]) } : {}),
  };
}

async function giveWaybill(stage: Stage, trade: Trade, params: { project_id: string; id: string }): Promise<void> {
  const [name, phone, address] = stage.random.one(CUSTOMERS);
  const ttn = `2045${stage.random.whole(1_000_000_000, 9_999_999_999)}`;
  const delivery = { operator: 'nova_poshta' as const, recipient_name: name, recipient_phone: phone, address, ttn };
  await stage.call(trade.staff, updateOrder, { params, body: { customer: { name, phone }, delivery } });
}

function planTalk(
  stage: Stage,
  trade: Trade,
  by: Person,
  params: () => { project_id: string; id: string },
  moment: (nth: number) => number,
): Happening[] {
  const { random } = stage;
  const talk: Happening[] = [];
  const say = (at: number, person: Person, text: string, visibility: 'all' | 'managers') =>
    talk.push({
      at,
      run: async () => {
        await stage.call(person, addComment, { params: params(), body: { text, visibility } });
      },
    });
  if (random.chance(35)) {
    say(moment(0.2), by, random.one(QUESTIONS), 'all');
    if (random.chance(70)) say(moment(0.5), trade.staff, random.one(ANSWERS), 'all');
  }
  if (random.chance(15)) say(moment(0.6), trade.staff, random.one(NOTES), 'managers');
  return talk;
}

interface Paying {
  readonly daysAgo: number;
  readonly comment: string;
  readonly account: 'cash' | 'bank' | 'cash_on_delivery';
  /** A fixed sum in kopecks, or a share of what is owed then, in percent. */
  readonly amount?: number;
  readonly share?: number;
  /** All that is owed then, to the kopeck. */
  readonly whole?: boolean;
  /** Over so many orders that are owed, the oldest first, it is spread; unless said it names none. */
  readonly orders?: number;
}

async function partsOf(
  stage: Stage,
  by: Person,
  { project_id }: Trade,
  counterparty_id: string,
  amount: number,
  most = 0,
): Promise<OrderPart[]> {
  if (most === 0) return [];
  const query = { counterparty_id, paid: 'unpaid' as const, sort: 'number' as const, limit: most };
  const { items } = await stage.call(by, listOrders, { params: { project_id }, query });
  const parts = spread(
    amount,
    items.map(({ payment }) => payment?.unpaid ?? 0),
  );
  return items.flatMap(({ id }, nth) => (parts[nth] ? [{ order_id: id, amount: parts[nth] }] : []));
}

const paid = (trade: Trade, counterparty: string, { amount, share, whole }: Paying): number => {
  const debt = trade.debts.get(counterparty) ?? 0;
  if (whole) return debt;
  return amount ?? Math.round((debt * (share ?? 100)) / 1_000_000) * 10_000;
};

/** Staff writes down money that came: confirmed at once. */
export function planEntry(stage: Stage, trade: Trade, counterparty_id: string, paying: Paying): Happening {
  const at = morning(stage.now, paying.daysAgo);
  return {
    at,
    run: async () => {
      const amount = paid(trade, counterparty_id, paying);
      if (amount <= 0) return;
      const { account, comment } = paying;
      const body = {
        counterparty_id,
        type: 'receipt' as const,
        amount,
        date: kyivDate(new Date(at)),
        account,
        comment,
        orders: await partsOf(stage, trade.staff, trade, counterparty_id, amount, paying.orders),
      };
      await stage.call(trade.staff, createPayment, { params: { project_id: trade.project_id }, body });
      owe(trade, counterparty_id, -amount);
    },
  };
}

/** The dropshipper reports a payment; staff answers half a day later, or has not yet. */
export function planReport(
  stage: Stage,
  trade: Trade,
  buyer: { readonly counterparty_id: string; readonly person: Person },
  paying: Paying,
  outcome: 'confirmed' | 'declined' | 'pending',
): Happening[] {
  const { project_id, staff } = trade;
  const at = morning(stage.now, paying.daysAgo);
  const answered = at + 11 * HOUR;
  let payment: { id: string; amount: number } | null = null;
  const report: Happening = {
    at,
    run: async () => {
      const amount = paid(trade, buyer.counterparty_id, paying);
      if (amount <= 0) return;
      const orders = await partsOf(stage, buyer.person, trade, buyer.counterparty_id, amount, paying.orders);
      const body = { type: 'receipt' as const, amount, date: kyivDate(new Date(at)), comment: paying.comment, orders };
      payment = await stage.call(buyer.person, createPayment, { params: { project_id }, body });
    },
  };
  const answer: Happening = {
    at: answered,
    run: async () => {
      if (!payment) return;
      const params = { project_id, id: payment.id };
      if (outcome === 'declined') {
        const body = { reason: 'Такого надходження на рахунку немає' };
        await stage.call(staff, declinePayment, { params, body });
      } else {
        await stage.call(staff, confirmPayment, { params, body: { account: paying.account } });
        owe(trade, buyer.counterparty_id, -payment.amount);
      }
      stage.processed.push({ id: payment.id, at: new Date(answered) });
    },
  };
  return outcome === 'pending' ? [report] : [report, answer];
}

/** The dropshipper pays an order before it is sent, and staff confirms it. */
export function planPaidAhead(
  stage: Stage,
  trade: Trade,
  buyer: { readonly counterparty_id: string; readonly person: Person },
): Happening {
  const { project_id, staff } = trade;
  const at = morning(stage.now, 1);
  return {
    at,
    run: async () => {
      const { items } = await stage.call(buyer.person, listOrders, {
        params: { project_id },
        query: { status: ['Ready', 'Loading', 'InProduction'], limit: 10 },
      });
      const order = items.find(({ payment }) => payment === null);
      if (!order) return;
      const { id } = await stage.call(buyer.person, createPayment, {
        params: { project_id },
        body: {
          ...{ type: 'receipt', amount: order.sum, date: kyivDate(new Date(at)), comment: '' },
          orders: [{ order_id: order.id, amount: order.sum }],
        },
      });
      await stage.call(staff, confirmPayment, { params: { project_id, id }, body: { account: 'bank' } });
      stage.processed.push({ id, at: new Date(at + 2 * HOUR) });
    },
  };
}

/** Plays everything in the order of its moments. */
export async function play(stage: Stage, happenings: readonly Happening[]): Promise<void> {
  for (const { at, run } of [...happenings].sort((a, b) => a.at - b.at)) {
    stage.stillStores();
    stage.at(at);
    await run();
  }
}
