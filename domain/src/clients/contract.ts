import { z } from 'zod';
import { feedErrors } from '../feeds/errors';
import { Email } from '../identity/contract';
import { errors } from '../kit/errors';
import { Id, Instant, requiredText, text, Version } from '../kit/ids';
import { listQuery, page } from '../kit/lists';
import { Percent, SignedKopecks } from '../kit/money';
import { Phone } from '../kit/phone';
import { InProject, OneInProject, route } from '../kit/route';
import { orderErrors } from '../orders/contract';
import { DeliveredTo, OrderStatus } from '../orders/entities';
import { IMPORT_PROBLEMS, MAX_IMPORTED, MAX_OTHER_PHONES } from './import';

/**
 * End customers, called clients here as the specification does (a «Client» among roles is a dropshipper). The owner of
 * a client is a project or a dropshipper: the same calls stand under `projects/{p}` and under `dropshipping`.
 */
export const clientErrors = errors('clients', {
  not_found: { status: 404, ua: 'Клієнта не знайдено', en: 'No such client' },
  phone_taken: {
    status: 409,
    ua: 'Телефон {phone} уже має клієнт «{name}». Відкрийте його або об’єднайте клієнтів',
    en: 'The client {name} has the phone {phone} already. Open that client or merge the two',
  },
  phone_twice: {
    status: 422,
    ua: 'Цей телефон зазначено двічі',
    en: 'This phone is given twice',
  },
  merge_itself: {
    status: 422,
    ua: 'Оберіть іншого клієнта: себе із собою об’єднати не можна',
    en: 'Choose another client: one cannot be merged with itself',
  },
  merge_unknown: {
    status: 422,
    ua: 'Клієнта, якого потрібно приєднати, не знайдено',
    en: 'There is no such client to merge in',
  },
  too_many_phones: {
    status: 422,
    ua: 'Разом вийшло б більше телефонів, ніж може мати клієнт ({allowed}). Приберіть зайві',
    en: 'Together they would have more phones than a client may ({allowed}). Remove some',
  },
  order_without_phone: {
    status: 422,
    ua: 'У замовленні немає телефону покупця. Вкажіть його в замовленні',
    en: 'The order has no phone of the customer. Give it in the order',
  },
  not_yours: {
    status: 409,
    ua: 'Це покупець дропшипера: його веде дропшипер',
    en: 'This is a customer of a dropshipper, who looks after him',
  },
  no_columns: {
    status: 422,
    ua: 'У таблиці немає стовпців «Ім’я» та «Телефон» або телефон записано не в окремому стовпці',
    en: 'The table has no columns “Name” and “Phone”',
  },
  changed_meanwhile: {
    status: 409,
    ua: 'Поки таблиця читалася, хтось змінив клієнтів. Спробуйте ще раз',
    en: 'Somebody changed clients while the table was read. Try again',
  },
  too_many_for_xlsx: {
    status: 422,
    ua: 'Для XLSX забагато клієнтів (дозволено {allowed}). Завантажте CSV',
    en: 'Too many clients for XLSX (up to {allowed}). Download CSV',
  },
});

export type LastDelivery = z.infer<typeof DeliveredTo>;

/** What a list shows. The sums are of orders that were sent to the manager and not canceled, at customers' prices. */
export const ClientRow = z.object({
  id: Id,
  name: z.string(),
  phone: z.string(),
  /** Further phones of the same person, by which he is found as well. */
  other_phones: z.array(z.string()),
  email: z.string().nullable(),
  /** Personal discount off the customer's price. */
  discount: Percent,
  comment: z.string(),
  orders_count: z.int(),
  orders_sum: SignedKopecks,
  last_order_at: Instant.nullable(),
  /** Returns asked for, withdrawn ones aside, and parcels that were not picked up: told to the owner alone. */
  returns_count: z.int(),
  refusals_count: z.int(),
  version: Version,
  created_at: Instant,
  updated_at: Instant,
});
export type ClientRow = z.infer<typeof ClientRow>;

