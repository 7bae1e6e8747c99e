import { z } from 'zod';
import { JobStatus } from '../feeds/contract';
import { errors } from '../kit/errors';
import { fieldMessage } from '../kit/field-messages';
import { CalendarDate, Id, Instant, Version } from '../kit/ids';
import { commaList, listQuery, page } from '../kit/lists';
import { InProject, OneInProject, route } from '../kit/route';
import { REPORT_KINDS, REPORTS } from './kinds';
import { RHYTHMS } from './rules';

/** Reports that wait or are being made, of one project. */
export const MAX_WAITING = 10;
export const MAX_SCHEDULES = 50;
export const MAX_RECIPIENTS = 50;
/** For so many days a report is kept. */
export const REPORT_DAYS = 30;
/** Three years with a leap day among them. */
export const MAX_REPORT_DAYS = 1_096;
/** A sheet holds no more; a table in text could, and nobody opens one. */
export const MAX_REPORT_ROWS = 1_000_000;

export const reportErrors = errors('reports', {
  not_found: { status: 404, ua: 'Цього звіту вже немає', en: 'This report is not there any more' },
  too_many_waiting: {
    status: 409,
    ua: 'Уже складається {allowed} звітів. Зачекайте, доки якийсь буде готовий',
    en: '{allowed} reports are being made already. Wait until one of them is ready',
  },
  no_modification: { status: 422, ua: 'Такої модифікації немає', en: 'There is no such modification' },
  no_counterparty: { status: 422, ua: 'Такого контрагента немає', en: 'There is no such counterparty' },
  future: {
    status: 422,
    ua: 'Цей день ще не настав. Оберіть сьогоднішній або раніший',
    en: 'This day has not come yet. Choose today or an earlier one',
  },
  other_role: {
    status: 403,
    ua: 'Ваша роль не бачить того, про що цей звіт',
    en: 'Your role does not see what this report is of',
  },
  too_many_rows: {
    status: 422,
    ua: 'У звіті понад 1 000 000 рядків. Оберіть коротший період',
    en: 'The report has more than 1,000,000 rows. Choose a shorter period',
  },
  broken: {
    status: 422,
    ua: 'Звіт не вдалося скласти. Спробуйте ще раз, а якщо помилка повториться, зверніться до підтримки',
    en: 'The report could not be made. Try again; if the error repeats, contact support',
  },
  schedule_not_found: { status: 404, ua: 'Цього розкладу вже немає', en: 'This schedule is not there any more' },
  too_many_schedules: {
    status: 409,
    ua: 'Уже є {allowed} розкладів, більше додати не можна. Видаліть зайві',
    en: 'There are {allowed} schedules already, which is as many as there may be. Delete those that are not needed',
  },
  no_recipient: {
    status: 422,
    ua: 'Дехто з отримувачів не працює в проєкті або не бачить того, про що цей звіт',
    en: 'Some of the recipients are not in the project or do not see what this report is of',
  },
});

const PERIOD = fieldMessage('reports.period', { ua: 'Вкажіть період', en: 'give the period' });
const ENDS_BEFORE = fieldMessage('reports.ends_before', {
  ua: 'Період закінчується раніше, ніж починається',
  en: 'the period ends before it begins',
});
const TOO_LONG = fieldMessage('reports.too_long', {
  ua: 'Звіт може охоплювати до трьох років',
  en: 'a report is of three years at most',
});
const MODIFICATION = fieldMessage('reports.modification', { ua: 'Оберіть модифікацію', en: 'choose a modification' });
const DAY = fieldMessage('reports.day', { ua: 'Вкажіть день', en: 'give the day' });
const NOT_ASKED = fieldMessage('reports.not_asked', {
  ua: 'Для цього звіту такого не вказують',
  en: 'this report does not take it',
});
const WEEKDAY = fieldMessage('reports.weekday', { ua: 'Оберіть день тижня', en: 'choose a day of the week' });
const MONTH_DAY = fieldMessage('reports.month_day', { ua: 'Вкажіть число місяця', en: 'give a day of the month' });
const RECIPIENTS = fieldMessage('reports.recipients', { ua: 'Оберіть, кому надсилати', en: 'choose who gets it' });

export const ReportKind = z.enum(REPORT_KINDS);
export const REPORT_FORMATS = ['xlsx', 'csv'] as const;
export const ReportFormat = z.enum(REPORT_FORMATS);
export type ReportFormat = z.infer<typeof ReportFormat>;

