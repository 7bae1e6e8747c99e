import { z } from 'zod';
import { createRegister as settleByRegister } from '../cod/contract';
import { Wait } from '../integrations/contract';
import { fieldMessage } from '../kit/field-messages';
import { Actor, CalendarDate, Id, Instant, requiredText, Version } from '../kit/ids';
import { commaList, listQuery, page } from '../kit/lists';
import { Kopecks } from '../kit/money';
import { Phone } from '../kit/phone';
import { InProject, OneInProject, route } from '../kit/route';
import { moveOrder, orderErrors } from '../orders/contract';
import { CarrierRef, DELIVERY_OPERATORS, Door } from '../orders/entities';
import { refuseParcel } from '../returns/contract';
import { deliveryErrors } from './errors';
import { FIX_KINDS } from './fixes';
import { DEEDS, TRACK_KINDS } from './tracking';

export { deliveryErrors };

/** Delivery services: Nova Poshta by its interface, the others by a ТТН that is written by hand (decision 0106). */

export const PAYERS = ['sender', 'recipient'] as const;
export const CARGO = ['parcel', 'documents', 'cargo'] as const;
/** How the carrier brings the customer's money: to a person, or by payment control to the account of a business. */
export const COD_SERVICES = ['money_back', 'payment_control'] as const;
export const RULE_MODES = ['off', 'suggest', 'do'] as const;
export type RuleMode = (typeof RULE_MODES)[number];

export const Defaults = z.object({
  payer: z.enum(PAYERS),
  cargo: z.enum(CARGO),
  /** Grams, where the goods do not say theirs. */
  weight: z.int().min(100).max(1_000_000),
  seats: z.int().min(1).max(100),
  description: requiredText(100),
  cod_service: z.enum(COD_SERVICES),
});
export type Defaults = z.infer<typeof Defaults>;
export const DEFAULTS: Defaults = {
  ...{ payer: 'recipient', cargo: 'parcel', weight: 1_000, seats: 1 },
  ...{ description: 'Товари', cod_service: 'money_back' },
};

/** What the carrier's word leads to, each as the supplier sets it. */
export const Rules = z.object(
  Object.fromEntries(DEEDS.map((deed) => [deed, z.enum(RULE_MODES)])) as Record<
    (typeof DEEDS)[number],
    z.ZodEnum<{ off: 'off'; suggest: 'suggest'; do: 'do' }>
  >,
);
export type Rules = z.infer<typeof Rules>;
export const NO_RULES: Rules = { sent: 'off', received: 'suggest', refused: 'suggest', paid: 'off' };

const Named = z.object({ ref: CarrierRef, name: z.string() });
export type Named = z.infer<typeof Named>;
export const Sender = Named.extend({
  contacts: z.array(Named.extend({ phone: z.string() })),
  may_control: z.boolean(),
});
export type Sender = z.infer<typeof Sender>;

export const Connection = z.object({
  /** The last four signs of the key; it is never shown again. */
  key_tail: z.string(),
  senders: z.array(Sender),
  sender_ref: CarrierRef.nullable(),
  contact_ref: CarrierRef.nullable(),
  city: Named.nullable(),
  branch: Named.nullable(),
  defaults: Defaults,
  rules: Rules,
  /** A parcel that has waited so many days is told of; 0: never. */
  remind_days: z.int().min(0).max(14),
  /** Sender, contact and branch are chosen: waybills can be made. */
  is_ready: z.boolean(),
  /** The carrier has refused the key since it was given. */
  is_refused: z.boolean(),
  checked_at: Instant,
  version: Version,
});
export type Connection = z.infer<typeof Connection>;

const ConnectionState = z.object({
  connection: Connection.nullable(),
  /** How many branches the local copy of the carrier's directory has, and of when it is. */
  directory: z.object({ branches: z.int(), refreshed_at: Instant.nullable() }),
});
const connected = 'projects/:project_id/delivery/nova_poshta';
export const readConnection = route({
  method: 'GET',
  path: connected,
  summary: 'How Nova Poshta is connected; the key itself is never shown',
  auth: 'delivery.read',
  shows: ['delivery_connection'],
  params: InProject,
  returns: ConnectionState,
});

