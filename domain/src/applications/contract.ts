import { z } from 'zod';
import { errors } from '../kit/errors';
import { fieldMessage } from '../kit/field-messages';
import { Iban } from '../kit/iban';
import { Actor, Id, Instant, requiredText, text } from '../kit/ids';
import { INVITATION_CAPS } from '../kit/letters';
import { commaList, listQuery, page } from '../kit/lists';
import { Kopecks, Percent } from '../kit/money';
import { Phone } from '../kit/phone';
import { DropshipperPlan } from '../kit/plans';
import { InProject, OneInProject, route } from '../kit/route';
import { TaxCode } from '../kit/tax_code';
import { OnLimit } from '../ledger/charges';
import { MAX_PAYMENT_DAYS, partnerErrors } from '../partners/contract';
import { GroupIds, groupErrors } from '../partners/groups';
import { priceLevelErrors } from '../price_levels/contract';
import { projectErrors } from '../projects/contract';
import { SUPPLIER_DEEDS } from './deeds';
import { joinLinkErrors } from './link_errors';

export const applicationErrors = errors('applications', {
  not_found: { status: 404, ua: 'Заявку не знайдено', en: 'No such application' },
  supplier_not_found: { status: 404, ua: 'Постачальника не знайдено', en: 'No such supplier' },
  /** `details` name the plans that lift it, cheapest first. */
  plan_required: {
    status: 402,
    ua: 'На безкоштовному тарифі ви працюєте лише з тими, хто вас запросив. Тариф «Стандарт» за {price} ₴ на місяць дає каталог виробників і заявки на співпрацю',
    en: 'On the free plan you work with those who invited you. The plan “Standard” at UAH {price} a month gives the catalogue of manufacturers and applications to them',
  },
  own_project: {
    status: 409,
    ua: 'Ви самі працюєте в цьому проєкті, тож заявка не потрібна',
    en: 'You are on the staff of this project, no application is needed',
  },
  is_staff: {
    status: 409,
    ua: 'Заявник тепер працює у вашому проєкті як співробітник: його доступ змінюють у списку користувачів',
    en: 'The applicant is on the staff of your project now: change the access in the list of users',
  },
  works_already: {
    status: 409,
    ua: 'Співпраця з цим постачальником уже триває',
    en: 'You work with this supplier already',
  },
  waits_already: {
    status: 409,
    ua: 'Заявку вже надіслано, вона чекає на рішення постачальника',
    en: 'An application was sent already, it waits for the supplier’s decision',
  },
  rejected_before: {
    status: 409,
    ua: 'Постачальник відхилив вашу заявку. Подати її ще раз не можна, але він може запросити вас сам',
    en: 'The supplier rejected your application. You cannot apply again, but the supplier may invite you',
  },
  phone_required: {
    status: 422,
    ua: 'Вкажіть телефон: у вашому профілі його немає, а постачальник має вам зателефонувати',
    en: 'Give a phone: your profile has none, and the supplier has to reach you',
  },
  decided: {
    status: 409,
    ua: 'Це вже неможливо: стан заявки змінився. Перегляньте її ще раз',
    en: 'This is not possible any more: the application has moved on. Look at it again',
  },
  blocked_here: {
    status: 409,
    ua: 'Цього дропшипера заблоковано. Спершу розблокуйте його заявку',
    en: 'This dropshipper is blocked. Unblock the application first',
  },
  reason_required: {
    status: 422,
    ua: 'Напишіть причину: дропшипер побачить її',
    en: 'Write the reason: the dropshipper will see it',
  },
  terms_with_approval: {
    status: 422,
    ua: 'Умови співпраці ({path}) вказують лише під час схвалення',
    en: 'Terms ({path}) are given with an approval only',
  },
});

export const ApplicationStatus = z.enum(['pending', 'approved', 'rejected', 'blocked', 'withdrawn']);
export type ApplicationStatus = z.infer<typeof ApplicationStatus>;

/** A box that has to be ticked (specification §5: consent is required of each side). */
const Consent = z.literal(true, {
  error: fieldMessage('applications.consent', { ua: 'Потрібна ваша згода', en: 'your consent is needed' }),
});

const Applicant = z.object({
  id: Id,
  name: z.string(),
  email: z.string(),
});

