import { z } from 'zod';
import { Wait } from '../integrations/contract';
import { errors } from '../kit/errors';
import { Actor, CalendarDate, Id, Instant, requiredText, Version } from '../kit/ids';
import { listQuery, page } from '../kit/lists';
import { Kopecks, SignedKopecks } from '../kit/money';
import { InProject, OneInProject, route } from '../kit/route';
import { PostedOrder } from '../ledger/contract';
import { ledgerErrors } from '../ledger/rules';
import { partnerErrors } from '../partners/contract';
import { MAX_PAYMENT_ORDERS, OrderPart, PaymentType, paymentErrors } from '../payments/contract';
import { payoutErrors } from '../payouts/contract';

/** Statements of monobank and PrivatBank, row by row, and what each is in the ledger (decision 0114). */

export const bankingErrors = errors('banking', {
  not_connected: { status: 409, ua: 'Банк не підключено', en: 'The bank is not connected' },
  token_wrong: {
    status: 422,
    ua: 'Банк не приймає цей токен. Перевірте, чи його скопійовано повністю й чи його не відкликано',
    en: 'The bank does not take this token. Check that all of it was copied and that it was not revoked',
  },
  busy: {
    status: 503,
    ua: 'Банк просить зачекати хвилину: він відповідає не частіше. Нічого не змінено',
    en: 'The bank asks to wait a minute: it answers no more often. Nothing was changed',
  },
  unavailable: {
    status: 503,
    ua: 'Банк зараз не відповідає. Нічого не змінено, спробуйте за хвилину',
    en: 'The bank does not answer at the moment. Nothing was changed, try again in a minute',
  },
  refused: { status: 422, ua: 'Банк відмовив: {said}', en: 'The bank refused: {said}' },
  unknown_account: { status: 422, ua: 'У цьому банку такого рахунку немає', en: 'The bank has no such account' },
  not_hryvnia: {
    status: 422,
    ua: 'Можна обрати лише рахунки в гривні',
    en: 'Only accounts in hryvnia can be chosen',
  },
  too_early: {
    status: 422,
    ua: 'Виписку можна прочитати щонайраніше з {allowed}',
    en: 'Statements can be read from {allowed} at the earliest',
  },
  no_hook: {
    status: 422,
    ua: 'Сповіщення є лише в monobank',
    en: 'Only monobank tells by itself that money came',
  },
  not_found: { status: 404, ua: 'Рядок виписки не знайдено', en: 'No such row of a statement' },
  already_matched: {
    status: 409,
    ua: 'Рядок уже зараховано. Щоб зарахувати інакше, спершу скасуйте',
    en: 'The row was entered already. Undo it first to enter it another way',
  },
  already_ignored: {
    status: 409,
    ua: 'Рядок відкладено. Спершу поверніть його',
    en: 'The row was set aside. Take it back first',
  },
  nothing_to_undo: {
    status: 409,
    ua: 'Рядок ще не зараховано й не відкладено',
    en: 'The row was neither entered nor set aside',
  },
  on_hold: {
    status: 409,
    ua: 'Банк ще не провів цю операцію: її сума може змінитися',
    en: 'The bank has not settled this yet: its amount may still change',
  },
  taken_back: {
    status: 409,
    ua: 'Банк сторнував цю операцію: зараховувати нічого',
    en: 'The bank has reversed this: there is nothing to enter',
  },
  nothing_to_enter: {
    status: 409,
    ua: 'Рядок на нуль: зараховувати нічого. Його можна відкласти',
    en: 'The row is of nothing: there is nothing to enter. It can be set aside',
  },
  parts_differ: {
    status: 422,
    ua: 'Частини мають разом дорівнювати сумі рядка: {allowed}',
    en: 'The parts have to come to the amount of the row together: {allowed}',
  },
  party_required: { status: 422, ua: 'Оберіть контрагента', en: 'Choose a counterparty' },
  payment_unfit: {
    status: 409,
    ua: 'Цей платіж не підходить: іншої суми, іншого контрагента, сторнований або вже має рядок виписки',
    en: 'This payment does not fit: another amount, another counterparty, reversed, or it has a row already',
  },
  payout_unfit: {
    status: 409,
    ua: 'Цей рядок реєстру виплат не підходить: іншої суми, іншого контрагента або вже не чекає',
    en: 'This row of a payout register does not fit: another amount, another counterparty, or it waits no more',
  },
});

export const BANKS = ['monobank', 'privatbank'] as const;
export const Bank = z.enum(BANKS);
export type Bank = z.infer<typeof Bank>;

/** What may be entered without a person, when the owner allows it. */
export const RULES = ['invoice', 'party'] as const;
export const BankRule = z.enum(RULES);
export type BankRule = z.infer<typeof BankRule>;

