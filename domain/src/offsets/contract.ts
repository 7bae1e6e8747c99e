import { z } from 'zod';
import { errors } from '../kit/errors';
import { Actor, CalendarDate, Id, Instant, requiredText, text } from '../kit/ids';
import { commaList, listQuery, page } from '../kit/lists';
import { Kopecks, SignedKopecks } from '../kit/money';
import { InProject, OneInProject, route } from '../kit/route';
import { ledgerErrors } from '../ledger/rules';
import { partnerErrors } from '../partners/contract';
import { ActSide } from '../reconciliations/contract';

export const offsetErrors = errors('offsets', {
  not_found: { status: 404, ua: 'Акт взаємозаліку не знайдено', en: 'No such act of offset' },
  counterparty_required: { status: 422, ua: 'Оберіть контрагента', en: 'Choose a counterparty' },
  in_future: {
    status: 422,
    ua: 'Акт складається не пізніше ніж на сьогодні: {latest}',
    en: 'An act is built for today at the latest: {latest}',
  },
  nothing: {
    status: 422,
    ua: 'Зараховувати нічого: на цей день контрагент винен {debt}, йому винні {claim}. Потрібні борги обох сторін',
    en: 'There is nothing to set off: on this day the counterparty owes {debt} and is owed {claim}. Both have to owe',
  },
  too_much: {
    status: 422,
    ua: 'Зарахувати можна щонайбільше менший із двох боргів: {most}',
    en: 'At most the smaller of both debts can be set off: {most}',
  },
  no_partner: {
    status: 422,
    ua: 'З цим проєктом немає взаємних розрахунків: потрібно, щоб власники були дропшиперами один одного',
    en: 'There are no mutual dealings with this project: both owners have to be dropshippers of one another',
  },
  waiting: {
    status: 409,
    ua: 'Із цим контрагентом уже є акт № {number}, який чекає на рішення. Спершу погодьте або відкличте його',
    en: 'There is an act with this counterparty that waits already, No. {number}. Agree to it or withdraw it first',
  },
  owners_only: {
    status: 403,
    ua: 'Акт між двома проєктами складають і погоджують їхні власники',
    en: 'An act between two projects is built and agreed by their owners',
  },
  not_yours: {
    status: 409,
    ua: 'Відкликати акт може лише сторона, яка його склала',
    en: 'Only the side that built the act can withdraw it',
  },
  own: {
    status: 409,
    ua: 'Акт погоджує або відхиляє інша сторона',
    en: 'It is the other side that agrees to the act or refuses it',
  },
  note_required: {
    status: 422,
    ua: 'Контрагент не має доступу, тож напишіть, як він погодив акт: наприклад, «підписано на папері 05.11»',
    en: 'The counterparty has no access, so say how they agreed: for example, “signed on paper on 5 November”',
  },
  decided: {
    status: 409,
    ua: 'Рішення щодо цього акта вже є, він більше не змінюється',
    en: 'This act is decided already, it does not change any more',
  },
  changed: {
    status: 409,
    ua: 'Розрахунки змінилися, відколи акт складено: контрагент винен {debt}, йому винні {claim}. Складіть новий акт',
    en: 'The settlements have changed since the act was built: the counterparty owes {debt} and is owed {claim}. Build a new act',
  },
  not_agreed: {
    status: 409,
    ua: 'Скасувати новим актом можна лише погоджений акт',
    en: 'Only an act that is agreed can be taken back by a new one',
  },
  is_reversal: {
    status: 409,
    ua: 'Цей акт сам скасовує інший. Складіть новий акт взаємозаліку',
    en: 'This act takes back another one. Build a new act of offset',
  },
});

/** `reversed`: a later act, which names it, took it back. */
export const OffsetStatus = z.enum(['sent', 'agreed', 'refused', 'withdrawn', 'reversed']);
export type OffsetStatus = z.infer<typeof OffsetStatus>;

export const OffsetDeed = z.enum(['agree', 'refuse', 'withdraw', 'reverse']);
export type OffsetDeed = z.infer<typeof OffsetDeed>;

/** Two debts that stand against one another. Both as the books of whoever is owed have them. */
const Debts = {
  /** What the counterparty owes for what was sold to them. */
  debt: Kopecks,
  /** What is owed to the counterparty. */
  claim: Kopecks,
};

const Named = z.object({ id: Id, number: z.int() });
const Partner = z.object({ project_id: Id, title: z.string() });