/** A row of the supplier's list. */
export const ApplicationRow = z.object({
  id: Id,
  status: ApplicationStatus,
  applicant: Applicant,
  cover_text: z.string(),
  phone: z.string().nullable(),
  /** When he applied, the last time. */
  applied_at: Instant,
  decided_at: Instant.nullable(),
  /** He works with the project now. */
  has_access: z.boolean(),
  counterparty_id: Id.nullable(),
  /** The applicant has written what nobody here has read. */
  has_unread: z.boolean(),
});
export type ApplicationRow = z.infer<typeof ApplicationRow>;

/** What the approved dropshipper gets as a counterparty. */
export const Terms = z.object({
  discount: Percent,
  price_level_id: Id.nullable(),
  manager_id: Id.nullable(),
  payment_days: z.int().min(0).max(MAX_PAYMENT_DAYS).nullable(),
  credit_limit: Kopecks.nullable(),
  on_limit: OnLimit,
  /** Groups that he comes into beside those in which he is. */
  group_ids: GroupIds,
});
export type Terms = z.infer<typeof Terms>;
export const TERMS = Object.keys(Terms.shape) as (keyof Terms)[];

export const Application = ApplicationRow.extend({
  edropoy_code: z.string().nullable(),
  iban: z.string().nullable(),
  /** What the applicant says of himself in his profile. */
  about: z.object({
    legal_name: z.string().nullable(),
    description: z.string().nullable(),
    adv_source: z.array(z.string()),
    website: z.string().nullable(),
    /** How many other suppliers he works with; which ones is nobody's business. */
    other_suppliers: z.int(),
    registered_at: Instant,
  }),
  reason: z.string(),
  decided_by: Actor.nullable(),
  counterparty_name: z.string().nullable(),
  /** Invited by mail after a rejection; waits for the answer. */
  invited: z.boolean(),
  /**
   * What the link says by which he came; an approval gives it unless it says otherwise. 0 and null: the link says nothing
   * of it, and what is agreed with a known counterparty stays.
   */
  preset: z
    .object({
      link: z.string(),
      discount: Percent,
      price_level_id: Id.nullable(),
      manager_id: Id.nullable(),
      group_ids: GroupIds,
    })
    .nullable(),
  /** The counterparty that an approval would let in, with what is agreed with it; null: an approval makes a new one. */
  known: Terms.omit({ group_ids: true }).extend({ id: Id, name: z.string() }).nullable(),
  /** What can be done with it now. */
  deeds: z.array(z.enum(SUPPLIER_DEEDS)),
});
export type Application = z.infer<typeof Application>;

const filters = {
  status: commaList(ApplicationStatus),
  counterparty_id: Id.optional(),
  /** Those that became counterparties of this group; `none`: all that are in no group. */
  group_id: z.union([Id, z.literal('none')]).optional(),
};

export const listApplications = route({
  method: 'GET',
  path: 'projects/:project_id/dropship_requests',
  summary: 'Applications of dropshippers, the newest first',
  auth: 'applications.read',
  params: InProject,
  query: listQuery(['-applied_at'], filters),
  returns: page(ApplicationRow),
});

export const countApplications = route({
  method: 'GET',
  path: 'projects/:project_id/dropship_requests/counts',
  summary: 'How many applications are in each state',
  auth: 'applications.read',
  params: InProject,
  returns: z.object({
    pending: z.int(),
    approved: z.int(),
    rejected: z.int(),
    blocked: z.int(),
    withdrawn: z.int(),
  }),
});

export const readApplication = route({
  method: 'GET',
  path: 'projects/:project_id/dropship_requests/:id',
  summary: 'One application, with what the applicant says of himself',
  auth: 'applications.read',
  params: OneInProject,
  returns: Application,
  errors: [applicationErrors.not_found],
});

export const DecideBody = Terms.partial().extend({
  /** `pending` unblocks: the application waits for a decision anew. */
  status: z.enum(['approved', 'rejected', 'blocked', 'pending']),
  consent: Consent,
  /** Of a rejection it is required; the applicant reads it. Of a block it is kept for the staff. */
  reason: text(1000).optional(),
});
export type DecideBody = z.infer<typeof DecideBody>;

