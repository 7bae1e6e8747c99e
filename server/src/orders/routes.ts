import * as contract from '@lanka/domain/orders/contract';
import { listDeletedDrafts } from '@lanka/domain/orders/drafts';
import { listMentionable } from '@lanka/domain/orders/mentions';
import { joinOrders as joinOrdersRoute, splitOrder as splitOrderRoute } from '@lanka/domain/orders/splitting';
import { listPromotionOrders, readPromotionResults } from '@lanka/domain/promotions/contract';
import { attach, showFile } from '../attachments';
import type { ProjectScope } from '../kit/auth/scope';
import type { Tx } from '../kit/db/db';
import type { Served } from '../kit/http/serve';
import { serve } from '../kit/http/serve';
import type { Services } from '../kit/services';
import { promotionMustExist } from '../promotions';
import { bookTemporarily } from './book-temporarily';
import { addComment } from './comment';
import { counted } from './counts';
import { createOrder } from './create';
import { deleteOrder } from './delete';
import { listDeletedDrafts as readDeletedDrafts } from './drafts.store';
import { joinOrders } from './join';
import { countMyOrders, countOrders } from './lists/counts.store';
import * as lists from './lists/lists.store';
import { suggestIn } from './lists/suggestions.store';
import { readMentionable } from './mentions.store';
import { moveOrder } from './move';
import { listMoves } from './moves';
import { files, filesInSight, listComments, readHistory } from './notes.store';
import { readItems, readOrderRecord } from './orders.store';
import { orderExists } from './page.store';
import { priceOrder } from './price-preview';
import * as results from './promotion-results.store';
import { moveInQueue } from './queue';
import { readOrder, withThumbnails } from './read';
import { attachReceipt } from './receipts';
import { splitOrder } from './split';
import { readMyOpenSums, readOpenSums } from './under-way.store';
import { updateOrder } from './update';

const { orderErrors } = contract;

interface Announced extends Pick<contract.Order, 'id' | 'counterparty_id'> {
  readonly items: readonly { readonly product_variant_id: string }[];
}

/** Bookings, stock and the balance may have changed with the order: whoever looks at them looks again. */
function announce<T extends Announced>(order: T, changed: (kind: string, id: string) => void): T {
  changed('order', order.id);
  changed('counterparty', order.counterparty_id);
  for (const { product_variant_id } of order.items) changed('product_variant', product_variant_id);
  return order;
}

const showOrderFile = async (
  app: Services,
  file: Parameters<typeof showFile>[1] & Pick<contract.OrderFile, 'purpose'>,
) => ({
  ...(await showFile(app, file)),
  purpose: file.purpose,
});

async function mustExist(tx: Tx, scope: ProjectScope, id: string): Promise<void> {
  if (!(await orderExists(tx, scope, id))) throw orderErrors.not_found();
}

