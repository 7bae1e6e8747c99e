import { common } from '@lanka/domain/kit/errors';
import { orderErrors, TEMPORARY_BOOKING_HOURS, type UpdateOrderBody } from '@lanka/domain/orders/contract';
import { STATUSES } from '@lanka/domain/orders/machine';
import { editableParts, pricesAreFrozen, recountLine, sumLines } from '@lanka/domain/orders/rules';
import type { ProjectScope } from '../kit/auth/scope';
import type { Tx } from '../kit/db/db';
import type { Services } from '../kit/services';
import { counterpartyForOrder } from '../partners';
import { bookForHours, endLater } from '../stock';
import { rebookItems, releaseItems } from './backorder';
import { draftDeletion } from './guards';
import {
  deleteOrder as deleteRow,
  type ItemRecord,
  lockOrder,
  type NewItem,
  type OrderRecord,
  readItems,
  replaceItems,
  updateOrder,
} from './orders.store';
import { priceItems, readDiscounts, refuseDuplicates, searchText } from './price';
import { readOrder } from './read';

const refOf = (id: string) => ({ kind: 'order', id });

function refuseEditing(order: OrderRecord): never {
  throw orderErrors.not_editable({ status: order.status, status_ua: STATUSES[order.status].ua });
}

/**
 * Changes an order. Before it is sent, prices follow the catalogue and temporary bookings end; afterwards known lines
 * keep their frozen price, and bookings follow the difference in the same transaction.
 */
export async function editOrder(
  tx: Tx,
  app: Services,
  scope: ProjectScope,
  id: string,
  body: UpdateOrderBody,
  ifMatch: number | undefined,
): Promise<void> {
  const order = await lockOrder(tx, scope, id);
  if (ifMatch !== undefined && ifMatch !== order.version) throw common.stale(await readOrder(tx, app, scope, id));
  const parts = editableParts(order.status, scope.role);
  const touchesItems = [body.items, body.promo_code, body.customer_discount, body.counterparty_id].some(
    (v) => v !== undefined,
  );
  if (!parts.details || (touchesItems && !parts.items)) refuseEditing(order);
  const frozen = pricesAreFrozen(order.status);
  if (frozen && (body.promo_code !== undefined || body.counterparty_id !== undefined)) refuseEditing(order);

  const fields = changedFields(order, body);
  const known = await readItems(tx, scope, order);
  let items: readonly (ItemRecord | NewItem)[] = known;
  if (touchesItems)
    items = frozen ? await recount(tx, scope, fields, known, body) : await reprice(tx, scope, fields, known, body);
  if (touchesItems) {
    if (frozen && items.length === 0) throw orderErrors.no_items({ path: 'items' });
    await replaceItems(tx, scope, order, items as NewItem[]);
    if (frozen) await rebookItems(tx, scope, order, items as NewItem[]);
    // editing resets temporary bookings (specification §4)
    else await releaseItems(tx, scope, order);
  }
  const sums = touchesItems ? sumLines(items as NewItem[]) : {};
  await updateOrder(
    tx,
    scope,
    order,
    { ...fields, ...sums, search_text: searchText(fields, items) },
    { kind: 'edited', from: order.status, to: order.status, reason: '', effects: [] },
  );
}

type Fields = ReturnType<typeof changedFields>;

function changedFields(
  order: OrderRecord,
  { customer, delivery, promo_code, customer_discount, counterparty_id }: UpdateOrderBody,
) {
  const keep = <T>(given: T | undefined, known: T): T => (given === undefined ? known : given);
  return {
    id: order.id,
    counterparty_id: counterparty_id ?? order.counterparty_id,
    promo_code: promo_code === undefined ? order.promo_code : promo_code?.trim() || null,
    promotion_id: order.promotion_id,
    customer_discount: keep(customer_discount, order.customer_discount),
    customer_name: keep(customer?.name, order.customer_name),
    customer_email: keep(customer?.email, order.customer_email),
    customer_phone: keep(customer?.phone, order.customer_phone),
    delivery_operator: keep<string>(delivery?.operator, order.delivery_operator),
    recipient_name: keep(delivery?.recipient_name, order.recipient_name),
    recipient_phone: keep(delivery?.recipient_phone, order.recipient_phone),
    delivery_address: keep(delivery?.address, order.delivery_address),
    ttn: delivery?.ttn === undefined ? order.ttn : delivery.ttn || null,
  };
}

