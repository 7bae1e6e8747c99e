import { z } from 'zod';
import { accountErrors } from '../identity/account';
import { PlatformRole } from '../identity/contract';
import { errors } from '../kit/errors';
import { CalendarDate, Id, Instant, requiredText, text } from '../kit/ids';
import { letterErrors } from '../kit/letters';
import { listQuery, page, QueryFlag } from '../kit/lists';
import { Audience, Plan } from '../kit/plans';
import { Role } from '../kit/roles';
import { route } from '../kit/route';
import { AccessRequestStatus, MaintenanceNotice, MessageKind, MessageStatus, SITE_EVENTS } from '../site/contract';
import { deadLetterRoutes } from './dead_letters';

export * from './dead_letters';

export const operatorErrors = errors('operator', {
  period: {
    status: 422,
    ua: 'Кінець періоду раніше за його початок, або період довший за два роки',
    en: 'The period ends before it begins, or is longer than two years',
  },
  request_not_found: { status: 404, ua: 'Запит на доступ не знайдено', en: 'No such access request' },
  already_decided: {
    status: 409,
    ua: 'Цей запит уже розглянуто',
    en: 'This request was decided already',
  },
  not_approved: {
    status: 409,
    ua: 'Запрошення надсилають лише за схваленим запитом',
    en: 'An invitation is sent only for an approved request',
  },
  resend_too_soon: {
    status: 429,
    ua: 'Повторно надіслати можна раз на 15 хвилин. Залишилося хвилин: {minutes_left}',
    en: 'An invitation can be resent once in 15 minutes. Minutes left: {minutes_left}',
  },
  user_not_found: { status: 404, ua: 'Користувача не знайдено', en: 'No such user' },
  oneself: {
    status: 409,
    ua: 'Себе не можна заблокувати чи позбавити прав оператора. Попросіть іншого оператора',
    en: 'You cannot block yourself or take the operator’s role from yourself. Ask another operator',
  },
  own_second_factor: {
    status: 409,
    ua: 'Власний другий фактор вимикають у профілі, паролем і кодом. Якщо коду немає, попросіть іншого оператора',
    en: 'Your own second factor is switched off in the profile, with the password and a code. Without a code ask another operator',
  },
  last_staff: {
    status: 409,
    ua: 'Це останній оператор. Спершу призначте іншого',
    en: 'This is the last operator. Appoint another one first',
  },
  blocked_staff: {
    status: 409,
    ua: 'Заблокований користувач не може бути оператором. Спершу розблокуйте його',
    en: 'A blocked user cannot be an operator. Unblock the user first',
  },
  project_not_found: { status: 404, ua: 'Проєкт не знайдено', en: 'No such project' },
  message_not_found: { status: 404, ua: 'Повідомлення не знайдено', en: 'No such message' },
  until_passed: {
    status: 422,
    ua: 'Час завершення вже минув',
    en: 'The time when it ends has passed already',
  },
});

const ById = z.object({ id: Id });
/** Lists of what came or was made in these days of Kyiv. */
const days = { from: CalendarDate.optional(), to: CalendarDate.optional() };
const Who = z.object({ id: Id, name: z.string() });

// Access requests

/** An invitation is sent again once in so many minutes (specification §9, for invitations of a project). */
export const RESEND_MINUTES = 15;

export const AccessRequest = z.object({
  id: Id,
  name: z.string(),
  email: z.string(),
  phone_number: z.string().nullable(),
  company: z.string(),
  region: z.string(),
  audience: Audience,
  subscription_plan: Plan.nullable(),
  comment: z.string(),
  locale: z.enum(['ua', 'en']),
  status: AccessRequestStatus,
  /** Why it was rejected, as the requester was told; empty without a reason. */
  reason: z.string(),
  created_at: Instant,
  decided_at: Instant.nullable(),
  decided_by: Who.nullable(),
  /** When the invitation was last sent, and from when it may be sent again. */
  invited_at: Instant.nullable(),
  resendable_at: Instant.nullable(),
  /** The account with this e-mail, once there is one. */
  user: Who.nullable(),
});
export type AccessRequest = z.infer<typeof AccessRequest>;

