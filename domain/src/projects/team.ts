/** The people of a project: members, what belongs to them, invitations. */
import { z } from 'zod';
import { Email } from '../identity/contract';
import { fieldMessage } from '../kit/field-messages';
import { Id, Instant, requiredText, text } from '../kit/ids';
import { INVITATION_CAPS } from '../kit/letters';
import { commaList, listQuery, page } from '../kit/lists';
import { Percent } from '../kit/money';
import { PERMISSIONS, type Permission } from '../kit/permissions';
import { Phone } from '../kit/phone';
import { ManufacturerPlan, planErrors } from '../kit/plans';
import { Role } from '../kit/roles';
import { InProject, OneInProject, route } from '../kit/route';
import { projectErrors } from './errors';

export const Member = z.object({
  /** The user's id. */
  id: Id,
  name: z.string(),
  email: z.string(),
  phone_number: z.string().nullable(),
  photo_url: z.string().nullable(),
  role: Role,
  user_role: Role,
  counterparty_id: Id.nullable(),
  created_at: Instant,
});
export type Member = z.infer<typeof Member>;

/** The project user record, which a client merges into the current user (specification §3, §4 Project selection). */
export const ProjectUser = Member.extend({
  /** The same as `id` while Lanka is the identity provider itself. */
  auth_id: z.string(),
  /** What the role allows here, of the permission table (kit/roles). */
  user_permissions: z.array(z.enum(Object.keys(PERMISSIONS) as [Permission, ...Permission[]])),
  /** Of a dropshipper, from his counterparty; null for staff. The manager is null too when all are in charge. */
  manager_id: Id.nullable(),
  discount: Percent.nullable(),
  legal_name: z.string().nullable(),
});
export type ProjectUser = z.infer<typeof ProjectUser>;

export const listMembers = route({
  method: 'GET',
  path: 'projects/:project_id/users',
  summary: 'The users of a project',
  auth: 'users.read',
  params: InProject,
  query: listQuery(['created_at', 'name', 'email'], { role: commaList(Role) }),
  returns: page(Member),
});

export const countMembers = route({
  method: 'GET',
  path: 'projects/:project_id/users/counts',
  summary: 'How many users each tab has, and how many collaborators the plan has room for',
  auth: 'users.read',
  params: InProject,
  query: z.object({ q: z.string().trim().max(120).optional() }),
  returns: z.object({
    all: z.int(),
    /** Owner and Administrators. */
    admins: z.int(),
    managers: z.int(),
    /** Everybody but Clients. */
    staff: z.int(),
    dropshippers: z.int(),
    collaborators: z.object({
      /** Staff beside the owner, and their invitations that await an answer. */
      used: z.int(),
      pending: z.int(),
      /** Null: as many as wanted. */
      allowed: z.int().nullable(),
      /** The plans that have room for one more. */
      plans: z.array(ManufacturerPlan),
    }),
  }),
});

export const readMyMembership = route({
  method: 'GET',
  path: 'projects/:project_id/users/me',
  summary: 'The current user in this project',
  auth: 'project.read',
  params: InProject,
  returns: ProjectUser,
});

/** The user's id, or his id at the identity provider (`sub`). */
const UserInProject = InProject.extend({ id: z.string().min(1).max(255) });

export const readMember = route({
  method: 'GET',
  path: 'projects/:project_id/users/:id',
  summary: 'One user of a project by user id or auth id; the own record for everybody, others with `users.read`',
  auth: 'project.read',
  params: UserInProject,
  returns: ProjectUser,
});

/** Roles of the staff beside the owner (domain.md, People and access). */
export const InvitableRole = z.enum(['Administrator', 'Manager', 'Producer', 'Stockman']);

/** What a member may be invited as; Client makes a counterparty too. */
const MemberRole = z.enum([...InvitableRole.options, 'Client']);

/** Only a counterparty has these (specification §3, User invitation). */
const clientFields = {
  /** The manager in charge; null: all of them. */
  manager_id: Id.nullable().optional(),
  /** Hundredths of a percent. */
  discount: Percent.optional(),
  legal_name: text(200).optional(),
};

export const updateMember = route({
  method: 'PATCH',
  path: 'projects/:project_id/users/:id',
  summary: 'Change a user of the project: the role of staff, manager, discount and legal name of a dropshipper',
  auth: 'counterparties.edit',
  changes: ['user', 'counterparty', 'plan_change', 'billing_account'],
  params: OneInProject,
  body: z.object({
    role: InvitableRole.optional(),
    ...clientFields,
    /** Refused for anybody but oneself. */
    name: requiredText(120).optional(),
    phone_number: Phone.nullable().optional(),
  }),
  returns: ProjectUser,
  errors: [
    projectErrors.last_owner,
    projectErrors.own_fields,
    projectErrors.client_fields,
    projectErrors.client_role,
    projectErrors.unknown_colleague,
  ],
});

export const updateMemberRole = route({
  method: 'PATCH',
  path: 'projects/:project_id/users/:id/update_role',
  summary: 'Change the role of a user; it counts from the next request on',
  auth: 'users.manage',
  changes: ['user', 'counterparty', 'plan_change', 'billing_account'],
  params: OneInProject,
  body: z.object({ role: InvitableRole }),
  returns: Member,
  errors: [projectErrors.last_owner, projectErrors.client_role],
});

/** What somebody has in hand: it needs another when he goes. */
export const BelongingKind = z.enum(['counterparties', 'orders', 'manufacture_requests']);
export type BelongingKind = z.infer<typeof BelongingKind>;

