import { z } from 'zod';
import { Email } from '../identity/contract';
import { errors } from '../kit/errors';
import { fieldMessage } from '../kit/field-messages';
import { Id, Instant, requiredText, text, Version } from '../kit/ids';
import { listQuery, page } from '../kit/lists';
import { Phone } from '../kit/phone';
import { InProject, OneInProject, route } from '../kit/route';
import { Website } from '../kit/website';
import { Origin } from './origins';

/** Specification §4, Request forms. */
export const REQUEST_FORM_STATUSES = ['new', 'done'] as const;
export const RequestFormStatus = z.enum(REQUEST_FORM_STATUSES);
export type RequestFormStatus = z.infer<typeof RequestFormStatus>;

/** By the ready form on a site, by a key of the API, or written down by hand (somebody has called). */
export const REQUEST_FORM_SOURCES = ['site', 'api', 'staff'] as const;
export const RequestFormSource = z.enum(REQUEST_FORM_SOURCES);
export type RequestFormSource = z.infer<typeof RequestFormSource>;

export const MAX_ORIGINS = 10;
/** By the ready form, from one address in an hour and to one project in a day of Kyiv. */
export const FORMS_PER_HOUR = 10;
export const FORMS_PER_DAY = 500;
/** Whoever sends sooner after the form was opened is no person. */
export const LEAST_SECONDS = 3;
/** A page that was open for longer asks for another ticket. */
export const TICKET_SECONDS = 7_200;

export const requestFormErrors = errors('request_forms', {
  not_found: { status: 404, ua: 'Цього запиту вже немає', en: 'This request is not there' },
  form_off: { status: 404, ua: 'Цю форму вимкнено', en: 'This form is switched off' },
  foreign_site: {
    status: 403,
    ua: 'З цього сайту форму не приймають: його адреси немає в налаштуваннях форми',
    en: 'This site may not send the form: its address is not among those that the form is set up for',
  },
  ticket_old: {
    status: 422,
    ua: 'Сторінку відкрито надто давно. Натисніть «Надіслати» ще раз',
    en: 'The page has been open for too long. Press “Send” once more',
  },
  too_fast: {
    status: 422,
    ua: 'Форму надіслано надто швидко. Зачекайте кілька секунд і натисніть ще раз',
    en: 'The form was sent too fast. Wait a few seconds and press once more',
  },
});

/** E-mail or phone, at least one: else nobody could answer. */
const reachable = (value: { email?: unknown; phone?: unknown }): boolean => Boolean(value.email ?? value.phone);
const unreachable = {
  path: ['email'],
  error: fieldMessage('request_forms.contact', {
    ua: 'Вкажіть e-mail або телефон',
    en: 'give an e-mail or a phone',
  }),
};

const Sent = z.object({
  name: requiredText(120),
  email: Email.nullish(),
  phone: Phone.nullish(),
  /** What the visitor asks. */
  comment: text(2_000).optional(),
});

export const CreateRequestFormBody = Sent.extend({
  /** The page of the site on which it was sent. */
  page_url: Website.nullish(),
}).refine(reachable, unreachable);
export type CreateRequestFormBody = z.infer<typeof CreateRequestFormBody>;

export const UpdateRequestFormBody = z
  .object({
    status: RequestFormStatus,
    /** What the staff writes down while they handle it; the visitor's own words stay as they came. */
    note: text(2_000),
  })
  .partial();
export type UpdateRequestFormBody = z.infer<typeof UpdateRequestFormBody>;

export const RequestForm = z.object({
  id: Id,
  status: RequestFormStatus,
  name: z.string(),
  email: z.string().nullable(),
  phone: z.string().nullable(),
  comment: z.string(),
  page_url: z.string().nullable(),
  note: z.string(),
  source: RequestFormSource,
  /** The name of the key, or of the person who wrote it down; null where the visitor sent it himself. */
  sent_by: z.string().nullable(),
  done_at: Instant.nullable(),
  done_by: z.string().nullable(),
  version: Version,
  created_at: Instant,
});
export type RequestForm = z.infer<typeof RequestForm>;

export const listRequestForms = route({
  method: 'GET',
  path: 'projects/:project_id/request_forms',
  summary: 'What visitors of the own site have sent, newest first',
  auth: 'request_forms.read',
  api: 'request_forms.read',
  params: InProject,
  query: listQuery(['-created_at'], { status: RequestFormStatus.optional() }),
  returns: page(RequestForm),
});

export const countRequestForms = route({
  method: 'GET',
  path: 'projects/:project_id/request_forms/counts',
  summary: 'How many requests are new and how many are done, counted up to 10,000',
  auth: 'request_forms.read',
  params: InProject,
  returns: z.object({ new: z.int(), done: z.int() }),
});

