import { z } from 'zod';
import { catalogErrors } from '../catalog/errors';
import { AttachedFile } from '../files/attached';
import { fileErrors } from '../files/contract';
import { errors } from '../kit/errors';
import { Actor, CalendarDate, Id, Instant, Ref, requiredText, text, Version } from '../kit/ids';
import { commaList, listQuery, MAX_LIMIT, page, QueryFlag } from '../kit/lists';
import { Kopecks, Price } from '../kit/money';
import { InProject, OneInProject, route } from '../kit/route';
import { ledgerErrors } from '../ledger/rules';
import { stockErrors } from '../stock/contract';
import { Count } from '../stock/count';

export const turnoverErrors = errors('turnover', {
  not_found: { status: 404, ua: 'Документ не знайдено', en: 'No such document' },
  wrong_type: {
    status: 422,
    ua: 'Прибутковий документ – це закупівля або повернення від покупця, видатковий – продаж, списання або повернення постачальнику',
    en: 'An income is a purchase or a return from a buyer; an outcome is a sale, a write-off or a return to the supplier',
  },
  counterparty_required: { status: 422, ua: 'Оберіть контрагента', en: 'Choose a counterparty' },
  no_counterparty: {
    status: 422,
    ua: 'Списання не має контрагента: приберіть його',
    en: 'A write-off has no counterparty: remove it',
  },
  reason_required: { status: 422, ua: 'Вкажіть причину списання', en: 'Say why it is written off' },
  only_expected_later: {
    status: 422,
    ua: 'Очікувати можна лише товар за прибутковим документом',
    en: 'Only goods of an income can be expected',
  },
  in_future: { status: 422, ua: 'Дата документа не може бути в майбутньому', en: 'The date cannot be in the future' },
  no_items: { status: 422, ua: 'Додайте хоча б одну позицію', en: 'Add at least one line' },
  price_required: {
    status: 422,
    ua: 'Вкажіть ціну: без неї кількість не можна провести',
    en: 'Fill in the price: a quantity without it cannot be posted',
  },
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
  sum_too_large: {
    status: 422,
    ua: 'Сума документа завелика: дозволено до 10 000 000 000,00 ₴',
    en: 'The sum of the document is too large: up to 10,000,000,000.00 ₴ is allowed',
  },
  posted: {
    status: 409,
    ua: 'Проведений документ не змінюється й не видаляється: сторнуйте його зустрічним документом',
    en: 'A posted document is not changed or deleted: reverse it by a counter-document',
  },
  is_draft: { status: 409, ua: 'Документ ще не проведено', en: 'The document has not been posted' },
  not_reversible: {
    status: 409,
    ua: 'Зустрічний документ не можна сторнувати ще раз',
    en: 'A counter-document cannot be reversed',
  },
  reversed: { status: 409, ua: 'Документ сторновано', en: 'The document has been reversed' },
  nothing_arrived: {
    status: 422,
    ua: 'Вкажіть, скільки надійшло хоча б однієї позиції',
    en: 'Say how many arrived of at least one line',
  },
  not_in_document: {
    status: 422,
    ua: 'Цієї модифікації немає в документі',
    en: 'This modification is not in the document',
  },
  more_than_expected: {
    status: 422,
    ua: 'Надійти може не більше, ніж очікується: {expected} од.',
    en: 'No more can arrive than is expected: {expected} units',
  },
  no_file: { status: 404, ua: 'Такого файла в документа немає', en: 'The document has no such file' },
  too_many_files: {
    status: 409,
    ua: 'У документа вже {limit} файлів, більше додати не можна',
    en: 'The document has {limit} files already, which is as many as there may be',
  },
  file_posted: {
    status: 409,
    ua: 'Файл проведено разом із документом: його не перейменувати й не видалити. Додайте ще один',
    en: 'The file was posted with the document: it is neither renamed nor deleted. Add another one',
  },
});

