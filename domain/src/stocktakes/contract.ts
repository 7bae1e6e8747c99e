import { z } from 'zod';
import { catalogErrors } from '../catalog/errors';
import { MAX_STOCK } from '../kit/bounds';
import { errors } from '../kit/errors';
import { Actor, Id, Instant, text, Version } from '../kit/ids';
import { commaList, listQuery, page } from '../kit/lists';
import { Kopecks, Price } from '../kit/money';
import { InProject, OneInProject, route } from '../kit/route';

export const stocktakeErrors = errors('stocktakes', {
  not_found: { status: 404, ua: 'Інвентаризацію не знайдено', en: 'No such stocktake' },
  nothing_to_count: {
    status: 422,
    ua: 'За цими умовами товарів немає: оберіть інші мітки чи місце',
    en: 'No goods fit: choose other tags or another place',
  },
  closed: { status: 409, ua: 'Інвентаризацію вже закрито', en: 'The stocktake is closed already' },
  canceled: { status: 409, ua: 'Інвентаризацію скасовано', en: 'The stocktake was canceled' },
  unknown_code: {
    status: 422,
    ua: 'Товару з кодом «{code}» немає',
    en: 'No goods have the code {code}',
  },
  ambiguous_code: {
    status: 422,
    ua: 'Код «{code}» мають кілька товарів: знайдіть потрібний за назвою',
    en: 'Several goods have the code {code}: find the right one by its name',
  },
  not_in_it: {
    status: 422,
    ua: '«{name}» не входить до цієї інвентаризації: відкладіть і перевірте місце',
    en: '{name} is not part of this stocktake: put it aside and check its place',
  },
  unknown_variant: {
    status: 422,
    ua: 'Такої модифікації немає',
    en: 'No such modification',
  },
  below_zero: {
    status: 422,
    ua: 'Пораховане не може стати меншим за нуль: зараз {counted}',
    en: 'The count cannot go below zero: it is {counted}',
  },
  too_many: {
    status: 422,
    ua: 'Пораховане завелике: дозволено до {allowed} од.',
    en: 'The count is too large: up to {allowed} units are allowed',
  },
  count_again: {
    status: 409,
    ua: 'Перерахуйте ці позиції або зніміть їхній підрахунок: товар рухався, поки його рахували, або залишок виправили після підрахунку',
    en: 'Count these lines again or clear them: goods moved while they were counted, or the stock was corrected since',
  },
  refused: {
    status: 409,
    ua: 'Частину позицій виправити не можна: найчастіше заброньовано більше, ніж знайдено. Зніміть бронювання або закрийте без цих позицій',
    en: 'Some lines cannot be corrected: mostly more is booked than was found. Release the bookings, or close without these lines',
  },
});

export const StocktakeStatus = z.enum(['open', 'closed', 'canceled']);
export type StocktakeStatus = z.infer<typeof StocktakeStatus>;

/** Which goods: all, or those with one of the tags and on shelves that begin so. */
const Part = z.object({ tags: z.array(text(60)).max(20), place: text(60) });

/** What came of it, in pieces and kopecks by the cost of a piece. */
export const StocktakeTotals = z.object({
  lines: z.int(),
  counted: z.int(),
  /** Counted lines that differ, and the pieces that are there beyond the books or missing. */
  different: z.int(),
  surplus: z.int(),
  shortage: z.int(),
  /** Kopecks; null for who may not see costs. */
  surplus_amount: Kopecks.nullable(),
  shortage_amount: Kopecks.nullable(),
  /** Differences whose cost nobody knows. */
  unpriced: z.int(),
  /** Lines that have to be counted again before it can be closed. */
  doubtful: z.int(),
});
export type StocktakeTotals = z.infer<typeof StocktakeTotals>;

export const StocktakeRow = z.object({
  id: Id,
  number: z.int(),
  status: StocktakeStatus,
  ...Part.shape,
  /** The path of the category as it was called then; empty for all. */
  category: z.string(),
  comment: z.string(),
  lines: z.int(),
  /** Of a closed one: pieces beyond the books and missing; null before. */
  surplus: z.int().nullable(),
  shortage: z.int().nullable(),
  opened_by: Actor,
  created_at: Instant,
  closed_at: Instant.nullable(),
});
export type StocktakeRow = z.infer<typeof StocktakeRow>;

export const Stocktake = StocktakeRow.omit({ lines: true, surplus: true, shortage: true }).extend({
  totals: StocktakeTotals,
  closed_by: Actor.nullable(),
  version: Version,
});
export type Stocktake = z.infer<typeof Stocktake>;

