import type { CardPaymentProblem, CardPaymentState } from './contract';

/** As monobank names what an invoice is. */
export const BANK_STATES = ['created', 'processing', 'hold', 'success', 'failure', 'reversed', 'expired'] as const;
export type BankState = (typeof BANK_STATES)[number];

export const HRYVNIA = 980;

/** What is known of a payment. */
export interface KnownPayment {
  readonly state: CardPaymentState;
  readonly amount: number;
  readonly refunded: number;
  readonly problem: CardPaymentProblem | null;
  /** What the bank told last, and of when that is. */
  readonly bank_state: BankState | null;
  readonly modified_at: string | null;
  /** A person has looked at its problem, and has settled it. */
  readonly resolved_at: string | null;
}

/** What the bank tells: called back, or asked. */
export interface ToldPayment {
  readonly bank_state: BankState;
  readonly modified_at: string;
  readonly amount: number;
  readonly ccy: number;
  /** What is left of the amount after refunds; null where it does not say. */
  readonly final_amount: number | null;
}

/** What came of it, in this order, each once for a payment; refunds once for each kopeck. */
export type Happened = { readonly what: 'paid' | 'failed' } | { readonly what: 'refunded'; readonly amount: number };

export interface Heard extends KnownPayment {
  readonly happened: readonly Happened[];
}

const RANK: Readonly<Record<BankState, number>> = {
  ...{ created: 0, processing: 1, hold: 1, failure: 2, expired: 2, success: 3, reversed: 4 },
};

/** The bank promises no order: what is older than what is known says nothing. Within a second the later state is newer. */
function isOlder(known: KnownPayment, told: ToldPayment): boolean {
  if (known.modified_at === null || known.bank_state === null) return false;
  const [before, now] = [Date.parse(known.modified_at), Date.parse(told.modified_at)];
  return now < before || (now === before && RANK[told.bank_state] < RANK[known.bank_state]);
}

const UNPAID: Readonly<Record<Exclude<BankState, 'success' | 'reversed'>, CardPaymentState>> = {
  ...{ created: 'open', processing: 'processing', hold: 'processing', failure: 'failed', expired: 'expired' },
};

/** What is back on the card; of what is reversed all, unless the bank says how much is left. */
function refundedOf({ bank_state, amount, final_amount }: ToldPayment): number {
  if (bank_state === 'reversed')
    return final_amount === null || final_amount >= amount ? amount : amount - final_amount;
  return final_amount === null ? 0 : Math.max(0, amount - final_amount);
}

/** What a person has settled is not raised again by the same word. */
const isSettled = (known: KnownPayment, told: ToldPayment): boolean =>
  known.resolved_at !== null &&
  known.bank_state === told.bank_state &&
  known.modified_at !== null &&
  Date.parse(known.modified_at) === Date.parse(told.modified_at);

/** What the bank took for it a person has entered by hand: nothing more is heard of it. */
const isClosed = ({ state, resolved_at, bank_state }: KnownPayment): boolean =>
  resolved_at !== null && state !== 'paid' && (bank_state === 'success' || bank_state === 'reversed');

/**
 * What a payment becomes by what the bank tells, however often and in whichever order it does; null when that is older
 * than what is known. Money counts when it is the sum and the currency that were asked for, and never twice.
 */
export function hearOf(known: KnownPayment, told: ToldPayment): Heard | null {
  if (isOlder(known, told) || isClosed(known)) return null;
  const { bank_state, modified_at } = told;
  const base = { ...known, bank_state, modified_at };
  const wasPaid = known.state === 'paid';
  if (bank_state !== 'success' && bank_state !== 'reversed') {
    // money that was taken is there until it is refunded
    if (wasPaid) {
      const problem = known.problem ?? (isSettled(known, told) ? null : 'contradiction');
      return { ...base, problem, happened: [] };
    }
    // a page that we have given up stays so until somebody pays on it
    const state = known.state === 'canceled' || known.state === 'expired' ? known.state : UNPAID[bank_state];
    const failed = (state === 'failed' || state === 'expired') && state !== known.state;
    return { ...base, state, happened: failed ? [{ what: 'failed' }] : [] };
  }
  if (told.amount !== known.amount || told.ccy !== HRYVNIA)
    return { ...base, problem: isSettled(known, told) ? known.problem : 'amount', happened: [] };
  const refunded = Math.max(known.refunded, refundedOf(told));
  const back = refunded - known.refunded;
  const problem = known.problem === 'refund_refused' && back === 0 ? known.problem : null;
  return {
    ...base,
    ...{ state: 'paid', refunded, problem },
    happened: [
      ...(wasPaid ? [] : [{ what: 'paid' } as const]),
      ...(back > 0 ? [{ what: 'refunded', amount: back } as const] : []),
    ],
  };
}

const SECOND = 1_000;
const MINUTE = 60 * SECOND;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;

/** The page of the bank can be used for so long. */
export const VALID_SECONDS = 24 * 3_600;
/** A page that ends sooner is not handed out again. */
const WORTH_MS = 10 * MINUTE;

/** A page as it may stand in the way of another one, or serve instead of it. */
export interface Page {
  readonly state: CardPaymentState;
  readonly amount: number;
  readonly expires_at: string;
  readonly problem: CardPaymentProblem | null;
}

/** Nothing has come of it long after its end: nothing is expected of it any more. */
export const isOver = ({ expires_at }: Pick<Page, 'expires_at'>, now: number): boolean =>
  now > Date.parse(expires_at) + DAY;

const waits = ({ state, problem }: Page): boolean => (state === 'open' || state === 'processing') && problem === null;

/** Whether a page that was made before serves whoever wants to pay now. */
export const mayServe = (page: Page, amount: number, now: number): boolean =>
  waits(page) && page.amount === amount && Date.parse(page.expires_at) - now > WORTH_MS;

/** Money may be on its way by this page: whoever pays another sum waits for it. What a person looks at blocks nobody. */
export const isUnderWay = (page: Page, now: number): boolean =>
  waits(page) && page.state === 'processing' && !isOver(page, now);

/** A card can be paid back that long; what the bank was told to do at its own page is seen within a day. */
const WATCHED_DAYS = 60;

/**
 * When the bank is asked next how a payment is: callbacks get lost, and that nobody has paid in time is not called back.
 * @param ageMs since the page was made
 * @returns milliseconds from now; null when nothing more can come
 */
export function askAgainAfter(state: CardPaymentState, ageMs: number): number | null {
  if (state === 'paid') return ageMs < WATCHED_DAYS * DAY ? DAY : null;
  if (ageMs < 30 * MINUTE) return MINUTE;
  const end = VALID_SECONDS * SECOND;
  if (ageMs < end) return Math.min(10 * MINUTE, end - ageMs + MINUTE);
  // it was expired when it was asked after its end
  return state === 'expired' || state === 'canceled' || ageMs > end + DAY ? null : 10 * MINUTE;
}

/** Since a refund was asked for, and how long the bank is left alone with it: it takes a moment, or days. */
const REFUND_PAUSES: readonly (readonly [number, number])[] = [
  [15 * SECOND, 5 * SECOND],
  [MINUTE, 15 * SECOND],
  [10 * MINUTE, MINUTE],
  [DAY, 10 * MINUTE],
];

/** When the bank is asked next whether a refund is done; milliseconds. @param sinceMs since it was asked for */
export const askOfRefundAfter = (sinceMs: number): number =>
  REFUND_PAUSES.find(([until]) => sinceMs < until)?.[1] ?? HOUR;