export const TurnoverFlow = z.enum(['income', 'outcome']);
export type TurnoverFlow = z.infer<typeof TurnoverFlow>;
/** Specification §9, Transaction types. */
export const TurnoverType = z.enum(['purchase', 'return', 'sale', 'write_off']);
export type TurnoverType = z.infer<typeof TurnoverType>;
export const TurnoverStatus = z.enum(['draft', 'posted', 'reversed']);
export type TurnoverStatus = z.infer<typeof TurnoverStatus>;

/** Another document that this one stands beside: the one it reverses, or the one that reverses it. */
export const OtherDocument = z.object({ id: Id, number: z.int() });

export const TurnoverRow = z.object({
  id: Id,
  number: z.int(),
  flow: TurnoverFlow,
  type: TurnoverType,
  status: TurnoverStatus,
  counterparty: z.object({ id: Id, name: z.string() }).nullable(),
  /** The day it belongs to, in Kyiv: the ledger's day too. */
  date: CalendarDate,
  /** The goods come with the document; off: they are expected and arrive later. */
  in_stock: z.boolean(),
  sum: Kopecks,
  items_count: z.int(),
  /** Pieces over all lines. */
  count: z.int(),
  /** Pieces that are still to arrive. */
  expected: z.int(),
  first_product_title: z.string(),
  comment: z.string(),
  /** It takes this document back. */
  reverses: OtherDocument.nullable(),
  created_at: Instant,
});
export type TurnoverRow = z.infer<typeof TurnoverRow>;

export const TurnoverItem = z.object({
  product_variant_id: Id,
  product_id: Id,
  product_title: z.string(),
  modification_title: z.string(),
  sku: z.string(),
  thumbnail_url: z.string().nullable(),
  count: z.int(),
  unit: z.string(),
  /** Kopecks a piece in this document; null where nobody has told it (what was made, what is written off). */
  transaction_item_price: Price.nullable(),
  /** For what it is to be sold. */
  sale_price: Price.nullable(),
  transaction_amount: Kopecks,
  /** Pieces that came or went by this document. */
  arrived: z.int(),
  /** Pieces that are still to arrive. */
  expected: z.int(),
});
export type TurnoverItem = z.infer<typeof TurnoverItem>;

export const Arrival = z.object({
  id: Id,
  /** Pieces over all lines. */
  count: z.int(),
  /** Which goods came. */
  items: z.array(z.object({ product_variant_id: Id, count: z.int() })),
  comment: z.string(),
  actor: Actor,
  created_at: Instant,
});
export type Arrival = z.infer<typeof Arrival>;

export const TurnoverDocument = TurnoverRow.omit({ first_product_title: true, items_count: true }).extend({
  items: z.array(TurnoverItem),
  /** Of a write-off. */
  reason: z.string(),
  /** When what is expected should come. */
  expected_on: CalendarDate.nullable(),
  /** The day its money counts from: its own, or the first one that no agreed reconciliation closes. Null without money. */
  counted_on: CalendarDate.nullable(),
  reversed_by: OtherDocument.nullable(),
  /** What made it, when a person did not: a manufacture request. */
  ref: Ref.nullable(),
  /** What came in parts, oldest first. */
  arrivals: z.array(Arrival),
  created_by: Actor,
  posted_by: Actor.nullable(),
  posted_at: Instant.nullable(),
  version: Version,
});
export type TurnoverDocument = z.infer<typeof TurnoverDocument>;

export const ItemInput = z.object({
  product_variant_id: Id,
  count: Count,
  transaction_item_price: Price.nullable().default(null),
  sale_price: Price.nullable().default(null),
});
const Items = z.array(ItemInput).max(500);

const Fields = z.object({
  flow: TurnoverFlow,
  type: TurnoverType,
  counterparty_id: Id.nullable(),
  date: CalendarDate,
  in_stock: z.boolean(),
  expected_on: CalendarDate.nullable(),
  reason: text(300),
  comment: text(1000),
  items: Items,
});

