import { z } from 'zod';
import { AttachedFile } from '../files/attached';
import { Email } from '../identity/fields';
import { Availability } from '../kit/availability';
import { Actor, CalendarDate, Id, Instant, requiredText, text, Version } from '../kit/ids';
import { Kopecks, Percent, Price } from '../kit/money';
import { Phone } from '../kit/phone';
import { OrderPayment } from '../ledger/charges';
import { Count } from '../stock/count';
import { FieldsInput, FieldValues } from '../templates/fields';
import { OrderCod, RowCod } from './cod';
import { COD_EFFECTS, EFFECTS, RETURN_EFFECTS, STATUS_NAMES } from './machine';

export const OrderStatus = z.enum(STATUS_NAMES);
export type OrderStatus = z.infer<typeof OrderStatus>;

/** Comments: seen by their author, by all with access to the order, or by managers and above (specification §6). */
export const CommentVisibility = z.enum(['self', 'all', 'managers']);
export type CommentVisibility = z.infer<typeof CommentVisibility>;

/** What a move does besides changing the status. The server carries it out, the web shows it beforehand. */
export const EffectKind = z.enum(EFFECTS);
export type EffectKind = z.infer<typeof EffectKind>;

/** An effect with its figures: pieces booked, released or shipped; kopecks charged. */
export const Effect = z.object({
  kind: EffectKind,
  count: z.int().optional(),
  amount: Kopecks.optional(),
  /** With book and release: pieces that are not there and wait for stock, beside those booked (`count`). */
  waiting: z.int().optional(),
  /** With book, for a dropshipper who is not told how much there is: some of the pieces would wait. */
  short: z.boolean().optional(),
});
export type Effect = z.infer<typeof Effect>;

/** What the history tells beside the effects of moves: what came back, and what a refused parcel cost. */
export const HistoryEffectKind = z.enum([...EFFECTS, ...RETURN_EFFECTS, ...COD_EFFECTS, 'queue', 'split']);
export type HistoryEffectKind = z.infer<typeof HistoryEffectKind>;
export const HistoryEffect = Effect.extend({ kind: HistoryEffectKind });
export type HistoryEffect = z.infer<typeof HistoryEffect>;

export const Customer = z.object({
  name: text(200),
  email: Email.nullable().optional(),
  phone: Phone.nullable().optional(),
});

/** Operators that people name; the delivery integrations know them by these words. */
export const DELIVERY_OPERATORS = ['nova_poshta', 'ukrposhta', 'meest', 'pickup', 'other'] as const;

/** A reference of the carrier: not ours, so no Id. */
export const CarrierRef = z.string().regex(/^[0-9a-zA-Z-]{1,40}$/);

/** A door that a courier goes to, whose street was chosen from the carrier's list. */
export const Door = z.object({
  street_ref: CarrierRef,
  street: requiredText(120),
  house: requiredText(20),
  flat: text(20),
});
export type Door = z.infer<typeof Door>;

/** Where an order goes, as it is shown. */
export const DeliveredTo = z.object({
  operator: z.enum(DELIVERY_OPERATORS),
  recipient_name: z.string(),
  recipient_phone: z.string().nullable(),
  town: z.string(),
  address: z.string(),
  city_ref: z.string().nullable(),
  branch_ref: z.string().nullable(),
  /** Null: it goes to a branch, or the address was written by hand. */
  door: Door.nullable(),
});

export const Delivery = z.object({
  operator: z.enum(DELIVERY_OPERATORS),
  recipient_name: text(200),
  recipient_phone: Phone.nullable().optional(),
  /** For filters and reports; the address may say it as well. */
  town: text(120).optional(),
  address: text(500),
  /** What the carrier calls the town and the branch, where they were chosen from his list; beside the words above. */
  city_ref: CarrierRef.nullable().optional(),
  branch_ref: CarrierRef.nullable().optional(),
  /** In place of the branch. */
  door: Door.nullable().optional(),
  ttn: text(40).nullable().optional(),
});

export const MAX_TAGS = 10;
export const OrderTag = requiredText(40);
export const OrderTags = z.array(OrderTag).max(MAX_TAGS);

/** Where the customer came from, in the seller's words: Instagram, the own site, a friend. */
export const OrderSource = text(60);

/** What the seller's own system calls the order: his shop, his CRM. It names one order of a counterparty. */
export const ExternalNumber = requiredText(60);

/** What the link said by which the customer came, as sites and forms send it with the order. */
export const Utm = z.object({
  source: text(200).optional(),
  medium: text(200).optional(),
  campaign: text(200).optional(),
  term: text(200).optional(),
  content: text(200).optional(),
});
export type Utm = z.infer<typeof Utm>;

/** What the customer has paid to the seller beforehand: the seller's own information, the ledger knows nothing of it. */
export const PrepaymentInput = z.object({
  /** 0: none. */
  amount: Kopecks.default(0),
  /** Today, unless it is said. */
  date: CalendarDate.optional(),
});
export const Prepayment = z.object({ amount: Kopecks, date: CalendarDate });

/** A receipt of the prepayment stands with the seller alone; every other file is seen by all who see the order. */
export const FilePurpose = z.enum(['file', 'prepayment']);
export const OrderFile = AttachedFile.extend({ purpose: FilePurpose });
export type OrderFile = z.infer<typeof OrderFile>;

/** What an order may be without. */
export const OrderMark = z.enum(['tag', 'source', 'town', 'manager']);
export type OrderMark = z.infer<typeof OrderMark>;