export const Rules = z.object({
  /** A number of an order or invoice of theirs in the purpose, and exactly what is left to pay for it. */
  invoice: z.boolean(),
  /** What came by this tax code or account before was entered for one counterparty. */
  party: z.boolean(),
});
export type Rules = z.infer<typeof Rules>;
export const NO_RULES: Rules = { invoice: false, party: false };

export const BankAccount = z.object({
  bank: Bank,
  /** As the bank names it. */
  account: z.string(),
  iban: z.string(),
  title: z.string(),
  /** `UAH`; others are shown and cannot be chosen. */
  currency: z.string(),
  chosen: z.boolean(),
  /** The first day whose rows are read. */
  read_from: CalendarDate.nullable(),
  /** Of one's own money, without a credit line; null until the bank has told. */
  balance: SignedKopecks.nullable(),
  balance_at: Instant.nullable(),
  last_read_at: Instant.nullable(),
  /** Older days are still being read. */
  catching_up: z.boolean(),
  open_rows: z.int(),
});
export type BankAccount = z.infer<typeof BankAccount>;

export const BankConnection = z.object({
  bank: Bank,
  /** In whose name the bank knows the token. */
  owner_name: z.string(),
  connected_at: Instant,
  /** The bank has refused the token since. */
  is_refused: z.boolean(),
  /** The bank tells by itself that something came. */
  hook: z.boolean(),
  rules: Rules,
  version: Version,
});
export type BankConnection = z.infer<typeof BankConnection>;

export const BankState = z.object({ connection: BankConnection.nullable(), accounts: z.array(BankAccount) });
export type BankState = z.infer<typeof BankState>;

export const ConnectBody = z.object({
  token: requiredText(4_000).optional(),
  /** Those that are read; left out: as before. */
  accounts: z.array(z.string().min(1).max(100)).max(50).optional(),
  /** Of accounts that are chosen now. */
  read_from: CalendarDate.optional(),
  rules: Rules.partial().optional(),
  hook: z.boolean().optional(),
});
export type ConnectBody = z.infer<typeof ConnectBody>;
/** How many days back statements can be asked for. */
export const MOST_DAYS_BACK = 365;

/** What the difference between the banks and the ledger's account bank is made of, each with its sign. */
export const Comparison = z.object({
  /** Of all accounts that were read, as each was when it was told last. */
  bank: SignedKopecks,
  ledger: SignedKopecks,
  difference: SignedKopecks,
  /** Rows that wait. */
  open: SignedKopecks,
  open_rows: z.int(),
  /** Rows that were set aside: they are no money of the ledger. */
  ignored: SignedKopecks,
  ignored_rows: z.int(),
  /** What was entered without a row of a statement; it takes from the difference. */
  by_hand: SignedKopecks,
  /** Rows that stand in the ledger and that the bank has taken back since; it takes from the difference too. */
  taken_back: SignedKopecks,
  /** What stood on the accounts before their first row, and what the banks have not told yet. */
  opening: SignedKopecks,
});
export type Comparison = z.infer<typeof Comparison>;

const AnyBank = InProject.extend({ bank: Bank });
const banking = 'projects/:project_id/banking';
const rows = 'projects/:project_id/bank_rows';
const shows = ['bank_row', 'bank_account', 'payment', 'cod_register'] as const;

export const readBanking = route({
  method: 'GET',
  path: banking,
  summary: 'All bank accounts, and their balances beside the ledger’s account bank with what makes the difference',
  auth: 'banking.read',
  shows,
  params: InProject,
  returns: z.object({
    connections: z.array(BankConnection),
    accounts: z.array(BankAccount),
    comparison: Comparison,
    /** Of banks whose statements cannot be read now. */
    waits: z.array(Wait),
  }),
});

export const readConnection = route({
  method: 'GET',
  path: `${banking}/:bank`,
  summary: 'How a bank is connected, with its accounts; never the token',
  auth: 'banking.read',
  shows,
  params: AnyBank,
  returns: BankState,
});

export const connect = route({
  method: 'PUT',
  path: `${banking}/:bank`,
  summary: 'Connect a bank by its token, choose accounts and the rules by which rows may be entered',
  auth: 'banking.connect',
  changes: ['bank_account', 'bank_row'],
  answers: readConnection,
  params: AnyBank,
  body: ConnectBody,
  returns: BankState,
  errors: [
    bankingErrors.not_connected,
    bankingErrors.token_wrong,
    bankingErrors.busy,
    bankingErrors.unavailable,
    bankingErrors.refused,
    bankingErrors.unknown_account,
    bankingErrors.not_hryvnia,
    bankingErrors.too_early,
    bankingErrors.no_hook,
  ],
});

