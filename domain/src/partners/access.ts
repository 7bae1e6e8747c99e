/** How the access of a dropshipper begins and ends, and what both sides see of that. */
import { z } from 'zod';
import { Actor, Id, Instant, text } from '../kit/ids';
import { listQuery, page } from '../kit/lists';
import { SignedKopecks } from '../kit/money';
import { InProject, OneInProject, route } from '../kit/route';
import { partnerErrors } from './contract';

/** `left`: he went himself; `removed`: somebody of the project ended it; `blocked`: by his application. */
export const AccessEnd = z.enum(['left', 'removed', 'blocked']);
export type AccessEnd = z.infer<typeof AccessEnd>;

export const AccessChange = z.object({
  id: Id,
  kind: z.enum(['joined', ...AccessEnd.options]),
  /** Whose access it is. */
  user: z.object({ id: Id, name: z.string() }),
  /** What the dropshipper wrote when he left. */
  reason: z.string(),
  /** Pieces that his drafts had booked for hours and that are free since. */
  freed: z.int(),
  actor: Actor,
  created_at: Instant,
});
export type AccessChange = z.infer<typeof AccessChange>;

export const listAccessChanges = route({
  method: 'GET',
  path: 'projects/:project_id/counterparties/:id/access',
  summary: 'When somebody got access as this counterparty, and how it ended; the latest first',
  auth: 'counterparties.read',
  shows: ['counterparty'],
  params: OneInProject,
  query: listQuery(['-created_at'], {}),
  returns: page(AccessChange),
  errors: [partnerErrors.not_found],
});

/** What whoever leaves has with the supplier at this moment. */
export const Leaving = z.object({
  balance: SignedKopecks,
  /** Orders under way: they are finished as they were agreed. */
  open_orders: z.int(),
  /** Drafts and orders that came back for editing: he edits and sends them no more. */
  drafts: z.int(),
  /** Pieces that these have booked for hours. */
  held: z.int(),
});
export type Leaving = z.infer<typeof Leaving>;

export const readLeaving = route({
  method: 'GET',
  path: 'dropshipping/suppliers/:project_id/leaving',
  summary: 'What stays and what ends if the dropshipper leaves this supplier now',
  auth: 'dropshipping',
  shows: ['order', 'counterparty'],
  params: InProject,
  returns: Leaving,
  errors: [partnerErrors.supplier_not_found],
});

export const leaveSupplier = route({
  method: 'POST',
  path: 'dropshipping/suppliers/:project_id/leave',
  summary:
    'End the own access to a supplier: nothing new can be ordered and drafts free what they have booked; open orders go on, the balance and the papers stay',
  auth: 'dropshipping',
  whileRestricted: true,
  changes: ['supplier', 'counterparty', 'user', 'order', 'dropship_request'],
  params: InProject,
  body: z.object({ reason: text(500).optional() }),
  errors: [partnerErrors.supplier_not_found],
});

/** A supplier of before; who has blocked the dropshipper shows nothing but the title. */
export const PastSupplier = z.object({
  project_id: Id,
  title: z.string(),
  logo_url: z.string().nullable(),
  since: Instant,
  ended_at: Instant,
  /** Null where it ended before that was written down. */
  end: AccessEnd.nullable(),
  /** What is still to be settled. */
  balance: SignedKopecks,
});
export type PastSupplier = z.infer<typeof PastSupplier>;

export const listPastSuppliers = route({
  method: 'GET',
  path: 'dropshipping/past_suppliers',
  summary: 'Suppliers with whom the dropshipper works no more, the latest first, with what is still to be settled',
  auth: 'dropshipping',
  shows: ['supplier', 'counterparty', 'user'],
  query: listQuery(['-ended_at'], {}),
  returns: page(PastSupplier),
});

export const accessRoutes = { listAccessChanges, readLeaving, leaveSupplier, listPastSuppliers };
