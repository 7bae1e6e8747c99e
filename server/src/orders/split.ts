import type { Order, OrderStatus } from '@lanka/domain/orders/contract';
import { draftErrors } from '@lanka/domain/orders/splitting';
import type { ProjectScope } from '../kit/auth/scope';
import type { Tx } from '../kit/db/db';
import { newId } from '../kit/db/ids';
import { refuseStale } from '../kit/http/stale';
import type { Services } from '../kit/services';
import { handOver } from '../stock';
import { toldOfEdit } from './changes';
import {
  beginOrder,
  type HistoryInput,
  insertOrder,
  type LockedOrder,
  lockOrder,
  type NewOrder,
  type OrderRecord,
  readItems,
  replaceItems,
  saveOrder,
} from './orders.store';
import { agreed, type Line, lineOf, type PricedOrder, type Prices, searchText, tryPrices } from './price';
import { readOrder, showOrder } from './read';

interface Asked {
  readonly items: readonly { readonly item_id: string; readonly count: number }[];
}

const DRAFT: OrderStatus = 'Draft';
export const numberOf = ({ prefix, number }: Pick<OrderRecord, 'prefix' | 'number'>): string => `${prefix}${number}`;

/** @throws drafts.only_drafts */
export function mustBeDraft(order: Pick<OrderRecord, 'status' | 'prefix' | 'number'>, path?: string): void {
  if (order.status === DRAFT) return;
  throw draftErrors.only_drafts({ ...(path ? { path } : {}), number: numberOf(order) });
}

/**
 * Takes items of a draft into a second one with the same customer, delivery and marks. Both are priced by today, as
 * drafts are; what is booked for a time goes with its pieces and is at no moment free. What the customer has paid,
 * the waybill, comments and files stay with the first.
 */
export async function splitOrder(
  tx: Tx,
  app: Services,
  scope: ProjectScope,
  id: string,
  asked: Asked,
  ifMatch: number | undefined,
): Promise<{ left: Order; made: Order }> {
  const order = await lockOrder(tx, scope, id);
  await refuseStale(ifMatch, order.version, () => readOrder(tx, app, scope, id));
  mustBeDraft(order);
  const known = await readItems(tx, scope, order);
  const parts = partsOf(known.map(lineOf), asked);
  const left = await priced(tx, scope, order, parts.left);
  const taken = await priced(tx, scope, order, parts.taken);
  const { number: _number, ...rest } = copyOf(order, scope.user.id);
  const begun = await beginOrder({
    ...rest,
    number: null,
    shipped_at: null,
    charged_at: null,
    sent_pieces: 0,
    sent_sum: 0,
  });
  await handOver(
    tx,
    app.jobs,
    scope,
    parts.moved.map(({ from, to, count }) => ({
      from: { ref: refOf(order), line: from },
      to: { ref: refOf(begun), line: to },
      count,
    })),
  );
  await replaceItems(tx, scope, order, left.items);
  // whatever can refuse has been asked by now: a refusal draws no number
  const number = await app.numbers.next(scope.project.id, 'order');
  const values = { promo_code: taken.promo_code, promotion_id: taken.promotion_id, ...taken.sums };
  const placed: NewOrder = { ...begun, ...values, number, search_text: searchText(order, taken.items) };
  const made = await insertOrder(tx, scope, placed, taken.items, [
    told('created', ''),
    told('split_from', numberOf(order)),
  ]);
  const after = { promo_code: left.promo_code, promotion_id: left.promotion_id, ...left.sums, ...codAnew(order) };
  const edit = toldOfEdit(order, known, { ...after, fields: order.fields }, left.items, false);
  const saved = await saveOrder(
    tx,
    scope,
    order,
    { ...after, search_text: searchText(order, left.items) },
    { ...told('split_off', `${String(made.prefix)}${number}`), ...edit },
  );
  return { left: await showOrder(tx, app, scope, saved), made: await showOrder(tx, app, scope, made) };
}