export const disconnect = route({
  method: 'DELETE',
  path: `${banking}/:bank`,
  summary: 'Forget the token. Rows that were read stay',
  auth: 'banking.connect',
  changes: ['bank_account', 'bank_row'],
  params: AnyBank,
  errors: [bankingErrors.not_connected],
});

export const readNow = route({
  method: 'POST',
  path: `${banking}/:bank/read`,
  summary: 'Read the statements of the chosen accounts as soon as the bank allows it',
  auth: 'banking.match',
  changes: ['bank_account'],
  params: AnyBank,
  status: 202,
  returns: BankState,
  errors: [bankingErrors.not_connected, bankingErrors.token_wrong],
});

export const ROW_STATES = ['open', 'matched', 'ignored'] as const;
export const RowState = z.enum(ROW_STATES);
export type RowState = z.infer<typeof RowState>;

/** Why a row may be entered so: what agrees. */
export const REASONS = ['iban', 'code', 'number', 'sum', 'reported', 'payout'] as const;
export const SuggestionReason = z.enum(REASONS);
export type SuggestionReason = z.infer<typeof SuggestionReason>;

/** The whole row as one payment of one counterparty. */
export const Suggestion = z.object({
  counterparty_id: Id,
  counterparty_name: z.string(),
  orders: z.array(PostedOrder),
  /** A payment that was reported or entered already, and has no row yet. */
  payment: z.object({ id: Id, status: z.enum(['pending', 'confirmed']), date: CalendarDate }).nullable(),
  /** A row of a payout register that waits. */
  payout: z.object({ payout_id: Id, row_id: Id, number: z.int() }).nullable(),
  reasons: z.array(SuggestionReason),
  /** The number of an order or invoice and the sum agree, or the number and the payer. */
  sure: z.boolean(),
});
export type Suggestion = z.infer<typeof Suggestion>;

export const BankRowPart = z.object({
  id: Id,
  payment_id: Id,
  counterparty_id: Id,
  counterparty_name: z.string(),
  amount: Kopecks,
  orders: z.array(PostedOrder),
  /** The row made the payment, confirmed a reported one, or was linked to one that was there. */
  how: z.enum(['created', 'confirmed', 'linked']),
  /** Null: a person did it. */
  rule: BankRule.nullable(),
  matched_by: Actor,
  matched_at: Instant,
  undone_by: Actor.nullable(),
  undone_at: Instant.nullable(),
});
export type BankRowPart = z.infer<typeof BankRowPart>;

export const BankRow = z.object({
  id: Id,
  bank: Bank,
  account: z.string(),
  account_title: z.string(),
  at: Instant,
  /** In Kyiv. */
  day: CalendarDate,
  /** Positive: it came. */
  amount: SignedKopecks,
  counter_name: z.string(),
  counter_code: z.string(),
  counter_iban: z.string(),
  purpose: z.string(),
  /** Of the payment order, where the bank tells it. */
  number: z.string(),
  state: RowState,
  /** The bank has not settled it. */
  hold: z.boolean(),
  /** The bank has taken it back since. */
  reversed_at: Instant.nullable(),
  /** In the words of who set it aside; empty where the bank has taken it back: `reversed_at`. */
  ignored_reason: z.string(),
  decided_by: Actor.nullable(),
  decided_at: Instant.nullable(),
  /** Since its day; of a row that waits. */
  age_days: z.int(),
  /** The living ones. */
  parts: z.array(BankRowPart),
  /** The best one; null where nothing fits, or nothing waits. */
  suggestion: Suggestion.nullable(),
});
export type BankRow = z.infer<typeof BankRow>;

export const BankRowDetails = BankRow.extend({
  suggestions: z.array(Suggestion),
  /** Parts that were undone, the newest first. */
  undone: z.array(BankRowPart),
});
export type BankRowDetails = z.infer<typeof BankRowDetails>;

const filters = {
  state: RowState.optional(),
  bank: Bank.optional(),
  account: z.string().max(100).optional(),
  direction: z.enum(['in', 'out']).optional(),
  from: CalendarDate.optional(),
  to: CalendarDate.optional(),
};

export const listBankRows = route({
  method: 'GET',
  path: rows,
  summary: 'Rows of the statements, each with its best suggestion or with what it was entered as',
  auth: 'banking.read',
  shows,
  params: InProject,
  query: listQuery(['-at', 'amount'], filters),
  returns: page(BankRow),
});

export const countBankRows = route({
  method: 'GET',
  path: `${rows}/counts`,
  summary: 'How many rows are in each state, and since when the oldest waits',
  auth: 'banking.read',
  shows,
  params: InProject,
  returns: z.object({ open: z.int(), matched: z.int(), ignored: z.int(), oldest_open: CalendarDate.nullable() }),
});