/** 32 hexadecimal digits; people copy it with spaces around. */
export const ApiKey = z
  .string()
  .trim()
  .regex(/^[0-9a-fA-F]{32}$/, {
    error: fieldMessage('delivery.key', {
      ua: 'Ключ складається з 32 знаків: цифр і літер від a до f',
      en: 'a key has 32 signs: digits and letters from a to f',
    }),
  });

export const ConnectBody = z.object({
  key: ApiKey.optional(),
  sender_ref: CarrierRef.optional(),
  contact_ref: CarrierRef.optional(),
  city_ref: CarrierRef.optional(),
  branch_ref: CarrierRef.optional(),
  defaults: Defaults.partial().optional(),
  rules: Rules.partial().optional(),
  remind_days: z.int().min(0).max(14).optional(),
});
export type ConnectBody = z.infer<typeof ConnectBody>;

/** What the carrier may answer while somebody waits. */
const carrierErrors = [
  deliveryErrors.unreachable,
  deliveryErrors.busy,
  deliveryErrors.refused,
  deliveryErrors.key_wrong,
  deliveryErrors.key_expired,
];

export const connect = route({
  method: 'PUT',
  path: connected,
  summary: 'Connect Nova Poshta by a key, which is tried at once, or change the settings: only what is given changes',
  auth: 'delivery.edit',
  changes: ['delivery_connection', 'order'],
  answers: readConnection,
  params: InProject,
  body: ConnectBody,
  returns: ConnectionState,
  errors: [
    ...carrierErrors,
    deliveryErrors.not_connected,
    deliveryErrors.no_senders,
    deliveryErrors.unknown_sender,
    deliveryErrors.unknown_place,
  ],
});
export const disconnect = route({
  method: 'DELETE',
  path: connected,
  summary: 'Forget the key. Waybills that were made stay; parcels are not asked about any more',
  auth: 'delivery.edit',
  changes: ['delivery_connection', 'order'],
  params: InProject,
  errors: [deliveryErrors.not_connected],
});

/** A dropshipper's own key at one supplier: who sends and from where; what follows from statuses stays the supplier's. */
export const OwnConnection = Connection.omit({ rules: true, remind_days: true });
export type OwnConnection = z.infer<typeof OwnConnection>;
const OwnState = z.object({
  /** The supplier lets his dropshippers make waybills by keys of their own. */
  is_allowed: z.boolean(),
  connection: OwnConnection.nullable(),
  directory: ConnectionState.shape.directory,
});
const ownKey = 'projects/:project_id/delivery/own_key';
export const readOwnKey = route({
  method: 'GET',
  path: ownKey,
  summary: 'The dropshipper’s own key of Nova Poshta at this supplier; the key itself is never shown',
  auth: 'delivery.own',
  shows: ['delivery_connection', 'template'],
  params: InProject,
  returns: OwnState,
});
export const OwnKeyBody = ConnectBody.omit({ rules: true, remind_days: true });
export const connectOwnKey = route({
  method: 'PUT',
  path: ownKey,
  summary: 'Connect a key of one’s own for the orders at this supplier, or change who sends and from where',
  auth: 'delivery.own',
  changes: ['delivery_connection', 'order'],
  answers: readOwnKey,
  params: InProject,
  body: OwnKeyBody,
  returns: OwnState,
  errors: [
    ...carrierErrors,
    deliveryErrors.own_off,
    deliveryErrors.own_not_connected,
    deliveryErrors.no_senders,
    deliveryErrors.unknown_sender,
    deliveryErrors.unknown_place,
  ],
});
export const disconnectOwnKey = route({
  method: 'DELETE',
  path: ownKey,
  summary: 'Forget one’s own key. Waybills that were made by it stay, and can be neither changed nor deleted here',
  auth: 'delivery.own',
  changes: ['delivery_connection', 'order'],
  params: InProject,
  errors: [deliveryErrors.own_not_connected],
});

