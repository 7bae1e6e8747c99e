import { KYIV } from '../kit/time';
import type { BankRule, Rules, Suggestion, SuggestionReason } from './contract';

/** A number in what a payer wrote, as it may be that of an order or an invoice of ours. */
export interface NamedNumber {
  readonly prefix: string;
  readonly number: number;
  /** A word before it says what it is. A number that stands alone may be anything. */
  readonly kind: 'invoice' | 'order' | 'named' | 'bare';
}

/** What has digits and is no number of a paper, and the beginning of one that would be taken for it. */
const NOT_NUMBERS = [
  /UA\d{27}/giu,
  // days: 05.11.2026, 5/11/26, 2026-11-05
  /\d{1,2}[./]\d{1,2}[./]\d{2,4}/gu,
  /\d{4}-\d{2}-\d{2}/gu,
  // sums and percents: 1 234,50 · 20% · 5000 грн
  /\d[\d \u00a0]*[.,]\d{2}(?!\d)/gu,
  /\d+\s*%/gu,
  /\d[\d \u00a0]*\s*(?:грн|uah|₴|коп)/giu,
];
const INVOICE =
  '(?:рах(?:унок|унку|унком|унка|унки|унках|\\.)?|сч[её]т[уаом]*|інвойс\\p{L}*|invoice|inv\\.?|фактур\\p{L}*)';
const ORDER = '(?:зам(?:овлення|овленню|овленням|овлень|овл\\.?|\\.)?|заказ\\p{L}*|order|ord\\.?)';
const NUMBER = new RegExp(
  `(?<![\\p{L}\\d])(?:(?<invoice>${INVOICE})|(?<order>${ORDER}))?[\\s\\u00a0:-]*(?<sign>№|n[o°]?\\.?(?=\\s*\\d)|#)?\\s*(?<prefix>\\p{L}[\\p{L}\\d/-]{0,9}?)?(?<digits>\\d{1,8})(?![\\p{L}\\d])`,
  'giu',
);
/** `№ 12, 13 та 14`: each of them. */
const MORE = /^\s*(?:,|;|та|і|й|and|\+)\s*(?:№\s*)?(\d{1,8})(?![\p{L}\d])/iu;
const MOST_NUMBERS = 20;

/** The numbers that a payer may have meant, as they stand; each once. */
export function numbersIn(purpose: string): NamedNumber[] {
  const text = NOT_NUMBERS.reduce((left, one) => left.replace(one, ' ¦ '), purpose);
  const found = new Map<string, NamedNumber>();
  const add = (prefix: string, digits: string, kind: NamedNumber['kind']): void => {
    const number = Number(digits);
    const key = `${prefix} ${number}`;
    const known = found.get(key);
    if (number > 0 && number < 2_147_483_647 && (!known || known.kind === 'bare'))
      found.set(key, { prefix, number, kind });
  };
  for (const match of text.matchAll(NUMBER)) {
    const { invoice, order, sign, prefix = '', digits = '' } = match.groups ?? {};
    const kind = invoice ? 'invoice' : order ? 'order' : sign ? 'named' : 'bare';
    add(prefix, digits, kind);
    let rest = text.slice((match.index ?? 0) + match[0].length);
    for (let next = MORE.exec(rest); next && kind !== 'bare'; next = MORE.exec(rest)) {
      add(prefix, next[1] ?? '', kind);
      rest = rest.slice(next[0].length);
    }
  }
  return [...found.values()].slice(0, MOST_NUMBERS);
}

/** A row as suggestions are made of it. */
export interface RowFacts {
  /** Kopecks; positive: it came. */
  readonly amount: number;
  readonly day: string;
  readonly purpose: string;
}

export interface KnownParty {
  readonly id: string;
  readonly name: string;
  /** By what the payer of this row is known to be this one. */
  readonly by: readonly ('iban' | 'code')[];
  /** What came from there was entered for it before. Otherwise only its own profile says so, where anybody writes anything. */
  readonly entered: boolean;
}

