import { z } from 'zod';
import { MAX_STOCK } from '../kit/bounds';
import { errors } from '../kit/errors';
import { Id, Instant } from '../kit/ids';
import { OneInProject, route } from '../kit/route';
import { OrderStatus, orderErrors } from '../orders/contract';
import { MAX_AGE_MS } from '../stocktakes/contract';

export const pickingErrors = errors('picking', {
  moved_on: {
    status: 409,
    ua: 'Це замовлення вже не збирають: його статус змінився',
    en: 'This order is not picked any more: its status has changed',
  },
  not_in_order: { status: 422, ua: 'Цього товару немає в замовленні', en: 'These goods are not in the order' },
  enough: {
    status: 422,
    ua: '«{name}» уже зібрано повністю: {count} од.',
    en: '{name} is picked completely already: {count} units',
  },
  more_than_ordered: {
    status: 422,
    ua: '«{name}»: у замовленні {count} од., зібрано {picked}, лишилося {left}',
    en: '{name}: {count} units are ordered, {picked} are picked, {left} are left',
  },
  picked_beside: {
    status: 422,
    ua: '«{name}»: поки ви вказували кількість, хтось уже зібрав частину, разом {picked}. Порахуйте все зібране і вкажіть ще раз',
    en: '{name}: somebody else has picked some while you typed, {picked} together. Count all that is picked and type it again',
  },
  nothing_picked: {
    status: 422,
    ua: 'Немає чого знімати: «{name}» ще не збирали',
    en: 'Nothing to take back: {name} is not picked yet',
  },
  more_than_picked: {
    status: 422,
    ua: '«{name}»: зняти можна до {picked} од., більше не зібрано',
    en: '{name}: up to {picked} units can be taken back, no more are picked',
  },
});

/** Of each line of the order; what was picked in the status that it has now. */
const PickedLine = z.object({
  product_variant_id: Id,
  picked: z.int(),
  /** On labels from before it got a barcode; null where it had none. */
  internal_code: z.string().nullable(),
});
export const Picked = z.object({ status: OrderStatus, items: z.array(PickedLine) });
export type Picked = z.infer<typeof Picked>;

/** As many as a phone that was without a network sends at once. */
export const MAX_PICKS = 100;

/** Pieces taken off the shelf, or put back. `id` is drawn by who picks: what is sent twice is done once. */
export const PickInput = z.object({
  id: Id,
  product_variant_id: Id,
  count: z
    .int()
    .min(-MAX_STOCK)
    .max(MAX_STOCK)
    .refine((count) => count !== 0, { error: 'picking.no_pieces' })
    .default(1),
  /**
   * Of a number that was typed: so many were picked by what the screen showed. Then the line has `seen` and `count` pieces
   * afterwards; refused when it is not what was shown, because somebody picks beside.
   */
  seen: z.int().min(0).max(MAX_STOCK).optional(),
  /** How long ago it was ticked, by the clock of who sends it: on a bad network it waits. */
  age_ms: z.int().min(0).max(MAX_AGE_MS).default(0),
});
export type PickInput = z.infer<typeof PickInput>;

export const readPicks = route({
  method: 'GET',
  path: 'projects/:project_id/orders/:id/picks',
  summary: 'What is picked of an order, by everybody who picks it',
  auth: 'picking.edit',
  params: OneInProject,
  returns: Picked,
  errors: [orderErrors.not_found],
});

export const addPicks = route({
  method: 'POST',
  path: 'projects/:project_id/orders/:id/picks',
  summary: 'Tick pieces as picked: each by its own id once, never more than the order has',
  auth: 'picking.edit',
  whileRestricted: true,
  changes: ['pick'],
  params: OneInProject,
  body: z.object({
    /** In which they were picked: what comes late is not counted for the next one. */
    status: OrderStatus,
    picks: z.array(PickInput).min(1).max(MAX_PICKS),
    /** By the server's clock, as who sends it has seen it: a call may hang for long on a bad line. */
    sent_at: Instant.optional(),
  }),
  returns: Picked.extend({
    /** In the order given. */
    results: z.array(z.object({ id: Id, error: z.object({ code: z.string(), message: z.string() }).nullable() })),
  }),
  errors: [orderErrors.not_found, pickingErrors.moved_on, pickingErrors.not_in_order],
});

export const pickingRoutes = { readPicks, addPicks };
