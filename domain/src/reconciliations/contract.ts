import { z } from 'zod';
import { errors } from '../kit/errors';
import { fieldMessage } from '../kit/field-messages';
import { Actor, CalendarDate, Id, Instant, Ref, requiredText, text } from '../kit/ids';
import { commaList, listQuery, page } from '../kit/lists';
import { Kopecks, SignedKopecks } from '../kit/money';
import { InProject, OneInProject, route } from '../kit/route';
import { PostedOrder, PostingPurpose } from '../ledger/contract';
import { partnerErrors } from '../partners/contract';

export const reconciliationErrors = errors('reconciliations', {
  not_found: { status: 404, ua: 'Акт звірки не знайдено', en: 'No such reconciliation act' },
  line_not_found: { status: 404, ua: 'Такого рядка в акті немає', en: 'The act has no such line' },
  counterparty_required: { status: 422, ua: 'Оберіть контрагента', en: 'Choose a counterparty' },
  not_over: {
    status: 422,
    ua: 'Період має закінчитися до сьогодні: звіряти можна дні, які вже минули, не пізніше {until}',
    en: 'The period has to end before today: only days that are over can be reconciled, {until} at the latest',
  },
  closed_days: {
    status: 422,
    ua: 'Дні до {until} включно вже закрито погодженим актом. Почніть із наступного дня',
    en: 'Days up to {until} are closed by an agreed act already. Begin with the day after',
  },
  exists: {
    status: 409,
    ua: 'За цей період уже є акт № {number}. Відкрийте його або спершу відкличте',
    en: 'There is an act for this period already, No. {number}. Open it, or withdraw it first',
  },
  not_yours: {
    status: 409,
    ua: 'Це може зробити лише сторона, яка склала акт',
    en: 'Only the side that built the act can do this',
  },
  own: {
    status: 409,
    ua: 'Акт погоджує або заперечує інша сторона',
    en: 'It is the other side that agrees to the act or disputes it',
  },
  note_required: {
    status: 422,
    ua: 'Контрагент не має доступу, тож напишіть, як він погодив акт: наприклад, «підписано на папері 05.11»',
    en: 'The counterparty has no access, so say how they agreed: for example, “signed on paper on 5 November”',
  },
  not_sent: { status: 409, ua: 'Акт ще не надіслано', en: 'The act was not sent yet' },
  agreed: {
    status: 409,
    ua: 'Акт погоджено обома сторонами, він більше не змінюється',
    en: 'Both sides have agreed to the act, it does not change any more',
  },
  withdrawn: { status: 409, ua: 'Акт відкликано', en: 'The act was withdrawn' },
  revised: {
    status: 409,
    ua: 'Акт виправлено й надіслано знову. Перегляньте нову редакцію',
    en: 'The act was corrected and sent anew. Look at the new version',
  },
  changed: {
    status: 409,
    ua: 'Розрахунки за цей період змінилися, відколи акт надіслано. Його треба надіслати знову',
    en: 'The settlements of this period have changed since the act was sent. It has to be sent anew',
  },
  month_not_over: {
    status: 422,
    ua: 'Цей місяць ще триває. Пропонувати акти можна за місяць, який минув',
    en: 'This month is not over. Acts can be proposed for a month that is',
  },
});

/** `disputed`: one line or more, or the act as a whole; its sender corrects it and sends it anew. */
export const ActStatus = z.enum(['draft', 'sent', 'disputed', 'agreed', 'withdrawn']);
export type ActStatus = z.infer<typeof ActStatus>;
export const ActSide = z.enum(['supplier', 'counterparty']);
export type ActSide = z.infer<typeof ActSide>;

/** A month of Kyiv, `YYYY-MM`. */
export const Month = z.string().regex(/^20\d\d-(0[1-9]|1[0-2])$/, {
  error: fieldMessage('month.format', { ua: 'Місяць записується як 2026-10', en: 'a month is written as 2026-10' }),
});

