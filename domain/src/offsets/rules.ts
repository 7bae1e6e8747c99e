import type { DomainError } from '../kit/errors';
import { formatMoney } from '../kit/money';
import type { Role } from '../kit/roles';
import { dotted } from '../kit/time';
import { type Entry, reversalOf, type Sides } from '../ledger/rules';
import type { ActSide } from '../reconciliations/contract';
import { otherSide } from '../reconciliations/rules';
import { type OffsetDeed, type OffsetStatus, offsetErrors } from './contract';

/** What one side owes the other, and the other way round; neither below zero. */
export interface Debts {
  readonly debt: number;
  readonly claim: number;
}

/** Both stand in one account: what it buys, and what it supplies. */
export const debtsOfAccount = ({ sales, purchases }: Sides): Debts => ({
  debt: Math.max(0, 0 - sales),
  claim: Math.max(0, purchases),
});

/** Each project is owed what its own books say: `theirs` is the counterparty's balance here, `ours` this project's there. */
export const debtsOfProjects = (theirs: number, ours: number): Debts => ({
  debt: Math.max(0, 0 - theirs),
  claim: Math.max(0, 0 - ours),
});

/** From the side of the other project. */
export const mirrored = ({ debt, claim }: Debts): Debts => ({ debt: claim, claim: debt });

/** What two projects owe one another in the end, as the first of them sees it: above zero it is owed to. */
export const netOf = ({ their_balance, our_balance }: { their_balance: number; our_balance: number }): number =>
  our_balance - their_balance;

export const mostOf = ({ debt, claim }: Debts): number => Math.min(debt, claim);

const told = ({ debt, claim }: Debts) => ({ debt: formatMoney(debt), claim: formatMoney(claim) });

/** Why so much cannot be set off, or null. */
export function refuseAmount(debts: Debts, amount: number): DomainError | null {
  const most = mostOf(debts);
  if (most === 0) return offsetErrors.nothing({ path: 'day', ...told(debts) });
  return amount > most ? offsetErrors.too_much({ path: 'amount', allowed: most, most: formatMoney(most) }) : null;
}

/** @param today in Kyiv */
export const refuseDay = (day: string, today: string): DomainError | null =>
  day > today ? offsetErrors.in_future({ path: 'day', latest: dotted(today) }) : null;

/**
 * Why what was built cannot be agreed any more, or null: the debts of its day are others, or were paid since.
 * @param on_day of the act's day, as the ledger has it now
 */
export function refuseChanged(
  act: Debts & { readonly amount: number },
  { on_day, now }: { readonly on_day: Debts; readonly now: Debts },
): DomainError | null {
  if (act.debt !== on_day.debt || act.claim !== on_day.claim) return offsetErrors.changed(told(on_day));
  return act.amount > mostOf(now) ? offsetErrors.changed(told(now)) : null;
}

export interface OffsetFacts {
  readonly status: OffsetStatus;
  readonly built_by: ActSide;
  /** The counterparty has nobody who could answer here. */
  readonly on_paper: boolean;
  readonly between_projects: boolean;
  readonly is_reversal: boolean;
  /** A living act takes it back. */
  readonly being_reversed: boolean;
}

/** An act between two projects moves money in both: only their owners may do that, each a Client of the other. */
export const mayDecide = (act: Pick<OffsetFacts, 'between_projects'>, role: Role): boolean =>
  !act.between_projects || role === 'Owner' || role === 'Client';

/** What is done already: asked for again, nothing happens. */
export const isDone = (status: OffsetStatus, deed: OffsetDeed): boolean =>
  ({ agree: status === 'agreed', refuse: status === 'refused', withdraw: status === 'withdrawn', reverse: false })[
    deed
  ];

/** Why this side cannot do that with the act now, or null. */
export function refuseDeed(act: OffsetFacts, deed: OffsetDeed, side: ActSide): DomainError | null {
  if (deed === 'reverse') {
    if (act.is_reversal) return offsetErrors.is_reversal();
    return act.status === 'agreed' && !act.being_reversed ? null : offsetErrors.not_agreed();
  }
  if (act.status !== 'sent') return offsetErrors.decided();
  const isOwn = side === act.built_by;
  if (deed === 'withdraw') return isOwn ? null : offsetErrors.not_yours();
  return isOwn && !(act.on_paper && side === 'supplier') ? offsetErrors.own() : null;
}

const DEEDS: readonly OffsetDeed[] = ['agree', 'refuse', 'withdraw', 'reverse'];

export const deedsOf = (act: OffsetFacts, side: ActSide, role: Role): OffsetDeed[] =>
  mayDecide(act, role) ? DEEDS.filter((deed) => refuseDeed(act, deed, side) === null) : [];

/** Who has to decide. */
export const awaitedSide = ({ status, built_by }: Pick<OffsetFacts, 'status' | 'built_by'>): ActSide | null =>
  status === 'sent' ? otherSide(built_by) : null;

export type OffsetEntry = Entry & { readonly purpose: 'offset_debt' | 'offset_claim' };

/**
 * What an act moves in one account: the debt of the buyer is less by the amount, and what is owed for supplies, as far
 * as it stands in this account. Between two projects each may keep its own debt to the other in its books as well.
 */
export function entriesOf(amount: number, claimHere: number): OffsetEntry[] {
  const claim = Math.min(amount, Math.max(0, claimHere));
  const debt: OffsetEntry = { purpose: 'offset_debt', source: 'offsets', destination: 'counterparty', amount };
  const less: OffsetEntry = {
    purpose: 'offset_claim',
    source: 'counterparty',
    destination: 'offsets',
    amount: claim,
  };
  return claim > 0 ? [debt, less] : [debt];
}

/** The same the other way round. */
export const takenBack = (entry: OffsetEntry): OffsetEntry => ({ ...reversalOf(entry), purpose: entry.purpose });

/** `Акт про зарахування зустрічних однорідних вимог № 3 від 31.10.2026`; of one that takes another back, which. */
export function offsetTitle({ number, day, reverses }: Titled): string {
  const own = `№\u00a0${number} від ${dotted(day)}`;
  return reverses
    ? `Акт ${own} про скасування акта про зарахування зустрічних однорідних вимог №\u00a0${reverses.number}`
    : `Акт про зарахування зустрічних однорідних вимог ${own}`;
}
interface Titled {
  readonly number: number;
  readonly day: string;
  readonly reverses: { readonly number: number } | null;
}
