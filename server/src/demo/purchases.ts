import { moveOrder, type OrderStatus, updateOrder } from '@lanka/domain/orders/contract';
import { addBasketLines, type Payment, sendBasket, updateBasket } from '@lanka/domain/purchases/contract';
import type { Person } from './caller';
import { CUSTOMERS } from './people';
import type { Sellable } from './shelves';
import { HOUR, morning, type Stage } from './stage';
import { type Happening, owe, type Trade } from './story';

/** A supplier of the dropshipper, and who the dropshipper is there. */
export interface Seller {
  readonly trade: Trade;
  readonly counterparty_id: string;
}

interface Bought {
  readonly daysAgo: number;
  readonly customer: number;
  readonly payment: Payment;
  /** Of each supplier: which of the goods, and how many pieces. */
  readonly goods: readonly (readonly [place: number, count: number])[];
  /** How far each supplier has come by now. */
  readonly to: readonly (readonly OrderStatus[])[];
}

const SENT = ['Ready', 'Loading', 'Loaded', 'Sent'] as const;
const PURCHASES: readonly Bought[] = [
  {
    ...{ daysAgo: 7, customer: 1, payment: 'cod', to: [SENT, SENT] },
    goods: [
      [3, 1],
      [1, 1],
    ],
  },
  {
    ...{ daysAgo: 3, customer: 4, payment: 'cod', to: [SENT, ['Ready']] },
    goods: [
      [9, 2],
      [4, 1],
    ],
  },
  {
    ...{ daysAgo: 1, customer: 2, payment: 'prepaid', to: [['InProduction'], []] },
    goods: [
      [14, 1],
      [2, 1],
    ],
  },
];
/** What lies in the basket now. */
const BASKET = [
  [6, 2],
  [3, 1],
] as const;

const good = ({ shelves }: Trade, place: number) => shelves[place % shelves.length] as Sellable;

function whom(place: number) {
  const [name, phone, address] = CUSTOMERS[place % CUSTOMERS.length] as (typeof CUSTOMERS)[number];
  return {
    customer: { name, phone },
    delivery: {
      operator: 'nova_poshta' as const,
      recipient_name: name,
      recipient_phone: phone,
      town: address.split(',')[0] ?? '',
      address,
    },
  };
}

async function fill(
  stage: Stage,
  dropshipper: Person,
  sellers: readonly Seller[],
  goods: readonly (readonly [place: number, count: number])[],
) {
  const items = goods.map(([place, count], nth) => {
    const { trade } = sellers[nth] as Seller;
    return { project_id: trade.project_id, product_variant_id: good(trade, place).id, count };
  });
  return stage.call(dropshipper, addBasketLines, { body: { items } });
}

/** Purchases over two suppliers on their way to their customers. */
export function planPurchases(stage: Stage, sellers: readonly Seller[], dropshipper: Person): Happening[] {
  return PURCHASES.flatMap(({ daysAgo, customer, payment, goods, to }) => {
    const placed = morning(stage.now, daysAgo) + 3 * HOUR;
    const orders: { id: string; sum: number }[] = [];
    const placing = {
      at: Math.min(placed, stage.now - 4 * HOUR),
      run: async () => {
        await fill(stage, dropshipper, sellers, goods);
        const body = { ...whom(customer), payment, source: 'Instagram' };
        const { version, sum } = await stage.call(dropshipper, updateBasket, { body });
        const made = await stage.call(dropshipper, sendBasket, { body: { version, sum } });
        for (const { trade } of sellers) {
          const order = made.orders.find(({ project_id }) => project_id === trade.project_id);
          if (order) orders.push(order);
        }
      },
    };
    const moves = sellers.flatMap(({ trade, counterparty_id }, nth) =>
      (to[nth] ?? []).map(
        (status, step): Happening => ({
          at: Math.min(placed + (step + 1) * 9 * HOUR + nth * HOUR, stage.now - (2 - step * 0.1) * HOUR),
          run: async () => {
            const { id = '', sum = 0 } = orders[nth] ?? {};
            const params = { project_id: trade.project_id, id };
            if (status === 'Sent') {
              const ttn = `2045${String(7_700_000_000 + daysAgo * 1_013 + nth * 37).padStart(10, '0')}`;
              const { customer: of, delivery } = whom(customer);
              const body = { customer: of, delivery: { ...delivery, ttn } };
              await stage.call(trade.staff, updateOrder, { params, body });
            }
            await stage.call(trade.staff, moveOrder, { params, body: { to: status } });
            if (status === 'Sent') owe(trade, counterparty_id, sum);
          },
        }),
      ),
    );
    return [placing, ...moves];
  });
}

/** What he is putting together now. */
export async function fillBasket(stage: Stage, sellers: readonly Seller[], dropshipper: Person): Promise<void> {
  await fill(stage, dropshipper, sellers, BASKET);
  await stage.call(dropshipper, updateBasket, { body: { ...whom(5), payment: 'cod' } });
}