export const CreateTurnoverBody = Fields.partial().extend({
  flow: TurnoverFlow,
  type: TurnoverType,
  items: Items,
  /** Keep it as a draft; without, it is posted at once. */
  draft: z.boolean().default(false),
});
export type CreateTurnoverBody = z.infer<typeof CreateTurnoverBody>;

/** A document stays an income or an outcome. */
export const UpdateTurnoverBody = Fields.omit({ flow: true }).partial();
export type UpdateTurnoverBody = z.infer<typeof UpdateTurnoverBody>;

const found = {
  flow: TurnoverFlow.optional(),
  counterparty_id: Id.optional(),
  product_variant_id: Id.optional(),
  /** The one of which this arrival is a part. */
  arrival_id: Id.optional(),
  from: CalendarDate.optional(),
  to: CalendarDate.optional(),
};

export const listTurnover = route({
  method: 'GET',
  path: 'projects/:project_id/turnover',
  summary: 'Documents of income and outcome',
  auth: 'turnover.read',
  params: InProject,
  query: listQuery(['-date', 'created_at', 'number', 'sum'], {
    ...found,
    type: commaList(TurnoverType),
    status: commaList(TurnoverStatus),
    /** Only those of which something is still to arrive. */
    expected: QueryFlag.optional(),
  }),
  returns: page(TurnoverRow),
});

export const countTurnover = route({
  method: 'GET',
  path: 'projects/:project_id/turnover/counts',
  summary: 'How many documents are incomes, outcomes, drafts, and of how many something is still to arrive',
  auth: 'turnover.read',
  params: InProject,
  returns: z.object({ income: z.int(), outcome: z.int(), draft: z.int(), expected: z.int() }),
});

export const readTurnover = route({
  method: 'GET',
  path: 'projects/:project_id/turnover/:id',
  summary: 'One document with its lines',
  auth: 'turnover.read',
  shows: ['product'],
  params: OneInProject,
  returns: TurnoverDocument,
  errors: [turnoverErrors.not_found],
});

/** What a document may be refused for before it changes stock and money. */
const refusals = [
  turnoverErrors.wrong_type,
  turnoverErrors.counterparty_required,
  turnoverErrors.no_counterparty,
  turnoverErrors.reason_required,
  turnoverErrors.only_expected_later,
  turnoverErrors.in_future,
  turnoverErrors.no_items,
  turnoverErrors.price_required,
  turnoverErrors.duplicate_variant,
  turnoverErrors.unknown_variant,
  turnoverErrors.sum_too_large,
];
const movesStock = [
  stockErrors.below_zero,
  stockErrors.below_booked,
  stockErrors.untracked,
  stockErrors.too_many,
  stockErrors.worth_too_much,
  ledgerErrors.balance_too_large,
];
const changes = ['turnover', 'product', 'product_variant', 'order', 'counterparty', 'balance', 'account'];

export const createTurnover = route({
  method: 'POST',
  path: 'projects/:project_id/turnover',
  summary: 'Enter a document: posted at once, or kept as a draft',
  auth: 'turnover.edit',
  changes,
  answers: readTurnover,
  params: InProject,
  status: 201,
  body: CreateTurnoverBody,
  returns: TurnoverDocument,
  errors: [...refusals, ...movesStock],
});

export const updateTurnover = route({
  method: 'PATCH',
  path: 'projects/:project_id/turnover/:id',
  summary: 'Change a draft; what is posted is never changed',
  auth: 'turnover.edit',
  changes: ['turnover'],
  answers: readTurnover,
  params: OneInProject,
  body: UpdateTurnoverBody,
  returns: TurnoverDocument,
  errors: [turnoverErrors.not_found, turnoverErrors.posted, ...refusals],
});

