import { z } from 'zod';
import { errors } from '../kit/errors';
import { Actor, CalendarDate, Id, Instant, Ref, text, Version } from '../kit/ids';
import { commaList, listQuery, page } from '../kit/lists';
import { InProject, OneInProject, route } from '../kit/route';
import { Count, stockErrors } from '../stock/contract';

export const manufactureErrors = errors('manufacture', {
  not_found: { status: 404, ua: 'Заявку на виробництво не знайдено', en: 'No such manufacture request' },
  no_lines: { status: 422, ua: 'Додайте до заявки хоча б одну позицію', en: 'Add at least one line to the request' },
  duplicate_variant: {
    status: 422,
    ua: 'Цю модифікацію вже обрано, приберіть дублікат',
    en: 'This modification is already chosen, remove the duplicate',
  },
  unknown_variant: {
    status: 422,
    ua: 'Такої модифікації немає або її видалено',
    en: 'No such modification, or it was deleted',
  },
  unknown_producer: {
    status: 422,
    ua: 'Виконавцем може бути власник, адміністратор або начальник виробництва цього проєкту',
    en: 'The producer must be the owner, an administrator or a production head of this project',
  },
  unknown_order: { status: 422, ua: 'Такого замовлення немає', en: 'No such order' },
  move_impossible: {
    status: 409,
    ua: 'Заявку не можна перевести з «{from_ua}» у «{to_ua}»',
    en: 'The request cannot go from {from} to {to}',
  },
  not_editable: {
    status: 409,
    ua: 'Заявку у статусі «{status_ua}» вже не можна змінити',
    en: 'A request in status {status} can no longer be changed',
  },
  lines_fixed: {
    status: 409,
    ua: 'Виробництво вже розпочато, тож позиції змінити не можна',
    en: 'Production has begun, so the lines can no longer be changed',
  },
  nothing_made: {
    status: 422,
    ua: 'Вкажіть, скільки виготовлено хоча б однієї позиції, або скасуйте заявку',
    en: 'Say how many were made of at least one line, or cancel the request',
  },
  not_in_request: {
    status: 422,
    ua: 'Цієї модифікації немає в заявці',
    en: 'This modification is not in the request',
  },
});

/** domain.md, Manufacture requests. */
export const ManufactureStatus = z.enum(['new', 'in_production', 'done', 'canceled']);
export type ManufactureStatus = z.infer<typeof ManufactureStatus>;

/** The order that a request is for. The slice knows it by its reference; its number is what orders tell. */
export const LinkedOrder = z.object({ id: Id, number: z.int() });
export type LinkedOrder = z.infer<typeof LinkedOrder>;

export const ManufactureRow = z.object({
  id: Id,
  number: z.int(),
  status: ManufactureStatus,
  deadline: CalendarDate.nullable(),
  producer: z.object({ id: Id, name: z.string() }).nullable(),
  comment: z.string(),
  order: LinkedOrder.nullable(),
  /** Made by an order that waits, and follows it until its lines are changed by hand. */
  automatic: z.boolean(),
  lines_count: z.int(),
  /** Pieces wanted, over all lines. */
  count: z.int(),
  /** Pieces made; null until it is done. */
  made: z.int().nullable(),
  first_product_title: z.string(),
  created_at: Instant,
  updated_at: Instant,
});
export type ManufactureRow = z.infer<typeof ManufactureRow>;

export const ManufactureLine = z.object({
  product_variant_id: Id,
  product_id: Id,
  product_title: z.string(),
  modification_title: z.string(),
  sku: z.string(),
  thumbnail_url: z.string().nullable(),
  count: z.int(),
  made: z.int().nullable(),
  /** On the shelf now. */
  actual: z.int(),
  available: z.int(),
  /** Pieces that orders wait for now, of all orders together. */
  waiting: z.int(),
});
export type ManufactureLine = z.infer<typeof ManufactureLine>;

export const ManufactureRequest = ManufactureRow.omit({ first_product_title: true, lines_count: true }).extend({
  lines: z.array(ManufactureLine),
  created_by: Actor,
  started_at: Instant.nullable(),
  finished_at: Instant.nullable(),
  finished_by: Actor.nullable(),
  version: Version,
});
export type ManufactureRequest = z.infer<typeof ManufactureRequest>;

export const LineInput = z.object({ product_variant_id: Id, count: Count });
const Lines = z.array(LineInput).min(1, { error: 'required' }).max(500);

export const CreateManufactureBody = z.object({
  lines: Lines,
  deadline: CalendarDate.nullable().optional(),
  producer_id: Id.nullable().optional(),
  comment: text(1000).optional(),
  order_id: Id.nullable().optional(),
});
export type CreateManufactureBody = z.infer<typeof CreateManufactureBody>;

export const UpdateManufactureBody = CreateManufactureBody.partial();
export type UpdateManufactureBody = z.infer<typeof UpdateManufactureBody>;

