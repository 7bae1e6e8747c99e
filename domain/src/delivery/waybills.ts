import { z } from 'zod';
import { Wait } from '../integrations/contract';
import { Actor, CalendarDate, Id, Instant, requiredText } from '../kit/ids';
import { Kopecks } from '../kit/money';
import { Phone } from '../kit/phone';
import { InProject, OneInProject, route } from '../kit/route';
import { orderErrors } from '../orders/contract';
import { CarrierRef, Door } from '../orders/entities';
import { CARGO, COD_SERVICES, PAYERS } from './connection';
import { carrierErrors, deliveryErrors } from './errors';
import { FIX_KINDS } from './fixes';

/** Centimetres. */
const Size = z.object({
  length: z.int().min(1).max(500),
  width: z.int().min(1).max(500),
  height: z.int().min(1).max(500),
});

export const WaybillBody = z.object({
  /** Of an order in several parcels the one that is meant. */
  parcel: Id.optional(),
  recipient_name: requiredText(120).optional(),
  /** Stands in the order from then on too. */
  recipient_phone: Phone.optional(),
  city_ref: CarrierRef.optional(),
  branch_ref: CarrierRef.optional(),
  /** By courier, in place of a branch. */
  door: Door.optional(),
  weight: z.int().min(100).max(1_000_000).optional(),
  seats: z.int().min(1).max(100).optional(),
  size: Size.nullable().optional(),
  declared: Kopecks.optional(),
  payer: z.enum(PAYERS).optional(),
  description: requiredText(100).optional(),
  cod_service: z.enum(COD_SERVICES).optional(),
});
export type WaybillBody = z.infer<typeof WaybillBody>;

/** What the waybill says, or would say. */
export const Plan = z.object({
  recipient_name: z.string(),
  recipient_phone: z.string().nullable(),
  city_ref: CarrierRef.nullable(),
  city_name: z.string(),
  branch_ref: CarrierRef.nullable(),
  /** To the door: its street, house and flat. */
  branch_name: z.string(),
  door: Door.nullable(),
  weight: z.int(),
  seats: z.int(),
  size: Size.nullable(),
  declared: Kopecks,
  payer: z.enum(PAYERS),
  cargo: z.enum(CARGO),
  description: z.string(),
  cod_service: z.enum(COD_SERVICES),
  /** To collect of the customer; 0: nothing. */
  cod_sum: Kopecks,
});
export type Plan = z.infer<typeof Plan>;

/** asked, changing, removing: the carrier is being asked; made; refused: he has said why not; removed. */
export const WAYBILL_STATES = ['asked', 'made', 'changing', 'removing', 'refused', 'removed'] as const;
export type WaybillState = (typeof WAYBILL_STATES)[number];

export const Said = z.object({ code: z.string(), message: z.string() });
export const Waybill = z.object({
  id: Id,
  order_id: Id,
  parcel_id: Id.nullable(),
  state: z.enum(WAYBILL_STATES),
  /**
   * The carrier's answer was lost and he does not list it: whether it was made a person has to see. Until then he is asked
   * for no other.
   */
  is_unsure: z.boolean(),
  ttn: z.string().nullable(),
  /** Why the carrier has refused, or what is unsure; of one that was made, what is wrong with it. */
  error: Said.nullable(),
  plan: Plan,
  /** What the carrier takes for it. */
  cost: Kopecks.nullable(),
  arrives_on: CalendarDate.nullable(),
  /** The register in which it is handed over. */
  register_id: Id.nullable(),
  /** By the key of the order's dropshipper: what it collects the carrier pays him. */
  is_own: z.boolean(),
  created_by: Actor,
  created_at: Instant,
});
export type Waybill = z.infer<typeof Waybill>;

const Problem = z.object({ path: z.string(), code: z.string(), message: z.string() });
/** What one press sets right. */
export const Fix = z.object({
  /** Of the problem, or of the refusal of the carrier, that it answers. */
  code: z.string(),
  kind: z.enum(FIX_KINDS),
  /** The name, the branch or the town as it would stand; empty where `change` says it all. */
  label: z.string(),
  change: WaybillBody.pick({
    ...{ recipient_name: true, recipient_phone: true, city_ref: true, branch_ref: true },
    ...{ seats: true, cod_service: true },
  }),
});
export type Fix = z.infer<typeof Fix>;
export const OrderWaybill = z.object({
  waybill: Waybill.nullable(),
  /** Of one that the carrier is to be asked for. */
  wait: Wait.nullable(),
  /** What one that is made now would say; null when none can be. */
  plan: Plan.nullable(),
  problems: z.array(Problem),
  /** Several for a problem are to choose from. */
  fixes: z.array(Fix),
  may: z.object({ make: z.boolean(), change: z.boolean(), remove: z.boolean() }),
  /** The key that made it is gone: whoever removes it takes it off here alone, and the carrier is asked nothing. */
  is_left: z.boolean(),
  /** Whether the dropshipper who asks may make one by a key of his own here; null: somebody else asks. */
  own_key: z.enum(['off', 'not_connected', 'not_ready', 'ready']).nullable(),
});
export type OrderWaybill = z.infer<typeof OrderWaybill>;

