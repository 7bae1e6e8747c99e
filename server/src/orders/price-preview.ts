import { type CodFigures, codFigures } from '@lanka/domain/orders/cod';
import { figuresOfParts, planParts } from '@lanka/domain/orders/cod-parts';
import { type OrderPrice, orderErrors, type PriceOrderBody } from '@lanka/domain/orders/contract';
import { toCollect } from '@lanka/domain/orders/rules';
import type { ProjectScope } from '../kit/auth/scope';
import type { Tx } from '../kit/db/db';
import type { Services } from '../kit/services';
import { readMainInfo } from '../templates';
import { parcelsOf } from './guards';
import { type OrderRecord, readItems, readOrderRecord } from './orders.store';
import { type Prices, priceEdited, tryPrices } from './price';

/**
 * What an order would cost if it were saved now, by the same rules that save it. Nothing is written or locked; what
 * saving would be refused for is told beside the sums. @throws orders.not_found
 */
export async function priceOrder(
  tx: Tx,
  app: Services,
  scope: ProjectScope,
  body: PriceOrderBody,
): Promise<OrderPrice> {
  const order = body.order_id ? await readOrderRecord(tx, scope, body.order_id) : null;
  if (body.order_id && !order) throw orderErrors.not_found();
  const { sums, items, refusals } = await pricesOf(tx, scope, body, order);
  return {
    ...sums,
    cod: await codOf(tx, app, scope, body, order, { sums, items }),
    items: items.map(
      ({
        id: _,
        promotion_id: _promotion,
        position: _position,
        product_title: _t,
        modification_title: _m,
        sku: _s,
        unit: _u,
        tracked: _k,
        fields: _f,
        ...priced
      }) => priced,
    ),
    refusals: refusals.flatMap((refused) =>
      refused.details.map(({ path }) => ({
        code: refused.code,
        message: refused.message_in(scope.locale),
        path: String(path),
      })),
    ),
  };
}

/** Of an order that is split the carrier takes his fee with each parcel. */
async function codOf(
  tx: Tx,
  app: Services,
  scope: ProjectScope,
  { cod, prepayment }: PriceOrderBody,
  order: OrderRecord | null,
  { sums, items }: Pick<Prices, 'sums' | 'items'>,
): Promise<CodFigures | null> {
  if (!cod?.on) return null;
  const to_collect = toCollect(sums.customer_sum, prepayment?.amount ?? 0);
  const asked = { to_collect, sum_set: cod.sum ?? null, fee_set: cod.fee ?? null };
  const parts = order ? await parcelsOf(app, order)?.codPartsOf(tx, scope, order, items) : null;
  const terms = await readMainInfo(tx, scope);
  return parts
    ? figuresOfParts(planParts(parts, asked, terms), sums.sum)
    : codFigures({ ...asked, cost: sums.sum }, terms);
}

async function pricesOf(tx: Tx, scope: ProjectScope, body: PriceOrderBody, order: OrderRecord | null): Promise<Prices> {
  const hold = { hold: false };
  const asked = {
    counterparty_id: body.counterparty_id ?? null,
    promo_code: body.promo_code?.trim() || null,
    customer_discount: body.customer_discount ?? 0,
  };
  // nothing is written, so nobody looks at the fields of a line
  const items = body.items.map(({ fields: _, ...item }) => item);
  if (!order) return tryPrices(tx, scope, { ...asked, id: null }, items, hold);
  const { id, status } = order;
  const counterparty_id = asked.counterparty_id ?? order.counterparty_id;
  return priceEdited(
    tx,
    scope,
    { ...asked, id, status, counterparty_id },
    await readItems(tx, scope, order),
    items,
    hold,
  );
}