export interface KnownOrder {
  readonly id: string;
  readonly prefix: string;
  readonly number: number;
  readonly counterparty_id: string;
  readonly counterparty_name: string;
  /** What is left to pay, kopecks. */
  readonly left: number;
  /** Numbers of the invoices that were issued for it. */
  readonly invoices: readonly number[];
}

export interface KnownPayment {
  readonly id: string;
  readonly counterparty_id: string;
  readonly counterparty_name: string;
  readonly amount: number;
  readonly date: string;
  readonly status: 'pending' | 'confirmed';
}

export interface KnownPayout {
  readonly payout_id: string;
  readonly row_id: string;
  readonly number: number;
  readonly counterparty_id: string;
  readonly counterparty_name: string;
  readonly amount: number;
  /** The row was paid to the account or the code that stands in the register. */
  readonly by: readonly ('iban' | 'code')[];
}

/** What the project knows that may have to do with the row. */
export interface Known {
  readonly parties: readonly KnownParty[];
  readonly orders: readonly KnownOrder[];
  readonly payments: readonly KnownPayment[];
  readonly payouts: readonly KnownPayout[];
}

const WEIGHTS: Readonly<Record<SuggestionReason, number>> = {
  number: 8,
  reported: 6,
  payout: 6,
  iban: 4,
  code: 4,
  sum: 3,
};
/** A payment that was reported or entered so many days before or after the row may be the same money. */
const NEAR_DAYS = 14;
const MOST = 5;
const DAY_MS = 86_400_000;

const isNear = (a: string, b: string): boolean =>
  Math.abs(Date.parse(`${a}T00:00:00Z`) - Date.parse(`${b}T00:00:00Z`)) <= NEAR_DAYS * DAY_MS;

const weightOf = ({ reasons }: Pick<Suggestion, 'reasons'>): number =>
  reasons.reduce((sum, reason) => sum + WEIGHTS[reason], 0);

/** Prefixes are compared as people type them: the letters of both alphabets that look alike are one. */
const LOOKS: Readonly<Record<string, string>> = {
  А: 'A',
  В: 'B',
  Е: 'E',
  І: 'I',
  К: 'K',
  М: 'M',
  Н: 'H',
  О: 'O',
  Р: 'P',
  С: 'C',
  Т: 'T',
  Х: 'X',
  У: 'Y',
};
const looks = (prefix: string): string => [...prefix.toUpperCase()].map((letter) => LOOKS[letter] ?? letter).join('');

function meansOrder({ prefix, number, kind }: NamedNumber, order: KnownOrder): boolean {
  const fits = order.number === number && (prefix === '' || looks(order.prefix) === looks(prefix));
  if (kind === 'invoice') return order.invoices.includes(number);
  return fits || (kind !== 'order' && order.invoices.includes(number));
}

function incoming(row: RowFacts, known: Known): Suggestion[] {
  const { amount } = row;
  const parties = new Map(known.parties.map((party) => [party.id, party]));
  const numbers = numbersIn(row.purpose);
  const made: Suggestion[] = [];
  for (const order of known.orders) {
    if (order.left <= 0) continue;
    const named = numbers.find((one) => meansOrder(one, order));
    const party = parties.get(order.counterparty_id);
    const isExact = order.left === amount;
    // a bare number alone may be anything; an order that nobody named is meant where the payer and the sum are right
    if (!party && (!named || (named.kind === 'bare' && !isExact))) continue;
    if (!named && !isExact) continue;
    made.push({
      ...{ counterparty_id: order.counterparty_id, counterparty_name: order.counterparty_name },
      orders: [{ id: order.id, prefix: order.prefix, number: order.number, amount: Math.min(amount, order.left) }],
      ...{ payment: null, payout: null },
      reasons: [...(named ? (['number'] as const) : []), ...(party?.by ?? []), ...(isExact ? (['sum'] as const) : [])],
      sure: named !== undefined && (party?.entered === true || (isExact && named.kind !== 'bare')),
    });
  }
  for (const party of known.parties)
    made.push({
      ...{ counterparty_id: party.id, counterparty_name: party.name, orders: [], payment: null, payout: null },
      ...{ reasons: [...party.by], sure: false },
    });
  return [...made, ...entered(row, known)];
}

