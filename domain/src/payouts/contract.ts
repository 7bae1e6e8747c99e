import { z } from 'zod';
import { errors } from '../kit/errors';
import { Iban } from '../kit/iban';
import { Actor, CalendarDate, Id, Instant, requiredText, text } from '../kit/ids';
import { commaList, listQuery, page } from '../kit/lists';
import { Kopecks, SignedKopecks } from '../kit/money';
import { InProject, OneInProject, route } from '../kit/route';
import { TaxCode } from '../kit/tax_code';
import { ledgerErrors } from '../ledger/rules';

/** As many as are paid in one transaction, and stand on one page. */
export const MAX_PAYOUT_ROWS = 300;

export const payoutErrors = errors('payouts', {
  not_found: { status: 404, ua: 'Реєстр виплат не знайдено', en: 'No such payout register' },
  no_row: { status: 404, ua: 'Рядок реєстру не знайдено', en: 'No such row of the register' },
  twice: {
    status: 422,
    ua: 'Контрагента вже додано до реєстру, приберіть дублікат',
    en: 'The counterparty is in the register already, remove the duplicate',
  },
  unknown_counterparty: { status: 422, ua: 'Контрагента не знайдено', en: 'No such counterparty' },
  incomplete: {
    status: 422,
    ua: 'Для виплати потрібні отримувач, його IBAN і код ЄДРПОУ / РНОКПП: доповніть позначені рядки або приберіть їх',
    en: 'A payout needs the recipient, his IBAN and tax code: complete the marked rows or leave them out',
  },
  above_balance: {
    status: 422,
    ua: 'Сума більша, ніж контрагент має у вас на рахунку за вирахуванням запланованих виплат і сплаченого наперед за замовлення',
    en: 'The sum is more than the counterparty has with you, less the payouts that are planned and what is paid ahead for orders',
  },
  balance_fell: {
    status: 409,
    ua: 'Баланс контрагента без сплаченого наперед за замовлення вже менший за суму виплати: проводити її не можна. Скасуйте рядок і складіть новий реєстр',
    en: 'The balance of the counterparty, less what is paid ahead for orders, is less than the payout by now, so it cannot be posted. Cancel the row and make a new register',
  },
  already_paid: {
    status: 409,
    ua: 'Рядок уже позначено виплаченим. Щоб скасувати виплату, зробіть сторно платежу',
    en: 'The row is marked paid already. Reverse its payment to take it back',
  },
  already_canceled: {
    status: 409,
    ua: 'Рядок уже скасовано',
    en: 'The row was canceled already',
  },
  in_future: {
    status: 422,
    ua: 'День виплати не може бути в майбутньому',
    en: 'The day of a payout cannot be in the future',
  },
  before_register: {
    status: 422,
    ua: 'День виплати не може бути раніше за дату реєстру',
    en: 'The day of a payout cannot be before the date of the register',
  },
  no_payer: {
    status: 409,
    ua: 'Файл для банку називає рахунок платника: додайте основні платіжні реквізити з IBAN у налаштуваннях і складіть новий реєстр',
    en: 'A file for the bank names the account of the payer: add main payment details with an IBAN in the settings and make a new register',
  },
  nothing_waits: {
    status: 409,
    ua: 'У реєстрі вже немає рядків до виплати',
    en: 'No row of the register is still to be paid',
  },
  no_qr: {
    status: 404,
    ua: 'QR-коду для цього рядка немає: код отримувача не пройшов перевірку або рядок уже не чекає на виплату',
    en: 'There is no QR for this row: the code of the recipient fails its check digit, or the row does not wait any more',
  },
});

export const PayoutRowStatus = z.enum(['waiting', 'paid', 'canceled']);
export type PayoutRowStatus = z.infer<typeof PayoutRowStatus>;

const Recipient = z.object({
  recipient_name: z.string(),
  iban: z.string(),
  /** ЄДРПОУ or РНОКПП. */
  code: z.string(),
});
export type Recipient = z.infer<typeof Recipient>;

