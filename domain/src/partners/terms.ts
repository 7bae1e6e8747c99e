import { z } from 'zod';
import { Actor, Id, Instant } from '../kit/ids';
import { listQuery, page } from '../kit/lists';
import { Percent } from '../kit/money';
import { OneInProject, route } from '../kit/route';
import { partnerErrors } from './contract';

/** By which prices a counterparty bought until then, and from then on. */
export const TermsChange = z.object({
  id: Id,
  /** Null where the discount stayed. */
  discount: z.object({ from: Percent, to: Percent }).nullable(),
  /** Null where the price level stayed. Levels by their names of then; null is the price itself. */
  price_level: z.object({ from: z.string().nullable(), to: z.string().nullable() }).nullable(),
  actor: Actor,
  created_at: Instant,
});
export type TermsChange = z.infer<typeof TermsChange>;

export const listTermsChanges = route({
  method: 'GET',
  path: 'projects/:project_id/counterparties/:id/terms',
  summary: 'Who gave the counterparty which discount and price level instead of which, and when; the latest first',
  auth: 'counterparties.read',
  params: OneInProject,
  query: listQuery(['-created_at'], {}),
  returns: page(TermsChange),
  errors: [partnerErrors.not_found],
});
