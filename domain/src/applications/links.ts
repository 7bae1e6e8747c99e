import { z } from 'zod';
import { CalendarDate, Id, Instant, requiredText } from '../kit/ids';
import { listQuery, page } from '../kit/lists';
import { Percent } from '../kit/money';
import { InProject, OneInProject, route } from '../kit/route';
import { partnerErrors } from '../partners/contract';
import { GroupIds, groupErrors } from '../partners/groups';
import { priceLevelErrors } from '../price_levels/contract';
import { JoinToken, SupplierTerms } from './contract';
import { joinLinkErrors } from './link_errors';

/** Of one project at a time. */
export const MOST_JOIN_LINKS = 50;

/** A link that a supplier hands out: whoever has it may apply, with terms that were set before. */
export const JoinLink = z.object({
  id: Id,
  name: z.string(),
  url: z.string(),
  discount: Percent,
  price_level_id: Id.nullable(),
  price_level_name: z.string().nullable(),
  manager_id: Id.nullable(),
  manager_name: z.string().nullable(),
  /** Groups that an approval puts the dropshipper into. */
  groups: z.array(z.object({ id: Id, name: z.string() })),
  /** Its last day, in Kyiv; null: no end. */
  last_day: CalendarDate.nullable(),
  /** How many applications it brought, and at most may. */
  uses: z.int(),
  max_uses: z.int().nullable(),
  state: z.enum(['living', 'revoked', 'expired', 'used_up']),
  created_at: Instant,
});
export type JoinLink = z.infer<typeof JoinLink>;

export const CreateJoinLinkBody = z.object({
  name: requiredText(120),
  discount: Percent.optional(),
  price_level_id: Id.nullable().optional(),
  manager_id: Id.nullable().optional(),
  group_ids: GroupIds.optional(),
  last_day: CalendarDate.nullable().optional(),
  max_uses: z.int().min(1).max(10_000).nullable().optional(),
});
export type CreateJoinLinkBody = z.infer<typeof CreateJoinLinkBody>;

export const listJoinLinks = route({
  method: 'GET',
  path: 'projects/:project_id/join_links',
  summary: 'Links that the supplier hands out to dropshippers, the newest first',
  auth: 'applications.read',
  shows: ['dropship_request'],
  params: InProject,
  query: listQuery(['-created_at'], {}),
  returns: page(JoinLink),
});

export const readJoinLink = route({
  method: 'GET',
  path: 'projects/:project_id/join_links/:id',
  summary: 'One link with its QR',
  auth: 'applications.read',
  shows: ['dropship_request'],
  params: OneInProject,
  returns: JoinLink.extend({ qr_svg: z.string() }),
  errors: [joinLinkErrors.not_found],
});

export const createJoinLink = route({
  method: 'POST',
  path: 'projects/:project_id/join_links',
  summary: 'Make a link by which dropshippers apply, with what an approval will give unless it says otherwise',
  auth: 'applications.decide',
  changes: ['join_link'],
  params: InProject,
  status: 201,
  body: CreateJoinLinkBody,
  returns: JoinLink,
  errors: [
    joinLinkErrors.too_many,
    joinLinkErrors.in_past,
    partnerErrors.unknown_manager,
    priceLevelErrors.unknown,
    groupErrors.unknown,
  ],
});

export const revokeJoinLink = route({
  method: 'DELETE',
  path: 'projects/:project_id/join_links/:id',
  summary: 'Revoke a link: nobody applies by it any more; applications that it brought stay',
  auth: 'applications.decide',
  changes: ['join_link'],
  whileRestricted: true,
  params: OneInProject,
  errors: [joinLinkErrors.not_found],
});

export const readLinkTerms = route({
  method: 'GET',
  path: 'dropshipping/join_links/:token',
  summary: 'The terms of the supplier whose link this is, and whether the asker may apply; no plan is needed',
  auth: 'dropshipping',
  shows: ['dropship_request'],
  params: z.object({ token: JoinToken }),
  returns: SupplierTerms,
  errors: [joinLinkErrors.over],
});

export const readInviter = route({
  method: 'GET',
  path: 'join_links/:token',
  summary: 'Whose link this is, for a stranger without an account',
  auth: 'public',
  params: z.object({ token: JoinToken }),
  returns: z.object({ title: z.string(), logo_url: z.string().nullable() }),
  errors: [joinLinkErrors.over],
  limitPerMinute: 60,
});

/** Where one applies by a link: whoever has no account may make one on his way there. */
export const joinPath = (token: string): string => `/cp/applications/join/${token}`;

/** The token of a living or dead link in such a path; null for any other path. */
export const tokenIn = (path: string): string | null => {
  const token = path.startsWith(joinPath('')) ? path.slice(joinPath('').length) : '';
  return JoinToken.safeParse(token).success ? token : null;
};

export const joinLinkRoutes = {
  listJoinLinks,
  readJoinLink,
  createJoinLink,
  revokeJoinLink,
  readLinkTerms,
  readInviter,
};