export const memberBelongings = route({
  method: 'GET',
  path: 'projects/:project_id/users/:id/belongings',
  summary: 'What a user has in hand, and who could take it over: to be shown before he is removed',
  auth: 'users.manage',
  shows: ['order', 'counterparty'],
  params: OneInProject,
  returns: z.object({
    /**
     * Counterparties he manages, orders of theirs that are under way (they go with the counterparty), manufacture
     * requests that he is to make. Of a dropshipper: his own orders under way. Kinds of which there are none are left out.
     */
    items: z.array(z.object({ kind: BelongingKind, count: z.int().min(1) })),
    /** Colleagues whose role may have all of it. */
    heirs: z.array(z.object({ id: Id, name: z.string(), role: Role })),
  }),
});

export const removeMember = route({
  method: 'DELETE',
  path: 'projects/:project_id/users/:id',
  summary: 'Remove a user from the project; what he did stays, what he has in hand goes to a colleague or to nobody',
  auth: 'users.manage',
  whileRestricted: true,
  changes: ['user', 'counterparty', 'plan_change', 'billing_account'],
  params: OneInProject,
  query: z.object({ hand_over_to: Id.optional() }),
  errors: [projectErrors.last_owner, projectErrors.unknown_colleague],
});

export const Invitation = z.object({
  id: Id,
  email: z.string(),
  name: z.string(),
  phone: z.string().nullable(),
  role: Role,
  counterparty_id: Id.nullable(),
  status: z.enum(['pending', 'accepted']),
  last_sent_at: Instant,
  /** When it may be sent again. */
  resendable_at: Instant,
  /** Until when its link works. */
  expires_at: Instant,
  created_at: Instant,
});
export type Invitation = z.infer<typeof Invitation>;

export const listInvitations = route({
  method: 'GET',
  path: 'projects/:project_id/user_invitations',
  summary: 'Pending invitations of staff and counterparties',
  auth: 'users.read',
  shows: ['counterparty'],
  params: InProject,
  returns: page(Invitation),
});

const CLIENT_ONLY = fieldMessage('invitation.client_only', {
  ua: 'Це поле лише для запрошення дропшипера',
  en: 'this field is only for the invitation of a dropshipper',
});

export const inviteMember = route({
  method: 'POST',
  path: 'projects/:project_id/users',
  summary:
    'Invite a member by e-mail; for role Client with manager, discount and legal name, which make a counterparty',
  auth: 'counterparties.invite',
  changes: ['user', 'counterparty', 'plan_change', 'billing_account'],
  params: InProject,
  status: 201,
  body: z
    .object({
      email: Email,
      role: MemberRole,
      name: text(120).optional(),
      phone: Phone.nullable().optional(),
      ...clientFields,
    })
    .check(({ value, issues }) => {
      if (value.role === 'Client') return;
      for (const path of ['manager_id', 'discount', 'legal_name'] as const) {
        if (value[path]) issues.push({ code: 'custom', path: [path], message: CLIENT_ONLY, input: value[path] });
      }
    }),
  returns: Invitation,
  errors: [
    projectErrors.already_member,
    projectErrors.invitation_exists,
    projectErrors.unknown_colleague,
    planErrors.collaborators_limit,
    ...INVITATION_CAPS,
  ],
});

export const inviteUser = route({
  method: 'POST',
  path: 'projects/:project_id/user_invitations',
  summary: 'Invite somebody by e-mail: to the staff, or as a dropshipper, for whom a counterparty is made',
  auth: 'users.manage',
  changes: ['user', 'counterparty', 'plan_change', 'billing_account'],
  params: InProject,
  status: 201,
  body: z.object({ email: Email, role: MemberRole }),
  returns: Invitation,
  errors: [
    projectErrors.already_member,
    projectErrors.invitation_exists,
    planErrors.collaborators_limit,
    ...INVITATION_CAPS,
  ],
});

export const resendInvitation = route({
  method: 'POST',
  path: 'projects/:project_id/user_invitations/:id/resend_invitation',
  summary: 'Send the invitation again, once in 15 minutes',
  auth: 'users.manage',
  changes: ['user', 'counterparty', 'plan_change', 'billing_account'],
  params: OneInProject,
  returns: Invitation,
  errors: [
    projectErrors.invitation_not_found,
    projectErrors.resend_too_soon,
    planErrors.collaborators_limit,
    ...INVITATION_CAPS,
  ],
});

export const revokeInvitation = route({
  method: 'DELETE',
  path: 'projects/:project_id/user_invitations/:id',
  summary: 'Withdraw an invitation',
  auth: 'users.manage',
  whileRestricted: true,
  changes: ['user', 'counterparty', 'plan_change', 'billing_account'],
  params: OneInProject,
  errors: [projectErrors.invitation_not_found],
});

const ByToken = z.object({ token: z.string().min(1).max(200) });

export const readInvitation = route({
  method: 'GET',
  path: 'invitations/:token',
  summary: 'What the invitation is for',
  auth: 'public',
  params: ByToken,
  returns: z.object({ email: z.string(), role: Role, project_title: z.string(), known_user: z.boolean() }),
  errors: [projectErrors.invitation_invalid],
  limitPerMinute: 60,
});

export const acceptInvitation = route({
  method: 'POST',
  path: 'invitations/:token',
  summary: 'Accept: a known user joins at once; a new one gets a link to set a password',
  auth: 'public',
  params: ByToken,
  returns: z.object({ reset_password_url: z.string().nullable() }),
  errors: [projectErrors.invitation_invalid, planErrors.collaborators_limit],
  limitPerMinute: 60,
});
