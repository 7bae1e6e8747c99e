import { z } from 'zod';
import { Id, Instant } from '../kit/ids';
import { listQuery, page } from '../kit/lists';
import { InProject, route } from '../kit/route';

/** A draft that the system has deleted because nobody had touched it for the days that the general settings name. */
export const DeletedDraft = z.object({
  id: Id,
  number: z.int(),
  counterparty: z.object({ id: Id, name: z.string() }),
  customer_name: z.string(),
  /** When somebody changed it last. */
  touched_at: Instant,
  /** So many days drafts lived then. */
  draft_days: z.int(),
  deleted_at: Instant,
});
export type DeletedDraft = z.infer<typeof DeletedDraft>;

export const listDeletedDrafts = route({
  method: 'GET',
  path: 'projects/:project_id/orders/deleted_drafts',
  summary: 'Drafts that were deleted because nobody had touched them, the latest first; a Client sees his own',
  auth: 'orders.read',
  params: InProject,
  query: listQuery(['-deleted_at'], {}),
  returns: page(DeletedDraft),
});