export const listAccessRequests = route({
  method: 'GET',
  path: 'operator/access_requests',
  summary: 'Who asked for access',
  auth: 'staff',
  query: listQuery(['-created_at', 'name', 'email'], {
    status: AccessRequestStatus.optional(),
    audience: Audience.optional(),
    ...days,
  }),
  returns: page(AccessRequest),
});

export const countAccessRequests = route({
  method: 'GET',
  path: 'operator/access_requests/counts',
  summary: 'How many access requests each status has',
  auth: 'staff',
  query: z.object({ q: z.string().trim().max(120).optional(), audience: Audience.optional(), ...days }),
  returns: z.object({ pending: z.int(), approved: z.int(), rejected: z.int() }),
});

export const readAccessRequest = route({
  method: 'GET',
  path: 'operator/access_requests/:id',
  summary: 'One access request',
  auth: 'staff',
  params: ById,
  returns: AccessRequest,
  errors: [operatorErrors.request_not_found],
});

export const approveAccessRequest = route({
  method: 'POST',
  path: 'operator/access_requests/:id/approve',
  summary: 'Approve: the requester gets an invitation to sign up',
  auth: 'staff',
  changes: ['operator'],
  params: ById,
  returns: AccessRequest,
  errors: [operatorErrors.request_not_found, operatorErrors.already_decided, letterErrors.address],
});

export const rejectAccessRequest = route({
  method: 'POST',
  path: 'operator/access_requests/:id/reject',
  summary: 'Reject: the requester gets a letter, with the reason when there is one',
  auth: 'staff',
  changes: ['operator'],
  params: ById,
  body: z.object({ reason: text(1000).optional() }),
  returns: AccessRequest,
  errors: [operatorErrors.request_not_found, operatorErrors.already_decided],
});

export const resendAccessInvitation = route({
  method: 'POST',
  path: 'operator/access_requests/:id/resend',
  summary: 'Send the invitation of an approved request again, once in 15 minutes; the link before it dies',
  auth: 'staff',
  changes: ['operator'],
  params: ById,
  returns: AccessRequest,
  errors: [
    operatorErrors.request_not_found,
    operatorErrors.not_approved,
    operatorErrors.resend_too_soon,
    letterErrors.address,
  ],
});

// Users

export const OperatorUser = z.object({
  id: Id,
  name: z.string(),
  email: z.string(),
  phone_number: z.string().nullable(),
  platform_role: PlatformRole.nullable(),
  blocked_at: Instant.nullable(),
  email_confirmed: z.boolean(),
  two_factor: z.boolean(),
  /** His own plan, as a dropshipper; a manufacturer's plan belongs to the project. */
  subscription_plan: z.string().nullable(),
  onboarded: z.boolean(),
  /** Living projects where he works or buys. */
  projects: z.int(),
  created_at: Instant,
  last_sign_in_at: Instant.nullable(),
});
export type OperatorUser = z.infer<typeof OperatorUser>;

export const UserInProject = z.object({
  project_id: Id,
  title: z.string(),
  role: Role,
  since: Instant,
  /** When the access was removed. */
  ended_at: Instant.nullable(),
  /** When the project was deleted. */
  deleted_at: Instant.nullable(),
});

export const OperatorUserDetails = OperatorUser.extend({
  locale: z.enum(['ua', 'en']),
  onboardstatus: z.string().nullable(),
  /** Sign-ins that have not ended. */
  open_sessions: z.int(),
  memberships: z.array(UserInProject),
});
export type OperatorUserDetails = z.infer<typeof OperatorUserDetails>;

export const listUsers = route({
  method: 'GET',
  path: 'operator/users',
  summary: 'All users of the platform',
  auth: 'staff',
  query: listQuery(['-created_at', 'name', 'email', 'last_sign_in_at'], {
    /** The platform role, or a role in any living project. */
    role: z.enum([...PlatformRole.options, ...Role.options]).optional(),
    blocked: QueryFlag.optional(),
    ...days,
    /** Whether a first order was sent; of accounts of the days, or of the last thirty. */
    ordered: QueryFlag.optional(),
  }),
  returns: page(OperatorUser),
  errors: [operatorErrors.period],
});