export const ClientOrder = z.object({
  project_id: Id,
  id: Id,
  number: z.int(),
  status: OrderStatus,
  customer_sum: SignedKopecks,
  created_at: Instant,
});
export type ClientOrder = z.infer<typeof ClientOrder>;

/** So many of a client's orders his page shows, the newest. */
export const SHOWN_ORDERS = 20;

export const Client = ClientRow.extend({
  /** Where his last parcel went; drafts count too, for the address was typed. */
  last_delivery: DeliveredTo.nullable(),
  /** The newest orders with one of his phones, whatever their status. */
  orders: z.array(ClientOrder),
});
export type Client = z.infer<typeof Client>;

const OtherPhones = z.array(Phone).max(MAX_OTHER_PHONES);
const fields = {
  name: requiredText(200),
  phone: Phone,
  other_phones: OtherPhones,
  email: Email.nullable(),
  discount: Percent,
  comment: text(2000),
};

export const CreateClientBody = z.object(fields).partial().required({ name: true, phone: true });
export type CreateClientBody = z.infer<typeof CreateClientBody>;
export const UpdateClientBody = z.object(fields).partial();
export type UpdateClientBody = z.infer<typeof UpdateClientBody>;

/** Who is offered when a phone is typed in an order: the client, if he is kept, and where the phone's last parcel went. */
export const ClientByPhone = z.object({
  client: ClientRow.pick({ id: true, name: true, phone: true, email: true, discount: true, comment: true }).nullable(),
  last_name: z.string(),
  /** Parcels of the owner's own orders for these phones that were not picked up. */
  refusals_count: z.int(),
  last_delivery: DeliveredTo.nullable(),
});
export type ClientByPhone = z.infer<typeof ClientByPhone>;

export const ImportClientsBody = z.object({
  file_name: requiredText(300),
  /** The bytes of an XLSX or CSV table, base64. They are read and not kept: they are data about people. */
  content: z.base64().max(1_900_000),
  /** Only tell what would be done. */
  dry_run: z.boolean().default(false),
});

export type ImportClientsBody = z.infer<typeof ImportClientsBody>;

export const ImportClientsAnswer = z.object({
  counts: z.object({ created: z.int(), changed: z.int(), unchanged: z.int(), refused: z.int() }),
  /** Rows that were not taken, with why. */
  refused: z.array(
    z.object({
      /** As a spreadsheet counts it. */
      row: z.int(),
      name: z.string(),
      phone: z.string(),
      code: z.enum(Object.keys(IMPORT_PROBLEMS) as [keyof typeof IMPORT_PROBLEMS, ...(keyof typeof IMPORT_PROBLEMS)[]]),
      message: z.string(),
    }),
  ),
});
export type ImportClientsAnswer = z.infer<typeof ImportClientsAnswer>;

export const MAX_IN_XLSX = 20_000;
const ExportFormat = z.object({ format: z.enum(['csv', 'xlsx']).default('xlsx') });
const ByPhone = z.object({ phone: Phone });
const ListClients = listQuery(['name', '-created_at'], {});
const MergeBody = z.object({ client_id: Id });
const OneOfMine = z.object({ id: Id });

const saveErrors = [clientErrors.phone_taken, clientErrors.phone_twice] as const;
const mergeErrors = [
  clientErrors.not_found,
  clientErrors.merge_itself,
  clientErrors.merge_unknown,
  clientErrors.too_many_phones,
] as const;
const tableErrors = [
  clientErrors.no_columns,
  clientErrors.changed_meanwhile,
  feedErrors.empty,
  feedErrors.not_a_table,
  feedErrors.too_many_rows,
] as const;

const P = 'projects/:project_id/clients';
const MINE = 'dropshipping/clients';

export const listClients = route({
  method: 'GET',
  path: P,
  summary: 'The clients of the project; `q` finds by name, e-mail and any of their phones',
  auth: 'clients.read',
  api: 'clients.read',
  shows: ['order', 'return'],
  params: InProject,
  query: ListClients,
  returns: page(ClientRow),
});