/** The same money, told of before its row came. */
function entered({ amount, day, purpose }: RowFacts, known: Known): Suggestion[] {
  const numbers = amount > 0 ? numbersIn(purpose) : [];
  const parties = new Map(known.parties.map((party) => [party.id, party]));
  return known.payments.flatMap((payment): Suggestion[] => {
    if (payment.amount !== Math.abs(amount) || !isNear(payment.date, day)) return [];
    const party = parties.get(payment.counterparty_id);
    // the payer is known to be another one
    if (!party && known.parties.length > 0) return [];
    const named = known.orders.some(
      (order) => order.counterparty_id === payment.counterparty_id && numbers.some((one) => meansOrder(one, order)),
    );
    return [
      {
        ...{ counterparty_id: payment.counterparty_id, counterparty_name: payment.counterparty_name, orders: [] },
        payment: { id: payment.id, status: payment.status, date: payment.date },
        payout: null,
        reasons: [
          'reported',
          ...(named ? (['number'] as const) : []),
          ...(party?.by ?? []),
          'sum',
        ] as SuggestionReason[],
        sure: party?.entered === true || named,
      },
    ];
  });
}

function outgoing(row: RowFacts, known: Known): Suggestion[] {
  const payouts = known.payouts.flatMap((one): Suggestion[] =>
    one.amount !== -row.amount
      ? []
      : [
          {
            ...{ counterparty_id: one.counterparty_id, counterparty_name: one.counterparty_name, orders: [] },
            payment: null,
            payout: { payout_id: one.payout_id, row_id: one.row_id, number: one.number },
            ...{ reasons: ['payout', ...one.by, 'sum'], sure: one.by.length > 0 },
          },
        ],
  );
  const parties = known.parties.map(
    (party): Suggestion => ({
      ...{ counterparty_id: party.id, counterparty_name: party.name, orders: [], payment: null, payout: null },
      ...{ reasons: [...party.by], sure: false },
    }),
  );
  return [...payouts, ...entered(row, known), ...parties];
}

/** As what a row may be entered, the likeliest first; at most five. Each says what agrees. */
export function suggest(row: RowFacts, known: Known): Suggestion[] {
  const made = row.amount > 0 ? incoming(row, known) : row.amount < 0 ? outgoing(row, known) : [];
  return made
    .map((one, nth) => ({ one, nth, weight: weightOf(one) }))
    .sort((a, b) => b.weight - a.weight || a.nth - b.nth)
    .slice(0, MOST)
    .map(({ one }) => one);
}

/**
 * What may be entered without a person, and by which rule; null where it has to be looked at. Only what came, only where
 * one thing is meant: two that are as likely as each other wait. A payer is who was entered before: by the code and account
 * that somebody has written in his own profile nothing is entered.
 */
export function automatic(
  row: RowFacts,
  known: Known,
  rules: Rules,
): { readonly rule: BankRule; readonly suggestion: Suggestion } | null {
  if (row.amount <= 0) return null;
  const parties = known.parties.filter((party) => party.entered);
  const [first, second] = suggest(row, { ...known, parties });
  if (!first || (second && weightOf(second) === weightOf(first))) return null;
  const payers = new Set((parties.length > 0 ? parties : known.parties).map(({ id }) => id));
  const isPayer = payers.size === 1 && payers.has(first.counterparty_id);
  // who pays is known to be somebody else
  if (payers.size > 0 && !isPayer) return null;
  const isInvoice = first.sure && first.reasons.includes('number') && first.reasons.includes('sum');
  if (rules.invoice && isInvoice) return { rule: 'invoice', suggestion: first };
  return rules.party && isPayer && parties.length > 0 ? { rule: 'party', suggestion: first } : null;
}

/** Statements of monobank: a call takes so long a span, answers so many rows, and may be made so often for an account. */
export const MONO_SPAN_SECONDS = 31 * 86_400 + 3_600;
export const MONO_ROWS = 500;
export const MONO_PAUSE_MS = 60_000;
/** What was read is read again for so long: rows come late, and what is on hold changes. */
const AGAIN_SECONDS = 3 * 86_400;
/** A hold that is older is read no more. */
const OLDEST_HOLD_SECONDS = 30 * 86_400;