const changes = ['dropship_request', 'counterparty', 'user', 'user_invitation'] as const;

export const decideApplication = route({
  method: 'PATCH',
  path: 'projects/:project_id/dropship_requests/:id',
  summary:
    'Decide: approve (makes the counterparty and the access, with these terms), reject with a reason, block or unblock. ' +
    'A block ends the access',
  auth: 'applications.decide',
  changes,
  answers: readApplication,
  params: OneInProject,
  body: DecideBody,
  returns: Application,
  errors: [
    applicationErrors.not_found,
    applicationErrors.decided,
    applicationErrors.reason_required,
    applicationErrors.terms_with_approval,
    applicationErrors.is_staff,
    partnerErrors.unknown_manager,
    priceLevelErrors.unknown,
    groupErrors.unknown,
  ],
});

export const inviteApplicant = route({
  method: 'POST',
  path: 'projects/:project_id/dropship_requests/:id/invite',
  summary: 'Invite a rejected applicant by mail: he cannot apply again, but he can be invited',
  auth: 'applications.decide',
  changes,
  answers: readApplication,
  params: OneInProject,
  status: 200,
  returns: Application,
  errors: [
    applicationErrors.is_staff,
    applicationErrors.not_found,
    applicationErrors.decided,
    applicationErrors.works_already,
    partnerErrors.already_invited,
    projectErrors.already_member,
    projectErrors.invitation_exists,
    ...INVITATION_CAPS,
  ],
});

export const ApplicationEvent = z.object({
  id: Id,
  /** `left` and `removed`: the access ended, by the dropshipper himself and by the project's people. */
  kind: z.enum([
    ...(['applied', 'withdrawn', 'approved', 'rejected', 'invited', 'joined', 'blocked', 'unblocked'] as const),
    ...(['left', 'removed'] as const),
  ]),
  reason: z.string(),
  actor: Actor,
  created_at: Instant,
});
export type ApplicationEvent = z.infer<typeof ApplicationEvent>;

export const listApplicationHistory = route({
  method: 'GET',
  path: 'projects/:project_id/dropship_requests/:id/history',
  summary: 'What happened to an application, the latest first',
  auth: 'applications.read',
  params: OneInProject,
  query: listQuery(['-created_at'], {}),
  returns: page(ApplicationEvent),
  errors: [applicationErrors.not_found],
});

/** The secret of a link that a supplier has handed out. */
export const JoinToken = z.string().regex(/^[\w-]{1,100}$/);

export const ApplyBody = z.object({
  cover_text: requiredText(2000),
  /** What is left out comes from the profile; a phone has to be in one of them. */
  phone: Phone.optional(),
  edropoy_code: TaxCode.nullable().optional(),
  iban: Iban.nullable().optional(),
  consent: Consent,
  /** With it no plan is needed. */
  link: JoinToken.optional(),
});
export type ApplyBody = z.infer<typeof ApplyBody>;

/** What the applicant sees of his own. */
export const MyApplication = z.object({
  id: Id,
  project_id: Id,
  friendly_id: z.string(),
  title: z.string(),
  /** Null where the supplier has blocked him: he sees nothing of them but that. */
  logo_url: z.string().nullable(),
  category: z.string(),
  status: ApplicationStatus,
  has_access: z.boolean(),
  cover_text: z.string(),
  phone: z.string().nullable(),
  edropoy_code: z.string().nullable(),
  iban: z.string().nullable(),
  /** Of a rejection. */
  reason: z.string(),
  applied_at: Instant,
  decided_at: Instant.nullable(),
  /** The supplier has written what he has not read. */
  has_unread: z.boolean(),
});
export type MyApplication = z.infer<typeof MyApplication>;

export const listMyApplications = route({
  method: 'GET',
  path: 'dropshipping/applications',
  summary: 'The dropshipper’s applications to all suppliers, the newest first',
  auth: 'dropshipping',
  shows: ['dropship_request', 'user'],
  query: listQuery(['-applied_at'], { status: commaList(ApplicationStatus) }),
  returns: page(MyApplication),
});