/** Why a line has to be counted again, or was left out of the correction. */
export const LineDoubt = z.enum(['moved', 'corrected', 'refused']);
export type LineDoubt = z.infer<typeof LineDoubt>;

export const StocktakeLine = z.object({
  product_variant_id: Id,
  product_id: Id,
  product_title: z.string(),
  modification_title: z.string(),
  sku: z.string(),
  barcode: z.string().nullable(),
  place: z.string(),
  thumbnail_url: z.string().nullable(),
  /** Its place in the list, by shelf and name. */
  number: z.int(),
  counted: z.int().nullable(),
  /** On the shelf by the books at the moment it was counted, without what was set aside; null before. */
  expected: z.int().nullable(),
  /** Picked for orders and not sent yet at that moment: it is in the books and lies elsewhere. */
  set_aside: z.int(),
  /** Counted less expected; null before. */
  difference: z.int().nullable(),
  /** Of a piece: now, and of a closed one then; null where nobody knows it or who asks may not see it. */
  cost: Price.nullable(),
  amount: z.int().nullable(),
  doubt: LineDoubt.nullable(),
  counted_at: Instant.nullable(),
  counted_by: Actor.nullable(),
});
export type StocktakeLine = z.infer<typeof StocktakeLine>;

export const StocktakeCount = z.object({
  id: Id,
  product_variant_id: Id,
  product_title: z.string(),
  modification_title: z.string(),
  mode: z.enum(['add', 'set', 'clear']),
  count: z.int(),
  /** Of the line after it; null when its count was taken back. */
  counted: z.int().nullable(),
  actor: Actor,
  created_at: Instant,
});
export type StocktakeCount = z.infer<typeof StocktakeCount>;

/** Scans of so many at a time: a phone that was without network sends what has gathered. */
export const MAX_COUNTS = 100;

/** Older than this no count on a phone without network is: its clock was changed. */
export const MAX_AGE_MS = 30 * 24 * 3_600_000;

/**
 * One count. `id` is drawn by who counts, so that what is sent twice over a bad network is counted once. Goods are named
 * by id or by a code: a barcode, else a SKU.
 */
export const CountInput = z
  .object({
    id: Id,
    product_variant_id: Id.optional(),
    code: z.string().trim().min(1).max(500).optional(),
    mode: z.enum(['add', 'set', 'clear']).default('add'),
    count: z.int().min(-MAX_STOCK).max(MAX_STOCK).default(1),
    /** How long ago it was counted, by the clock of who sends it: on a bad network it waits. */
    age_ms: z.int().min(0).max(MAX_AGE_MS).default(0),
  })
  .refine(({ product_variant_id, code }) => (product_variant_id === undefined) !== (code === undefined), {
    error: 'stocktakes.code_or_variant',
    path: ['code'],
  })
  .refine(({ mode, count }) => mode !== 'set' || count >= 0, { error: 'stocktakes.negative', path: ['count'] });
export type CountInput = z.infer<typeof CountInput>;

export const CountResult = z.object({
  id: Id,
  /** The line after it; null when it was refused. */
  line: StocktakeLine.nullable(),
  error: z.object({ code: z.string(), message: z.string() }).nullable(),
  /** Those of which the code may be, where several have it. */
  choices: z.array(z.object({ product_variant_id: Id, name: z.string() })).optional(),
});
export type CountResult = z.infer<typeof CountResult>;

export const listStocktakes = route({
  method: 'GET',
  path: 'projects/:project_id/stocktakes',
  summary: 'Stocktakes, newest first',
  auth: 'stocktakes.read',
  params: InProject,
  query: listQuery(['-number'], { status: StocktakeStatus.optional() }),
  returns: page(StocktakeRow),
});

export const readStocktake = route({
  method: 'GET',
  path: 'projects/:project_id/stocktakes/:id',
  summary: 'One stocktake with its totals; closed, it is the document of its corrections',
  auth: 'stocktakes.read',
  params: OneInProject,
  returns: Stocktake,
  errors: [stocktakeErrors.not_found],
});

/** How far it is: what a phone that counts asks for after each answer. */
export const StocktakeProgress = Stocktake.pick({ id: true, number: true, status: true }).extend({
  lines: z.int(),
  counted: z.int(),
});
export type StocktakeProgress = z.infer<typeof StocktakeProgress>;