/** Where the reading of an account stands. Unix seconds. */
export interface Progress {
  /** Since when rows are wanted. */
  readonly from: number;
  /** Everything up to then was read; null: nothing was. */
  readonly read_to: number | null;
  /** The oldest row on hold. */
  readonly held_since: number | null;
  /** A span whose rows were more than one answer holds: what comes before `to` is missing. */
  readonly rest: { readonly from: number; readonly to: number; readonly end: number } | null;
}

/** What to ask next. @returns `to` null: up to now; `end` is what is read when the span is complete */
export function nextSpan(
  progress: Progress,
  now: number,
): { readonly from: number; readonly to: number | null; readonly end: number } {
  const { from: since, read_to, held_since, rest } = progress;
  if (rest) return rest;
  const again = read_to === null ? since : Math.min(read_to - AGAIN_SECONDS, heldFrom(held_since, now));
  const from = Math.min(Math.max(since, again), now);
  const end = Math.min(now, from + MONO_SPAN_SECONDS);
  return { from, to: end >= now ? null : end, end };
}

const heldFrom = (held_since: number | null, now: number): number =>
  held_since === null ? Number.POSITIVE_INFINITY : Math.max(held_since, now - OLDEST_HOLD_SECONDS);

/** Where the reading stands after an answer. `oldest` is the time of its last row. */
export function afterSpan(
  progress: Progress,
  span: { readonly from: number; readonly to: number | null; readonly end: number },
  answer: { readonly rows: number; readonly oldest: number | null },
): Pick<Progress, 'read_to' | 'rest'> {
  const { from, to, end } = span;
  if (answer.rows < MONO_ROWS || answer.oldest === null)
    return { read_to: Math.max(end, progress.read_to ?? 0), rest: null };
  // a second with more rows than an answer holds cannot be passed in any other way
  const next = to !== null && answer.oldest >= to ? to - 1 : answer.oldest;
  if (next <= from) return { read_to: Math.max(end, progress.read_to ?? 0), rest: null };
  return { read_to: progress.read_to, rest: { from, to: next, end } };
}

/** `472.49` in hryvnia as kopecks, without a float; null for what is no such sum. */
export function kopecksOf(hryvnia: string): number | null {
  const match = /^\s*([-+]?)(\d{1,12})(?:[.,](\d{1,2}))?\s*$/.exec(hryvnia);
  if (!match) return null;
  const kopecks = Number(match[2]) * 100 + Number((match[3] ?? '').padEnd(2, '0'));
  return match[1] === '-' ? -kopecks : kopecks;
}

const offsetAt = (at: Date): number => {
  const name = new Intl.DateTimeFormat('en-US', { timeZone: KYIV, timeZoneName: 'longOffset' })
    .formatToParts(at)
    .find(({ type }) => type === 'timeZoneName')?.value;
  const match = /GMT([+-])(\d{2}):(\d{2})/.exec(name ?? '');
  return match ? (match[1] === '-' ? -1 : 1) * (Number(match[2]) * 60 + Number(match[3])) * 60_000 : 0;
};

/** `03.10.2026 10:00:00` by the clocks of Kyiv as an instant; null for what is no such time. */
export function kyivInstant(text: string): string | null {
  const match = /^(\d{2})\.(\d{2})\.(\d{4})(?:\s+(\d{2}):(\d{2})(?::(\d{2}))?)?$/.exec(text.trim());
  if (!match) return null;
  const [, day, month, year, hours = '12', minutes = '00', seconds = '00'] = match;
  const local = Date.parse(`${year}-${month}-${day}T${hours}:${minutes}:${seconds}Z`);
  if (Number.isNaN(local)) return null;
  // once more by the offset of what was found: the clocks may have been put between the two
  const first = local - offsetAt(new Date(local));
  return new Date(local - offsetAt(new Date(first))).toISOString();
}
