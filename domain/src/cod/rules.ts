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
  none: { ua: 'замовлення без післяплати', en: 'the order is not paid to the carrier' },
};

interface Candidate {
  readonly id: string;
  readonly state: CodState | null;
}

/**
 * Why a row cannot be settled, the first that holds; null when it can.
 * @param before orders of the rows above it
 */
export function rowProblem(
  found: readonly Candidate[],
  { amount, fee }: { readonly amount: number; readonly fee: number },
  before: ReadonlySet<string>,
): MatchedRow['problem'] {
  const [order, another] = found;
  if (!order) return 'unknown';
  if (another) return 'several';
  if (before.has(order.id)) return 'twice';
  if (order.state !== 'awaited') return 'not_awaited';
  return amount === 0 || fee > amount ? 'fee_above_sum' : null;
}

/** What a row's reference may be: a ТТН without its spaces, and the number of an order where it is one. */
export function refOf(ref: string): { readonly ttn: string; readonly number: number | null } {
  const ttn = ref.replace(/[\s-]/g, '');
  const digits = /^(?:№)?[^\d]*(\d{1,9})$/u.exec(ref.replace(/\s/g, ''))?.[1];
  return { ttn, number: digits === undefined ? null : Number(digits) };
}