const ofOrder = 'projects/:project_id/orders/:id/waybill';
const WhichParcel = z.object({ parcel: Id.optional() });
export const orderProblems = [orderErrors.not_found, deliveryErrors.which_parcel, deliveryErrors.no_parcel];
export const readWaybill = route({
  method: 'GET',
  path: ofOrder,
  summary: 'The waybill of an order or of one of its parcels, or what it would say',
  auth: 'orders.read',
  shows: ['delivery_connection'],
  params: OneInProject,
  query: WhichParcel,
  returns: OrderWaybill,
  errors: orderProblems,
});
const makingErrors = [
  deliveryErrors.own_off,
  deliveryErrors.own_not_connected,
  deliveryErrors.own_in_parcels,
  deliveryErrors.of_other_key,
  deliveryErrors.not_connected,
  deliveryErrors.not_ready,
  deliveryErrors.not_nova_poshta,
  deliveryErrors.wrong_status,
  deliveryErrors.ttn_by_hand,
  deliveryErrors.problems,
  orderErrors.not_editable,
];
export const makeWaybill = route({
  method: 'POST',
  path: ofOrder,
  summary: 'Make the waybill at the carrier’s, once for a parcel: a second press answers the same one',
  auth: 'delivery.waybill',
  whileRestricted: true,
  changes: ['order', 'waybill'],
  params: OneInProject,
  status: 200,
  body: WaybillBody,
  returns: OrderWaybill,
  errors: [...orderProblems, ...makingErrors],
});
export const changeWaybill = route({
  method: 'PATCH',
  path: ofOrder,
  summary: 'Change the waybill at the carrier’s, as long as he has not got the parcel',
  auth: 'delivery.waybill',
  whileRestricted: true,
  changes: ['order', 'waybill'],
  params: OneInProject,
  body: WaybillBody,
  returns: OrderWaybill,
  errors: [
    ...orderProblems,
    ...makingErrors,
    deliveryErrors.no_waybill,
    deliveryErrors.under_way,
    deliveryErrors.handed_over,
  ],
});
export const removeWaybill = route({
  method: 'DELETE',
  path: ofOrder,
  summary:
    'Delete the waybill at the carrier’s; the parcel loses its ТТН. Of one that is unsure: say that it was not made, he is asked once more',
  auth: 'delivery.waybill',
  whileRestricted: true,
  changes: ['order', 'waybill'],
  params: OneInProject,
  query: WhichParcel,
  status: 200,
  returns: OrderWaybill,
  errors: [
    ...orderProblems,
    deliveryErrors.no_waybill,
    deliveryErrors.under_way,
    deliveryErrors.handed_over,
    deliveryErrors.in_register,
    deliveryErrors.of_other_key,
    deliveryErrors.own_not_connected,
    deliveryErrors.not_connected,
  ],
});

export const LABEL_FORMATS = ['100x100', '85x85', 'a4'] as const;
export const LabelFormat = z.enum(LABEL_FORMATS);
export const readLabel = route({
  method: 'GET',
  path: `${ofOrder}/label`,
  summary: 'The label of the waybill, a PDF of the carrier',
  auth: 'delivery.waybill',
  params: OneInProject,
  query: WhichParcel.extend({ format: LabelFormat.default('100x100') }),
  raw: 'application/pdf',
  errors: [
    ...orderProblems,
    deliveryErrors.no_waybill,
    deliveryErrors.not_connected,
    deliveryErrors.own_not_connected,
    deliveryErrors.owner_gone,
    deliveryErrors.no_label,
    ...carrierErrors,
  ],
});

/** As many as are chosen on one page of a list. */
export const MAX_AT_ONCE = 100;
export const printLabels = route({
  method: 'POST',
  path: 'projects/:project_id/delivery/labels',
  summary: 'Labels of up to a hundred waybills in one PDF',
  auth: 'delivery.make',
  params: InProject,
  status: 200,
  writesNothing: true,
  body: z.object({ waybill_ids: z.array(Id).min(1).max(MAX_AT_ONCE), format: LabelFormat.default('100x100') }),
  raw: 'application/pdf',
  errors: [
    deliveryErrors.nothing_to_print,
    deliveryErrors.several_keys,
    deliveryErrors.not_connected,
    deliveryErrors.owner_gone,
    deliveryErrors.no_label,
    ...carrierErrors,
  ],
});
