import { z } from 'zod';
import { errors } from '../kit/errors';
import { Id } from '../kit/ids';
import { OneInProject, route } from '../kit/route';
import { partnerErrors } from '../partners/contract';
import { Count } from '../stock/count';
import { Order, orderErrors, readOrder } from './contract';

/** Drafts that are joined to one at once. */
export const MAX_JOINED = 20;
export const MAX_LINES = 500;

export const draftErrors = errors('drafts', {
  only_drafts: {
    status: 409,
    ua: 'Ділити й об’єднувати можна лише чернетки, а замовлення № {number} вже не чернетка',
    en: 'Only drafts are split and joined, and the order № {number} is none any more',
  },
  unknown_item: { status: 422, ua: 'Такої позиції в чернетці немає', en: 'The draft has no such item' },
  twice: { status: 422, ua: 'Цю позицію вже обрано', en: 'This item is chosen already' },
  more_than_there_is: {
    status: 422,
    ua: 'У цій позиції лише {allowed} шт.',
    en: 'This item has only {allowed} pieces',
  },
  nothing_left: {
    status: 422,
    ua: 'Залиште в чернетці хоча б одну штуку',
    en: 'Leave at least one piece in the draft',
  },
  itself: { status: 422, ua: 'Чернетку не можна об’єднати із собою', en: 'A draft is not joined to itself' },
  differ: {
    status: 409,
    ua: 'Чернетку № {number} не можна приєднати. Відрізняється: {fields_ua}',
    en: 'The draft № {number} cannot be joined. What differs: {fields}',
  },
});

const changes = ['order', 'product', 'product_variant', 'counterparty', 'booking'];
const refusals = [
  orderErrors.not_found,
  draftErrors.only_drafts,
  orderErrors.not_for_sale,
  orderErrors.sum_too_large,
  partnerErrors.unknown,
];

export const SplitOrderBody = z.object({
  items: z
    .array(z.object({ item_id: Id, count: Count }))
    .min(1)
    .max(MAX_LINES),
});

export const splitOrder = route({
  method: 'POST',
  path: 'projects/:project_id/orders/:id/split',
  summary: 'Take items of a draft, or pieces of them, into a second draft; what is booked for a time follows them',
  auth: 'orders.edit',
  changes,
  params: OneInProject,
  status: 201,
  body: SplitOrderBody,
  returns: z.object({ left: Order, made: Order }),
  errors: [
    ...refusals,
    draftErrors.unknown_item,
    draftErrors.twice,
    draftErrors.more_than_there_is,
    draftErrors.nothing_left,
  ],
});

export const joinOrders = route({
  method: 'POST',
  path: 'projects/:project_id/orders/:id/join',
  summary:
    'Join other drafts of the same counterparty and customer to this one; they are canceled, and say where they went',
  auth: 'orders.edit',
  changes,
  answers: readOrder,
  params: OneInProject,
  status: 200,
  body: z.object({ order_ids: z.array(Id).min(1).max(MAX_JOINED) }),
  returns: Order,
  errors: [
    ...refusals,
    draftErrors.itself,
    draftErrors.differ,
    orderErrors.promo_code_unknown,
    orderErrors.promo_code_no_goods,
    orderErrors.promo_code_used,
  ],
});
