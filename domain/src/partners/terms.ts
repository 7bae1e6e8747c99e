import { z } from 'zod';
import { Actor, Id, Instant } from '../kit/ids';
import { listQuery, page } from '../kit/lists';
import { Kopecks, Percent } from '../kit/money';
import { OneInProject, route } from '../kit/route';
import { OnLimit } from '../ledger/charges';
import { partnerErrors } from './contract';

const changed = <T extends z.ZodType>(value: T) => z.object({ from: value, to: value });

/** What is agreed beside prices; only what changed is there. */
export const OtherTerms = z
  .object({
    refusal_charge: changed(Kopecks),
    payment_days: changed(z.int().nullable()),
    credit_limit: changed(Kopecks.nullable()),
    on_limit: changed(OnLimit),
  })
  .partial();
export type OtherTerms = z.infer<typeof OtherTerms>;

/** By which prices a counterparty bought until then, and from then on. */
export const TermsChange = z.object({
  id: Id,
  /** Null where the discount stayed. */
  discount: z.object({ from: Percent, to: Percent }).nullable(),
  /** Null where the price level stayed. Levels by their names of then; null is the price itself. */
  price_level: z.object({ from: z.string().nullable(), to: z.string().nullable() }).nullable(),
  /** Names of the groups that gave what holds since then, as they were; null: it is its own, or there is none. */
  discount_group: z.string().nullable(),
  price_level_group: z.string().nullable(),
  /** Null where nothing else was agreed anew. */
  others: OtherTerms.nullable(),
  actor: Actor,
  created_at: Instant,
});
export type TermsChange = z.infer<typeof TermsChange>;

export const listTermsChanges = route({
  method: 'GET',
  path: 'projects/:project_id/counterparties/:id/terms',
  summary: 'Who agreed what with the counterparty instead of what, and when; the latest first',
  auth: 'counterparties.read',
  api: 'counterparties.read',
  params: OneInProject,
  query: listQuery(['-created_at'], {}),
  returns: page(TermsChange),
  errors: [partnerErrors.not_found],
});
