import { z } from 'zod';
import { Id, Instant } from '../kit/ids';
import { commaList, listQuery, page } from '../kit/lists';
import { Kopecks } from '../kit/money';
import { InProject, OneInProject, route } from '../kit/route';
import { deliveryErrors } from './errors';
import { TrackKind } from './tracks';
import { MAX_AT_ONCE, WAYBILL_STATES, Waybill } from './waybills';

export const WaybillRow = Waybill.omit({ plan: true }).extend({
  number: z.int(),
  prefix: z.string(),
  parcel: z.int().nullable(),
  recipient_name: z.string(),
  place: z.string(),
  cod_sum: Kopecks,
  /** Of one by a dropshipper's own key, who he is. */
  owner_name: z.string().nullable(),
  kind: TrackKind.nullable(),
  status: z.string(),
});
export type WaybillRow = z.infer<typeof WaybillRow>;
export const listWaybills = route({
  method: 'GET',
  path: 'projects/:project_id/delivery/waybills',
  summary: 'Waybills, the newest first',
  auth: 'delivery.read',
  shows: ['order'],
  params: InProject,
  query: listQuery(['-created_at'], {
    state: commaList(z.enum(WAYBILL_STATES)),
    /** Not handed over yet. */
    open: z.enum(['true']).optional(),
    /** In no register yet. */
    free: z.enum(['true']).optional(),
    batch: Id.optional(),
    register: Id.optional(),
  }),
  returns: page(WaybillRow),
});

export const Batch = z.object({
  id: Id,
  total: z.int(),
  made: z.int(),
  waiting: z.int(),
  /** Among those that do not wait any more. */
  unsure: z.int(),
  refused: z.int(),
  rows: z.array(
    z.object({
      order_id: Id,
      number: z.string(),
      state: z.enum(WAYBILL_STATES),
      is_unsure: z.boolean(),
      ttn: z.string().nullable(),
      waybill_id: Id.nullable(),
      message: z.string(),
    }),
  ),
  created_at: Instant,
});
export type Batch = z.infer<typeof Batch>;
export const readBatch = route({
  method: 'GET',
  path: 'projects/:project_id/delivery/batches/:id',
  summary: 'How far waybills are that were asked for together, with the reason where there is none',
  auth: 'delivery.read',
  shows: ['waybill', 'order'],
  params: OneInProject,
  returns: Batch,
  errors: [deliveryErrors.no_batch],
});
export const makeWaybills = route({
  method: 'POST',
  path: 'projects/:project_id/delivery/batches',
  summary:
    'Make waybills for up to a hundred orders in the background; of one in several parcels for each that is not sent',
  auth: 'delivery.make',
  whileRestricted: true,
  changes: ['order', 'waybill'],
  answers: readBatch,
  params: InProject,
  status: 201,
  body: z.object({ order_ids: z.array(Id).min(1).max(MAX_AT_ONCE) }),
  returns: Batch,
  errors: [deliveryErrors.not_connected, deliveryErrors.not_ready],
});
