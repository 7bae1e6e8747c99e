import { MAX_TAGS, type Order } from '@lanka/domain/orders/contract';
import { JOIN_FIELDS, type JoinedDraft, type JoinField, join } from '@lanka/domain/orders/joining';
import { draftErrors, MAX_LINES } from '@lanka/domain/orders/splitting';
import { Count } from '@lanka/domain/stock/count';
import type { ProjectScope } from '../kit/auth/scope';
import type { Tx } from '../kit/db/db';
import { refuseStale } from '../kit/http/stale';
import type { Services } from '../kit/services';
import { freePrepaid } from '../ledger';
import { type HandedLine, handOver } from '../stock';
import { toldOfEdit } from './changes';
import {
  type ItemRecord,
  type LockedOrder,
  lockOrder,
  type OrderRecord,
  readItems,
  replaceItems,
  saveOrder,
} from './orders.store';
import { agreed, lineOf, searchText, tryPrices } from './price';
import { readOrder, showOrder } from './read';
import { codAnew, mustBeDraft, numberOf, told } from './split';

const LIMITS = { tags: MAX_TAGS, lines: MAX_LINES, count: Count.maxValue ?? 0 };

interface Draft {
  readonly order: LockedOrder;
  readonly items: readonly ItemRecord[];
}

/**
 * Joins other drafts to this one: lines of the same goods are summed, and what was booked for a time goes with them
 * without being free in between. The others are canceled and keep their comments, files and history.
 */
export async function joinOrders(
  tx: Tx,
  app: Services,
  scope: ProjectScope,
  id: string,
  asked: readonly string[],
  ifMatch: number | undefined,
): Promise<Order> {
  const ids = [...new Set(asked)];
  if (ids.includes(id)) throw draftErrors.itself({ path: `order_ids.${asked.indexOf(id)}` });
  const drafts = await lockDrafts(tx, scope, [id, ...ids]);
  const [target, ...others] = drafts as [Draft, ...Draft[]];
  await refuseStale(ifMatch, target.order.version, () => readOrder(tx, app, scope, id));
  mustBeDraft(target.order);
  for (const { order } of others) mustBeDraft(order, `order_ids.${asked.indexOf(order.id)}`);

  let joined = asJoined(target);
  const handed: HandedLine[] = [];
  const refused: Parameters<typeof draftErrors.differ>[0][] = [];
  for (const other of others) {
    const { draft, into, differs } = join(joined, asJoined(other), LIMITS);
    if (differs.length > 0) refused.push(differing(`order_ids.${asked.indexOf(other.order.id)}`, other.order, differs));
    joined = draft;
    for (const line of other.items)
      handed.push({
        from: { ref: { kind: 'order', id: other.order.id }, line: line.id },
        to: { ref: { kind: 'order', id }, line: into.get(line.id) ?? line.id },
        count: line.count ?? 0,
      });
  }
  if (refused.length > 0) throw draftErrors.differ(...refused);

  const fields = asColumns(joined);
  const prices = agreed(await tryPrices(tx, scope, { ...joined, id }, joined.items));
  await handOver(tx, app.jobs, scope, handed);
  for (const { order } of others) await cancel(tx, scope, order, target.order, joined.external_number);
  await replaceItems(tx, scope, target.order, prices.items);
  const after = { ...fields, ...codAnew(target.order), ...prices.sums, promotion_id: prices.promotion_id };
  const edit = toldOfEdit(target.order, target.items, after, prices.items, false);
  const row = await saveOrder(
    tx,
    scope,
    target.order,
    { ...after, search_text: searchText({ ...target.order, ...fields }, prices.items) },
    { ...told('joined', others.map(({ order }) => numberOf(order)).join(', ')), ...edit },
  );
  return showOrder(tx, app, scope, row);
}

/** In the order of their ids, so that two who join the same drafts do not wait for each other crosswise. */
async function lockDrafts(tx: Tx, scope: ProjectScope, ids: readonly string[]): Promise<Draft[]> {
  const drafts = new Map<string, Draft>();
  for (const id of [...ids].sort()) {
    const order = await lockOrder(tx, scope, id);
    drafts.set(id, { order, items: await readItems(tx, scope, order) });
  }
  return ids.flatMap((id) => drafts.get(id) ?? []);
}

/** What it was taken for is in another draft now: it holds nothing and asks for nothing. */
async function cancel(
  tx: Tx,
  scope: ProjectScope,
  order: LockedOrder,
  target: OrderRecord,
  /** The number that the target has from now on. */
  given: string | null,
): Promise<void> {
  await freePrepaid(tx, scope, order);
  const entry = { ...told('joined_into', numberOf(target)), to: 'Canceled' as const };
  const external_number = order.external_number === given ? null : order.external_number;
  await saveOrder(tx, scope, order, { status: 'Canceled', external_number, prepaid: 0, prepaid_on: null }, entry);
}

function differing(path: string, order: OrderRecord, differs: readonly JoinField[]) {
  const words = (locale: 'ua' | 'en') => differs.map((field) => JOIN_FIELDS[field][locale]).join(', ');
  return { path, order_id: order.id, number: numberOf(order), differs, fields_ua: words('ua'), fields: words('en') };
}

function asJoined({ order, items }: Draft): JoinedDraft {
  const { counterparty_id, promo_code, tags, source, external_number, prepaid_on, fields } = order;
  return {
    ...{ counterparty_id, promo_code, tags, source, external_number, prepaid_on, fields },
    customer_discount: order.customer_discount ?? 0,
    prepaid: order.prepaid ?? 0,
    cod: order.cod_state !== null,
    customer: { name: order.customer_name, email: order.customer_email, phone: order.customer_phone },
    delivery: {
      operator: order.delivery_operator,
      recipient_name: order.recipient_name,
      recipient_phone: order.recipient_phone,
      town: order.delivery_town,
      address: order.delivery_address,
      city_ref: order.delivery_city_ref,
      branch_ref: order.delivery_branch_ref,
      door: order.delivery_door,
      ttn: order.ttn,
    },
    items: items.map(lineOf).map((line) => ({ ...line, customer_price: line.customer_price ?? null })),
  };
}

function asColumns(draft: JoinedDraft) {
  const { customer, delivery, tags, source, external_number, prepaid, prepaid_on, fields } = draft;
  return {
    ...{ source, external_number, prepaid, prepaid_on, fields, tags: [...tags] },
    customer_name: customer.name ?? '',
    customer_email: customer.email,
    customer_phone: customer.phone,
    delivery_operator: delivery.operator ?? '',
    recipient_name: delivery.recipient_name ?? '',
    recipient_phone: delivery.recipient_phone,
    delivery_town: delivery.town ?? '',
    delivery_address: delivery.address ?? '',
    delivery_city_ref: delivery.city_ref ?? null,
    delivery_branch_ref: delivery.branch_ref ?? null,
    delivery_door: delivery.door,
    ttn: delivery.ttn,
  };
}
