import { createClient } from '@lanka/domain/clients/contract';
import { createCounterparty } from '@lanka/domain/partners/contract';
import { createPromotion } from '@lanka/domain/promotions/contract';
import type { Tx } from '../kit/db/db';
import type { Served } from '../kit/http/serve';
import type { Services } from '../kit/services';
import type { Person } from './caller';
import { CANDLES, POTTERY, SOAP } from './goods/makers';
import { SHOES } from './goods/shoes';
import { TEXTILE } from './goods/textile';
import { CUSTOMERS, PARTNERS } from './people';
import { addPriceLevels } from './prices';
import { drawGoods, fillShelves, hangPictures } from './shelves';
import { DAY, openStage, orTakeAway, type Stage } from './stage';
import { type Buyer, planEntry, planOrder, play, type Shown, type Trade } from './story';

const PRODUCTS = 60;
const GOODS = [...TEXTILE, ...SHOES, ...POTTERY, ...CANDLES, ...SOAP].slice(0, PRODUCTS);
/** The first ones have pictures: enough to see how they come, and drawn within a moment. */
const DRAWN = 10;
const CLIENTS = 5;

/** Thirty orders, some in each status. */
const ORDERS: readonly (readonly [Shown, number])[] = [
  ['Complete', 5],
  ['Sent', 4],
  ['Loaded', 2],
  ['Loading', 2],
  ['Ready', 4],
  ['InProduction', 3],
  ['Pending', 5],
  ['Blocked', 1],
  ['Canceled', 1],
  ['Draft', 3],
];

/**
 * Fills a project that was made to try the API on, by the same use cases as anybody's, in one transaction that has entered it alone:
 * goods with stock and prices, counterparties, orders in each status, payments. All of it came about today.
 */
export async function fillSandbox(app: Services, tx: Tx, person: Person, project_id: string): Promise<void> {
  const stage = openStage(app, app.routes as readonly Served[], tx);
  await orTakeAway(stage, async () => {
    const params = { project_id };
    const levels = await addPriceLevels(stage, person, project_id);
    const shelves = await fillShelves(
      stage,
      person,
      project_id,
      GOODS,
      'SB',
      levels,
      drawGoods(stage, project_id, GOODS.slice(0, DRAWN)),
    );
    const buyers: Buyer[] = [];
    for (const [nth, { key: _key, level, ...partner }] of PARTNERS.slice(0, 5).entries()) {
      // the books need no limits here: an order must not be refused by chance
      const price_level_id = (level && levels.get(level)) ?? null;
      const body = { ...partner, email: null, credit_limit: null, price_level_id };
      const made = await stage.call(person, createCounterparty, { params, body });
      buyers.push({ counterparty_id: made.id, pieces: nth % 2 === 0 ? [1, 3] : [2, 6] });
    }
    const trade: Trade = { project_id, staff: person, shelves, debts: new Map(), site: new Map() };
    const orders = ORDERS.flatMap(([status, count]) =>
      Array.from({ length: count }, (_, nth) => planOrder(stage, trade, buyerOf(buyers, nth), status)).flat(),
    );
    const payments = buyers
      .slice(0, 3)
      .flatMap(({ counterparty_id }, nth) => [
        planEntry(stage, trade, counterparty_id, { daysAgo: 1, share: 60 + nth * 20, ...PAID }),
        planEntry(stage, trade, counterparty_id, { daysAgo: 5, amount: 150_000, ...PAID }),
      ]);
    await play(stage, [...orders, ...payments]);
    await hangPictures(stage);
    for (const [name = '', phone = ''] of CUSTOMERS.slice(0, CLIENTS))
      await stage.call(person, createClient, { params, body: { name, phone } });
    await stage.call(person, createPromotion, { params, body: promotion(stage) });
  });
}

const PAID = { account: 'bank', comment: 'Оплата замовлень за реквізитами' } as const;

function buyerOf(buyers: readonly Buyer[], nth: number): Buyer {
  const buyer = buyers[nth % buyers.length];
  if (!buyer) throw new Error('a sandbox has counterparties');
  return buyer;
}

const promotion = ({ now }: Stage) => ({
  ...{ title: 'Затишний сезон', promo_code: 'ЗАТИШОК10', discount: 1000, discount_type: 'percent' as const },
  ...{ is_one_time_use_only: false, affects_all: false, expires_at: new Date(now + 13 * DAY).toISOString() },
});