const what = {
  kind: ReportKind,
  format: ReportFormat.default('xlsx'),
  product_variant_id: Id.optional(),
  counterparty_id: Id.optional(),
};
type What = {
  readonly kind: z.infer<typeof ReportKind>;
  readonly product_variant_id?: string | undefined;
  readonly counterparty_id?: string | undefined;
};
type Found = readonly (readonly [path: string, message: string])[];

/** What a kind asks for is there, and what it does not ask for is not. */
const whatIsWrong = ({ kind, product_variant_id, counterparty_id }: What): Found => [
  ...(REPORTS[kind].modification && !product_variant_id ? [['product_variant_id', MODIFICATION] as const] : []),
  ...(!REPORTS[kind].modification && product_variant_id ? [['product_variant_id', NOT_ASKED] as const] : []),
  ...(!REPORTS[kind].counterparty && counterparty_id ? [['counterparty_id', NOT_ASKED] as const] : []),
];

interface Days {
  readonly from?: string | undefined;
  readonly to?: string | undefined;
  readonly on?: string | undefined;
}
const daysIn = (from: string, to: string): number => (Date.parse(to) - Date.parse(from)) / 86_400_000 + 1;

function whatIsWrongInDays(asks: 'period' | 'day', { from, to, on }: Days): Found {
  if (asks === 'day')
    return [
      ...(on ? [] : [['on', DAY] as const]),
      ...(from ? [['from', NOT_ASKED] as const] : []),
      ...(to ? [['to', NOT_ASKED] as const] : []),
    ];
  return [
    ...(from ? [] : [['from', PERIOD] as const]),
    ...(to ? [] : [['to', PERIOD] as const]),
    ...(on ? [['on', NOT_ASKED] as const] : []),
    ...(from && to && from > to ? [['to', ENDS_BEFORE] as const] : []),
    ...(from && to && daysIn(from, to) > MAX_REPORT_DAYS ? [['from', TOO_LONG] as const] : []),
  ];
}

const toIssues = (found: Found, context: z.RefinementCtx): void => {
  for (const [path, message] of found) context.addIssue({ code: 'custom', path: [path], message });
};

export const CreateReportBody = z
  .object({
    ...what,
    /** Days of Kyiv, both inclusive. */
    from: CalendarDate.optional(),
    to: CalendarDate.optional(),
    /** Of stock on a day: at its end. */
    on: CalendarDate.optional(),
  })
  .superRefine((body, context) => {
    toIssues([...whatIsWrong(body), ...whatIsWrongInDays(REPORTS[body.kind].asks, body)], context);
  });
export type CreateReportBody = z.infer<typeof CreateReportBody>;

const Failure = z.object({ code: z.string(), message: z.string() });

export const Report = z.object({
  id: Id,
  kind: ReportKind,
  format: ReportFormat,
  from: CalendarDate.nullable(),
  to: CalendarDate.nullable(),
  on: CalendarDate.nullable(),
  product_variant_id: Id.nullable(),
  counterparty_id: Id.nullable(),
  /** The modification or the counterparty, as it was called then. */
  subject: z.string(),
  status: JobStatus,
  /** So many are written. */
  rows: z.int(),
  bytes: z.int().nullable(),
  file_name: z.string().nullable(),
  /** Valid for an hour; null until the file is made. */
  url: z.string().nullable(),
  error: Failure.nullable(),
  /** Who asked for it, or made the schedule. */
  user_name: z.string(),
  schedule_id: Id.nullable(),
  created_at: Instant,
  finished_at: Instant.nullable(),
});
export type Report = z.infer<typeof Report>;

const path = 'projects/:project_id/reports';

export const createReport = route({
  method: 'POST',
  path,
  summary:
    'Ask for a report: a job makes the file. The same that is being made already for the same person is answered',
  auth: 'reports.make',
  whileRestricted: true,
  changes: ['report'],
  params: InProject,
  body: CreateReportBody,
  returns: Report,
  status: 201,
  errors: [
    reportErrors.other_role,
    reportErrors.too_many_waiting,
    reportErrors.no_modification,
    reportErrors.no_counterparty,
    reportErrors.future,
  ],
});

export const listReports = route({
  method: 'GET',
  path,
  summary: 'Reports of the last 30 days that one may see, the newest first',
  auth: 'reports.make',
  params: InProject,
  query: listQuery(['-created_at'], { kind: commaList(ReportKind), schedule_id: Id.optional() }),
  returns: page(Report),
});

export const readReport = route({
  method: 'GET',
  path: `${path}/:id`,
  summary: 'One report; when it is done, with the address of the file',
  auth: 'reports.make',
  params: OneInProject,
  returns: Report,
  errors: [reportErrors.not_found],
});