const Sums = {
  /** Before the period, with the counterparty's sign: positive is the money they have with the supplier. */
  opening: SignedKopecks,
  /** Of the supplier's books: what the counterparty was charged or given back. */
  debit: z.int(),
  /** What the counterparty paid or returned. */
  credit: z.int(),
  /** opening − debit + credit */
  closing: SignedKopecks,
};

export const ActRow = z.object({
  id: Id,
  project_id: Id,
  project_title: z.string(),
  number: z.int(),
  status: ActStatus,
  counterparty_id: Id,
  counterparty_name: z.string(),
  /** Days of Kyiv, both inclusive. */
  from: CalendarDate,
  to: CalendarDate,
  built_by: ActSide,
  /** How often it was sent; 0 for a draft. */
  revision: z.int(),
  /** Null for a draft, whose lines are those of the moment. */
  closing: SignedKopecks.nullable(),
  /** Who has to do something next; null when nobody has. */
  awaits: ActSide.nullable(),
  sent_at: Instant.nullable(),
  /** The day of the last reminder that it waits. */
  reminded_on: CalendarDate.nullable(),
  agreed_at: Instant.nullable(),
  created_at: Instant,
});
export type ActRow = z.infer<typeof ActRow>;

export const ActNote = z.object({
  id: Id,
  /** The line it is about; null for the act as a whole. */
  line_id: Id.nullable(),
  revision: z.int(),
  kind: z.enum(['dispute', 'comment']),
  side: ActSide,
  author: z.string(),
  text: z.string(),
  created_at: Instant,
});
export type ActNote = z.infer<typeof ActNote>;

export const ActLine = z.object({
  /** Of the posting. */
  id: Id,
  date: CalendarDate,
  purpose: PostingPurpose,
  ref: Ref,
  /** Of a payment: those that it names. */
  orders: z.array(PostedOrder),
  /** What the paper calls it: `Замовлення № 12`. */
  document: z.string(),
  comment: z.string(),
  debit: Kopecks,
  credit: Kopecks,
  /** Disputed in this version of the act. */
  disputed: z.boolean(),
});
export type ActLine = z.infer<typeof ActLine>;

export const ActRevision = z.object({ revision: z.int(), ...Sums, sent_at: Instant, sent_by: Actor });

export const ActDeed = z.enum(['send', 'dispute', 'comment', 'agree', 'withdraw']);
export type ActDeed = z.infer<typeof ActDeed>;

export const Act = ActRow.extend({
  ...Sums,
  /** The version that is shown: the newest, unless another was asked for. */
  shown_revision: z.int(),
  lines: z.array(ActLine),
  notes: z.array(ActNote),
  revisions: z.array(ActRevision),
  created_by: Actor,
  agreed_by: Actor.nullable(),
  /** How somebody without access agreed, as staff says. */
  agreed_note: z.string(),
  /** The counterparty has nobody who could agree here: staff says how they did. */
  on_paper: z.boolean(),
  /** What the asker may do now. */
  deeds: z.array(ActDeed),
  /** What was posted, or went, since this version was sent: it has to be sent anew before it can be agreed. */
  outdated: z.boolean(),
});
export type Act = z.infer<typeof Act>;

export const listReconciliations = route({
  method: 'GET',
  path: 'projects/:project_id/reconciliations',
  summary: 'Reconciliation acts, newest first; a Client sees his own, and nobody the drafts of the other side',
  auth: 'reconciliations.read',
  params: InProject,
  query: listQuery(['-number'], {
    status: commaList(ActStatus),
    counterparty_id: Id.optional(),
    /** Whose period ends in this month. */
    month: Month.optional(),
    /** Those that wait for this side. */
    awaits: ActSide.optional(),
    /** With a number after this one, or before it: the neighbours of an act. */
    above: z.coerce.number().int().min(0).optional(),
    below: z.coerce.number().int().min(0).optional(),
  }),
  returns: page(ActRow),
});

