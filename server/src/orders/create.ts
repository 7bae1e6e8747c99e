import type { CreateOrderBody, Order } from '@lanka/domain/orders/contract';
import { queueKey, tidyTags } from '@lanka/domain/orders/rules';
import type { ProjectScope } from '../kit/auth/scope';
import type { Tx } from '../kit/db/db';
import { newId } from '../kit/db/ids';
import { together } from '../kit/db/together';
import type { Services } from '../kit/services';
import { codOf } from './cod';
import { discountForCustomer } from './customer-discount';
import { carryOutMove, type Moving, priceMoving } from './effects';
import { refuseTakenNumber } from './external-number';
import { checkOrderFields } from './fields';
import { roomFor, tellHappening } from './guards';
import { files, insertComment } from './notes.store';
import { tellMoved } from './notices';
import { beginOrder, type HistoryInput, insertOrder } from './orders.store';
import { refusePaused } from './paused';
import { prepaidOf } from './prepayment';
import { readOffer, refuseDuplicates, searchText } from './price';
import { showOrder } from './read';
import { attachReceipts } from './receipts';
import { checkReservation } from './reservation';

type Body = CreateOrderBody;

/** What an order has from another one that it is made after. */
export interface After {
  /** Values of fields that are taken over as they are. */
  readonly fields: NonNullable<Parameters<typeof checkOrderFields>[5]['known']>;
  /** For the history, behind its beginning. */
  readonly told: HistoryInput;
}

const CREATED: HistoryInput = { kind: 'created', from: null, to: 'Draft', reason: '', effects: [] };

/**
 * Creates an order: a draft, which may be sent in the same breath. Sending it is the move from Draft to Pending, with
 * the plan and the effects of every other move. One call is one transaction, so either all of it is there or nothing,
 * and the number of statements does not depend on the number of lines. Answers the order.
 */
export async function createOrder(
  tx: Tx,
  app: Services,
  scope: ProjectScope,
  body: Body,
  after?: After,
): Promise<Order> {
  refusePaused(scope);
  if (body.send) (await roomFor(tx, app, scope))();
  const wanted = body.items ?? [];
  refuseDuplicates(wanted);
  const promo_code = body.promo_code?.trim() || null;
  await checkReservation(tx, scope, body.reserved_until);
  const asked = orderFields(body);
  // before the stock is locked: others wait for that, and a file is copied
  const receipts = await attachReceipts(tx, app, scope, body.receipts ?? []);
  // who spends a code locks that first, and the stock behind it
  const lock = body.send === true && promo_code === null;
  const [customer_discount, offer] = await together([
    discountForCustomer(tx, app, scope, {
      counterparty_id: body.counterparty_id ?? null,
      customer_phone: asked.customer_phone,
      customer_discount: body.customer_discount ?? 0,
    }),
    readOffer(tx, scope, body.counterparty_id, wanted, { lock }),
  ]);
  await refuseTakenNumber(tx, scope, offer.party.id, asked.external_number);
  const checked = await checkOrderFields(app, tx, scope, offer.templates, body, {
    known: after?.fields ?? null,
    complete: body.send === true,
  });
  const order = await beginOrder({
    ...asked,
    utm: body.utm && Object.keys(body.utm).length > 0 ? body.utm : null,
    fields: checked.fields,
    id: newId(),
    number: null,
    counterparty_id: offer.party.id,
    status: 'Draft',
    promo_code,
    promotion_id: null,
    customer_discount,
    created_by: scope.user.id,
    sum: 0,
    recommended_sum: 0,
    customer_sum: 0,
    sent_to_manager_at: null,
    first_sent_on: null,
    queue_key: null,
    shipped_at: null,
    charged_at: null,
    sent_pieces: 0,
    sent_sum: 0,
  });
  const lines = (checked.items ?? []).map(({ fields = {}, ...item }) => ({ ...item, fields, id: newId() }));
  const moving: Moving = { order, isNew: true, offer, levels: offer.levels, items: lines, priced: null, changes: {} };
  const history = [CREATED, ...(after ? [after.told] : [])];
  if (body.send) history.push(await carryOutMove(tx, scope, moving, { to: 'Pending', reason: '', waiting: 0 }));
  else await priceMoving(tx, scope, moving);
  const items = moving.priced ?? [];
  // whatever can refuse has been asked by now: a refusal draws no number
  const number = await app.numbers.next(scope.project.id, 'order');
  const placed = { ...order, ...moving.changes, number, search_text: searchText(order, items) };
  if (placed.sent_to_manager_at) placed.queue_key = queueKey(placed.sent_to_manager_at, number);
  const row = await insertOrder(tx, scope, placed, items, history);
  if (body.send) await tellHappening(tx, app, scope, order.id, { kind: 'moved', to: 'Pending' });
  for (const receipt of receipts)
    await files.insert(tx, scope, order.id, { ...receipt, purpose: 'prepayment', by_client: scope.role === 'Client' });
  if (body.comment) await insertComment(tx, scope, order.id, { text: body.comment, visibility: 'all' });
  const shown = await showOrder(tx, app, scope, row);
  // whoever orders for a dropshipper has talked to him
  if (body.send && scope.role === 'Client') await tellMoved(tx, app, scope, shown, { to: 'Pending', reason: '' });
  return shown;
}

/** The columns of customer and delivery from the body; what is not given is empty. */
function orderFields({
  customer,
  delivery,
  tags,
  source,
  external_number,
  prepayment,
  cod,
  reserved_until = null,
}: Body) {
  return {
    customer_name: customer?.name ?? '',
    customer_email: customer?.email ?? null,
    customer_phone: customer?.phone ?? null,
    delivery_operator: delivery?.operator ?? 'nova_poshta',
    recipient_name: delivery?.recipient_name ?? '',
    recipient_phone: delivery?.recipient_phone ?? null,
    delivery_town: delivery?.town ?? '',
    delivery_address: delivery?.address ?? '',
    delivery_city_ref: delivery?.city_ref ?? null,
    // a parcel goes to one of the two
    delivery_branch_ref: delivery?.door ? null : (delivery?.branch_ref ?? null),
    delivery_door: delivery?.door ?? null,
    ttn: delivery?.ttn || null,
    tags: tidyTags(tags ?? []),
    source: source ?? '',
    external_number: external_number ?? null,
    reserved_until,
    ...prepaidOf(prepayment),
    ...codOf(cod),
  };
}