/** Prices by today's catalogue; lines of known variants keep their id. */
async function reprice(
  tx: Tx,
  scope: ProjectScope,
  fields: Fields,
  known: readonly ItemRecord[],
  body: UpdateOrderBody,
): Promise<NewItem[]> {
  const counterparty = await counterpartyForOrder(tx, scope, fields.counterparty_id);
  const discounts = await readDiscounts(tx, scope, { ...fields, counterparty, order_id: fields.id });
  fields.promotion_id = discounts.code_promotion_id;
  const ids = new Map(known.map((item) => [item.product_variant_id, item.id]));
  const wanted =
    body.items ?? known.map(({ product_variant_id, count }) => ({ product_variant_id, count: count ?? 0 }));
  const withIds = wanted.map((item) => ({
    ...item,
    ...(ids.has(item.product_variant_id) ? { id: ids.get(item.product_variant_id) as string } : {}),
  }));
  return priceItems(tx, scope, withIds, discounts);
}

/** Known lines keep their frozen price with the new count; new ones are priced by today. */
async function recount(
  tx: Tx,
  scope: ProjectScope,
  fields: Fields,
  known: readonly ItemRecord[],
  body: UpdateOrderBody,
): Promise<NewItem[]> {
  const frozen = new Map(known.map((item) => [item.product_variant_id, item]));
  const wanted =
    body.items ?? known.map(({ product_variant_id, count }) => ({ product_variant_id, count: count ?? 0 }));
  refuseDuplicates(wanted);
  const fresh = wanted.filter(({ product_variant_id }) => !frozen.has(product_variant_id));
  const counterparty = await counterpartyForOrder(tx, scope, fields.counterparty_id);
  const priced =
    fresh.length === 0
      ? []
      : await priceItems(
          tx,
          scope,
          fresh,
          await readDiscounts(tx, scope, { ...fields, counterparty, promo_code: null, order_id: fields.id }),
        );
  const added = new Map(priced.map((item) => [item.product_variant_id, item]));
  return wanted.map(({ product_variant_id, count }, position) => {
    const item = frozen.get(product_variant_id);
    if (!item) return { ...(added.get(product_variant_id) as NewItem), position };
    const { promotion_id: _, ...line } = recountLine(
      { ...(item as unknown as NewItem), promotion_id: null },
      count,
      fields.customer_discount,
    );
    return { ...line, position, count } as NewItem;
  });
}

/** @throws orders.only_drafts */
export async function deleteDraft(tx: Tx, app: Services, scope: ProjectScope, id: string): Promise<void> {
  const order = await lockOrder(tx, scope, id);
  if (order.status !== 'Draft') throw orderErrors.only_drafts();
  for (const guard of app.hooks.all(draftDeletion)) await guard(tx, scope, id);
  await releaseItems(tx, scope, order);
  await deleteRow(tx, scope, order);
}

/** Books one item of a draft for 24 hours (specification §4); a job ends the booking. */
export async function bookTemporarily(
  tx: Tx,
  app: Services,
  scope: ProjectScope,
  id: string,
  itemId: string,
): Promise<void> {
  const order = await lockOrder(tx, scope, id);
  const item = (await readItems(tx, scope, order)).find((one) => one.id === itemId);
  if (!item) throw orderErrors.not_found();
  if (pricesAreFrozen(order.status) || !editableParts(order.status, scope.role).items) refuseEditing(order);
  const line = { line: item.id, product_variant_id: item.product_variant_id, count: item.count ?? 0 };
  const booking = await bookForHours(tx, scope, refOf(id), line, TEMPORARY_BOOKING_HOURS);
  if (booking) await endLater(tx, app.jobs, scope.project.id, booking, TEMPORARY_BOOKING_HOURS);
}