export const listManufactureRequests = route({
  method: 'GET',
  path: 'projects/:project_id/manufacture_requests',
  summary: 'Manufacture requests of the project',
  auth: 'manufacture.read',
  params: InProject,
  query: listQuery(['-created_at', 'number', 'deadline'], {
    status: commaList(ManufactureStatus),
    order_id: Id.optional(),
    producer_id: Id.optional(),
  }),
  returns: page(ManufactureRow),
});

export const countManufactureRequests = route({
  method: 'GET',
  path: 'projects/:project_id/manufacture_requests/counts',
  summary: 'How many requests are in each status',
  auth: 'manufacture.read',
  params: InProject,
  query: z.object({ q: z.string().trim().max(120).optional(), order_id: Id.optional() }),
  returns: z.object({ total: z.int(), by_status: z.partialRecord(ManufactureStatus, z.int()) }),
});

export const listProducers = route({
  method: 'GET',
  path: 'projects/:project_id/manufacture_requests/producers',
  summary: 'Members of the project who may make what is requested',
  auth: 'manufacture.read',
  params: InProject,
  returns: z.object({ items: z.array(z.object({ id: Id, name: z.string() })) }),
});

export const readManufactureRequest = route({
  method: 'GET',
  path: 'projects/:project_id/manufacture_requests/:id',
  summary: 'One manufacture request with its lines',
  auth: 'manufacture.read',
  params: OneInProject,
  returns: ManufactureRequest,
  errors: [manufactureErrors.not_found],
});

export const createManufactureRequest = route({
  method: 'POST',
  path: 'projects/:project_id/manufacture_requests',
  summary: 'Request that goods are made',
  auth: 'manufacture.edit',
  changes: ['manufacture_request'],
  answers: readManufactureRequest,
  params: InProject,
  status: 201,
  body: CreateManufactureBody,
  returns: ManufactureRequest,
  errors: [
    manufactureErrors.duplicate_variant,
    manufactureErrors.unknown_variant,
    manufactureErrors.unknown_producer,
    manufactureErrors.unknown_order,
  ],
});

export const updateManufactureRequest = route({
  method: 'PATCH',
  path: 'projects/:project_id/manufacture_requests/:id',
  summary: 'Change a request: its lines while it is new, the rest until it is finished',
  auth: 'manufacture.edit',
  changes: ['manufacture_request'],
  answers: readManufactureRequest,
  params: OneInProject,
  body: UpdateManufactureBody,
  returns: ManufactureRequest,
  errors: [
    manufactureErrors.not_found,
    manufactureErrors.not_editable,
    manufactureErrors.lines_fixed,
    manufactureErrors.duplicate_variant,
    manufactureErrors.unknown_variant,
    manufactureErrors.unknown_producer,
    manufactureErrors.unknown_order,
  ],
});

/** A line that waits for stock, with what it lacks; in the order in which lines are filled. */
export const QueueEntry = z.object({
  id: Id,
  product_variant_id: Id,
  count: z.int(),
  ref: Ref,
  order: LinkedOrder.nullable(),
});
export type QueueEntry = z.infer<typeof QueueEntry>;

export const ManufactureMove = z.object({
  to: ManufactureStatus,
  allowed: z.boolean(),
  final: z.boolean(),
  refusal: z.object({ code: z.string(), message: z.string() }).nullable(),
});
export type ManufactureMove = z.infer<typeof ManufactureMove>;

export const listManufactureMoves = route({
  method: 'GET',
  path: 'projects/:project_id/manufacture_requests/:id/moves',
  summary: 'What may follow, and who waits for what will be made, oldest first',
  auth: 'manufacture.read',
  params: OneInProject,
  returns: z.object({ moves: z.array(ManufactureMove), queue: z.array(QueueEntry) }),
  errors: [manufactureErrors.not_found],
});

export const MadeInput = z.object({ product_variant_id: Id, count: z.int().min(0).max(1_000_000) });

export const moveManufactureRequest = route({
  method: 'POST',
  path: 'projects/:project_id/manufacture_requests/:id/moves',
  summary: 'Move the request; done puts what was made on the shelf, once, and fills the orders that wait',
  auth: 'manufacture.edit',
  changes: ['manufacture_request', 'product', 'product_variant', 'order'],
  answers: readManufactureRequest,
  params: OneInProject,
  body: z.object({
    to: ManufactureStatus,
    /** With done: what was made, when it differs from what was wanted; lines that are not named were made in full. */
    made: z.array(MadeInput).max(500).optional(),
  }),
  returns: ManufactureRequest,
  errors: [
    manufactureErrors.not_found,
    manufactureErrors.move_impossible,
    manufactureErrors.nothing_made,
    manufactureErrors.not_in_request,
    stockErrors.too_many,
    stockErrors.worth_too_much,
  ],
});

export const manufactureRoutes = {
  listManufactureRequests,
  countManufactureRequests,
  listProducers,
  createManufactureRequest,
  readManufactureRequest,
  updateManufactureRequest,
  listManufactureMoves,
  moveManufactureRequest,
};