const refOf = ({ id }: { readonly id: string }) => ({ kind: 'order', id });

export const told = (kind: HistoryInput['kind'], reason: string): HistoryInput => ({
  ...{ kind, reason, effects: [] },
  from: kind === 'created' ? null : DRAFT,
  to: DRAFT,
});

interface Parts {
  readonly left: readonly Line[];
  readonly taken: readonly Line[];
  readonly moved: readonly { readonly from: string; readonly to: string; readonly count: number }[];
}

/** @throws drafts.unknown_item, twice, more_than_there_is, nothing_left */
function partsOf(lines: readonly Line[], { items }: Asked): Parts {
  const asked = new Map<string, number>();
  for (const [nth, { item_id, count }] of items.entries()) {
    const line = lines.find(({ id }) => id === item_id);
    if (!line) throw draftErrors.unknown_item({ path: `items.${nth}.item_id` });
    if (asked.has(item_id)) throw draftErrors.twice({ path: `items.${nth}.item_id` });
    if (count > line.count) throw draftErrors.more_than_there_is({ path: `items.${nth}.count`, allowed: line.count });
    asked.set(item_id, count);
  }
  const left = lines.flatMap((line) => {
    const count = line.count - (asked.get(line.id) ?? 0);
    return count > 0 ? [{ ...line, count }] : [];
  });
  if (left.length === 0) throw draftErrors.nothing_left({ path: 'items' });
  const moved = lines.flatMap(({ id }) => {
    const count = asked.get(id);
    return count ? [{ from: id, to: newId(), count }] : [];
  });
  const taken = moved.flatMap(({ from, to, count }) => {
    const line = lines.find(({ id }) => id === from);
    return line ? [{ ...line, id: to, count }] : [];
  });
  return { left, taken, moved };
}

type Pricing = Pick<PricedOrder, 'counterparty_id' | 'promo_code' | 'customer_discount'> & { readonly id: string };

/** By today; a code that holds for none of these goods is left out, and the rest of the draft keeps it. */
async function priced(
  tx: Tx,
  scope: ProjectScope,
  order: Pricing,
  lines: readonly Line[],
): Promise<Prices & { promo_code: string | null }> {
  const prices = await tryPrices(tx, scope, order, lines);
  const isOfCode = prices.refusals.some(({ code }) => code.startsWith('orders.promo_code'));
  if (!isOfCode || order.promo_code === null) return { ...agreed(prices), promo_code: order.promo_code };
  return { ...agreed(await tryPrices(tx, scope, { ...order, promo_code: null }, lines)), promo_code: null };
}

/** Cash on delivery of an order whose lines are others now: what was set by hand was for those before. */
export const codAnew = ({ cod_state }: Pick<OrderRecord, 'cod_state'>) => ({ cod_state, cod_sum: null, cod_fee: null });

/** A draft like this one, with nothing in it. */
function copyOf(order: LockedOrder, created_by: string): Omit<NewOrder, 'search_text'> {
  const { counterparty_id, promo_code, customer_discount, tags, source, utm, fields } = order;
  const { customer_name, customer_email, customer_phone } = order;
  const { delivery_operator, recipient_name, recipient_phone, delivery_town, delivery_address } = order;
  const { delivery_city_ref, delivery_branch_ref, delivery_door } = order;
  return {
    ...{ id: newId(), number: 0, status: DRAFT, counterparty_id, promo_code, promotion_id: null, customer_discount },
    ...{ sum: 0, recommended_sum: 0, customer_sum: 0, tags, source, utm, fields, created_by, external_number: null },
    ...{ customer_name, customer_email, customer_phone },
    ...{ delivery_operator, recipient_name, recipient_phone, delivery_town, delivery_address, ttn: null },
    ...{ delivery_city_ref, delivery_branch_ref, delivery_door },
    ...codAnew(order),
    ...{ prepaid: 0, prepaid_on: null, sent_to_manager_at: null, first_sent_on: null, queue_key: null },
    reserved_until: order.reserved_until,
  };
}