export const readOperatorUser = route({
  method: 'GET',
  path: 'operator/users/:id',
  summary: 'One user with his projects',
  auth: 'staff',
  params: ById,
  returns: OperatorUserDetails,
  errors: [operatorErrors.user_not_found],
});

export const updateUserAccess = route({
  method: 'PATCH',
  path: 'operator/users/:id',
  summary: 'Block (ends all sessions at once) or unblock; give or take the platform role',
  auth: 'staff',
  changes: ['operator'],
  params: ById,
  body: z
    .object({ blocked: z.boolean(), platform_role: PlatformRole.nullable() })
    .partial()
    .extend({ reason: text(1000).optional() }),
  returns: OperatorUserDetails,
  errors: [
    operatorErrors.user_not_found,
    operatorErrors.oneself,
    operatorErrors.last_staff,
    operatorErrors.blocked_staff,
  ],
});

/** For whoever has lost both the app and the recovery codes: the password alone lets in again. */
export const removeSecondFactor = route({
  method: 'POST',
  path: 'operator/users/:id/remove_second_factor',
  summary:
    'Remove the second factor of a user who lost it; the user gets a letter, the reason stays in the list of actions',
  auth: 'staff',
  changes: ['operator'],
  params: ById,
  body: z.object({ reason: requiredText(1000) }),
  returns: OperatorUserDetails,
  errors: [operatorErrors.user_not_found, operatorErrors.own_second_factor, accountErrors.second_factor_off],
});

// Projects

export const OperatorProject = z.object({
  id: Id,
  friendly_id: z.string(),
  title: z.string(),
  legal_name: z.string(),
  category: z.string(),
  /** Null in a project whose owner is gone. */
  owner: z.object({ id: Id, name: z.string(), email: z.string() }).nullable(),
  subscription_plan: z.string().nullable(),
  catalogue_visible: z.boolean(),
  /**
   * People with access who are not Clients, the owner among them. This and the next three are counted up to 1,000 in a
   * list, up to 10,000 for one project.
   */
  staff: z.int(),
  dropshippers: z.int(),
  products: z.int(),
  orders: z.int(),
  created_at: Instant,
  deleted_at: Instant.nullable(),
});
export type OperatorProject = z.infer<typeof OperatorProject>;

export const ProjectMember = z.object({
  user_id: Id,
  name: z.string(),
  email: z.string(),
  role: Role,
  since: Instant,
  ended_at: Instant.nullable(),
  blocked_at: Instant.nullable(),
});

/** So many members of a project are shown to an operator; its people first. */
export const PROJECT_MEMBERS = 200;

export const OperatorProjectDetails = OperatorProject.extend({
  legal_type: z.string(),
  contact_person: z.string(),
  phone: z.string().nullable(),
  website: z.string().nullable(),
  subscription_plan_since: Instant.nullable(),
  members: z.array(ProjectMember),
});
export type OperatorProjectDetails = z.infer<typeof OperatorProjectDetails>;

export const listOperatorProjects = route({
  method: 'GET',
  path: 'operator/projects',
  summary: 'All projects of the platform: names and counts, never their orders or money',
  auth: 'staff',
  query: listQuery(['-created_at', 'title'], {
    status: z.enum(['active', 'deleted']).optional(),
    subscription_plan: Plan.optional(),
    ...days,
    /** Whether a first order was sent; of projects of the days, or of the last thirty. */
    ordered: QueryFlag.optional(),
  }),
  returns: page(OperatorProject),
  errors: [operatorErrors.period],
});

export const readOperatorProject = route({
  method: 'GET',
  path: 'operator/projects/:id',
  summary: 'One project with its members, a deleted one too',
  auth: 'staff',
  params: ById,
  returns: OperatorProjectDetails,
  errors: [operatorErrors.project_not_found],
});

// Messages

export const Message = z.object({
  id: Id,
  kind: MessageKind,
  name: z.string(),
  /** As the sender wrote it: an e-mail or a phone. */
  email_phone: z.string(),
  phone_number: z.string().nullable(),
  region: z.string(),
  comment: z.string(),
  /** Agreed to be contacted. */
  consent: z.boolean(),
  locale: z.enum(['ua', 'en']),
  /** Set when a signed-in user wrote it. */
  user: Who.nullable(),
  status: MessageStatus,
  created_at: Instant,
  done_at: Instant.nullable(),
  done_by: Who.nullable(),
});
export type Message = z.infer<typeof Message>;

