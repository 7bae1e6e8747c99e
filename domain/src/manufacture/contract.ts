import { z } from 'zod';
import { errors } from '../kit/errors';
import { fieldMessage } from '../kit/field-messages';
import { Actor, CalendarDate, Id, Instant, Ref, text, Version } from '../kit/ids';
import { commaList, listQuery, page, QueryFlag } from '../kit/lists';
import { InProject, OneInProject, route } from '../kit/route';
import { stockErrors } from '../stock/contract';
import { Count } from '../stock/count';

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
  more_than_left: {
    status: 422,
    ua: 'Виготовити за заявкою можна не більше, ніж лишилося: {left} од. Зайве внесіть надходженням',
    en: 'No more can be made than is left of the request: {left} units. Enter what is above it as an income',
  },
  not_in_production: {
    status: 409,
    ua: 'Виготовлене приймають, доки заявка у виробництві, а вона у статусі «{status_ua}»',
    en: 'What was made is taken in while the request is in production; it is {status}',
  },
  partly_made: {
    status: 409,
    ua: 'Частину вже виготовлено: завершіть заявку з тим, що є',
    en: 'A part has been made: finish the request with what there is',
  },
  months_turned: {
    status: 422,
    ua: 'Перший місяць має бути не пізнішим за останній, а період – не довшим за 24 місяці',
    en: 'The first month must not be after the last, and the period not longer than 24 months',
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
  /** Pieces made so far. */
  made: z.int(),
  first_product_title: z.string(),
  created_at: Instant,
  updated_at: Instant,
  /** The day in Kyiv on which it was done. */
  done_on: CalendarDate.nullable(),
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
  unit: z.string(),
  /** Pieces made so far. */
  made: z.int(),
  /** What it is made of: cloth, fittings, what to look after. */
  materials: z.string(),
  /** On the shelf now. */
  actual: z.int(),
  available: z.int(),
  /** Pieces that orders wait for now, of all orders together. */
  waiting: z.int(),
});
export type ManufactureLine = z.infer<typeof ManufactureLine>;

/** What was made at one time: an income document, whose number says where it stands. */
export const MadePart = z.object({
  id: Id,
  /** Null of goods without stock control: they come into no stock, and so by no document. */
  document: z.object({ id: Id, number: z.int() }).nullable(),
  count: z.int(),
  /** Of which goods. */
  items: z.array(z.object({ product_variant_id: Id, count: z.int() })),
  comment: z.string(),
  /** The document was taken back, and its pieces are to be made again. */
  reversed: z.boolean(),
  actor: Actor,
  created_at: Instant,
});
export type MadePart = z.infer<typeof MadePart>;

export const ManufactureRequest = ManufactureRow.omit({ first_product_title: true, lines_count: true }).extend({
  lines: z.array(ManufactureLine),
  /** What is said of its order to the asker, oldest first. */
  order_comments: z.array(z.string()),
  /** Oldest first. */
  parts: z.array(MadePart),
  created_by: Actor,
  started_at: Instant.nullable(),
  finished_at: Instant.nullable(),
  finished_by: Actor.nullable(),
  version: Version,
});
export type ManufactureRequest = z.infer<typeof ManufactureRequest>;

const Materials = text(500);
export const LineInput = z.object({ product_variant_id: Id, count: Count, materials: Materials.optional() });
const Lines = z.array(LineInput).min(1, { error: 'required' }).max(500);

export const CreateManufactureBody = z.object({
  lines: Lines,
  deadline: CalendarDate.nullable().optional(),
  producer_id: Id.nullable().optional(),
  comment: text(1000).optional(),
  order_id: Id.nullable().optional(),
});
export type CreateManufactureBody = z.infer<typeof CreateManufactureBody>;

export const UpdateManufactureBody = CreateManufactureBody.partial().extend({
  /** Materials of some lines; they can be told until the request is finished, when lines stand still. */
  materials: z
    .array(z.object({ product_variant_id: Id, materials: Materials }))
    .max(500)
    .optional(),
});
export type UpdateManufactureBody = z.infer<typeof UpdateManufactureBody>;

/** How a request with a deadline stands to it: done in time or after it; not done yet, and due or not. */
export const Lateness = z.enum(['on_time', 'late', 'overdue', 'due']);
export type Lateness = z.infer<typeof Lateness>;