export const readBankRow = route({
  method: 'GET',
  path: `${rows}/:id`,
  summary: 'One row with all suggestions and what was undone',
  auth: 'banking.read',
  shows,
  params: OneInProject,
  returns: BankRowDetails,
  errors: [bankingErrors.not_found],
});

export const MAX_PARTS = 50;
export const MatchPart = z.object({
  counterparty_id: Id,
  amount: Kopecks.min(1),
  orders: z.array(OrderPart).max(MAX_PAYMENT_ORDERS).optional(),
});
export type MatchPart = z.infer<typeof MatchPart>;

/** The whole row to one counterparty (and order, or payment, or row of a payout register), or its parts to several. */
export const MatchBody = z.object({
  counterparty_id: Id.optional(),
  order_id: Id.optional(),
  payment_id: Id.optional(),
  payout: z.object({ payout_id: Id, row_id: Id }).optional(),
  parts: z.array(MatchPart).min(1).max(MAX_PARTS).optional(),
});
export type MatchBody = z.infer<typeof MatchBody>;

const changes = ['bank_row', 'payment', 'counterparty', 'order', 'balance', 'account', 'payout', 'supplier'] as const;

export const matchBankRow = route({
  method: 'POST',
  path: `${rows}/:id/match`,
  summary: 'Enter a row as one payment or several, posted once; a reported payment is confirmed by it',
  auth: 'banking.match',
  changes,
  answers: readBankRow,
  params: OneInProject,
  status: 200,
  body: MatchBody,
  returns: BankRowDetails,
  errors: [
    bankingErrors.not_found,
    bankingErrors.already_matched,
    bankingErrors.already_ignored,
    bankingErrors.on_hold,
    bankingErrors.taken_back,
    bankingErrors.nothing_to_enter,
    bankingErrors.parts_differ,
    bankingErrors.party_required,
    bankingErrors.payment_unfit,
    bankingErrors.payout_unfit,
    partnerErrors.unknown,
    paymentErrors.order_unknown,
    paymentErrors.order_not_payable,
    paymentErrors.order_twice,
    paymentErrors.orders_above_amount,
    paymentErrors.receipt_for_order,
    payoutErrors.balance_fell,
    payoutErrors.before_register,
    ledgerErrors.balance_too_large,
  ],
});

export const ignoreBankRow = route({
  method: 'POST',
  path: `${rows}/:id/ignore`,
  summary: 'Set a row aside: it is no payment of a counterparty',
  auth: 'banking.match',
  changes: ['bank_row'],
  answers: readBankRow,
  params: OneInProject,
  status: 200,
  body: z.object({ reason: requiredText(200) }),
  returns: BankRowDetails,
  errors: [bankingErrors.not_found, bankingErrors.already_matched],
});

export const undoBankRow = route({
  method: 'POST',
  path: `${rows}/:id/undo`,
  summary: 'Take back what became of a row, by reversing postings; it waits again',
  auth: 'banking.match',
  changes,
  answers: readBankRow,
  params: OneInProject,
  status: 200,
  body: z.object({ reason: requiredText(200) }),
  returns: BankRowDetails,
  errors: [bankingErrors.not_found, bankingErrors.nothing_to_undo, ledgerErrors.balance_too_large],
});

/** Money on the account bank of the ledger that no row of a statement shows. */
export const HandPayment = z.object({
  id: Id,
  type: PaymentType,
  counterparty_id: Id,
  counterparty_name: z.string(),
  amount: Kopecks,
  date: CalendarDate,
  comment: z.string(),
  created_by: z.string(),
});
export type HandPayment = z.infer<typeof HandPayment>;

export const listHandPayments = route({
  method: 'GET',
  path: 'projects/:project_id/bank_payments',
  summary: 'Payments on the account bank that were entered without a row of a statement',
  auth: 'banking.read',
  shows,
  params: InProject,
  query: listQuery(['-date'], {}),
  returns: page(HandPayment),
});

const Hook = z.object({ project_id: Id, token: z.string().min(20).max(100) });

export const confirmHook = route({
  method: 'GET',
  path: 'banking/monobank/hooks/:project_id/:token',
  summary: 'What the bank asks before it tells anything there; the answer is the same for each address',
  auth: 'public',
  params: Hook,
  returns: z.object({ ok: z.literal(true) }),
  limitPerMinute: 600,
});

export const hearHook = route({
  method: 'POST',
  path: 'banking/monobank/hooks/:project_id/:token',
  summary: 'Where the bank tells that something came. It is only a hint: the statement is read',
  auth: 'public',
  params: Hook,
  signedBody: true,
  status: 200,
  returns: z.object({ ok: z.literal(true) }),
  limitPerMinute: 600,
  errors: [bankingErrors.not_found],
});