export const listMessages = route({
  method: 'GET',
  path: 'operator/messages',
  summary: 'What visitors and users wrote',
  auth: 'staff',
  query: listQuery(['-created_at'], { kind: MessageKind.optional(), status: MessageStatus.optional() }),
  returns: page(Message),
});

export const countMessages = route({
  method: 'GET',
  path: 'operator/messages/counts',
  summary: 'How many messages each status has',
  auth: 'staff',
  query: z.object({ q: z.string().trim().max(120).optional(), kind: MessageKind.optional() }),
  returns: z.object({ new: z.int(), done: z.int() }),
});

export const readMessage = route({
  method: 'GET',
  path: 'operator/messages/:id',
  summary: 'One message',
  auth: 'staff',
  params: ById,
  returns: Message,
  errors: [operatorErrors.message_not_found],
});

export const updateMessage = route({
  method: 'PATCH',
  path: 'operator/messages/:id',
  summary: 'Mark a message as done, or as new again',
  auth: 'staff',
  changes: ['operator'],
  params: ById,
  body: z.object({ status: MessageStatus }),
  returns: Message,
  errors: [operatorErrors.message_not_found],
});

// Maintenance

export const Maintenance = MaintenanceNotice.extend({
  on: z.boolean(),
  /** Since when, and who switched it; null while it is off. */
  since: Instant.nullable(),
  by: Who.nullable(),
});
export type Maintenance = z.infer<typeof Maintenance>;

export const readMaintenance = route({
  method: 'GET',
  path: 'operator/maintenance',
  summary: 'Whether the server is switched to maintenance',
  auth: 'staff',
  returns: Maintenance,
});

export const switchMaintenance = route({
  method: 'PUT',
  path: 'operator/maintenance',
  summary: 'Switch maintenance on or off: everybody but Staff gets 503; jobs go on',
  auth: 'staff',
  changes: ['operator'],
  body: z.object({ on: z.boolean(), message: text(300).nullable().optional(), until: Instant.nullable().optional() }),
  returns: Maintenance,
  errors: [operatorErrors.until_passed],
});

// What operators did

export const OPERATOR_DEEDS = [
  'request_approved',
  'request_rejected',
  'invitation_resent',
  'user_blocked',
  'user_unblocked',
  'staff_given',
  'staff_taken',
  'second_factor_removed',
  'message_done',
  'message_reopened',
  'maintenance_on',
  'maintenance_off',
  'job_replayed',
  'job_discarded',
  'supplier_verified',
  'supplier_refused',
  'supplier_hidden',
  'supplier_shown',
  'complaint_done',
  'complaint_reopened',
  'plan_invoice_made',
  'plan_invoice_paid',
  'plan_invoice_credited',
  'plan_card_refunded',
  'plan_card_resolved',
  'trial_moved',
  'plan_price_set',
  'plan_price_taken_back',
  'plan_discount_given',
  'plan_discount_ended',
] as const;
export const OperatorDeed = z.enum(OPERATOR_DEEDS);
export type OperatorDeed = z.infer<typeof OperatorDeed>;

export const OperatorAction = z.object({
  id: Id,
  deed: OperatorDeed,
  by: Who,
  /** What it was done to; null for the whole platform. */
  subject_id: Id.nullable(),
  /** Its name at that time: an e-mail, the sender of a message. */
  subject: z.string(),
  /** The reason or the announcement, when there was one. */
  note: z.string(),
  created_at: Instant,
});
export type OperatorAction = z.infer<typeof OperatorAction>;

export const listActions = route({
  method: 'GET',
  path: 'operator/actions',
  summary: 'What operators did, newest first',
  auth: 'staff',
  query: listQuery(['-created_at'], { deed: OperatorDeed.optional(), subject_id: Id.optional() }),
  returns: page(OperatorAction),
});

/** A page or a step, and how often it was seen and left. */
const SiteRow = z.object({ page: z.string(), label: z.string(), count: z.int() });

