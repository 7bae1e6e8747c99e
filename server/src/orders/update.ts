import { type Order, orderErrors, type UpdateOrderBody } from '@lanka/domain/orders/contract';
import { STATUSES } from '@lanka/domain/orders/machine';
import { editableParts, pricesAreFrozen, tidyTags } from '@lanka/domain/orders/rules';
import type { ProjectScope } from '../kit/auth/scope';
import type { Tx } from '../kit/db/db';
import { refuseStale } from '../kit/http/stale';
import type { Services } from '../kit/services';
import { hasCharge, noteSum } from '../ledger';
import { counterpartyForOrder } from '../partners';
import { holdUntil } from '../stock';
import { readTemplates } from '../templates';
import { rebookItems, releaseItems } from './backorder';
import { toldOfEdit } from './changes';
import { backToSupplier, codOf } from './cod';
import { discountForCustomer } from './customer-discount';
import { refuseTakenNumber } from './external-number';
import { checkOrderFields } from './fields';
import { parcelsOf, tellHappening, tellPartyChanged } from './guards';
import { moveOrder } from './move';
import {
  type LockedOrder,
  lockOrder,
  type NewItem,
  type OrderRecord,
  readItems,
  replaceItems,
  saveOrder,
} from './orders.store';
import { prepaidOf } from './prepayment';
import { agreed, priceEdited, searchText } from './price';
import { readOrder, showOrder } from './read';
import { checkReservation } from './reservation';

export function refuseEditing(order: OrderRecord): never {
  throw orderErrors.not_editable({ status: order.status, status_ua: STATUSES[order.status].ua });
}

/**
 * Changes an order. Before it is sent, prices follow the catalogue and temporary bookings end; afterwards known lines
 * keep their frozen price, and bookings follow the difference in the same transaction. Answers the order.
 */
export async function updateOrder(
  tx: Tx,
  app: Services,
  scope: ProjectScope,
  id: string,
  body: UpdateOrderBody,
  ifMatch: number | undefined,
): Promise<Order> {
  const order = await lockOrder(tx, scope, id);
  await refuseStale(ifMatch, order.version, () => readOrder(tx, app, scope, id));
  const frozen = pricesAreFrozen(order.status);
  const asked = { ...changedFields(order, body), counterparty_id: await newParty(tx, scope, order, body) };
  if (asked.external_number !== order.external_number || asked.counterparty_id !== order.counterparty_id)
    await refuseTakenNumber(tx, scope, asked.counterparty_id, asked.external_number, order.id);
  // another ТТН is none of the dropshipper's own waybill
  const isOthers = asked.cod_state === 'direct' && asked.ttn !== order.ttn;
  const changed = isOthers ? { ...asked, ...(await backToSupplier(tx, scope, { ...order, ...asked })) } : asked;
  const asksDiscount = !frozen && (body.customer !== undefined || body.customer_discount !== undefined);
  const customer_discount = asksDiscount
    ? await discountForCustomer(tx, app, scope, changed)
    : changed.customer_discount;
  const touched = touchedBy(body, order, customer_discount);
  refuseForbidden(order, scope, body, touched);
  if (touched.reservation) await checkReservation(tx, scope, body.reserved_until);

  const known = await readItems(tx, scope, order);
  const speaksOfFields = body.fields !== undefined || body.items !== undefined;
  const templates = speaksOfFields ? await readTemplates(tx, scope, ['order', 'order_item']) : {};
  const checked = await checkOrderFields(app, tx, scope, templates, body, {
    known: { fields: order.fields, items: known },
    complete: frozen,
  });
  const parcels = parcelsOf(app, order);
  const cod = body.cod === undefined || !parcels ? {} : await parcels.followCod(tx, scope, order, changed);
  const fields = { ...changed, ...cod, customer_discount, fields: checked.fields };
  const prices = touched.items
    ? agreed(await priceEdited(tx, scope, { ...fields, status: order.status }, known, checked.items))
    : null;
  const parts = prices && frozen && parcels ? await parcels.follow(tx, scope, order, prices.items) : null;
  if (prices) await writeItems(tx, scope, order, prices.items, parts?.left);
  await followBookings(tx, scope, order, touched, fields.reserved_until);
  const priced = prices && { ...prices.sums, ...(frozen ? {} : { promotion_id: prices.promotion_id }) };
  const told = toldOfEdit(order, known, { ...fields, ...priced }, prices?.items ?? null, frozen);
  const row = await saveOrder(
    tx,
    scope,
    order,
    {
      ...fields,
      ...priced,
      ...(parts && { parcels: parts.parcels }),
      search_text: searchText(
        { ...fields, ttns: await parcels?.furtherTtns(tx, scope, order) },
        prices?.items ?? known,
      ),
    },
    { kind: 'edited', from: order.status, to: order.status, reason: '', ...told },
  );
  if (!order.ttn && fields.ttn) await tellHappening(tx, app, scope, order.id, { kind: 'ttn_given' });
  // what was not sent was taken out of it: nothing is left to send
  const isAllSent = parts?.left.length === 0;
  const shown = isAllSent ? await moveOrder(tx, app, scope, id, 'Sent', '') : await showOrder(tx, app, scope, row);
  if (prices && prices.sums.sum !== order.sum) await noteSum(tx, scope, order);
  await tellPartyChanged(tx, app, scope, order, changed.counterparty_id);
  return shown;
}

