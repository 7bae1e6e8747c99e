import type { CreateOrderBody, Order } from '@lanka/domain/orders/contract';
import { missingToSend, sumLines } from '@lanka/domain/orders/rules';
import type { Tx } from '../kit/db';
import { newId } from '../kit/ids';
import type { ProjectScope } from '../kit/scope';
import type { Services } from '../kit/services';
import { counterpartyForOrder } from '../partners';
import { activeForAll, usePromotion } from '../promotions';
import { bookItems } from './backorder';
import { insertComment } from './notes/store';
import { priceLines, readDiscounts, readWanted, searchText } from './price';
import { readOrder } from './read';
import { type HistoryInput, insertHistory, insertItems, insertOrder } from './store';

type Body = CreateOrderBody;

/**
 * Creates an order, as a draft or straight to Pending: one call is one transaction, so either all of it is there or
 * nothing. The number of statements does not depend on the number of lines. Answers the order.
 */
export async function createOrder(tx: Tx, app: Services, scope: ProjectScope, body: Body): Promise<Order> {
  const id = newId();
  const wanted = body.items ?? [];
  const customer_discount = body.customer_discount ?? 0;
  const promo_code = body.promo_code?.trim() || null;
  const [counterparty, promotions, variants] = await Promise.all([
    counterpartyForOrder(tx, scope, body.counterparty_id),
    activeForAll(tx, scope, new Date()),
    readWanted(tx, scope, wanted),
  ]);
  const asked = { counterparty, promo_code, customer_discount, order_id: id };
  const discounts = await readDiscounts(tx, scope, asked, promotions);
  const items = priceLines(wanted, variants, discounts);
  const sums = sumLines(items);
  const fields = orderFields(body);
  if (body.send) {
    const missing = missingToSend({
      status: 'Draft',
      item_count: items.length,
      shipped: false,
      charged: false,
      customer_name: fields.customer_name,
      delivery: {
        operator: fields.delivery_operator,
        recipient_name: fields.recipient_name,
        recipient_phone: fields.recipient_phone,
        address: fields.delivery_address,
      },
    });
    if (missing) throw missing;
  }
  const number = await app.numbers.next(scope.project.id, 'order');
  const inserted = insertOrder(tx, {
    ...fields,
    ...sums,
    project_id: scope.project.id,
    id,
    number,
    counterparty_id: counterparty.id,
    status: body.send ? 'Pending' : 'Draft',
    promo_code,
    promotion_id: discounts.code_promotion_id,
    customer_discount,
    search_text: searchText(fields, items),
    created_by: scope.user.id,
    sent_to_manager_at: body.send ? new Date().toISOString() : null,
  });
  // issued together, done in this order: one round trip (kit/statements.ts)
  const [, , waiting] = await Promise.all([
    inserted,
    insertItems(tx, scope, id, items),
    body.send ? bookItems(tx, scope, id, items, { fresh: true }) : 0,
  ]);
  const history: HistoryInput[] = [{ kind: 'created', from: null, to: 'Draft', reason: '', effects: [] }];
  if (body.send) {
    if (discounts.code_promotion_id) await usePromotion(tx, scope, discounts.code_promotion_id, counterparty.id, id);
    const count = items.reduce((total, item) => total + item.count, 0);
    const effects = [
      { kind: 'freeze_prices', amount: sums.sum },
      { kind: 'book', count: count - waiting, ...(waiting > 0 ? { waiting } : {}) },
    ] as const;
    history.push({ kind: 'moved', from: 'Draft', to: 'Pending', reason: '', effects });
  }
  const [order] = await Promise.all([
    readOrder(tx, app, scope, id),
    insertHistory(tx, scope, id, history),
    body.comment ? insertComment(tx, scope, id, { text: body.comment, visibility: 'all' }) : undefined,
  ]);
  return order;
}

/** The columns of customer and delivery from the body; what is not given is empty. */
function orderFields({ customer, delivery }: Pick<Body, 'customer' | 'delivery'>) {
  return {
    customer_name: customer?.name ?? '',
    customer_email: customer?.email ?? null,
    customer_phone: customer?.phone ?? null,
    delivery_operator: delivery?.operator ?? 'nova_poshta',
    recipient_name: delivery?.recipient_name ?? '',
    recipient_phone: delivery?.recipient_phone ?? null,
    delivery_address: delivery?.address ?? '',
    ttn: delivery?.ttn || null,
  };
}