export const readRequestForm = route({
  method: 'GET',
  path: 'projects/:project_id/request_forms/:id',
  summary: 'One request',
  auth: 'request_forms.read',
  api: 'request_forms.read',
  params: OneInProject,
  returns: RequestForm,
  errors: [requestFormErrors.not_found],
});

export const createRequestForm = route({
  method: 'POST',
  path: 'projects/:project_id/request_forms',
  summary: 'Send a request in the name of a visitor, or write one down',
  auth: 'request_forms.edit',
  api: 'request_forms.write',
  changes: ['request_form'],
  params: InProject,
  status: 201,
  body: CreateRequestFormBody,
  returns: RequestForm,
});

export const updateRequestForm = route({
  method: 'PATCH',
  path: 'projects/:project_id/request_forms/:id',
  summary: 'Say that a request is done, or new again, and write down what came of it',
  auth: 'request_forms.edit',
  api: 'request_forms.write',
  changes: ['request_form'],
  params: OneInProject,
  body: UpdateRequestFormBody,
  returns: RequestForm,
  errors: [requestFormErrors.not_found],
});

export const deleteRequestForm = route({
  method: 'DELETE',
  path: 'projects/:project_id/request_forms/:id',
  summary: 'Delete a request with all that is known of the person',
  auth: 'request_forms.edit',
  api: 'request_forms.write',
  changes: ['request_form'],
  params: OneInProject,
  errors: [requestFormErrors.not_found],
});

// The ready form

const FormFields = z.object({
  enabled: z.boolean(),
  /** Sites on whose pages it may stand. */
  origins: z.array(Origin).max(MAX_ORIGINS),
  locale: z.enum(['ua', 'en']),
  /** Above the fields. */
  title: text(120),
  /** Below the button: what the visitor agrees to. */
  notice: text(500),
  /** What he reads when it was sent. */
  thanks: text(300),
});

export const SaveSiteFormBody = FormFields.refine(({ enabled, origins }) => !enabled || origins.length > 0, {
  path: ['origins'],
  error: fieldMessage('request_forms.no_origin', {
    ua: 'Вкажіть адресу хоча б одного сайту, на якому стоятиме форма',
    en: 'give the address of at least one site that the form is to stand on',
  }),
});
export type SaveSiteFormBody = z.infer<typeof SaveSiteFormBody>;

export const SiteForm = FormFields.extend({
  /** The address of its script. */
  script_url: z.string(),
  /** Null until it is saved. */
  version: Version.nullable(),
});
export type SiteForm = z.infer<typeof SiteForm>;

export const readSiteForm = route({
  method: 'GET',
  path: 'projects/:project_id/site_form',
  summary: 'The ready form for the own site: whether it is on, where it may stand, what it says',
  auth: 'request_forms.read',
  params: InProject,
  returns: SiteForm,
});

export const saveSiteForm = route({
  method: 'PUT',
  path: 'projects/:project_id/site_form',
  summary: 'Set up the ready form for the own site',
  auth: 'request_forms.setup',
  changes: ['site_form'],
  params: InProject,
  body: SaveSiteFormBody,
  returns: SiteForm,
});

// What pages of other sites ask

const OfForm = z.object({ project: z.uuid() });

export const readFormScript = route({
  method: 'GET',
  path: 'site_forms/:project/form.js',
  summary: 'The script that draws the ready form where it stands on a page',
  auth: 'public',
  params: OfForm,
  raw: 'text/javascript',
  errors: [requestFormErrors.form_off],
  limitPerMinute: 120,
});

export const readFormTicket = route({
  method: 'GET',
  path: 'site_forms/:project/ticket',
  summary: 'A signed ticket to send the ready form once; only to pages of the sites that the form is set up for',
  auth: 'public',
  params: OfForm,
  returns: z.object({ ticket: z.string() }),
  errors: [requestFormErrors.form_off, requestFormErrors.foreign_site],
  limitPerMinute: 60,
});

export const SendFormBody = Sent.extend({
  ticket: z.string().min(1).max(1_000),
  page_url: z.string().max(500).optional(),
  /** A trap: people do not see this field. Whoever fills it in gets the usual answer, and nothing is kept. */
  nickname: z.string().max(200).optional(),
}).refine(reachable, unreachable);
export type SendFormBody = z.infer<typeof SendFormBody>;

export const sendForm = route({
  method: 'POST',
  path: 'site_forms/:project',
  summary: 'What a visitor has filled into the ready form; a ticket that comes again is answered as the first time',
  auth: 'public',
  params: OfForm,
  status: 201,
  body: SendFormBody,
  returns: z.object({ id: Id }),
  errors: [
    requestFormErrors.form_off,
    requestFormErrors.foreign_site,
    requestFormErrors.ticket_old,
    requestFormErrors.too_fast,
  ],
  limitPerMinute: 20,
});