export const countReconciliations = route({
  method: 'GET',
  path: 'projects/:project_id/reconciliations/counts',
  summary: 'How many acts are in each status, and how many wait for the asker’s side',
  auth: 'reconciliations.read',
  params: InProject,
  returns: z.object({
    by_status: z.object({ draft: z.int(), sent: z.int(), disputed: z.int(), agreed: z.int(), withdrawn: z.int() }),
    waiting: z.int(),
  }),
});

const ReadAct = { revision: z.coerce.number().int().min(1).optional() };

export const readReconciliationAct = route({
  method: 'GET',
  path: 'projects/:project_id/reconciliations/:id',
  summary: 'An act with its lines, its talk and its versions; `revision` asks for an older version',
  auth: 'reconciliations.read',
  shows: ['counterparty'],
  params: OneInProject,
  query: z.object(ReadAct),
  returns: Act,
  errors: [reconciliationErrors.not_found, partnerErrors.period_too_long],
});

export const CreateActBody = z
  .object({
    /** A Client leaves it out: it is his own. */
    counterparty_id: Id.optional(),
    from: CalendarDate,
    to: CalendarDate,
  })
  .check((context) => {
    if (context.value.to < context.value.from)
      context.issues.push({
        code: 'custom',
        path: ['to'],
        message: 'period.ends_before_start',
        input: context.value.to,
      });
  });
export type CreateActBody = z.infer<typeof CreateActBody>;

const changes = ['reconciliation'] as const;

export const createReconciliation = route({
  method: 'POST',
  path: 'projects/:project_id/reconciliations',
  summary: 'Build an act of a period that is over: a draft, which the other side does not see until it is sent',
  auth: 'reconciliations.edit',
  changes,
  params: InProject,
  status: 201,
  body: CreateActBody,
  returns: Act,
  errors: [
    partnerErrors.unknown,
    partnerErrors.period_too_long,
    reconciliationErrors.counterparty_required,
    reconciliationErrors.not_over,
    reconciliationErrors.closed_days,
    reconciliationErrors.exists,
  ],
});

export const sendReconciliation = route({
  method: 'POST',
  path: 'projects/:project_id/reconciliations/:id/send',
  summary: 'Send the act, or send it anew when it was corrected: its lines are frozen as the ledger has them now',
  auth: 'reconciliations.edit',
  changes,
  answers: readReconciliationAct,
  params: OneInProject,
  body: z.object({ comment: text(1000).optional() }),
  returns: Act,
  errors: [
    reconciliationErrors.not_found,
    reconciliationErrors.not_yours,
    reconciliationErrors.agreed,
    reconciliationErrors.withdrawn,
    reconciliationErrors.closed_days,
    partnerErrors.period_too_long,
  ],
});

const Said = z.object({
  comment: requiredText(1000),
  /** The version that was looked at; a newer one refuses. */
  revision: z.int().min(1).optional(),
});
const disputeErrors = [
  reconciliationErrors.not_found,
  reconciliationErrors.own,
  reconciliationErrors.not_sent,
  reconciliationErrors.agreed,
  reconciliationErrors.withdrawn,
  reconciliationErrors.revised,
];

export const disputeReconciliationLine = route({
  method: 'POST',
  path: 'projects/:project_id/reconciliations/:id/lines/:line/dispute',
  summary: 'Dispute a line with a comment: the act goes back to its sender',
  auth: 'reconciliations.edit',
  changes,
  answers: readReconciliationAct,
  params: OneInProject.extend({ line: Id }),
  body: Said,
  returns: Act,
  errors: [...disputeErrors, reconciliationErrors.line_not_found],
});

export const disputeReconciliation = route({
  method: 'POST',
  path: 'projects/:project_id/reconciliations/:id/dispute',
  summary: 'Dispute the act as a whole, for instance because something is missing in it',
  auth: 'reconciliations.edit',
  changes,
  answers: readReconciliationAct,
  params: OneInProject,
  body: Said,
  returns: Act,
  errors: disputeErrors,
});