export const createClient = route({
  method: 'POST',
  path: P,
  summary: 'Keep a client; the phone is the identity within an owner',
  auth: 'clients.edit',
  api: 'clients.write',
  changes: ['client'],
  params: InProject,
  status: 201,
  body: CreateClientBody,
  returns: Client,
  errors: saveErrors,
});

export const findClient = route({
  method: 'GET',
  path: `${P}/by_phone`,
  summary: 'Who has this phone, and where the last parcel for it went: for the form of an order',
  auth: 'clients.read',
  api: 'clients.read',
  shows: ['order', 'return'],
  params: InProject,
  query: ByPhone,
  returns: ClientByPhone,
});

export const importClients = route({
  method: 'POST',
  path: `${P}/import`,
  summary: `Bring clients from a table, up to ${MAX_IMPORTED} rows; known phones are changed, not doubled`,
  auth: 'clients.edit',
  changes: ['client'],
  params: InProject,
  status: 200,
  body: ImportClientsBody,
  returns: ImportClientsAnswer,
  errors: tableErrors,
});

export const exportClients = route({
  method: 'GET',
  path: `${P}/export`,
  summary: 'The clients of the project as a table that an import reads back',
  auth: 'clients.read',
  params: InProject,
  query: ExportFormat,
  status: 200,
  raw: 'text/csv',
  errors: [clientErrors.too_many_for_xlsx],
});

/** A customer as the orders of one counterparty show him. Nothing here is of the dropshipper's own card of him. */
export const OrderCustomer = z.object({
  /** The newest order of his there: name and phone are as it says. */
  order_id: Id,
  order_number: z.int(),
  counterparty_id: Id,
  counterparty_name: z.string(),
  name: z.string(),
  phone: z.string(),
  orders_count: z.int(),
  /** Σ base cost: what the counterparty's orders for him come to. */
  orders_sum: SignedKopecks,
  last_order_at: Instant,
});
export type OrderCustomer = z.infer<typeof OrderCustomer>;

export const listCustomers = route({
  method: 'GET',
  path: `${P}/of_dropshippers`,
  summary:
    'Customers of dropshippers, as the orders of this project show them, with whose they are; the newest order first',
  auth: 'clients.read',
  shows: ['order', 'return'],
  params: InProject,
  query: listQuery(['-last_order_at'], { counterparty_id: Id.optional() }),
  returns: page(OrderCustomer),
});

export const readClient = route({
  method: 'GET',
  path: `${P}/:id`,
  summary: 'One client with the newest orders and the last delivery',
  auth: 'clients.read',
  api: 'clients.read',
  shows: ['order', 'return'],
  params: OneInProject,
  returns: Client,
  errors: [clientErrors.not_found],
});

export const updateClient = route({
  method: 'PATCH',
  path: `${P}/:id`,
  summary: 'Change a client',
  auth: 'clients.edit',
  api: 'clients.write',
  changes: ['client'],
  answers: readClient,
  params: OneInProject,
  body: UpdateClientBody,
  returns: Client,
  errors: [clientErrors.not_found, ...saveErrors],
});

export const deleteClient = route({
  method: 'DELETE',
  path: `${P}/:id`,
  summary: 'Forget a client; orders stay as they are',
  auth: 'clients.edit',
  api: 'clients.write',
  changes: ['client'],
  params: OneInProject,
  errors: [clientErrors.not_found],
});

export const mergeClients = route({
  method: 'POST',
  path: `${P}/:id/merge`,
  summary: 'Take another client into this one: the phones find this one from then on, the larger discount holds',
  auth: 'clients.edit',
  changes: ['client'],
  answers: readClient,
  params: OneInProject,
  status: 200,
  body: MergeBody,
  returns: Client,
  errors: mergeErrors,
});

export const listMyClients = route({
  method: 'GET',
  path: MINE,
  summary: 'The dropshipper’s own clients, across all his suppliers',
  auth: 'dropshipping',
  api: 'clients.read',
  shows: ['order', 'return'],
  query: ListClients,
  returns: page(ClientRow),
});