const visitFigures = {
  /** Of visitors who have agreed to be counted: sessions of browsers, and pages. */
  visits: z.int(),
  page_views: z.int(),
  /** Requests for access of these days, and those of them that were approved by now. */
  requests: z.int(),
  approved: z.int(),
  /** Accounts made in these days, and those that have a first order by now: their own as dropshippers, or of their project. */
  accounts: z.int(),
  ordered: z.int(),
  /** Projects made in these days, and which of them have sent an order by now. */
  projects: z.int(),
  with_orders: z.int(),
};
export const VisitFigures = z.object(visitFigures);
export type VisitFigures = z.infer<typeof VisitFigures>;

export const VISITS_BY = ['day', 'month'] as const;

export const SiteVisits = z.object({
  from: CalendarDate,
  to: CalendarDate,
  ...visitFigures,
  by: z.enum(VISITS_BY),
  /** The whole period without gaps, its months cut at its ends. */
  parts: z.array(z.object({ from: CalendarDate, to: CalendarDate, ...visitFigures })),
  pages: z.array(SiteRow),
  clicks: z.array(SiteRow),
  /** Steps of the wizard, and where it was left. */
  steps: z.array(SiteRow),
  drop_offs: z.array(SiteRow),
  /** `label`: percent of the page. */
  scrolls: z.array(SiteRow),
});
export type SiteVisits = z.infer<typeof SiteVisits>;

export const readSiteVisits = route({
  method: 'GET',
  path: 'operator/visits',
  summary: 'How the site is used, and how many visits, requests, accounts and first orders there were; own data alone',
  auth: 'staff',
  query: z.object({ ...days, by: z.enum(VISITS_BY).default('day') }),
  returns: SiteVisits,
  errors: [operatorErrors.period],
});

export const listVisitDays = route({
  method: 'GET',
  path: 'operator/visits/days',
  summary:
    'What a count of the site is made of: how often an event was counted on each day, of one page or of one thing',
  auth: 'staff',
  query: z.object({
    ...days,
    event: z.enum(SITE_EVENTS).default('visit'),
    /** Without them: of all pages, of all things. */
    page: z.string().max(200).optional(),
    label: z.string().max(200).optional(),
  }),
  /** The newest day first; days without any are left out. */
  returns: z.object({
    from: CalendarDate,
    to: CalendarDate,
    items: z.array(z.object({ day: CalendarDate, count: z.int() })),
    total: z.int(),
  }),
  errors: [operatorErrors.period],
});

export const readOverview = route({
  method: 'GET',
  path: 'operator/overview',
  summary: 'What needs an operator, and how large the platform is',
  auth: 'staff',
  returns: z.object({
    pending_requests: z.int(),
    /** When the oldest pending request came. */
    oldest_request_at: Instant.nullable(),
    new_messages: z.int(),
    oldest_message_at: Instant.nullable(),
    /** Suppliers who ask to be verified, and complaints about suppliers that nobody has dealt with. */
    asked_verifications: z.int(),
    new_complaints: z.int(),
    users: z.int(),
    blocked_users: z.int(),
    staff: z.int(),
    /** Users and projects of seven days, since this one. */
    week_from: CalendarDate,
    users_this_week: z.int(),
    projects: z.int(),
    projects_this_week: z.int(),
    deleted_projects: z.int(),
    /** Background jobs that failed at every attempt. */
    dead_letters: z.int(),
    oldest_dead_letter_at: Instant.nullable(),
    /** Services of others that fail or are late in a project at least. */
    troubled_services: z.int(),
    maintenance: z.boolean(),
  }),
});

export const operatorRoutes = {
  readSiteVisits,
  listVisitDays,
  listAccessRequests,
  countAccessRequests,
  readAccessRequest,
  approveAccessRequest,
  rejectAccessRequest,
  resendAccessInvitation,
  listUsers,
  readOperatorUser,
  updateUserAccess,
  removeSecondFactor,
  listOperatorProjects,
  readOperatorProject,
  listMessages,
  countMessages,
  readMessage,
  updateMessage,
  readMaintenance,
  switchMaintenance,
  listActions,
  readOverview,
  ...deadLetterRoutes,
};