export const commentReconciliation = route({
  method: 'POST',
  path: 'projects/:project_id/reconciliations/:id/comments',
  summary: 'Answer in the talk about a line, or about the act as a whole; either side may',
  auth: 'reconciliations.edit',
  changes,
  answers: readReconciliationAct,
  params: OneInProject,
  body: z.object({ text: requiredText(1000), line_id: Id.nullish() }),
  returns: Act,
  errors: [
    reconciliationErrors.not_found,
    reconciliationErrors.line_not_found,
    reconciliationErrors.not_sent,
    reconciliationErrors.agreed,
    reconciliationErrors.withdrawn,
  ],
});

export const agreeReconciliation = route({
  method: 'POST',
  path: 'projects/:project_id/reconciliations/:id/agree',
  summary:
    'Agree to the act: it is locked, and the counterparty’s days up to its end are closed. Refused when the ledger has ' +
    'changed since it was sent, with what changed. Staff says how a counterparty without access agreed',
  auth: 'reconciliations.edit',
  changes: [...changes, 'counterparty', 'balance'],
  answers: readReconciliationAct,
  params: OneInProject,
  body: z.object({ revision: z.int().min(1).optional(), note: text(500).optional() }),
  returns: Act,
  errors: [
    reconciliationErrors.not_found,
    reconciliationErrors.own,
    reconciliationErrors.not_sent,
    reconciliationErrors.withdrawn,
    reconciliationErrors.revised,
    reconciliationErrors.changed,
    reconciliationErrors.closed_days,
    reconciliationErrors.note_required,
    partnerErrors.period_too_long,
  ],
});

export const withdrawReconciliation = route({
  method: 'POST',
  path: 'projects/:project_id/reconciliations/:id/withdraw',
  summary: 'Withdraw an act that is not agreed; by the side that built it',
  auth: 'reconciliations.edit',
  changes,
  answers: readReconciliationAct,
  params: OneInProject,
  returns: Act,
  errors: [reconciliationErrors.not_found, reconciliationErrors.not_yours, reconciliationErrors.agreed],
});

/** A counterparty that had operations in the month and whose days are not closed up to its end. */
export const OpenCounterparty = z.object({
  counterparty_id: Id,
  counterparty_name: z.string(),
  balance: SignedKopecks,
  closed_until: CalendarDate.nullable(),
  /** Nobody has access as this counterparty: staff says how they agreed. */
  on_paper: z.boolean(),
  /** The newest act that touches the month. */
  act: z
    .object({
      id: Id,
      number: z.int(),
      status: ActStatus,
      built_by: ActSide,
      awaits: ActSide.nullable(),
      revision: z.int(),
      closing: SignedKopecks.nullable(),
      reminded_on: CalendarDate.nullable(),
      /** What was posted since it was sent keeps it from being agreed: it has to be sent anew. */
      outdated: z.boolean(),
    })
    .nullable(),
});
export type OpenCounterparty = z.infer<typeof OpenCounterparty>;

/** Who has to do something next about the month: nobody has built an act, the supplier, or the counterparty. */
export const OpenState = z.enum(['no_act', 'ours', 'theirs']);
export type OpenState = z.infer<typeof OpenState>;

export const listOpenCounterparties = route({
  method: 'GET',
  path: 'projects/:project_id/reconciliations/open',
  summary: 'Who has not agreed to a month: counterparties with operations in it whose days are not closed',
  auth: 'reconciliations.propose',
  shows: ['counterparty'],
  params: InProject,
  query: listQuery(['name'], { month: Month, state: OpenState.optional() }),
  returns: page(OpenCounterparty),
});

export const countOpenCounterparties = route({
  method: 'GET',
  path: 'projects/:project_id/reconciliations/open/counts',
  summary: 'How far a month is closed: how many counterparties have agreed to it, and whose turn it is with the others',
  auth: 'reconciliations.propose',
  shows: ['counterparty'],
  params: InProject,
  query: z.object({ month: Month }),
  returns: z.object({ agreed: z.int(), open: z.int(), no_act: z.int(), ours: z.int(), theirs: z.int() }),
});

