import { z } from 'zod';
import { ApplicationStatus } from '../applications/contract';
import { scopesFor } from '../kit/api_scopes';
import { Availability } from '../kit/availability';
import { CHANGE_KIND_NAMES, CHANGE_SCOPES } from '../kit/change_kinds';
import { errors } from '../kit/errors';
import { CalendarDate, Id, Instant, Version } from '../kit/ids';
import { commaList } from '../kit/lists';
import { Kopecks } from '../kit/money';
import { InProject, route } from '../kit/route';
import { OrderStatus } from '../orders/entities';
import { PaymentStatus, PaymentType } from '../payments/contract';
import { RequestForm } from '../request_forms/contract';
import { ReturnStatus } from '../returns/contract';

/** What changed is told for so many days. */
export const CHANGE_DAYS = 30;
export const MAX_CHANGES = 1000;
/** Seconds that a call may wait for something to change. */
export const MAX_WAIT = 30;

export const changeErrors = errors('changes', {
  cursor_unknown: {
    status: 400,
    ua: 'Значення after не з відповіді цього виклику. Почніть без нього: прочитайте все, а далі лише зміни',
    en: 'This value of after is not from an answer of this call. Begin without it: read everything, then what changes',
  },
  too_old: {
    status: 410,
    ua: 'Зміни зберігаються 30 днів, а ця позиція старіша. Почніть без after: прочитайте все заново, а далі лише зміни',
    en: 'Changes are kept for 30 days and this position is older. Begin without after: read everything anew, then what changes',
  },
});

/** Whether the reader has to add it, read it again or take it away. What is new since his cursor is `created`. */
export const ChangeWhat = z.enum(['created', 'changed', 'deleted']);
export type ChangeWhat = z.infer<typeof ChangeWhat>;

/** As they are at the moment of reading, as far as the reader may see them; null when the thing is gone for him. */
export const ChangedOrder = z.object({
  number: z.int(),
  status: OrderStatus,
  counterparty_id: Id,
  sum: Kopecks,
  ttn: z.string().nullable(),
  version: Version,
});
export const ChangedProduct = z.object({ name: z.string(), published: z.boolean(), version: Version });
export const ChangedVariant = z.object({
  product_id: Id,
  name: z.string(),
  sku: z.string(),
  barcode: z.string().nullable(),
  version: Version,
});
export const ChangedPrice = z.object({
  product_id: Id,
  sku: z.string(),
  /** For a Client what he pays for one piece. */
  price: Kopecks.nullable(),
  recommended_price: Kopecks.nullable(),
});
export const ChangedStock = z.object({
  product_id: Id,
  sku: z.string(),
  /** A Client is told what he can order, and that as his supplier tells it. */
  actual: z.int().nullable(),
  booked: z.int().nullable(),
  available: z.int().nullable(),
  availability: Availability,
});
export const ChangedPayment = z.object({
  counterparty_id: Id,
  type: PaymentType,
  amount: Kopecks,
  date: CalendarDate,
  status: PaymentStatus,
});
export const ChangedReturn = z.object({
  number: z.int(),
  order_id: Id,
  counterparty_id: Id,
  status: ReturnStatus,
  credit: Kopecks,
  version: Version,
});
export const ChangedRequestForm = RequestForm.omit({ id: true });
export const ChangedApplication = z.object({ status: ApplicationStatus, name: z.string() });

const entry = <const K extends string, D extends z.ZodType>(kind: K, data: D) =>
  z.object({
    kind: z.literal(kind),
    /** Of the order, product, payment …; of a price and of stock that of the modification. */
    id: Id,
    project_id: Id,
    what: ChangeWhat,
    /** When it changed last. */
    at: Instant,
    data: data.nullable(),
  });

const ENTRIES = [
  entry('order', ChangedOrder),
  entry('product', ChangedProduct),
  entry('product_variant', ChangedVariant),
  entry('price', ChangedPrice),
  entry('stock', ChangedStock),
  entry('payment', ChangedPayment),
  entry('return', ChangedReturn),
] as const;

export const Change = z.discriminatedUnion('kind', [
  ...ENTRIES,
  entry('application', ChangedApplication),
  entry('request_form', ChangedRequestForm),
]);
export type Change = z.infer<typeof Change>;

/**
 * `supplier` stands for the supplier himself (`id` is his project): `created`, the access has begun, read all his goods;
 * `changed`, the terms are others, read his prices again; `deleted`, the access has ended.
 */
export const DropshippingChange = z.discriminatedUnion('kind', [
  ...ENTRIES,
  entry('supplier', z.object({ title: z.string() })),
]);
export type DropshippingChange = z.infer<typeof DropshippingChange>;

/** One entry for each thing, however often it changed: the one that is read is the newest. */
const answer = <T extends z.ZodType>(item: T) =>
  z.object({
    items: z.array(item),
    /** Goes into the next call as `after`; also when there is nothing new. */
    cursor: z.string(),
    /** There is more to be read at once. */
    has_more: z.boolean(),
  });

const Query = z.object({
  /** The cursor of the answer before; without it nothing is told but the cursor of this moment. */
  after: z.string().max(8000).optional(),
  limit: z.coerce.number().int().min(1).max(MAX_CHANGES).default(200),
  /** So many seconds are waited for something to change, when there is nothing. */
  wait: z.coerce.number().int().min(0).max(MAX_WAIT).default(0),
  kinds: commaList(z.enum([...CHANGE_KIND_NAMES, 'supplier'])),
});

export const listChanges = route({
  method: 'GET',
  path: 'projects/:project_id/changes',
  summary:
    'What has changed since the cursor, in order: take a cursor first, then read everything, then only what changes. Kept for 30 days',
  auth: 'changes.read',
  api: CHANGE_SCOPES,
  params: InProject,
  query: Query,
  returns: answer(Change),
  errors: [changeErrors.cursor_unknown, changeErrors.too_old],
});

export const listMyChanges = route({
  method: 'GET',
  path: 'dropshipping/changes',
  summary: 'The same for a dropshipper over all his suppliers: his orders, payments and returns, the goods he may see',
  auth: 'dropshipping',
  api: CHANGE_SCOPES.filter((scope) => scopesFor('dropshipping').includes(scope)),
  query: Query,
  returns: answer(DropshippingChange),
  errors: [changeErrors.cursor_unknown, changeErrors.too_old],
});

/** Beyond so many it is not counted how far a reader is behind. */
export const MOST_BEHIND = 10_000;

/** A key that reads `changes`, and how far it has come. */
export const ChangeReader = z.object({
  key: z.object({ id: Id, name: z.string() }),
  /** When it asked last. */
  at: Instant,
  /** How many things have changed, of those that it may hear of, since what it was given last. */
  behind: z.int().min(0).max(MOST_BEHIND),
  /** Its cursor is older than what is kept: it has to read everything anew. */
  too_old: z.boolean(),
});
export type ChangeReader = z.infer<typeof ChangeReader>;

const readers = z.object({ items: z.array(ChangeReader) });

export const listChangeReaders = route({
  method: 'GET',
  path: 'projects/:project_id/changes/readers',
  summary: 'Which keys read `changes`, when each asked last and how far behind it is',
  auth: 'api_keys.read',
  shows: ['api_key'],
  params: InProject,
  returns: readers,
});

export const listMyChangeReaders = route({
  method: 'GET',
  path: 'dropshipping/changes/readers',
  summary: 'Which of the dropshipper’s keys read `changes`, and how far behind each is',
  auth: 'dropshipping',
  shows: ['api_key'],
  returns: readers,
});
