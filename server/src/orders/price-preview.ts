import { type CodFigures, codFigures } from '@lanka/domain/orders/cod';
import { type OrderPrice, orderErrors, type PriceOrderBody } from '@lanka/domain/orders/contract';
import { toCollect } from '@lanka/domain/orders/rules';
import type { ProjectScope } from '../kit/auth/scope';
import type { Tx } from '../kit/db/db';
import { readMainInfo } from '../templates';
import { readItems, readOrderRecord } from './orders.store';
import { type Prices, priceEdited, tryPrices } from './price';

/**
 * What an order would cost if it were saved now, by the same rules that save it. Nothing is written or locked; what
 * saving would be refused for is told beside the sums. @throws orders.not_found
 */
export async function priceOrder(tx: Tx, scope: ProjectScope, body: PriceOrderBody): Promise<OrderPrice> {
  const { sums, items, refusals } = await pricesOf(tx, scope, body);
  return {
    ...sums,
    cod: await codOf(tx, scope, body, sums),
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

async function codOf(
  tx: Tx,
  scope: ProjectScope,
  { cod, prepayment }: PriceOrderBody,
  { sum, customer_sum }: Prices['sums'],
): Promise<CodFigures | null> {
  if (!cod?.on) return null;
  const to_collect = toCollect(customer_sum, prepayment?.amount ?? 0);
  const asked = { to_collect, cost: sum, sum_set: cod.sum ?? null, fee_set: cod.fee ?? null };
  return codFigures(asked, await readMainInfo(tx, scope));
}

async function pricesOf(tx: Tx, scope: ProjectScope, body: PriceOrderBody): Promise<Prices> {
  const hold = { hold: false };
  const asked = {
    counterparty_id: body.counterparty_id ?? null,
    promo_code: body.promo_code?.trim() || null,
    customer_discount: body.customer_discount ?? 0,
  };
  // nothing is written, so nobody looks at the fields of a line
  const items = body.items.map(({ fields: _, ...item }) => item);
  if (!body.order_id) return tryPrices(tx, scope, { ...asked, id: null }, items, hold);
  const order = await readOrderRecord(tx, scope, body.order_id);
  if (!order) throw orderErrors.not_found();
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