export const deleteTurnover = route({
  method: 'DELETE',
  path: 'projects/:project_id/turnover/:id',
  summary: 'Delete a draft',
  auth: 'turnover.edit',
  changes: ['turnover'],
  params: OneInProject,
  errors: [turnoverErrors.not_found, turnoverErrors.posted],
});

export const postTurnover = route({
  method: 'POST',
  path: 'projects/:project_id/turnover/:id/post',
  summary: 'Post a draft: goods move unless they are expected, the counterparty is credited or charged',
  auth: 'turnover.post',
  changes,
  answers: readTurnover,
  params: OneInProject,
  returns: TurnoverDocument,
  errors: [turnoverErrors.not_found, ...refusals, ...movesStock],
});

export const arriveTurnover = route({
  method: 'POST',
  path: 'projects/:project_id/turnover/:id/arrive',
  summary: 'Mark what was expected as arrived, all of it or a part; orders that wait get it, oldest first',
  auth: 'turnover.edit',
  changes,
  answers: readTurnover,
  params: OneInProject,
  body: z.object({
    /** What came; everything that is expected unless told. */
    items: z
      .array(z.object({ product_variant_id: Id, count: z.int().min(0).max(1_000_000) }))
      .max(500)
      .optional(),
    comment: text(500).default(''),
  }),
  returns: TurnoverDocument,
  errors: [
    turnoverErrors.not_found,
    turnoverErrors.is_draft,
    turnoverErrors.reversed,
    turnoverErrors.nothing_arrived,
    turnoverErrors.not_in_document,
    turnoverErrors.more_than_expected,
    stockErrors.untracked,
    stockErrors.too_many,
    stockErrors.worth_too_much,
  ],
});

export const reverseTurnover = route({
  method: 'POST',
  path: 'projects/:project_id/turnover/:id/reverse',
  summary: 'Take a posted document back by a counter-document: stock, money and cost, once',
  auth: 'turnover.post',
  changes,
  answers: readTurnover,
  params: OneInProject,
  body: z.object({ comment: text(1000).default('') }),
  returns: TurnoverDocument,
  errors: [turnoverErrors.not_found, turnoverErrors.is_draft, turnoverErrors.not_reversible, ...movesStock],
});

/** What a modification costs by its purchases, what it is sold for, and what is still to arrive. */
export const VariantCost = z.object({
  product_variant_id: Id,
  /** The moving average of its purchases; null where no price of a purchase is known. */
  cost: Price.nullable(),
  price: Price.nullable(),
  /** Price less cost, kopecks a piece; null where one of them is not known. */
  margin: z.int().nullable(),
  /** The margin in hundredths of a percent of the price; null where that cannot be said. */
  margin_percent: z.int().nullable(),
  expected: z.int(),
});
export type VariantCost = z.infer<typeof VariantCost>;

export const listProductCosts = route({
  method: 'GET',
  path: 'projects/:project_id/products/:id/costs',
  summary: 'Cost, margin and expected pieces of each modification of a product',
  auth: 'turnover.cost',
  shows: ['turnover'],
  params: OneInProject,
  returns: z.object({ items: z.array(VariantCost) }),
  errors: [catalogErrors.not_found],
});

/** What the modifications of a product cost and earn, from the least to the most; null where nobody has told a cost. */
export const ProductMargin = z.object({
  product_id: Id,
  min_cost: Price.nullable(),
  max_cost: Price.nullable(),
  /** Price less cost, kopecks a piece. */
  min_margin: z.int().nullable(),
  max_margin: z.int().nullable(),
  /** Hundredths of a percent of the price. */
  min_percent: z.int().nullable(),
  max_percent: z.int().nullable(),
  /** Modifications whose cost is known, and all. */
  known: z.int(),
  variants: z.int(),
});
export type ProductMargin = z.infer<typeof ProductMargin>;

