import type { DomainError } from '../kit/errors';
import { isStaff, type Role } from '../kit/roles';
import { dayAfter, dotted } from '../kit/time';
import type { PostedOrder, PostingPurpose } from '../ledger/contract';
import { type ActDeed, type ActSide, type ActStatus, reconciliationErrors } from './contract';

/** `Акт звірки взаєморозрахунків № 12 за період з 01.10.2026 по 31.10.2026` */
export const actTitle = ({ number, from, to }: { number: number; from: string; to: string }): string =>
  `Акт звірки взаєморозрахунків №\u00a0${number} за період з ${dotted(from)} по ${dotted(to)}`;

/** Staff speaks for the supplier, a Client for his own account. */
export const sideOf = (role: Role): ActSide => (isStaff(role) ? 'supplier' : 'counterparty');

export const otherSide = (side: ActSide): ActSide => (side === 'supplier' ? 'counterparty' : 'supplier');

export interface ActFacts {
  readonly status: ActStatus;
  readonly built_by: ActSide;
  /** The counterparty has nobody who could answer here. */
  readonly on_paper: boolean;
}

/** Who has to do something next: what was sent waits for the other side, what was disputed for its sender. */
export function awaitedSide({ status, built_by }: Pick<ActFacts, 'status' | 'built_by'>): ActSide | null {
  if (status === 'sent') return otherSide(built_by);
  return status === 'disputed' ? built_by : null;
}

/**
 * Why this side cannot do that with the act now, or null.
 *
 * draft → sent → agreed; sent → disputed → sent anew (a new version) or agreed after all; withdrawn by its sender while
 * it is not agreed. For a counterparty without access staff says how they agreed.
 */
export function refuseDeed({ status, built_by, on_paper }: ActFacts, deed: ActDeed, side: ActSide): DomainError | null {
  if (status === 'agreed') return reconciliationErrors.agreed();
  const isOwn = side === built_by;
  if ((deed === 'send' || deed === 'withdraw') && !isOwn) return reconciliationErrors.not_yours();
  if (deed === 'dispute' && isOwn) return reconciliationErrors.own();
  if (deed === 'agree' && isOwn && !(on_paper && side === 'supplier')) return reconciliationErrors.own();
  if (status === 'withdrawn') return deed === 'withdraw' ? null : reconciliationErrors.withdrawn();
  if (status === 'draft' && deed !== 'send' && deed !== 'withdraw') return reconciliationErrors.not_sent();
  return null;
}

const DEEDS: readonly ActDeed[] = ['send', 'dispute', 'comment', 'agree', 'withdraw'];

/** What is offered; a withdrawn act offers nothing. */
export const deedsOf = (act: ActFacts, side: ActSide): ActDeed[] =>
  act.status === 'withdrawn' ? [] : DEEDS.filter((deed) => refuseDeed(act, deed, side) === null);

/** One posting as an act freezes it. */
export interface FrozenLine {
  readonly id: string;
  readonly date: string;
  readonly debit: number;
  readonly credit: number;
}

/** Of one period. */
export interface FrozenState<L extends FrozenLine = FrozenLine> {
  readonly opening: number;
  readonly lines: readonly L[];
}

/** What differs between what was sent and what the ledger has now. A posting never changes: it is there or not. */
export interface Changes<L extends FrozenLine> {
  readonly opening: { readonly was: number; readonly is: number } | null;
  readonly added: readonly L[];
  readonly gone: readonly L[];
}

/** Null when both are the same, to the kopeck. */
export function changesBetween<L extends FrozenLine>(sent: FrozenState<L>, now: FrozenState<L>): Changes<L> | null {
  const same = (a: L, b: L) => a.date === b.date && a.debit === b.debit && a.credit === b.credit;
  const before = new Map(sent.lines.map((line) => [line.id, line]));
  const after = new Map(now.lines.map((line) => [line.id, line]));
  const missing = (lines: readonly L[], others: ReadonlyMap<string, L>) =>
    lines.filter((line) => {
      const other = others.get(line.id);
      return !other || !same(line, other);
    });
  const added = missing(now.lines, before);
  const gone = missing(sent.lines, after);
  const opening = sent.opening === now.opening ? null : { was: sent.opening, is: now.opening };
  return opening || added.length > 0 || gone.length > 0 ? { opening, added, gone } : null;
}

/** Why an act of this period cannot be, or null. @param today in Kyiv */
export function refusePeriod(
  period: { readonly from: string; readonly to: string },
  today: string,
  closed_until: string | null,
): DomainError | null {
  const latest = dayBefore(today);
  if (period.to > latest) return reconciliationErrors.not_over({ path: 'to', latest, until: dotted(latest) });
  if (closed_until !== null && period.from <= closed_until)
    return reconciliationErrors.closed_days({ path: 'from', closed_until, until: dotted(closed_until) });
  return null;
}

const dayBefore = (day: string): string =>
  new Date(Date.parse(`${day}T00:00:00Z`) - 86_400_000).toISOString().slice(0, 10);

/** The first and the last day of `YYYY-MM`. */
export function daysOfMonth(month: string): { from: string; to: string } {
  const [year, nth] = month.split('-').map(Number) as [number, number];
  const next = nth === 12 ? `${year + 1}-01-01` : `${year}-${String(nth + 1).padStart(2, '0')}-01`;
  return { from: `${month}-01`, to: dayBefore(next) };
}

/** `YYYY-MM` of the month before the one of this day. */
export const monthBefore = (day: string): string => dayBefore(`${day.slice(0, 7)}-01`).slice(0, 7);

/** What of the month is not closed; null when it is closed to its end. */
export function openDaysOf(month: string, closed_until: string | null): { from: string; to: string } | null {
  const { from, to } = daysOfMonth(month);
  if (closed_until === null || closed_until < from) return { from, to };
  return closed_until >= to ? null : { from: dayAfter(closed_until), to };
}

const NAMES: Readonly<Record<PostingPurpose, string>> = {
  charge: 'Відвантаження',
  payment: 'Оплата',
  withdrawal: 'Виплата',
  return: 'Повернення товару',
  purchase: 'Закупівля',
  purchase_return: 'Повернення постачальнику',
  sale: 'Продаж',
  logistics: 'Логістика незабраної посилки',
  cod_fee: 'Комісія за післяплату',
  transfer_in: 'Гроші перевізника',
  transfer_out: 'Розрахунок перевізника',
  offset_debt: 'Залік боргу',
  offset_claim: 'Залік боргу за поставки',
  reversal: 'Сторно',
};

/** So many orders of one payment a line of the paper names; of more it says how many they are. */
const NAMED = 10;

/**
 * What the paper calls a posting: `Відвантаження, замовлення № 12`, `Оплата, замовлення № 12, 15`. Comments of postings
 * with a number begin with `№`.
 */
export function documentOf(posting: {
  readonly purpose: PostingPurpose;
  readonly ref: { readonly kind: string };
  readonly comment: string;
  readonly orders: readonly Pick<PostedOrder, 'prefix' | 'number'>[];
}): string {
  const name = NAMES[posting.purpose];
  if (posting.orders.length > 0) {
    const numbers = posting.orders.slice(0, NAMED).map(({ prefix, number }) => `${prefix}${number}`);
    const more = posting.orders.length - numbers.length;
    return `${name}, замовлення № ${numbers.join(', ')}${more > 0 ? ` та ще ${more}` : ''}`;
  }
  const number = /^№ \d+/.exec(posting.comment)?.[0];
  if (!number) return name;
  const what = posting.ref.kind === 'order' ? 'замовлення' : 'документ';
  return `${name}, ${what} ${number}`;
}