export const OffsetRow = z.object({
  id: Id,
  project_id: Id,
  project_title: z.string(),
  number: z.int(),
  status: OffsetStatus,
  counterparty_id: Id,
  counterparty_name: z.string(),
  /** For which the debts are shown, in Kyiv. */
  day: CalendarDate,
  ...Debts,
  /** What is set off. */
  amount: Kopecks,
  built_by: ActSide,
  /** Who has to decide; null when nobody has. */
  awaits: ActSide.nullable(),
  /** The counterparty's own project, in whose books the claim stands; null where one account has both. */
  partner: Partner.nullable(),
  /** The act that this one takes back. */
  reverses: Named.nullable(),
  created_at: Instant,
  decided_at: Instant.nullable(),
});
export type OffsetRow = z.infer<typeof OffsetRow>;

export const Offset = OffsetRow.extend({
  /** What the debts come from: contracts, delivery notes. */
  grounds: z.string(),
  created_by: Actor,
  decided_by: Actor.nullable(),
  /** Why it was refused, or how somebody without access agreed. */
  decided_note: z.string(),
  /** The day it counts from in the ledger: its own, or the first one that no agreed reconciliation closes. */
  counted_on: CalendarDate.nullable(),
  /** The living act that takes this one back. */
  reversed_by: Named.nullable(),
  /** The counterparty has nobody who could decide here: staff says what they did. */
  on_paper: z.boolean(),
  /** What the asker may do now. */
  deeds: z.array(OffsetDeed),
  /** The debts are others than the act says: it cannot be agreed any more. */
  outdated: z.boolean(),
});
export type Offset = z.infer<typeof Offset>;

/** Dealings both ways between two projects whose owners are dropshippers of one another. */
const Mutual = Partner.extend({
  /** Of the counterparty here, with their sign: negative is what they owe. */
  their_balance: SignedKopecks,
  /** Of this project there, with its sign: negative is what it owes. */
  our_balance: SignedKopecks,
  ...Debts,
});
export type Mutual = z.infer<typeof Mutual>;

export const OffsetClaims = z.object({
  counterparty_id: Id,
  counterparty_name: z.string(),
  day: CalendarDate,
  /** The last day that an agreed reconciliation closes: an act of such a day counts from the day after it. */
  closed_until: CalendarDate.nullable(),
  ...Debts,
  /** Shown to the owners of both. */
  partners: z.array(Mutual),
});
export type OffsetClaims = z.infer<typeof OffsetClaims>;

export const listOffsets = route({
  method: 'GET',
  path: 'projects/:project_id/offsets',
  summary: 'Acts of offset, newest first; a Client sees his own',
  auth: 'offsets.read',
  params: InProject,
  query: listQuery(['-created_at'], {
    status: commaList(OffsetStatus),
    counterparty_id: Id.optional(),
    /** Those that wait for this side. */
    awaits: ActSide.optional(),
  }),
  returns: page(OffsetRow),
});

export const countOffsets = route({
  method: 'GET',
  path: 'projects/:project_id/offsets/counts',
  summary: 'How many acts are in each status, and how many wait for the asker’s side',
  auth: 'offsets.read',
  params: InProject,
  returns: z.object({
    by_status: z.object({ sent: z.int(), agreed: z.int(), refused: z.int(), withdrawn: z.int(), reversed: z.int() }),
    waiting: z.int(),
  }),
});

export const readOffsetClaims = route({
  method: 'GET',
  path: 'projects/:project_id/offset_claims',
  summary: 'What a counterparty owes and is owed at the end of a day: what an act of offset would show',
  auth: 'offsets.read',
  shows: ['counterparty'],
  params: InProject,
  query: z.object({
    /** A Client leaves it out: it is his own. */
    counterparty_id: Id.optional(),
    /** Today unless said. */
    day: CalendarDate.optional(),
  }),
  returns: OffsetClaims,
  errors: [partnerErrors.unknown, offsetErrors.counterparty_required, offsetErrors.in_future],
});

export const readOffset = route({
  method: 'GET',
  path: 'projects/:project_id/offsets/:id',
  summary: 'One act of offset',
  auth: 'offsets.read',
  shows: ['counterparty'],
  params: OneInProject,
  returns: Offset,
  errors: [offsetErrors.not_found],
});

export const CreateOffsetBody = z.object({
  /** A Client leaves it out: it is his own. */
  counterparty_id: Id.optional(),
  day: CalendarDate,
  /** The smaller of both debts unless less is said. */
  amount: Kopecks.min(1).optional(),
  grounds: text(500).optional(),
  /** The counterparty's own project, where this one is a dropshipper; else both debts stand in one account here. */
  partner_project_id: Id.optional(),
});
export type CreateOffsetBody = z.infer<typeof CreateOffsetBody>;

const changes = ['offset'] as const;
const deedErrors = [offsetErrors.not_found, offsetErrors.owners_only, offsetErrors.decided];

