import { z } from 'zod';
import { Id, Instant, Ref } from '../kit/ids';
import { QueryFlag } from '../kit/lists';
import { Price } from '../kit/money';
import { InProject, OneInProject, route } from '../kit/route';
import { stockErrors } from '../stock/contract';

export const MAX_WEEKS = 26;
export const MAX_DAYS = 180;
const Horizon = {
  /** Over so many past weeks sales are averaged. */
  weeks: z.coerce.number().int().min(1).max(MAX_WEEKS).default(4),
  /** For so many days goods shall last. */
  days: z.coerce.number().int().min(1).max(MAX_DAYS).default(14),
};

export const Proposal = z.object({
  product_variant_id: Id,
  product_id: Id,
  product_title: z.string(),
  modification_title: z.string(),
  sku: z.string(),
  thumbnail_url: z.string().nullable(),
  unit: z.string(),
  /** Sold in those weeks less what came back; below zero when more came back. */
  sold: z.int(),
  minimum: z.int().nullable(),
  available: z.int(),
  expected: z.int(),
  in_production: z.int(),
  waiting: z.int(),
  /** How many to order or make. */
  proposed: z.int(),
  /** Of a piece by its purchases, for who may see costs. */
  cost: Price.nullable(),
});
export type Proposal = z.infer<typeof Proposal>;

export const listProposals = route({
  method: 'GET',
  path: 'projects/:project_id/replenishment',
  summary:
    'What to order or make, least available first. Only so many modifications are looked at for one page: it may hold ' +
    'fewer rows than asked while next_cursor says that there are more',
  auth: 'replenishment.read',
  shows: ['product_variant', 'order', 'turnover', 'manufacture_request', 'booking'],
  params: InProject,
  query: z.object({
    ...Horizon,
    limit: z.coerce.number().int().min(1).max(100).default(50),
    cursor: z.string().max(200).optional(),
    /** Those too of which there is enough. */
    all: QueryFlag.optional(),
  }),
  returns: z.object({ items: z.array(Proposal), next_cursor: z.string().nullable() }),
});

/** A row that a number is made of. */
export const FactRow = z.object({
  id: Id,
  ref: Ref,
  /** Of the order, document or request; null where it has none. */
  number: z.int().nullable(),
  count: z.int(),
  created_at: Instant,
});
export type FactRow = z.infer<typeof FactRow>;

/** Of more rows only the newest are listed. */
export const LISTED_ROWS = 100;
const Rows = z.object({ items: z.array(FactRow), more: z.boolean() });

export const readProposalRows = route({
  method: 'GET',
  path: 'projects/:project_id/replenishment/:id',
  summary: 'What the numbers of one modification are made of: sales, expected documents, requests, orders that wait',
  auth: 'replenishment.read',
  shows: ['product_variant', 'order', 'turnover', 'manufacture_request'],
  params: OneInProject,
  query: z.object({ weeks: Horizon.weeks }),
  returns: z.object({ sold: Rows, expected: Rows, in_production: Rows, waiting: Rows }),
  errors: [stockErrors.unknown_variant],
});

export const replenishmentRoutes = { listProposals, readProposalRows };