/** `held`: all that hold their goods until a day; `soon`: those of them that end today or tomorrow; `over`: the day has passed. */
export const ReservedFilter = z.enum(['held', 'soon', 'over']);
export type Reserved = z.infer<typeof ReservedFilter>;

/** What the end customer pays for one piece. */
export const CustomerPrice = Price.nullable();

export const OrderItemInput = z.object({
  product_variant_id: Id,
  count: Count,
  /** Null: the recommended price less the customer's discount. Not given: as the line has it. */
  customer_price: CustomerPrice.optional(),
  fields: FieldsInput,
});

export const OrderItem = z.object({
  id: Id,
  product_variant_id: Id,
  product_title: z.string(),
  modification_title: z.string(),
  sku: z.string(),
  thumbnail_url: z.string().nullable(),
  /** Where it stands in the warehouse now; empty when not said, and always for a Client. */
  place: z.string(),
  count: z.int(),
  /** What it was counted in when the line was priced. */
  unit: z.string(),
  base_price: Kopecks,
  recommended_price: Kopecks,
  /** The price level that the base price is of, by its name then; null: the price itself. */
  price_level: z.string().nullable(),
  /** From how many pieces on that price holds; 1: whatever the count. */
  price_from: z.int(),
  discount: Percent,
  discount_source: z.enum(['none', 'counterparty', 'promotion']),
  customer_discount: Percent,
  amount: Kopecks,
  recommended_amount: Kopecks,
  /** What the end customer pays for one piece, as the seller has set it; null: the recommended price less the customer's discount. */
  customer_price: CustomerPrice,
  customer_amount: Kopecks,
  /** Stock at this moment: what else can be taken. Null where no number is told. */
  available: z.int().nullable(),
  availability: Availability,
  /** Pieces ordered beyond stock that have not come yet; 0 or missing: everything is booked. */
  waiting: z.int().optional(),
  /** Of the template order_item. */
  fields: FieldValues,
  /** Until when the item is booked for a draft. */
  temporary_booking_expires_at: Instant.nullable(),
  /** So many pieces of it: fewer than the line has where drafts were joined. */
  temporary_booking_count: z.int(),
});
export type OrderItem = z.infer<typeof OrderItem>;

export const OrderRow = z.object({
  id: Id,
  project_id: Id,
  project_title: z.string(),
  number: z.int(),
  /** Stands before the number, as the project had it when the order was made: `РФ-` of № РФ-125. */
  prefix: z.string(),
  status: OrderStatus,
  counterparty_id: Id,
  counterparty_name: z.string(),
  manager_name: z.string().nullable(),
  customer_name: z.string(),
  sum: Kopecks,
  recommended_sum: Kopecks,
  /** What the end customer pays: the prices that the seller has set, the recommended ones where he has not. */
  customer_sum: Kopecks,
  /** What of it is still to be collected on delivery: without what the customer has paid beforehand. */
  to_collect: Kopecks,
  /** Null: it is not paid to the carrier. */
  cod: RowCod.nullable(),
  tags: z.array(z.string()),
  source: z.string(),
  external_number: z.string().nullable(),
  town: z.string(),
  items_count: z.int(),
  /** Pieces that came back or are about to: of returns that are approved or not decided. */
  returned: z.int(),
  /** Into how many parcels it is split; 0: it goes in one. */
  parcels: z.int(),
  /** Some of them are sent, others not. */
  partly_sent: z.boolean(),
  /** It goes out instead of what comes back of another order. */
  is_exchange: z.boolean(),
  /** Null while nothing was charged or paid ahead. */
  payment: OrderPayment.nullable(),
  ttn: z.string().nullable(),
  first_thumbnail_url: z.string().nullable(),
  /** Those that `with_fields` asks for. */
  fields: FieldValues.optional(),
  /** Where `with_queue_place` asks for it: as on the page of the order. */
  queue_place: z.int().nullable().optional(),
  sent_to_manager_at: Instant.nullable(),
  /** The last day, in Kyiv, on which its bookings hold; null: they hold until it is sent or given up. */
  reserved_until: CalendarDate.nullable(),
  created_at: Instant,
  updated_at: Instant,
});
export type OrderRow = z.infer<typeof OrderRow>;

export const Order = OrderRow.omit({
  customer_name: true,
  ttn: true,
  town: true,
  items_count: true,
  first_thumbnail_url: true,
}).extend({
  last_status: OrderStatus,
  items: z.array(OrderItem),
  customer: z.object({ name: z.string(), email: z.string().nullable(), phone: z.string().nullable() }),
  delivery: DeliveredTo.extend({ ttn: z.string().nullable() }),
  /** Its place among the orders that the supplier works on, from 1; null when it is not one of them. */
  queue_place: z.int().nullable(),
  prepayment: Prepayment.nullable(),
  cod: OrderCod.nullable(),
  utm: Utm.nullable(),
  promo_code: z.string().nullable(),
  customer_discount: Percent,
  counterparty_discount: Percent,
  fields: FieldValues,
  created_by: Actor,
  shipped_at: Instant.nullable(),
  charged_at: Instant.nullable(),
  /** What this asker may edit now: the items with their discounts; the customer and the delivery; the prepayment; the cash on delivery; the reservation. */
  editable: z.object({
    items: z.boolean(),
    details: z.boolean(),
    prepayment: z.boolean(),
    cod: z.boolean(),
    reservation: z.boolean(),
  }),
  version: Version,
});
export type Order = z.infer<typeof Order>;