interface Touched {
  readonly items: boolean;
  readonly cod: boolean;
  readonly prepayment: boolean;
  readonly reservation: boolean;
  /** What is none of these, and an edit of nothing. */
  readonly details: boolean;
  /** Whatever is edited of a draft ends its temporary bookings (specification §4), but for these two. */
  readonly ends_temporary: boolean;
}

/** What of the order an edit touches; who may edit which stands in `editableParts`. */
function touchedBy(body: UpdateOrderBody, order: OrderRecord, customer_discount: number): Touched {
  const told = Object.entries(body).flatMap(([name, given]) => (given === undefined ? [] : [name]));
  const prepayment = body.prepayment !== undefined;
  const reservation = body.reserved_until !== undefined && body.reserved_until !== order.reserved_until;
  const ends_temporary = told.some((name) => name !== 'prepayment' && name !== 'reserved_until');
  return {
    items:
      customer_discount !== order.customer_discount ||
      [body.items, body.promo_code, body.customer_discount, body.counterparty_id].some((v) => v !== undefined),
    cod: body.cod !== undefined,
    prepayment,
    reservation,
    details: ends_temporary || (!prepayment && !reservation),
    ends_temporary,
  };
}

function refuseForbidden(order: OrderRecord, { role }: ProjectScope, body: UpdateOrderBody, touched: Touched): void {
  const editable = editableParts(order.status, role);
  const parts = ['items', 'details', 'cod', 'prepayment', 'reservation'] as const;
  const changesParty = body.promo_code !== undefined || body.counterparty_id !== undefined;
  if (parts.some((part) => touched[part] && !editable[part]) || (changesParty && pricesAreFrozen(order.status)))
    refuseEditing(order);
}

/** Replaces the lines; of an order that was sent the bookings follow, of what is not in a sent parcel (`left`). */
async function writeItems(
  tx: Tx,
  scope: ProjectScope,
  order: LockedOrder,
  items: readonly NewItem[],
  left: readonly NewItem[] | undefined,
): Promise<void> {
  const frozen = pricesAreFrozen(order.status);
  if (frozen && items.length === 0) throw orderErrors.no_items({ path: 'items' });
  await replaceItems(tx, scope, order, items);
  if (frozen) await rebookItems(tx, scope, order, left ?? items);
}

