import type { CreateOrderBody, Order } from '@lanka/domain/orders/contract';
import { missingToSend, sumLines } from '@lanka/domain/orders/rules';
import type { Level } from '@lanka/domain/stock/rules';
import type { ProjectScope } from '../kit/auth/scope';
import type { Tx } from '../kit/db/db';
import { newId } from '../kit/db/ids';
import type { Services } from '../kit/services';
import { counterpartyForOrder } from '../partners';
import { activeForAll, usePromotion } from '../promotions';
import { lockLevels, readLevels } from '../stock';
import { bookPlanned, planItems } from './backorder';
import { insertComment } from './notes.store';
import { type HistoryInput, insertOrder, type NewItem, type NewOrder } from './orders.store';
import { priceLines, readDiscounts, readWanted, searchText } from './price';
import { showMade } from './read';

type Body = CreateOrderBody;

/**
 * Creates an order, as a draft or straight to Pending: one call is one transaction, so either all of it is there or
 * nothing. The number of statements does not depend on the number of lines. Answers the order.
 * Statements that do not need each other's answer are issued together: one round trip (kit/db/statements.ts).
 */
export async function createOrder(tx: Tx, app: Services, scope: ProjectScope, body: Body): Promise<Order> {
  const id = newId();
  const wanted = body.items ?? [];
  const customer_discount = body.customer_discount ?? 0;
  const promo_code = body.promo_code?.trim() || null;
  const variantIds = wanted.map(({ product_variant_id }) => product_variant_id);
  const [counterparty, promotions, variants, levels, number] = await Promise.all([
    counterpartyForOrder(tx, scope, body.counterparty_id),
    activeForAll(tx, scope, new Date()),
    readWanted(tx, scope, wanted),
    body.send ? lockLevels(tx, scope, variantIds) : seeLevels(tx, scope, variantIds),
    app.numbers.next(scope.project.id, 'order'),
  ]);
  const asked = { counterparty, promo_code, customer_discount, order_id: id };
  const discounts = await readDiscounts(tx, scope, asked, promotions);
  const items = priceLines(wanted, variants, discounts);
  const sums = sumLines(items);
  const fields = orderFields(body);
  if (body.send) assertComplete(fields, items.length);
  const booking = body.send ? planItems(scope, levels, items) : undefined;
  const order: NewOrder = {
    ...fields,
    ...sums,
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
  };
  const promotion = body.send ? discounts.code_promotion_id : null;
  const [created_at] = await Promise.all([
    insertOrder(tx, scope, order, items, historyOf(order, items, booking)),
    booking && bookPlanned(tx, scope, id, booking.plan),
    promotion && usePromotion(tx, scope, promotion, counterparty.id, id),
    body.comment ? insertComment(tx, scope, id, { text: body.comment, visibility: 'all' }) : undefined,
  ]);
  return showMade(app, scope, { order, items, counterparty, variants, levels, plan: booking?.plan, created_at });
}

/** A draft holds nothing; it only shows what there is. */
async function seeLevels(tx: Tx, scope: ProjectScope, variantIds: readonly string[]): Promise<Map<string, Level>> {
  return new Map((await readLevels(tx, scope, variantIds)).map((level) => [level.product_variant_id, level]));
}

/** @throws orders.no_items, no_customer, no_recipient: what an order needs before it can be sent */
function assertComplete(fields: ReturnType<typeof orderFields>, item_count: number): void {
  const missing = missingToSend({
    status: 'Draft',
    item_count,
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

/** A sent order was a draft for no time: its history tells both steps. */
function historyOf(order: NewOrder, items: readonly NewItem[], booking: { waiting: number } | undefined) {
  const created: HistoryInput = { kind: 'created', from: null, to: 'Draft', reason: '', effects: [] };
  if (!booking) return [created];
  const { waiting } = booking;
  const count = items.reduce((total, item) => total + item.count, 0);
  const effects = [
    { kind: 'freeze_prices', amount: order.sum },
    { kind: 'book', count: count - waiting, ...(waiting > 0 ? { waiting } : {}) },
  ] as const;
  const moved: HistoryInput = { kind: 'moved', from: 'Draft', to: 'Pending', reason: '', effects };
  return [created, moved];
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