/** A counterparty with money here. */
export const Candidate = Recipient.extend({
  counterparty_id: Id,
  name: z.string(),
  balance: SignedKopecks,
  /** In registers, not paid yet. */
  waiting: Kopecks,
  /** Paid ahead for orders that are not charged yet: it is theirs. */
  reserved: Kopecks,
  /** What may be paid out: the balance less what waits and what is reserved. */
  available: SignedKopecks,
  /** Which of the recipient's fields are missing or wrong. */
  problems: z.array(z.enum(['recipient_name', 'iban', 'code'])),
});
export type Candidate = z.infer<typeof Candidate>;

export const PayoutRow = Recipient.extend({
  id: Id,
  /** From 1. */
  position: z.int(),
  counterparty_id: Id,
  counterparty_name: z.string(),
  amount: Kopecks,
  status: PayoutRowStatus,
  /** The day the money left. */
  paid_on: CalendarDate.nullable(),
  payment_id: Id.nullable(),
  /** Its payment was taken back by a reversal since. */
  reversed: z.boolean(),
  reason: z.string(),
  decided_by: Actor.nullable(),
  decided_at: Instant.nullable(),
  /** Whether a QR for it can be drawn. */
  has_qr: z.boolean(),
});
export type PayoutRow = z.infer<typeof PayoutRow>;

const Summary = z.object({
  id: Id,
  number: z.int(),
  date: CalendarDate,
  rows: z.int(),
  total: Kopecks,
  /** Of the rows that are neither paid nor canceled. */
  waiting_rows: z.int(),
  waiting: Kopecks,
  paid: Kopecks,
  created_by: Actor,
  created_at: Instant,
});
export type PayoutSummary = z.infer<typeof Summary>;

export const Payout = Summary.extend({
  purpose: z.string(),
  /** The account the money leaves from; null where the project has none. */
  payer: Recipient.extend({ bank_name: z.string() }).nullable(),
  /** SHA-256 of number, date, purpose, payer and rows as they were frozen, in hex. */
  hash: z.string(),
  items: z.array(PayoutRow),
});
export type Payout = z.infer<typeof Payout>;

const path = 'projects/:project_id/payouts';

export const listCandidates = route({
  method: 'GET',
  path: 'projects/:project_id/payout_candidates',
  summary: 'Counterparties with money here, the most first, with what is known of their accounts',
  auth: 'payouts.read',
  shows: ['counterparty', 'payout'],
  params: InProject,
  query: listQuery(['-balance'], {}),
  returns: page(Candidate),
});

export const listPayouts = route({
  method: 'GET',
  path,
  summary: 'Payout registers, the newest first',
  auth: 'payouts.read',
  params: InProject,
  query: listQuery(['-number'], { open: z.enum(['true']).optional() }),
  returns: page(Summary),
});

export const CreatePayoutRow = z.object({
  counterparty_id: Id,
  /** All that is available unless said. */
  amount: Kopecks.min(1).optional(),
  /** As the counterparty's profile or the last payout says, unless given. */
  recipient_name: requiredText(140).optional(),
  iban: Iban.optional(),
  code: TaxCode.optional(),
});

export const CreatePayoutBody = z.object({
  rows: z.array(CreatePayoutRow).min(1).max(MAX_PAYOUT_ROWS),
  /** «Виплата за взаєморозрахунками, реєстр № …» unless given. */
  purpose: text(160).optional(),
});
export type CreatePayoutBody = z.infer<typeof CreatePayoutBody>;

const changes = ['payout', 'payment', 'counterparty', 'balance', 'account', 'supplier'];

export const createPayout = route({
  method: 'POST',
  path,
  summary: 'Make a payout register: who gets how much to which account, frozen; no money moves',
  auth: 'payouts.make',
  changes: ['payout'],
  params: InProject,
  status: 201,
  body: CreatePayoutBody,
  returns: Payout,
  errors: [payoutErrors.twice, payoutErrors.unknown_counterparty, payoutErrors.incomplete, payoutErrors.above_balance],
});

export const readPayout = route({
  method: 'GET',
  path: `${path}/:id`,
  summary: 'A payout register with its rows',
  auth: 'payouts.read',
  params: OneInProject,
  returns: Payout,
  errors: [payoutErrors.not_found],
});