export const readStocktakeProgress = route({
  method: 'GET',
  path: 'projects/:project_id/stocktakes/:id/progress',
  summary: 'How much of a stocktake is counted; kept, so that it can be asked for after each count',
  auth: 'stocktakes.read',
  params: OneInProject,
  returns: StocktakeProgress,
  errors: [stocktakeErrors.not_found],
});

export const createStocktake = route({
  method: 'POST',
  path: 'projects/:project_id/stocktakes',
  summary: 'Open a stocktake of all goods or a part; sales go on meanwhile',
  auth: 'stocktakes.edit',
  changes: ['stocktake'],
  answers: readStocktake,
  params: InProject,
  status: 201,
  body: Part.partial().extend({
    /** Goods of this category and of all below it. */
    category_id: Id.nullable().optional(),
    comment: text(1000).optional(),
  }),
  returns: Stocktake,
  errors: [stocktakeErrors.nothing_to_count, catalogErrors.category_not_found],
});

export const updateStocktake = route({
  method: 'PATCH',
  path: 'projects/:project_id/stocktakes/:id',
  summary: 'Change the comment',
  auth: 'stocktakes.edit',
  changes: ['stocktake'],
  answers: readStocktake,
  params: OneInProject,
  body: z.object({ comment: text(1000) }),
  returns: Stocktake,
  errors: [stocktakeErrors.not_found],
});

export const listStocktakeLines = route({
  method: 'GET',
  path: 'projects/:project_id/stocktakes/:id/lines',
  summary: 'What is to be counted, by shelf and name',
  auth: 'stocktakes.read',
  shows: ['product'],
  params: OneInProject,
  query: listQuery(['number'], {
    state: z.enum(['uncounted', 'counted', 'different', 'doubtful']).optional(),
    product_variant_id: Id.optional(),
  }),
  returns: page(StocktakeLine),
  errors: [stocktakeErrors.not_found],
});

export const listStocktakeCounts = route({
  method: 'GET',
  path: 'projects/:project_id/stocktakes/:id/counts',
  summary: 'Who counted what and when, newest first',
  auth: 'stocktakes.read',
  params: OneInProject,
  query: listQuery(['-sequence'], { product_variant_id: commaList(Id) }),
  returns: page(StocktakeCount),
  errors: [stocktakeErrors.not_found],
});

export const addStocktakeCounts = route({
  method: 'POST',
  path: 'projects/:project_id/stocktakes/:id/counts',
  summary: 'Count: each by its own id once, in the order given; what is refused hinders no other',
  auth: 'stocktakes.edit',
  changes: ['stocktake'],
  params: OneInProject,
  body: z.object({
    counts: z.array(CountInput).min(1).max(MAX_COUNTS),
    /** By the server's clock, as who sends it has seen it: a call may hang for long on a bad line. */
    sent_at: Instant.optional(),
  }),
  returns: z.object({ results: z.array(CountResult) }),
  errors: [
    stocktakeErrors.not_found,
    stocktakeErrors.closed,
    stocktakeErrors.canceled,
    stocktakeErrors.unknown_variant,
  ],
});

export const finishStocktake = route({
  method: 'POST',
  path: 'projects/:project_id/stocktakes/:id/finish',
  summary: 'Close it: each difference becomes a correction whose cause is the stocktake, once',
  auth: 'stocktakes.edit',
  changes: ['stocktake', 'product', 'product_variant', 'order'],
  answers: readStocktake,
  params: OneInProject,
  body: z.object({
    /** Lines that nobody counted stay as they are, or nothing was found there. */
    uncounted: z.enum(['keep', 'zero']).default('keep'),
    /** Leave out what the stock refuses instead of refusing to close. */
    skip_refused: z.boolean().default(false),
  }),
  returns: Stocktake,
  errors: [stocktakeErrors.not_found, stocktakeErrors.canceled, stocktakeErrors.count_again, stocktakeErrors.refused],
});

export const cancelStocktake = route({
  method: 'POST',
  path: 'projects/:project_id/stocktakes/:id/cancel',
  summary: 'Give it up: nothing is corrected, what was counted stays to be read',
  auth: 'stocktakes.edit',
  changes: ['stocktake'],
  answers: readStocktake,
  params: OneInProject,
  returns: Stocktake,
  errors: [stocktakeErrors.not_found, stocktakeErrors.closed],
});

export const stocktakeRoutes = {
  listStocktakes,
  createStocktake,
  readStocktake,
  readStocktakeProgress,
  updateStocktake,
  listStocktakeLines,
  listStocktakeCounts,
  addStocktakeCounts,
  finishStocktake,
  cancelStocktake,
};