export const deleteReport = route({
  method: 'DELETE',
  path: `${path}/:id`,
  summary: 'Delete a report and its file; one that is being made is stopped',
  auth: 'reports.make',
  whileRestricted: true,
  changes: ['report'],
  params: OneInProject,
  errors: [reportErrors.not_found],
});

// By the clock

const rhythm = {
  rhythm: z.enum(RHYTHMS),
  /** 1 is Monday. */
  weekday: z.int().min(1).max(7).nullable().default(null),
  /** In a shorter month its last day. */
  month_day: z.int().min(1).max(31).nullable().default(null),
  /** By the clock of Kyiv. */
  hour: z.int().min(0).max(23).default(8),
};
const recipients = z.array(Id).min(1, { error: RECIPIENTS }).max(MAX_RECIPIENTS);

/** A changed schedule is given whole: its parts hold one another. */
export const ScheduleBody = z
  .object({ ...what, ...rhythm, recipients, active: z.boolean().default(true) })
  .superRefine((body, context) => {
    toIssues(
      [
        ...whatIsWrong(body),
        ...(body.rhythm === 'weekly' && body.weekday === null ? [['weekday', WEEKDAY] as const] : []),
        ...(body.rhythm === 'monthly' && body.month_day === null ? [['month_day', MONTH_DAY] as const] : []),
      ],
      context,
    );
  });
export type ScheduleBody = z.infer<typeof ScheduleBody>;

export const ReportSchedule = z.object({
  id: Id,
  kind: ReportKind,
  format: ReportFormat,
  product_variant_id: Id.nullable(),
  counterparty_id: Id.nullable(),
  subject: z.string(),
  rhythm: z.enum(RHYTHMS),
  weekday: z.int().nullable(),
  month_day: z.int().nullable(),
  hour: z.int(),
  /** Those who still get it. */
  recipients: z.array(z.object({ id: Id, name: z.string() })),
  active: z.boolean(),
  /** It was paused by itself: whoever made it does not see its rows any more, or nobody is left to get it. */
  stopped: z.boolean(),
  next_at: Instant.nullable(),
  last_at: Instant.nullable(),
  user_name: z.string(),
  version: Version,
  created_at: Instant,
});
export type ReportSchedule = z.infer<typeof ReportSchedule>;

const schedules = 'projects/:project_id/report_schedules';
const refusals = [
  reportErrors.other_role,
  reportErrors.no_modification,
  reportErrors.no_counterparty,
  reportErrors.no_recipient,
];

export const listSchedules = route({
  method: 'GET',
  path: schedules,
  summary: 'Reports that are made by the clock and told by mail, the newest first',
  auth: 'reports.schedule',
  params: InProject,
  query: listQuery(['-created_at'], {}),
  returns: page(ReportSchedule),
});

export const listRecipients = route({
  method: 'GET',
  path: `${path}/recipients`,
  summary: 'Members of the project who may get reports of a kind',
  auth: 'reports.schedule',
  params: InProject,
  query: z.object({ kind: ReportKind }),
  returns: page(z.object({ id: Id, name: z.string() })),
});

export const readSchedule = route({
  method: 'GET',
  path: `${schedules}/:id`,
  summary: 'One schedule',
  auth: 'reports.schedule',
  params: OneInProject,
  returns: ReportSchedule,
  errors: [reportErrors.schedule_not_found],
});

export const createSchedule = route({
  method: 'POST',
  path: schedules,
  summary: 'Have a report made daily, weekly or monthly; chosen members get a letter with a link to it',
  auth: 'reports.schedule',
  changes: ['report_schedule'],
  params: InProject,
  body: ScheduleBody,
  returns: ReportSchedule,
  status: 201,
  errors: [...refusals, reportErrors.too_many_schedules],
});

export const updateSchedule = route({
  method: 'PATCH',
  path: `${schedules}/:id`,
  summary: 'Change a schedule, given whole; whoever changes it answers for it from then on',
  auth: 'reports.schedule',
  changes: ['report_schedule'],
  params: OneInProject,
  body: ScheduleBody,
  returns: ReportSchedule,
  errors: [...refusals, reportErrors.schedule_not_found],
});

export const deleteSchedule = route({
  method: 'DELETE',
  path: `${schedules}/:id`,
  summary: 'Delete a schedule; what it has made stays for its days',
  auth: 'reports.schedule',
  changes: ['report_schedule'],
  params: OneInProject,
  errors: [reportErrors.schedule_not_found],
});