const Chosen = { row_ids: z.array(Id).min(1).max(MAX_PAYOUT_ROWS) };

export const PayRowsBody = z.object({
  ...Chosen,
  /** The day the money left, in Kyiv. */
  date: CalendarDate,
  account: z.enum(['bank', 'cash']).default('bank'),
});

export type PayRowsBody = z.infer<typeof PayRowsBody>;

export const payRows = route({
  method: 'POST',
  path: `${path}/:id/pay`,
  summary: 'Mark rows paid: each is posted as a withdrawal, once; all of them or none',
  auth: 'payouts.make',
  changes,
  answers: readPayout,
  params: OneInProject,
  body: PayRowsBody,
  returns: Payout,
  errors: [
    payoutErrors.not_found,
    payoutErrors.no_row,
    payoutErrors.balance_fell,
    payoutErrors.already_canceled,
    payoutErrors.in_future,
    payoutErrors.before_register,
    ledgerErrors.balance_too_large,
  ],
});

export const cancelRows = route({
  method: 'POST',
  path: `${path}/:id/cancel`,
  summary: 'Cancel rows that were not paid, with the reason; nothing moves',
  auth: 'payouts.make',
  changes: ['payout'],
  answers: readPayout,
  params: OneInProject,
  body: z.object({ ...Chosen, reason: requiredText(300) }),
  returns: Payout,
  errors: [payoutErrors.not_found, payoutErrors.no_row, payoutErrors.already_paid],
});

const XLSX = 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet';
const file = (
  name: string,
  raw: string,
  summary: string,
  more: readonly (typeof payoutErrors)[keyof typeof payoutErrors][] = [],
) =>
  route({
    method: 'GET',
    path: `${path}/:id/${name}`,
    summary,
    auth: 'payouts.read',
    params: OneInProject,
    status: 200,
    raw,
    errors: [payoutErrors.not_found, ...more],
  });

export const readPayoutXlsx = file('xlsx', XLSX, 'The register as a sheet with named columns');
export const readPayoutCsv = file('csv', 'text/csv; charset=utf-8', 'The register as CSV with named columns, UTF-8');
export const readPayoutIbank = file(
  'ibank',
  'text/plain; charset=windows-1251',
  'Rows that wait as a text file for iBank 2 UA (windows-1251)',
  [payoutErrors.no_payer, payoutErrors.nothing_waits],
);
export const readPayoutPdf = file('pdf', 'application/pdf', 'The register to print, with a QR for each row that waits');

export const readPayoutQr = route({
  method: 'GET',
  path: `${path}/:id/rows/:row_id/qr`,
  summary: 'The QR to pay a row by, as SVG',
  auth: 'payouts.read',
  params: OneInProject.extend({ row_id: z.uuid() }),
  status: 200,
  raw: 'image/svg+xml',
  errors: [payoutErrors.not_found, payoutErrors.no_qr],
});

/** A payout as the one who gets it sees it. */
export const MyPayout = z.object({
  id: Id,
  project_id: Id,
  project_title: z.string(),
  number: z.int(),
  date: CalendarDate,
  amount: Kopecks,
  iban: z.string(),
  status: PayoutRowStatus,
  paid_on: CalendarDate.nullable(),
  reversed: z.boolean(),
});
export type MyPayout = z.infer<typeof MyPayout>;

export const listMyPayouts = route({
  method: 'GET',
  path: 'dropshipping/payouts',
  summary: 'What suppliers pay out to the dropshipper: waiting, paid, canceled',
  auth: 'dropshipping',
  query: listQuery(['-date'], { status: commaList(PayoutRowStatus), project_id: Id.optional() }),
  returns: page(MyPayout),
});

export const readMyPayoutSums = route({
  method: 'GET',
  path: 'dropshipping/payouts/sums',
  summary: 'What waits to be paid out to the dropshipper at each supplier, and what was',
  auth: 'dropshipping',
  returns: z.object({ items: z.array(z.object({ project_id: Id, waiting: Kopecks, paid: Kopecks })) }),
});