export const listManufactureRequests = route({
  method: 'GET',
  path: 'projects/:project_id/manufacture_requests',
  summary: 'Manufacture requests of the project',
  auth: 'manufacture.read',
  params: InProject,
  query: listQuery(['-created_at', 'number', 'deadline'], {
    status: commaList(ManufactureStatus),
    order_id: Id.optional(),
    /** `none`: nobody is to make it yet. */
    producer_id: z.union([Id, z.literal('none')]).optional(),
    lateness: Lateness.optional(),
    deadline_from: CalendarDate.optional(),
    deadline_to: CalendarDate.optional(),
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

/** A request as whoever makes it needs it: with pictures of its lines and what was said of its order. */
export const ToMake = ManufactureRow.omit({ first_product_title: true, lines_count: true }).extend({
  lines: z.array(ManufactureLine),
  /** What the order says, and what is said of it to all. */
  order_comments: z.array(z.string()),
});
export type ToMake = z.infer<typeof ToMake>;

export const listToMake = route({
  method: 'GET',
  path: 'projects/:project_id/manufacture_requests/to_make',
  summary: 'What is to be made, by deadline: requests that are new or in production, with all of their lines',
  auth: 'manufacture.read',
  shows: ['order', 'product', 'product_variant'],
  params: InProject,
  query: listQuery(['deadline'], {
    /** Only those of the asker. */
    mine: QueryFlag.optional(),
  }),
  returns: page(ToMake),
});

const Month = z.string().regex(/^\d{4}-(0[1-9]|1[0-2])$/, {
  error: fieldMessage('manufacture.month', {
    ua: 'Вкажіть місяць як РРРР-ММ, наприклад 2026-11',
    en: 'a month as YYYY-MM, for example 2026-11',
  }),
});

/** Requests of one producer whose deadline was in one month, but those that were canceled. */
export const LatenessRow = z.object({
  producer: z.object({ id: Id, name: z.string() }).nullable(),
  month: Month,
  total: z.int(),
  on_time: z.int(),
  late: z.int(),
  /** Not done, and the deadline has passed. */
  overdue: z.int(),
  /** Not done, and not due yet. */
  due: z.int(),
  /** Days after the deadline, on average of those that were done late; null where none was. */
  days_late: z.number().nullable(),
});
export type LatenessRow = z.infer<typeof LatenessRow>;

export const readLateness = route({
  method: 'GET',
  path: 'projects/:project_id/manufacture_requests/lateness',
  summary: 'How deadlines were kept, by producer and month of the deadline',
  auth: 'manufacture.read',
  params: InProject,
  query: z.object({ from: Month, to: Month, producer_id: z.union([Id, z.literal('none')]).optional() }),
  returns: z.object({ items: z.array(LatenessRow) }),
  errors: [manufactureErrors.months_turned],
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
  shows: ['comment', 'product', 'product_variant'],
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
    manufactureErrors.not_in_request,
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

const comesIn = ['manufacture_request', 'turnover', 'product', 'product_variant', 'order'];

export const takeInMade = route({
  method: 'POST',
  path: 'projects/:project_id/manufacture_requests/:id/parts',
  summary: 'Take a part of what is made into stock; with the last piece the request is done',
  auth: 'manufacture.edit',
  whileRestricted: true,
  changes: comesIn,
  answers: readManufactureRequest,
  params: OneInProject,
  body: z.object({
    /** What was made now; nothing of lines that are not named. */
    made: z.array(MadeInput).min(1, { error: 'required' }).max(500),
    comment: text(500).default(''),
  }),
  returns: ManufactureRequest,
  errors: [
    manufactureErrors.not_found,
    manufactureErrors.not_in_production,
    manufactureErrors.nothing_made,
    manufactureErrors.not_in_request,
    manufactureErrors.more_than_left,
    stockErrors.too_many,
    stockErrors.worth_too_much,
  ],
});

export const moveManufactureRequest = route({
  method: 'POST',
  path: 'projects/:project_id/manufacture_requests/:id/moves',
  summary: 'Move the request; done takes in what was made and ends it',
  auth: 'manufacture.edit',
  whileRestricted: true,
  changes: comesIn,
  answers: readManufactureRequest,
  params: OneInProject,
  body: z.object({
    to: ManufactureStatus,
    /** With done: what was made besides earlier parts; of lines that are not named all that is left. */
    made: z.array(MadeInput).max(500).optional(),
    /** Of what is made now, with done. */
    comment: text(500).default(''),
  }),
  returns: ManufactureRequest,
  errors: [
    manufactureErrors.not_found,
    manufactureErrors.move_impossible,
    manufactureErrors.partly_made,
    manufactureErrors.nothing_made,
    manufactureErrors.not_in_request,
    manufactureErrors.more_than_left,
    stockErrors.too_many,
    stockErrors.worth_too_much,
  ],
});

export const manufactureRoutes = {
  listManufactureRequests,
  countManufactureRequests,
  listToMake,
  readLateness,
  listProducers,
  createManufactureRequest,
  readManufactureRequest,
  updateManufactureRequest,
  listManufactureMoves,
  takeInMade,
  moveManufactureRequest,
};