export const createOffset = route({
  method: 'POST',
  path: 'projects/:project_id/offsets',
  summary: 'Build an act of offset for a day and show it to the other side: both debts and the sum that is set off',
  auth: 'offsets.edit',
  changes: [...changes, 'paper'],
  params: InProject,
  status: 201,
  body: CreateOffsetBody,
  returns: Offset,
  errors: [
    partnerErrors.unknown,
    offsetErrors.counterparty_required,
    offsetErrors.in_future,
    offsetErrors.nothing,
    offsetErrors.too_much,
    offsetErrors.no_partner,
    offsetErrors.waiting,
    offsetErrors.owners_only,
  ],
});

export const agreeOffset = route({
  method: 'POST',
  path: 'projects/:project_id/offsets/:id/agree',
  summary:
    'Agree to the act: it is posted, once. Refused when the debts have changed since it was built. Staff says how a ' +
    'counterparty without access agreed',
  auth: 'offsets.edit',
  changes: [...changes, 'counterparty', 'balance', 'account', 'supplier'],
  answers: readOffset,
  params: OneInProject,
  body: z.object({ note: text(500).optional() }),
  returns: Offset,
  errors: [
    ...deedErrors,
    offsetErrors.own,
    offsetErrors.note_required,
    offsetErrors.changed,
    ledgerErrors.balance_too_large,
  ],
});

export const refuseOffset = route({
  method: 'POST',
  path: 'projects/:project_id/offsets/:id/refuse',
  summary: 'Refuse the act, and say why; nothing is posted',
  auth: 'offsets.edit',
  changes,
  answers: readOffset,
  params: OneInProject,
  body: z.object({ comment: requiredText(500) }),
  returns: Offset,
  errors: [...deedErrors, offsetErrors.own],
});

export const withdrawOffset = route({
  method: 'POST',
  path: 'projects/:project_id/offsets/:id/withdraw',
  summary: 'Withdraw an act that is not decided; by the side that built it',
  auth: 'offsets.edit',
  changes,
  answers: readOffset,
  params: OneInProject,
  returns: Offset,
  errors: [...deedErrors, offsetErrors.not_yours],
});

export const reverseOffset = route({
  method: 'POST',
  path: 'projects/:project_id/offsets/:id/reverse',
  summary: 'Build a new act that takes an agreed one back and names it; it is posted when the other side agrees',
  auth: 'offsets.edit',
  changes: [...changes, 'paper'],
  params: OneInProject,
  status: 201,
  body: z.object({ grounds: requiredText(500) }),
  returns: Offset,
  errors: [
    offsetErrors.not_found,
    offsetErrors.owners_only,
    offsetErrors.not_agreed,
    offsetErrors.is_reversal,
    offsetErrors.waiting,
  ],
});

export const readOffsetPdf = route({
  method: 'GET',
  path: 'projects/:project_id/offsets/:id/pdf',
  summary: 'The act as PDF, with the sum in words',
  auth: 'offsets.read',
  params: OneInProject,
  status: 200,
  raw: 'application/pdf',
  errors: [offsetErrors.not_found],
});

export const listMyOffsets = route({
  method: 'GET',
  path: 'dropshipping/offsets',
  summary: 'The dropshipper’s acts of offset at all suppliers',
  auth: 'dropshipping',
  query: listQuery(['-created_at'], { status: commaList(OffsetStatus), project_id: Id.optional() }),
  returns: page(OffsetRow),
});

export const countMyOffsets = route({
  method: 'GET',
  path: 'dropshipping/offsets/counts',
  summary: 'How many acts of offset at all suppliers wait for the dropshipper',
  auth: 'dropshipping',
  returns: z.object({ waiting: z.int() }),
});

export const listMyMutual = route({
  method: 'GET',
  path: 'dropshipping/offsets/mutual',
  summary: 'Suppliers who are dropshippers of the asker’s own projects in turn: both balances',
  auth: 'dropshipping',
  returns: z.object({
    items: z.array(
      z.object({
        /** The supplier's. */
        project_id: Id,
        /** The asker's own project. */
        own_project: Partner,
        /** The asker's balance with the supplier as a buyer; negative is what he owes. */
        their_balance: SignedKopecks,
        /** The supplier's balance in the asker's own project. */
        our_balance: SignedKopecks,
      }),
    ),
  }),
});

export const offsetRoutes = {
  listOffsets,
  countOffsets,
  readOffsetClaims,
  createOffset,
  readOffset,
  agreeOffset,
  refuseOffset,
  withdrawOffset,
  reverseOffset,
  readOffsetPdf,
  listMyOffsets,
  countMyOffsets,
  listMyMutual,
};