export const listProductMargins = route({
  method: 'GET',
  path: 'projects/:project_id/products/margins',
  summary: 'Costs and margins of these products, for a page of a list',
  auth: 'turnover.cost',
  shows: ['turnover'],
  params: InProject,
  query: z.object({
    ids: z.preprocess(
      (value) => (typeof value === 'string' ? value.split(',').filter(Boolean) : value),
      z.array(Id).min(1, { error: 'required' }).max(MAX_LIMIT),
    ),
  }),
  returns: z.object({ items: z.array(ProductMargin) }),
});

/** One step of the average: how many came at which price, and what the cost was before and after. */
export const CostEntry = z.object({
  id: Id,
  document: OtherDocument,
  /** Pieces that came; below zero where a document was taken back. */
  count: z.int(),
  price: Price,
  pieces_before: z.int(),
  cost_before: Price.nullable(),
  cost_after: Price.nullable(),
  created_at: Instant,
});
export type CostEntry = z.infer<typeof CostEntry>;

export const listCosts = route({
  method: 'GET',
  path: 'projects/:project_id/product_variants/:id/costs',
  summary: 'What the cost of a modification is made of, newest first',
  auth: 'turnover.cost',
  shows: ['turnover'],
  params: OneInProject,
  query: listQuery(['-sequence'], {}),
  returns: page(CostEntry),
  errors: [stockErrors.unknown_variant],
});

/** Files of one document: the supplier's note, a scanned invoice. */
export const MAX_TURNOVER_FILES = 50;

export const TurnoverFile = AttachedFile.extend({
  /** It was there when the document was posted, and stays as it was. */
  posted: z.boolean(),
});
export type TurnoverFile = z.infer<typeof TurnoverFile>;

const FILES = 'projects/:project_id/turnover/:document_id/files';
const OfDocument = InProject.extend({ document_id: Id });
const OneOfDocument = OfDocument.extend({ id: Id });
const fileChanges = ['turnover_file'];

export const listTurnoverFiles = route({
  method: 'GET',
  path: FILES,
  summary: 'Files of the document, the newest last. Links are valid for one hour',
  auth: 'turnover.read',
  shows: [...fileChanges, 'turnover'],
  params: OfDocument,
  returns: page(TurnoverFile),
  errors: [turnoverErrors.not_found],
});

export const addTurnoverFile = route({
  method: 'POST',
  path: FILES,
  summary: 'Attach an upload to the document, also when it is posted already',
  auth: 'turnover.edit',
  changes: fileChanges,
  params: OfDocument,
  status: 201,
  body: z.object({ file_name: requiredText(300) }),
  returns: TurnoverFile,
  errors: [turnoverErrors.not_found, fileErrors.not_found, turnoverErrors.too_many_files],
});

export const updateTurnoverFile = route({
  method: 'PATCH',
  path: `${FILES}/:id`,
  summary: 'Name the file otherwise, unless it was posted with the document',
  auth: 'turnover.edit',
  changes: fileChanges,
  params: OneOfDocument,
  body: z.object({ name: requiredText(200) }),
  returns: TurnoverFile,
  errors: [turnoverErrors.not_found, turnoverErrors.no_file, turnoverErrors.file_posted],
});

export const deleteTurnoverFile = route({
  method: 'DELETE',
  path: `${FILES}/:id`,
  summary: 'Delete the file, unless it was posted with the document; its room is free again',
  auth: 'turnover.edit',
  changes: fileChanges,
  params: OneOfDocument,
  errors: [turnoverErrors.not_found, turnoverErrors.no_file, turnoverErrors.file_posted],
});

export const turnoverRoutes = {
  listTurnover,
  countTurnover,
  createTurnover,
  readTurnover,
  updateTurnover,
  deleteTurnover,
  postTurnover,
  arriveTurnover,
  reverseTurnover,
  listProductCosts,
  listProductMargins,
  listCosts,
  listTurnoverFiles,
  addTurnoverFile,
  updateTurnoverFile,
  deleteTurnoverFile,
};
