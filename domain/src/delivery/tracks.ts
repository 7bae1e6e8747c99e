import { z } from 'zod';
import { createRegister as settleByRegister } from '../cod/contract';
import { CalendarDate, Id, Instant } from '../kit/ids';
import { OneInProject, route } from '../kit/route';
import { moveOrder, orderErrors } from '../orders/contract';
import { DELIVERY_OPERATORS } from '../orders/entities';
import { refuseParcel } from '../returns/contract';
import { deliveryErrors } from './errors';
import { DEEDS, TRACK_KINDS } from './tracking';
import { orderProblems } from './waybills';

export const TrackKind = z.enum(TRACK_KINDS);
const TrackEvent = z.object({ code: z.string(), kind: TrackKind, status: z.string(), at: Instant });
export const Track = z.object({
  parcel_id: Id.nullable(),
  /** Of an order in several parcels. */
  parcel: z.int().nullable(),
  operator: z.enum(DELIVERY_OPERATORS),
  ttn: z.string(),
  /** Where the carrier tells of it himself. */
  link: z.string().nullable(),
  /** Null: nobody asks the carrier about it, or he was not asked yet. */
  kind: TrackKind.nullable(),
  status: z.string(),
  /** When the carrier was asked last. */
  asked_at: Instant.nullable(),
  arrives_on: CalendarDate.nullable(),
  waits_since: Instant.nullable(),
  /** What follows from it by the supplier's rules, and waits for his press. */
  suggested: z.array(z.enum(DEEDS)),
  events: z.array(TrackEvent),
});
export type Track = z.infer<typeof Track>;
export const readTracking = route({
  method: 'GET',
  path: 'projects/:project_id/orders/:id/tracking',
  summary: 'Where the parcels of an order are, in the carrier’s words, the newest first',
  auth: 'delivery.track',
  params: OneInProject,
  returns: z.object({ items: z.array(Track) }),
  errors: [orderErrors.not_found],
});

export const refreshTracking = route({
  method: 'POST',
  path: 'projects/:project_id/orders/:id/tracking',
  summary:
    'Have the carrier asked about the parcels of an order now; open pages hear what he says. At most once a minute',
  auth: 'delivery.track',
  whileRestricted: true,
  changes: ['order'],
  params: OneInProject,
  errors: [orderErrors.not_found],
});

export const decideTracking = route({
  method: 'POST',
  path: 'projects/:project_id/orders/:id/tracking/decisions',
  summary: 'Do what the carrier’s word has suggested of a parcel, as if its rule did it by itself',
  auth: 'delivery.decide',
  whileRestricted: true,
  changes: [...new Set([moveOrder, refuseParcel, settleByRegister].flatMap(({ changes = [] }) => changes))],
  params: OneInProject,
  body: z.object({
    deed: z.enum(DEEDS),
    /** Of an order in several parcels the one that is meant. */
    parcel: Id.optional(),
  }),
  errors: [
    ...new Set([
      ...[...orderProblems, deliveryErrors.not_suggested, deliveryErrors.parcels_under_way],
      ...[...moveOrder.errors, ...refuseParcel.errors, ...settleByRegister.errors],
    ]),
  ],
});