async function followBookings(
  tx: Tx,
  scope: ProjectScope,
  order: LockedOrder,
  touched: Touched,
  reserved_until: string | null,
): Promise<void> {
  if (pricesAreFrozen(order.status)) {
    // new bookings of an edit have no end yet
    const hasNew = touched.items && order.reserved_until !== null;
    if (touched.reservation || hasNew) await holdUntil(tx, scope, { kind: 'order', id: order.id }, reserved_until);
  } else if (touched.ends_temporary) await releaseItems(tx, scope, order);
}

/**
 * Where another carrier, town or address was written and nothing chosen, what was chosen before holds no more; nor do
 * branch and door when another town is chosen. A parcel goes to one of these two: to the door where both are given.
 */
function placeOf(order: OrderRecord, delivery: UpdateOrderBody['delivery']) {
  const same = (given: string | undefined, known: string): boolean => given === undefined || given === known;
  const stays =
    !delivery ||
    (delivery.operator === order.delivery_operator &&
      same(delivery.town, order.delivery_town) &&
      same(delivery.address, order.delivery_address));
  const { city_ref, branch_ref, door } = delivery ?? {};
  const isSameTown = stays && (city_ref === undefined || city_ref === order.delivery_city_ref);
  const keptDoor = isSameTown && !branch_ref ? order.delivery_door : null;
  const delivery_door = door === undefined ? keptDoor : door;
  const keptBranch = isSameTown ? order.delivery_branch_ref : null;
  return {
    delivery_city_ref: city_ref === undefined ? (stays ? order.delivery_city_ref : null) : city_ref,
    delivery_branch_ref: delivery_door ? null : branch_ref === undefined ? keptBranch : branch_ref,
    delivery_door,
  };
}

/** Whose the order becomes: a Client's stays his own. Money that was posted for it stays with whose it was. */
async function newParty(
  tx: Tx,
  scope: ProjectScope,
  order: LockedOrder,
  { counterparty_id }: UpdateOrderBody,
): Promise<string> {
  if (counterparty_id === undefined) return order.counterparty_id;
  const { id } = await counterpartyForOrder(tx, scope, counterparty_id);
  if (id !== order.counterparty_id && order.cod_state === 'direct')
    throw orderErrors.cod_direct({ path: 'counterparty_id' });
  if (id !== order.counterparty_id && (await hasCharge(tx, scope, order.id)))
    throw orderErrors.has_money({ path: 'counterparty_id' });
  return id;
}

function changedFields(
  order: OrderRecord,
  { customer, delivery, promo_code, customer_discount, ...body }: UpdateOrderBody,
) {
  const keep = <T>(given: T | undefined, known: T): T => (given === undefined ? known : given);
  return {
    id: order.id,
    promo_code: promo_code === undefined ? order.promo_code : promo_code?.trim() || null,
    customer_discount: keep(customer_discount, order.customer_discount),
    customer_name: keep(customer?.name, order.customer_name),
    customer_email: keep(customer?.email, order.customer_email),
    customer_phone: keep(customer?.phone, order.customer_phone),
    delivery_operator: keep<string>(delivery?.operator, order.delivery_operator),
    recipient_name: keep(delivery?.recipient_name, order.recipient_name),
    recipient_phone: keep(delivery?.recipient_phone, order.recipient_phone),
    delivery_town: keep(delivery?.town, order.delivery_town),
    delivery_address: keep(delivery?.address, order.delivery_address),
    ...placeOf(order, delivery),
    tags: body.tags ? tidyTags(body.tags) : order.tags,
    source: keep(body.source, order.source),
    external_number: keep(body.external_number, order.external_number),
    reserved_until: keep(body.reserved_until, order.reserved_until),
    ...(body.prepayment === undefined
      ? { prepaid: order.prepaid, prepaid_on: order.prepaid_on }
      : prepaidOf(body.prepayment)),
    ...(body.cod === undefined
      ? { cod_state: order.cod_state, cod_sum: order.cod_sum, cod_fee: order.cod_fee }
      : codOf(body.cod, order.cod_state)),
    ttn: delivery?.ttn === undefined ? order.ttn : delivery.ttn || null,
  };
}
