import { listAllVariants } from '@lanka/domain/catalog/contract';
import { kyivDate } from '@lanka/domain/kit/time';
import * as offsets from '@lanka/domain/offsets/contract';
import { createOrder, moveOrder } from '@lanka/domain/orders/contract';
import { createCounterparty, inviteCounterparty } from '@lanka/domain/partners/contract';
import { acceptInvitation } from '@lanka/domain/projects/contract';
import type { Place } from './catalogue';
import type { Stage } from './stage';

interface Maker extends Place {
  readonly title: string;
  readonly email: string;
  readonly phone: string;
  /** What the other one buys of him: orders of so many pieces of each good. */
  readonly sells: readonly (readonly number[])[];
}

export const MAKERS_WHO_TRADE = {
  pottery: { title: 'Глина й вогонь', email: 'pottery@demo.lanka.test', phone: '0671112301', sells: [[4, 2], [3]] },
  candles: { title: 'Свічки Софії', email: 'candles@demo.lanka.test', phone: '0501112302', sells: [[6, 3], [5]] },
};

/** Two small makers who buy of each other: each owes the other, and acts of offset settle the smaller debt. */
export async function addMutual(stage: Stage, first: Maker, second: Maker): Promise<void> {
  const ofSecond = await trade(stage, first, second);
  const ofFirst = await trade(stage, second, first);
  const day = kyivDate(new Date(stage.now));
  const claim = { day, grounds: 'Договір про взаємні поставки № 3' };
  const act = await stage.call(first.owner, offsets.createOffset, {
    params: { project_id: first.project_id },
    body: { ...claim, counterparty_id: ofSecond, partner_project_id: second.project_id, amount: 60_000 },
  });
  await stage.call(second.owner, offsets.agreeOffset, {
    params: { project_id: second.project_id, id: act.id },
    body: {},
  });
  // the rest waits for the other one's word
  await stage.call(second.owner, offsets.createOffset, {
    params: { project_id: second.project_id },
    body: { ...claim, counterparty_id: ofFirst, partner_project_id: first.project_id },
  });
}

/** The buyer gets his access and buys; answers the counterparty that he is. */
async function trade(stage: Stage, seller: Maker, buyer: Maker): Promise<string> {
  const params = { project_id: seller.project_id };
  const body = { name: buyer.title, discount: 500 };
  const { id } = await stage.call(seller.owner, createCounterparty, { params, body });
  await stage.call(seller.owner, inviteCounterparty, { params: { ...params, id }, body: { email: buyer.email } });
  await stage.call(null, acceptInvitation, { params: { token: stage.secretFor(buyer.email) } });
  const goods = await stage.call(seller.owner, listAllVariants, { params, query: { limit: 20 } });
  const inStock = goods.items.filter(({ available }) => (available ?? 0) > 20);
  for (const counts of seller.sells) {
    const items = counts.flatMap((count, nth) => {
      const variant = inStock[nth];
      return variant ? [{ product_variant_id: variant.id, count }] : [];
    });
    const order = await stage.call(buyer.owner, createOrder, {
      params,
      body: {
        ...{ items, send: true },
        customer: { name: buyer.title, phone: buyer.phone },
        delivery: {
          operator: 'nova_poshta',
          recipient_name: buyer.title,
          recipient_phone: buyer.phone,
          address: 'Відділення 3',
        },
      },
    });
    await stage.call(seller.owner, moveOrder, { params: { ...params, id: order.id }, body: { to: 'Sent' } });
  }
  return id;
}