export const createMyClient = route({
  method: 'POST',
  path: MINE,
  summary: 'Keep a client of the dropshipper’s own',
  auth: 'dropshipping',
  api: 'clients.write',
  changes: ['client'],
  status: 201,
  body: CreateClientBody,
  returns: Client,
  errors: saveErrors,
});

export const findMyClient = route({
  method: 'GET',
  path: `${MINE}/by_phone`,
  summary: 'The dropshipper’s client with this phone, and where the last parcel for it went',
  auth: 'dropshipping',
  api: 'clients.read',
  shows: ['order', 'return'],
  query: ByPhone,
  returns: ClientByPhone,
});

export const importMyClients = route({
  method: 'POST',
  path: `${MINE}/import`,
  summary: 'Bring the dropshipper’s clients from a table',
  auth: 'dropshipping',
  changes: ['client'],
  status: 200,
  body: ImportClientsBody,
  returns: ImportClientsAnswer,
  errors: tableErrors,
});

export const exportMyClients = route({
  method: 'GET',
  path: `${MINE}/export`,
  summary: 'The dropshipper’s clients as a table',
  auth: 'dropshipping',
  query: ExportFormat,
  status: 200,
  raw: 'text/csv',
  errors: [clientErrors.too_many_for_xlsx],
});

export const readMyClient = route({
  method: 'GET',
  path: `${MINE}/:id`,
  summary: 'One client of the dropshipper’s own',
  auth: 'dropshipping',
  api: 'clients.read',
  shows: ['order', 'return'],
  params: OneOfMine,
  returns: Client,
  errors: [clientErrors.not_found],
});

export const updateMyClient = route({
  method: 'PATCH',
  path: `${MINE}/:id`,
  summary: 'Change a client of the dropshipper’s own',
  auth: 'dropshipping',
  api: 'clients.write',
  changes: ['client'],
  answers: readMyClient,
  params: OneOfMine,
  body: UpdateClientBody,
  returns: Client,
  errors: [clientErrors.not_found, ...saveErrors],
});

export const deleteMyClient = route({
  method: 'DELETE',
  path: `${MINE}/:id`,
  summary: 'Forget a client of the dropshipper’s own; orders stay as they are',
  auth: 'dropshipping',
  api: 'clients.write',
  changes: ['client'],
  params: OneOfMine,
  errors: [clientErrors.not_found],
});

export const mergeMyClients = route({
  method: 'POST',
  path: `${MINE}/:id/merge`,
  summary: 'Take another client of the dropshipper’s own into this one',
  auth: 'dropshipping',
  changes: ['client'],
  answers: readMyClient,
  params: OneOfMine,
  status: 200,
  body: MergeBody,
  returns: Client,
  errors: mergeErrors,
});

/** The asker's own client whose phone stands on the order. */
export const ClientOfOrder = z.object({
  client: ClientRow.pick({ id: true, name: true, phone: true, discount: true, comment: true }).nullable(),
  /** Whether the customer of the order is the asker's to keep: those of dropshippers' orders are theirs. */
  own: z.boolean(),
});
export type ClientOfOrder = z.infer<typeof ClientOfOrder>;

export const readOrderClient = route({
  method: 'GET',
  path: 'projects/:project_id/orders/:id/client',
  summary: 'The asker’s own client on this order: staff’s is the project’s, a dropshipper’s is his',
  auth: 'clients.of_orders',
  params: OneInProject,
  returns: ClientOfOrder,
  errors: [orderErrors.not_found],
});

export const keepOrderClient = route({
  method: 'POST',
  path: 'projects/:project_id/orders/:id/client',
  summary: 'Keep the customer of this order as a client; one who is known already stays as he is',
  auth: 'clients.of_orders',
  changes: ['client'],
  answers: readOrderClient,
  params: OneInProject,
  status: 200,
  returns: ClientOfOrder,
  errors: [
    orderErrors.not_found,
    clientErrors.order_without_phone,
    clientErrors.not_yours,
    clientErrors.changed_meanwhile,
  ],
});
