import { z } from 'zod';
import { Email } from '../identity/contract';
import { CalendarDate, Id, Instant, requiredText, text } from '../kit/ids';
import { page } from '../kit/lists';
import { Price } from '../kit/money';
import { Phone } from '../kit/phone';
import { Audience, Plan } from '../kit/plans';
import { route } from '../kit/route';

/** Announced by an operator; shown to everybody while the server is switched to maintenance. */
export const MaintenanceNotice = z.object({
  /** In the operator's own words; null when there are none. */
  message: z.string().nullable(),
  /** When it is to end; null when nobody knows. */
  until: Instant.nullable(),
});
export type MaintenanceNotice = z.infer<typeof MaintenanceNotice>;

/** What the public pages need to know of this deployment. */
export const SiteOptions = z.object({
  contact_email: z.string(),
  contact_phone: z.string(),
  open_sign_up: z.boolean(),
  google_tag_id: z.string().nullable(),
  analytics_url: z.string().nullable(),
  /** Null while everything works as usual. */
  maintenance: MaintenanceNotice.nullable(),
});
export type SiteOptions = z.infer<typeof SiteOptions>;

const Language = z.enum(['ua', 'en']);
const readEmailOrPhone = (typed: string): string | null =>
  Email.safeParse(typed).data ?? Phone.safeParse(typed).data ?? null;

/** Specification §5: `email_phone` is an e-mail or a phone of Ukraine; each is put into its one spelling. */
export const EmailOrPhone = z
  .string()
  .trim()
  .max(254)
  .overwrite((typed) => readEmailOrPhone(typed) ?? typed)
  .check(({ value, issues }) => {
    if (readEmailOrPhone(value) !== null) return;
    issues.push({ code: 'custom', message: value === '' ? 'required' : 'email_or_phone', input: value });
  });

/** A trap for bots: people do not see this field. Whoever fills it in gets the usual answer, and nothing is kept. */
const trap = { nickname: z.string().max(200).optional() };

/**
 * How often the public forms may be sent from one address in an hour, and the signed-in ones by one user. Beyond it
 * the answer is 429 with Retry-After.
 */
export const SENDINGS_PER_HOUR = 20;
/** The same words of the same sender within so many minutes are one message: a double press, an impatient reload. */
export const SAME_WORDS_MINUTES = 10;

export const MESSAGE_KINDS = ['contact', 'consultation', 'request_form', 'feedback', 'support'] as const;
export const MessageKind = z.enum(MESSAGE_KINDS);
export type MessageKind = z.infer<typeof MessageKind>;

/** Specification §4, Request forms. */
export const MessageStatus = z.enum(['new', 'done']);
export type MessageStatus = z.infer<typeof MessageStatus>;

export const AccessRequestStatus = z.enum(['pending', 'approved', 'rejected']);
export type AccessRequestStatus = z.infer<typeof AccessRequestStatus>;

export const readSiteOptions = route({
  method: 'GET',
  path: 'site/options',
  summary: 'Contacts, registration, analytics and maintenance of this deployment, for the public pages',
  auth: 'public',
  returns: SiteOptions,
  duringMaintenance: true,
});

const price = {
  price: Price,
  old_price: Price.nullable(),
  /** Null: the plan has no such thing. */
  extra_orders: Price.nullable(),
  extra_collaborator: Price.nullable(),
};
export const PlanPriceNow = z.object({
  plan: Plan,
  ...price,
  /** What it costs from the 1st of a coming month on. */
  next: z.object({ from: CalendarDate, ...price }).nullable(),
});
export type PlanPriceNow = z.infer<typeof PlanPriceNow>;

export const listPlanPrices = route({
  method: 'GET',
  path: 'site/plan_prices',
  summary: 'What plans cost this month, and what they will',
  auth: 'public',
  returns: page(PlanPriceNow),
});

export const SITE_EVENTS = ['visit', 'page_view', 'click', 'step_view', 'drop_off', 'scroll'] as const;
/** Kinds of pages and steps, as the browser names them: nothing that could be a name, a number or a secret. */
const EventWord = z
  .string()
  .max(60)
  .regex(/^[a-z0-9/:_.-]*$/i);

/**
 * One more of this kind, from a visitor who has agreed to be counted. Only the count of the day is kept, so nobody is
 * known by it; `visit` is the first page of a browser's session.
 */
export const countSiteEvent = route({
  method: 'POST',
  path: 'site/events',
  summary: 'Count an event of the site: no cookie, no address and no visitor is kept, only how many there were',
  auth: 'public',
  body: z.object({ event: z.enum(SITE_EVENTS), page: EventWord, label: EventWord.default('') }),
  status: 204,
  limitPerMinute: 240,
});

export const createContactMessage = route({
  method: 'POST',
  path: 'site/contact_messages',
  summary: 'The contact form (contact) and the consultation form (consultation) of the public site',
  auth: 'public',
  status: 201,
  body: z.object({
    kind: z.enum(['contact', 'consultation']),
    name: requiredText(120),
    email_phone: EmailOrPhone,
    /** A city of the landing's list (specification §9). */
    region: text(80).optional(),
    comment: text(2000).optional(),
    locale: Language.optional(),
    ...trap,
  }),
  returns: z.object({ id: Id }),
  limitPerMinute: 5,
});

/** A failure has the field `error`, as §7 says; a success has `id` and no `error`. */
export const createRequestForm = route({
  method: 'POST',
  path: 'request_forms',
  summary: 'The contact form as the landing page of the specification sends it (§7, Landing contact)',
  auth: 'public',
  status: 201,
  body: z.object({
    request_form: z.object({ name: requiredText(120), email: EmailOrPhone, comment: text(2000).optional() }),
    ...trap,
  }),
  returns: z.object({ id: Id }),
  limitPerMinute: 5,
  errorField: true,
});

export const createAccessRequest = route({
  method: 'POST',
  path: 'site/access_requests',
  summary: 'Ask for access while registration is closed; asking again with the same e-mail changes nothing',
  auth: 'public',
  status: 202,
  body: z.object({
    name: requiredText(120),
    email: Email,
    phone_number: Phone.optional(),
    company: text(200).optional(),
    audience: Audience,
    subscription_plan: Plan.optional(),
    /** A city of the landing's list (specification §9). */
    region: text(80).optional(),
    comment: text(2000).optional(),
    locale: Language.optional(),
    ...trap,
  }),
  limitPerMinute: 5,
});

export const sendFeedback = route({
  method: 'POST',
  path: 'feedback',
  summary: 'The feedback form of the signed-in shell (specification §3, Feedback payload)',
  auth: 'user',
  status: 201,
  body: z.object({
    /** Who asks is taken from the account unless the form says otherwise. */
    name: text(120).optional(),
    email: Email.optional(),
    phone_number: Phone.optional(),
    comment: requiredText(5000),
    /** Agrees to be contacted. */
    consent: z.boolean().optional(),
  }),
  returns: z.object({ id: Id }),
  limitPerMinute: 10,
});

export const sendSupportMessage = route({
  method: 'POST',
  path: 'support_messages',
  summary: 'The support form of the profile (specification §2.3)',
  auth: 'user',
  status: 201,
  body: z.object({ email: Email, message: requiredText(5000), consent: z.literal(true, { error: 'required' }) }),
  returns: z.object({ id: Id }),
  limitPerMinute: 10,
});

export const siteRoutes = {
  readSiteOptions,
  listPlanPrices,
  countSiteEvent,
  createContactMessage,
  createRequestForm,
  createAccessRequest,
  sendFeedback,
  sendSupportMessage,
};