export const City = z.object({
  ref: CarrierRef,
  name: z.string(),
  /** The region, and the district where several towns have one name. */
  area: z.string(),
  kind: z.string(),
  branches: z.int(),
});
export type City = z.infer<typeof City>;
const READS = 'orders.read';
export const listCities = route({
  method: 'GET',
  path: 'projects/:project_id/delivery/cities',
  summary: 'Towns of Nova Poshta whose name begins so, those with more branches first',
  auth: READS,
  params: InProject,
  query: z.object({ q: z.string().trim().max(60).default(''), ref: CarrierRef.optional() }),
  returns: z.object({ items: z.array(City) }),
});

export const Branch = z.object({
  ref: CarrierRef,
  city_ref: CarrierRef,
  number: z.int(),
  name: z.string(),
  address: z.string(),
  kind: z.enum(['branch', 'locker']),
  /** Kilograms; 0: no limit. */
  max_weight: z.int(),
});
export type Branch = z.infer<typeof Branch>;
export const listBranches = route({
  method: 'GET',
  path: 'projects/:project_id/delivery/warehouses',
  summary: 'Branches and lockers of a town that work, by number or by words of the address',
  auth: READS,
  params: InProject,
  query: z.object({
    city: CarrierRef,
    q: z.string().trim().max(80).default(''),
    kind: z.enum(['branch', 'locker']).optional(),
    /** Grams: those that take no parcel so heavy are left out. */
    weight: z.coerce.number().int().min(0).max(1_000_000).optional(),
    ref: CarrierRef.optional(),
  }),
  returns: z.object({ items: z.array(Branch) }),
});

export const Street = z.object({ ref: CarrierRef, name: z.string() });
export type Street = z.infer<typeof Street>;
export const listStreets = route({
  method: 'GET',
  path: 'projects/:project_id/delivery/streets',
  summary: 'Streets of a town that a courier goes to, by two letters of the name or more',
  auth: READS,
  params: InProject,
  query: z.object({ city: CarrierRef, q: z.string().trim().max(60).default('') }),
  returns: z.object({ items: z.array(Street) }),
});

const Quote = z.object({
  /** Of the delivery, and of bringing the money; null: the carrier has not said it. */
  cost: Kopecks.nullable(),
  cod_cost: Kopecks.nullable(),
  /** When it arrives; null: the carrier does not say. */
  date: CalendarDate.nullable(),
  /** Why he has not said it: a waybill can be made all the same. */
  problem: z.object({ code: z.string(), message: z.string() }).nullable(),
});
export type Quote = z.infer<typeof Quote>;
export const readPrice = route({
  method: 'GET',
  path: 'projects/:project_id/delivery/price',
  summary: 'What the delivery costs and when it arrives, as the carrier says it now',
  auth: READS,
  params: InProject,
  query: z.object({
    city: CarrierRef,
    branch: CarrierRef.optional(),
    /** By courier to the door. */
    door: z.enum(['true']).optional(),
    /** Grams. */
    weight: z.coerce.number().int().min(1).max(1_000_000),
    seats: z.coerce.number().int().min(1).max(100).default(1),
    declared: z.coerce.number().int().min(0).max(100_000_000_00),
    cod: z.coerce.number().int().min(0).max(100_000_000_00).default(0),
  }),
  returns: Quote,
  errors: [
    deliveryErrors.not_connected,
    deliveryErrors.own_off,
    deliveryErrors.own_not_connected,
    deliveryErrors.not_ready,
  ],
});

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

const Said = z.object({ code: z.string(), message: z.string() });
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
const orderProblems = [orderErrors.not_found, deliveryErrors.which_parcel, deliveryErrors.no_parcel];
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

const TrackKind = z.enum(TRACK_KINDS);
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
  shows: ['waybill'],
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

/**
 * asked, changing, removing: the carrier is being told; made: it stands at the carrier’s as here; empty: nothing is in it;
 * removed.
 */
export const REGISTER_STATES = ['asked', 'changing', 'removing', 'made', 'empty', 'removed'] as const;
export type RegisterState = (typeof REGISTER_STATES)[number];

/** Parcels that are handed over together, on one paper of the carrier. */
export const Register = z.object({
  id: Id,
  /** As the carrier numbers it: `105-00003134`. */
  number: z.string().nullable(),
  state: z.enum(REGISTER_STATES),
  /** Waybills in it, those among them that the carrier is still to be told of. */
  count: z.int(),
  waiting: z.int(),
  /** Why the carrier has not done what was asked for last. */
  error: Said.nullable(),
  /** Waybills that he has not taken into it. */
  refused: z.array(z.object({ ttn: z.string(), message: z.string() })),
  created_by: Actor,
  created_at: Instant,
});
export type Register = z.infer<typeof Register>;

