import { z } from 'zod';
import { Email } from '../identity/contract';
import { errors } from '../kit/errors';
import { Id, requiredText, text } from '../kit/ids';
import { Phone } from '../kit/phone';
import { Audience, Plan } from '../kit/plans';
import { route } from '../kit/route';

export const siteErrors = errors('site', {
  /** Specification §5: the form's word for it. */
  wrong_contact: { status: 400, ua: 'Перевірте e-mail або телефон', en: 'Check the e-mail or the phone' },
});

/** What the public pages need to know of this deployment. */
export const SiteOptions = z.object({
  contact_email: z.string(),
  contact_phone: z.string(),
  open_sign_up: z.boolean(),
  google_tag_id: z.string().nullable(),
  analytics_url: z.string().nullable(),
});
export type SiteOptions = z.infer<typeof SiteOptions>;

const Language = z.enum(['ua', 'en']);
/** Specification §5: `email_phone` is an e-mail or a phone of Ukraine. */
export const EmailOrPhone = z.union([Email, Phone], { error: 'email_or_phone' });

/** A trap for bots: people do not see this field. Whoever fills it in gets the usual answer, and nothing is kept. */
const trap = { nickname: z.string().max(200).optional() };

export const readSiteOptions = route({
  method: 'GET',
  path: 'site/options',
  summary: 'Contacts, registration and analytics of this deployment, for the public pages',
  auth: 'public',
  returns: SiteOptions,
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
    comment: text(2000).optional(),
    locale: Language.optional(),
    ...trap,
  }),
  returns: z.object({ id: Id }),
  errors: [siteErrors.wrong_contact],
  limitPerMinute: 5,
});

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
  errors: [siteErrors.wrong_contact],
  limitPerMinute: 5,
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
  createContactMessage,
  createRequestForm,
  createAccessRequest,
  sendFeedback,
  sendSupportMessage,
};