export const countMyApplications = route({
  method: 'GET',
  path: 'dropshipping/applications/counts',
  summary: 'How many of the dropshipper’s applications are in each state',
  auth: 'dropshipping',
  shows: ['dropship_request', 'user'],
  returns: countApplications.returns,
});

export const readMyApplication = route({
  method: 'GET',
  path: 'dropshipping/applications/:id',
  summary: 'One of the dropshipper’s own applications',
  auth: 'dropshipping',
  shows: ['dropship_request', 'user'],
  params: z.object({ id: Id }),
  returns: MyApplication,
  errors: [applicationErrors.not_found],
});

/** The supplier as a dropshipper reads of them before he applies. */
export const SupplierTerms = z.object({
  project_id: Id,
  friendly_id: z.string(),
  title: z.string(),
  logo_url: z.string().nullable(),
  category: z.string(),
  /** Markdown. */
  description: z.string(),
  region_restriction: z.string(),
  returns: z.string(),
  delivery: z.string(),
  minimum_order: z.string(),
  delivery_time: z.string(),
  website: z.string().nullable(),
  /** Whether a button «apply» has a place here, or the reason why not. */
  may: z.enum(['apply', 'works_already', 'waits_already', 'rejected_before', 'plan_required', 'own_project']),
  /** The plans that would let him, cheapest first; empty where his own does. */
  plans: z.array(DropshipperPlan),
});
export type SupplierTerms = z.infer<typeof SupplierTerms>;

export const readSupplierTerms = route({
  method: 'GET',
  path: 'dropshipping/suppliers/:project_id/terms',
  summary: 'A supplier’s terms, and whether the asker may apply; a supplier who does not show himself is not there',
  auth: 'dropshipping',
  shows: ['dropship_request', 'project'],
  params: InProject,
  returns: SupplierTerms,
  errors: [applicationErrors.supplier_not_found],
});

export const createApplication = route({
  method: 'POST',
  path: 'projects/:project_id/dropship_requests',
  summary: 'Apply to a supplier who shows himself in the catalogue; paid plans of dropshippers only',
  auth: 'dropshipping',
  changes: ['dropship_request'],
  params: InProject,
  status: 201,
  body: ApplyBody,
  returns: MyApplication,
  errors: [
    applicationErrors.supplier_not_found,
    applicationErrors.plan_required,
    applicationErrors.own_project,
    applicationErrors.works_already,
    applicationErrors.waits_already,
    applicationErrors.rejected_before,
    applicationErrors.phone_required,
    joinLinkErrors.over,
  ],
});

export const withdrawApplication = route({
  method: 'DELETE',
  path: 'projects/:project_id/dropship_requests/:id',
  summary: 'Withdraw an own application that is not decided; one may apply again later',
  auth: 'dropshipping',
  changes: ['dropship_request'],
  params: OneInProject,
  errors: [applicationErrors.not_found, applicationErrors.decided],
});

/** A dropshipper with access (specification §2.2, Users). */
export const Dropshipper = z.object({
  /** The user's id. */
  id: Id,
  name: z.string(),
  email: z.string(),
  phone_number: z.string().nullable(),
  counterparty_id: Id.nullable(),
  counterparty_name: z.string().nullable(),
  subscription_plan: DropshipperPlan.nullable(),
  /** Of the last 30 days, drafts left out; counted up to 1,000. */
  recent_orders: z.int(),
  last_order_at: Instant.nullable(),
  /** When he signed in or used a session the last time, to the hour. */
  last_active_at: Instant.nullable(),
  /** When he got access. */
  created_at: Instant,
});
export type Dropshipper = z.infer<typeof Dropshipper>;

export const listDropshippers = route({
  method: 'GET',
  path: 'projects/:project_id/dropshippers',
  summary: 'Dropshippers with access: their plan, orders and last activity',
  auth: 'users.read',
  shows: ['user', 'order', 'counterparty'],
  params: InProject,
  query: listQuery(['created_at', 'name'], {}),
  returns: page(Dropshipper),
});

export const applicationRoutes = {
  listDropshippers,
  listApplications,
  countApplications,
  createApplication,
  readApplication,
  decideApplication,
  withdrawApplication,
  inviteApplicant,
  listApplicationHistory,
  listMyApplications,
  countMyApplications,
  readMyApplication,
  readSupplierTerms,
};