const registers = 'projects/:project_id/delivery/registers';
export const listRegisters = route({
  method: 'GET',
  path: registers,
  summary: 'Registers of parcels that are handed over together, the newest first',
  auth: 'delivery.read',
  shows: ['waybill'],
  params: InProject,
  query: listQuery(['-created_at'], {}),
  returns: page(Register),
});
export const readRegister = route({
  method: 'GET',
  path: `${registers}/:id`,
  summary: 'A register; its waybills are those of the list with `register`',
  auth: 'delivery.read',
  shows: ['waybill'],
  params: OneInProject,
  returns: Register,
  errors: [deliveryErrors.no_register],
});
const RegisterBody = z.object({ waybill_ids: z.array(Id).min(1).max(MAX_AT_ONCE) });
export const createRegister = route({
  method: 'POST',
  path: registers,
  summary: 'Put waybills that are not handed over into a new register of the carrier; those that cannot are left out',
  auth: 'delivery.make',
  whileRestricted: true,
  changes: ['waybill'],
  answers: readRegister,
  params: InProject,
  status: 201,
  body: RegisterBody,
  returns: Register,
  errors: [deliveryErrors.nothing_to_register, deliveryErrors.not_connected, deliveryErrors.owner_gone],
});
const registerErrors = [
  deliveryErrors.no_register,
  deliveryErrors.nothing_to_register,
  deliveryErrors.register_gone,
  deliveryErrors.not_connected,
  deliveryErrors.owner_gone,
];
export const addToRegister = route({
  method: 'POST',
  path: `${registers}/:id/add`,
  summary: 'Put further waybills into a register; those that cannot are left out',
  auth: 'delivery.make',
  whileRestricted: true,
  changes: ['waybill'],
  answers: readRegister,
  params: OneInProject,
  status: 200,
  body: RegisterBody,
  returns: Register,
  errors: registerErrors,
});
export const takeFromRegister = route({
  method: 'POST',
  path: `${registers}/:id/take`,
  summary: 'Take waybills out of a register as long as they are not handed over',
  auth: 'delivery.make',
  whileRestricted: true,
  changes: ['waybill'],
  answers: readRegister,
  params: OneInProject,
  status: 200,
  body: RegisterBody,
  returns: Register,
  errors: registerErrors,
});
export const removeRegister = route({
  method: 'DELETE',
  path: `${registers}/:id`,
  summary: 'Delete a register at the carrier’s; its waybills stay, in no register',
  auth: 'delivery.make',
  whileRestricted: true,
  changes: ['waybill'],
  params: OneInProject,
  errors: [
    deliveryErrors.no_register,
    deliveryErrors.register_gone,
    deliveryErrors.handed_over,
    deliveryErrors.not_connected,
    deliveryErrors.owner_gone,
  ],
});
export const printRegister = route({
  method: 'GET',
  path: `${registers}/:id/print`,
  summary: 'The register as the carrier prints it, a PDF: signed when the parcels are handed over',
  auth: 'delivery.make',
  params: OneInProject,
  raw: 'application/pdf',
  errors: [
    deliveryErrors.no_register,
    deliveryErrors.nothing_to_print,
    deliveryErrors.not_connected,
    deliveryErrors.owner_gone,
    deliveryErrors.no_label,
    ...carrierErrors,
  ],
});

export const deliveryRoutes = {
  ...{ listRegisters, readRegister, createRegister, addToRegister, takeFromRegister, removeRegister, printRegister },
  ...{ readOwnKey, connectOwnKey, disconnectOwnKey },
  ...{ readConnection, connect, disconnect, listCities, listBranches, listStreets, readPrice },
  ...{ readWaybill, makeWaybill, changeWaybill, removeWaybill, readLabel, printLabels },
  ...{ readTracking, refreshTracking, decideTracking, listWaybills, readBatch, makeWaybills },
};