export const orderRoutes: Served[] = [
  serve(contract.listOrders, async ({ tx, app, scope, query }) =>
    withThumbnails(app, await lists.listOrders(tx, scope, query)),
  ),
  serve(contract.countOrders, ({ tx, scope, query }) => countOrders(tx, scope, query)),
  serve(contract.suggestForOrders, ({ tx, scope }) => suggestIn(tx, lists.inProject(scope))),
  serve(contract.createOrder, async ({ tx, app, scope, body, changed, after }) =>
    announce(await counted('create', { after }, () => createOrder(tx, app, scope, body)), changed),
  ),
  serve(listDeletedDrafts, ({ tx, scope, query }) => readDeletedDrafts(tx, scope, query)),
  serve(readPromotionResults, async ({ tx, scope, params }) => {
    await promotionMustExist(tx, scope, params.id);
    return results.readPromotionResults(tx, scope, params.id);
  }),
  serve(listPromotionOrders, async ({ tx, scope, params, query }) => {
    await promotionMustExist(tx, scope, params.id);
    return results.listPromotionOrders(tx, scope, params.id, query);
  }),
  serve(contract.priceOrder, ({ tx, app, scope, body }) => priceOrder(tx, app, scope, body)),
  serve(contract.readOrder, ({ tx, app, scope, params }) => readOrder(tx, app, scope, params.id)),
  serve(contract.updateOrder, async ({ tx, app, scope, params, body, if_match, changed }) =>
    announce(await updateOrder(tx, app, scope, params.id, body, if_match), changed),
  ),
  serve(contract.deleteOrder, async (asked) => {
    announce(await deleteOrder(asked, asked.params.id), asked.changed);
  }),

  serve(contract.listMoves, async ({ tx, app, scope, params }) => {
    const order = await readOrderRecord(tx, scope, params.id);
    if (!order) throw orderErrors.not_found();
    const items = await listMoves(tx, app, scope, order, await readItems(tx, scope, order));
    return { status: order.status, items };
  }),
  serve(contract.moveOrder, async ({ tx, app, scope, params, body, changed, after }) => {
    const move = () => moveOrder(tx, app, scope, params.id, body.to, body.reason ?? '');
    return announce(await counted('move', { after }, move), changed);
  }),
  serve(splitOrderRoute, async ({ tx, app, scope, params, body, if_match, changed }) => {
    const { left, made } = await splitOrder(tx, app, scope, params.id, body, if_match);
    return { left: announce(left, changed), made: announce(made, changed) };
  }),
  serve(joinOrdersRoute, async ({ tx, app, scope, params, body, if_match, changed }) => {
    for (const id of body.order_ids) changed('order', id);
    return announce(await joinOrders(tx, app, scope, params.id, body.order_ids, if_match), changed);
  }),
  serve(contract.moveInQueue, async ({ tx, app, scope, params, body, changed }) => {
    changed('order', params.id);
    return moveInQueue(tx, app, scope, params.id, body.place);
  }),
  serve(contract.bookTemporarily, async ({ tx, app, scope, params, changed }) => {
    await bookTemporarily(tx, app, scope, params.id, params.item_id);
    return announce(await readOrder(tx, app, scope, params.id), changed);
  }),

  serve(contract.readHistory, async ({ tx, scope, params }) => {
    await mustExist(tx, scope, params.id);
    return { items: await readHistory(tx, scope, params.id) };
  }),
  serve(contract.listComments, async ({ tx, scope, params }) => {
    await mustExist(tx, scope, params.id);
    return { items: await listComments(tx, scope, params.id) };
  }),
  serve(contract.addComment, async ({ tx, app, scope, params, body, changed }) => {
    changed('order', params.id);
    return addComment(tx, app, scope, params.id, body);
  }),
  serve(listMentionable, async ({ tx, scope, params, query }) => {
    const order = await readOrderRecord(tx, scope, params.id);
    if (!order) throw orderErrors.not_found();
    return { items: await readMentionable(tx, scope, order, query.visibility) };
  }),
  serve(contract.listFiles, async ({ tx, app, scope, params }) => {
    await mustExist(tx, scope, params.id);
    const found = await files.list(tx, scope, params.id, filesInSight(scope));
    return { items: await Promise.all(found.map((file) => showOrderFile(app, file))) };
  }),
  serve(contract.addFile, async ({ tx, app, scope, params, body, changed }) => {
    await mustExist(tx, scope, params.id);
    const { purpose } = body;
    const file =
      purpose === 'prepayment'
        ? await attachReceipt(tx, app, scope, body.file_name)
        : await attach(app, tx, scope, body.file_name);
    const by_client = scope.role === 'Client';
    const id = await files.insert(tx, scope, params.id, { ...file, purpose, by_client });
    changed('order', params.id);
    const made = await files.read(tx, scope, params.id, id);
    if (!made) throw new Error('the file was inserted');
    return showOrderFile(app, made);
  }),

  serve(contract.readOpenSums, async ({ tx, scope, query }) => ({
    items: await readOpenSums(tx, scope, query.counterparty_id),
  })),
  serve(contract.readMyOpenSums, async ({ tx, scope }) => ({ items: await readMyOpenSums(tx, scope) })),
  serve(contract.listMyOrders, async ({ tx, app, scope, query }) =>
    withThumbnails(app, await lists.listMyOrders(tx, scope, query)),
  ),
  serve(contract.suggestForMyOrders, ({ tx, scope }) => suggestIn(tx, lists.ofDropshipper(scope))),
  serve(contract.countMyOrders, ({ tx, scope, query }) => countMyOrders(tx, scope, query)),
];
