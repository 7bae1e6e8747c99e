import { z } from 'zod';
import type { Locale } from '../kit/errors';
import { errors } from '../kit/errors';
import { Instant } from '../kit/ids';
import { OneInProject, route } from '../kit/route';
import { orderErrors } from '../orders/contract';
import type { OrderStatus } from '../orders/entities';
import { clientErrors } from './contract';

/** The page on which a customer follows his order. It speaks in the seller's name. */
export const trackingErrors = errors('tracking', {
  not_found: {
    status: 404,
    ua: 'Такої сторінки немає: посилання замінили новим або замовлення видалено',
    en: 'There is no such page: the link was renewed or the order was deleted',
  },
});

/** Where an order is, in the customer's words. */
export const CUSTOMER_STAGES = {
  accepted: { ua: 'Прийнято', en: 'Accepted' },
  preparing: { ua: 'Готується', en: 'Being prepared' },
  sent: { ua: 'Відправлено', en: 'Sent' },
  received: { ua: 'Отримано', en: 'Received' },
  refused: { ua: 'Не отримано, повертається продавцеві', en: 'Not taken, goes back to the seller' },
  canceled: { ua: 'Скасовано', en: 'Canceled' },
} as const satisfies Record<string, Record<Locale, string>>;
export type CustomerStage = keyof typeof CUSTOMER_STAGES;

/** What the trade says and the customer need not know: an order that is returned for editing is still accepted. */
const STAGES: Readonly<Record<OrderStatus, CustomerStage>> = {
  Draft: 'accepted',
  Blocked: 'accepted',
  Pending: 'accepted',
  InProduction: 'preparing',
  Ready: 'preparing',
  Loading: 'preparing',
  Loaded: 'preparing',
  Sent: 'sent',
  Complete: 'received',
  Canceled: 'canceled',
};
/** `isRefused`: the customer has taken nothing of what was sent. */
export const customerStage = (status: OrderStatus, isRefused: boolean): CustomerStage =>
  isRefused && (status === 'Sent' || status === 'Complete') ? 'refused' : STAGES[status];

export const TrackingLink = z.object({
  /** Null until it is made. */
  url: z.string().nullable(),
  /** Whether the page tells what the order comes to for the customer. */
  show_sum: z.boolean(),
  created_at: Instant.nullable(),
  /** Whether the asker sells this order, so that the page speaks in his name. */
  own: z.boolean(),
});
export type TrackingLink = z.infer<typeof TrackingLink>;

export const readTrackingLink = route({
  method: 'GET',
  path: 'projects/:project_id/orders/:id/tracking_link',
  summary: 'The link to the customer’s page of this order, for its seller',
  auth: 'clients.of_orders',
  params: OneInProject,
  returns: TrackingLink,
  errors: [orderErrors.not_found],
});

export const makeTrackingLink = route({
  method: 'POST',
  path: 'projects/:project_id/orders/:id/tracking_link',
  summary: 'Make the link when there is none, say what the page shows, or renew it: the old link then leads nowhere',
  auth: 'clients.of_orders',
  whileRestricted: true,
  changes: ['order'],
  answers: readTrackingLink,
  params: OneInProject,
  body: z.object({ show_sum: z.boolean().optional(), renew: z.boolean().optional() }),
  status: 200,
  returns: TrackingLink,
  errors: [orderErrors.not_found, clientErrors.not_yours],
});

/** The server answers it at `/track/…` too, which is what customers are sent. */
export const openTracking = route({
  method: 'GET',
  path: 'track/:token',
  summary: 'The customer’s page of an order: status, ТТН, what is in the parcel, who sold it',
  auth: 'public',
  params: z.object({ token: z.string().min(1).max(100) }),
  query: z.object({ lang: z.enum(['ua', 'en']).optional() }),
  status: 200,
  raw: 'text/html',
  limitPerMinute: 60,
  errors: [trackingErrors.not_found],
});
