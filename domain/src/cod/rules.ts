import type { Entry } from '../ledger/rules';
import type { CodState } from '../orders/cod';
import type { MatchedRow } from './contract';

/** What the carrier owes by rows that are not reversed: what he has collected less what he keeps. */
export const netOf = (rows: readonly { readonly amount: number; readonly fee: number }[]): number =>
  rows.reduce((sum, { amount, fee }) => sum + amount - fee, 0);

/** The carrier's money comes to an account of the project: by way of the own sales, because each posting is of a counterparty. */
export const transferOf = (
  amount: number,
  account: 'bank' | 'cash',
): readonly (Entry & { readonly purpose: 'transfer_in' | 'transfer_out' })[] => [
  { purpose: 'transfer_in', source: account, destination: 'counterparty', amount },
  { purpose: 'transfer_out', source: 'counterparty', destination: 'cash_on_delivery', amount },
];

/** The words of the states for what is refused. */
export const STATE_NAMES: Readonly<Record<CodState | 'none', { readonly ua: string; readonly en: string }>> = {
  planned: { ua: 'його ще не відправлено', en: 'it was not sent yet' },
  awaited: { ua: 'очікується', en: 'it is awaited' },
  received: { ua: 'її вже отримано', en: 'it was received already' },
  refused: { ua: 'покупець відмовився від посилки', en: 'the parcel was refused' },
  direct: { ua: 'перевізник платить дропшиперу', en: 'the carrier pays the dropshipper' },
  none: { ua: 'замовлення без післяплати', en: 'the order is not paid to the carrier' },
};

interface Candidate {
  readonly id: string;
  /** Of an order in several parcels. */
  readonly parcel_id: string | null;
  readonly state: CodState | null;
}

/** What is settled once: an order, of several parcels each. */
export const settledOnce = ({ id, parcel_id }: Pick<Candidate, 'id' | 'parcel_id'>): string => parcel_id ?? id;

/**
 * Which of those that a reference names is meant: the only one, or of the parcels of one order the only one that is
 * awaited. Null where it is none or nobody can tell.
 */
export function meantOf<C extends Candidate>(found: readonly C[]): C | null {
  if (found.length < 2) return found[0] ?? null;
  if (new Set(found.map(({ id }) => id)).size > 1) return null;
  const awaited = found.filter(({ state }) => state === 'awaited');
  return awaited.length === 1 ? (awaited[0] ?? null) : null;
}

/**
 * Why a row cannot be settled, the first that holds; null when it can.
 * @param before what the rows above it settle
 */
export function rowProblem(
  found: readonly Candidate[],
  { amount, fee }: { readonly amount: number; readonly fee: number },
  before: ReadonlySet<string>,
): MatchedRow['problem'] {
  const order = meantOf(found);
  if (!order)
    return found.length === 0 ? 'unknown' : new Set(found.map(({ id }) => id)).size > 1 ? 'several' : 'parcels';
  if (before.has(settledOnce(order))) return 'twice';
  if (order.state !== 'awaited') return 'not_awaited';
  return amount === 0 || fee > amount ? 'fee_above_sum' : null;
}

export interface Ref {
  readonly ttn: string;
  readonly number: number | null;
  /** Of an order in several parcels. */
  readonly parcel: number | null;
}

/** What a row's reference may be: a ТТН without its spaces, and the number of an order where it is one, like 125 or 125/2. */
export function refOf(ref: string): Ref {
  const ttn = ref.replace(/[\s-]/g, '');
  const [, digits, part] = /^(?:№)?[^\d]*(\d{1,9})(?:\/(\d{1,2}))?$/u.exec(ref.replace(/\s/g, '')) ?? [];
  const numberOf = (written: string | undefined) => (written === undefined ? null : Number(written));
  return { ttn, number: numberOf(digits), parcel: numberOf(part) };
}
