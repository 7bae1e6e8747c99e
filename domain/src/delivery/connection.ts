import { z } from 'zod';
import { fieldMessage } from '../kit/field-messages';
import { Instant, requiredText, Version } from '../kit/ids';
import { InProject, route } from '../kit/route';
import { CarrierRef } from '../orders/entities';
import { carrierErrors, deliveryErrors } from './errors';
import { DEEDS } from './tracking';

/** A key of Nova Poshta, who sends and from where: the supplier's, and a dropshipper's own at one supplier. */

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