export const proposeReconciliations = route({
  method: 'POST',
  path: 'projects/:project_id/reconciliations/propose',
  summary:
    'Build and send an act of the month to everybody who has none, and send anew what was sent and is not as the ledger ' +
    'has it any more; a job does it, however often it is asked',
  auth: 'reconciliations.propose',
  changes,
  params: InProject,
  status: 202,
  body: z.object({ month: Month }),
  returns: z.object({ month: Month }),
  errors: [reconciliationErrors.month_not_over],
});

export const remindOfReconciliations = route({
  method: 'POST',
  path: 'projects/:project_id/reconciliations/remind',
  summary: 'Remind all whose act of the month has waited for them since an earlier day; each once a day, by a job',
  auth: 'reconciliations.propose',
  changes,
  params: InProject,
  status: 202,
  body: z.object({ month: Month }),
  returns: z.object({ month: Month }),
});

export const ReconciliationSettings = z.object({
  /** On the 1st of each month the acts of the month before are proposed to all. */
  monthly: z.boolean(),
});
export type ReconciliationSettings = z.infer<typeof ReconciliationSettings>;

export const readReconciliationSettings = route({
  method: 'GET',
  path: 'projects/:project_id/reconciliation_settings',
  summary: 'Whether acts are proposed by themselves each month',
  auth: 'reconciliations.propose',
  params: InProject,
  returns: ReconciliationSettings,
});

export const saveReconciliationSettings = route({
  method: 'PUT',
  path: 'projects/:project_id/reconciliation_settings',
  summary: 'Let acts be proposed by themselves on the 1st of each month, or no longer',
  auth: 'reconciliations.propose',
  changes: ['reconciliation_setting'],
  answers: readReconciliationSettings,
  params: InProject,
  body: ReconciliationSettings,
  returns: ReconciliationSettings,
});

export const listMyReconciliations = route({
  method: 'GET',
  path: 'dropshipping/reconciliations',
  summary: 'The dropshipper’s acts at all suppliers',
  auth: 'dropshipping',
  query: listQuery(['-created_at'], {
    status: commaList(ActStatus),
    project_id: Id.optional(),
    /** Those that wait for this side. */
    awaits: ActSide.optional(),
  }),
  returns: page(ActRow),
});

export const countMyReconciliations = route({
  method: 'GET',
  path: 'dropshipping/reconciliations/counts',
  summary: 'How many acts at all suppliers wait for the dropshipper',
  auth: 'dropshipping',
  returns: z.object({ waiting: z.int() }),
});

export const readReconciliationPdf = route({
  method: 'GET',
  path: 'projects/:project_id/reconciliations/:id/pdf',
  summary: 'An act that was sent as PDF, as it was frozen then; of an agreed one it never changes',
  auth: 'reconciliations.read',
  params: OneInProject,
  query: z.object(ReadAct),
  status: 200,
  raw: 'application/pdf',
  errors: [reconciliationErrors.not_found, reconciliationErrors.not_sent],
});

export const readReconciliationXlsx = route({
  method: 'GET',
  path: 'projects/:project_id/reconciliations/:id/xlsx',
  summary: 'The same as a workbook',
  auth: 'reconciliations.read',
  params: OneInProject,
  query: z.object(ReadAct),
  status: 200,
  raw: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
  errors: [reconciliationErrors.not_found, reconciliationErrors.not_sent],
});

export const reconciliationRoutes = {
  listReconciliations,
  countReconciliations,
  listOpenCounterparties,
  countOpenCounterparties,
  proposeReconciliations,
  remindOfReconciliations,
  createReconciliation,
  readReconciliationAct,
  sendReconciliation,
  disputeReconciliationLine,
  disputeReconciliation,
  commentReconciliation,
  agreeReconciliation,
  withdrawReconciliation,
  readReconciliationSettings,
  saveReconciliationSettings,
  listMyReconciliations,
  countMyReconciliations,
  readReconciliationPdf,
  readReconciliationXlsx,
};
