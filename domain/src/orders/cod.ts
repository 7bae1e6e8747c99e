/**
 * Cash on delivery of an order: what the carrier collects of the customer for the supplier, what he keeps of it, and what
 * is left to the seller after the base cost (domain.md, Paid, unpaid, cash on delivery).
 */
import { z } from 'zod';
import { Kopecks, percentOf, SignedKopecks } from '../kit/money';
import type { MainInfo } from '../templates/main_info';

/**
 * planned: it was not sent yet; awaited: the carrier has the parcel or the money; received: a register of the carrier
 * names it; refused: the parcel was not taken; direct: the waybill is the dropshipper's own, so the carrier pays him and
 * nothing is credited to him here.
 */
export const COD_STATES = ['planned', 'awaited', 'received', 'refused', 'direct'] as const;
export const CodState = z.enum(COD_STATES);
export type CodState = z.infer<typeof CodState>;

export const COD_NAMES: Readonly<Record<CodState, { readonly ua: string; readonly en: string }>> = {
  planned: { ua: 'Післяплата', en: 'Cash on delivery' },
  awaited: { ua: 'Очікується', en: 'Awaited' },
  received: { ua: 'Отримано', en: 'Received' },
  refused: { ua: 'Відмова', en: 'Refused' },
  direct: { ua: 'Дропшиперу', en: 'To the dropshipper' },
};

/** What the carrier takes for bringing the money, by the general settings. */
export type CodTerms = Pick<MainInfo, 'cod_payer' | 'cod_percent' | 'cod_fixed'>;

/** Null or missing: what is left of the sum of the customer; the fee as the project's settings say. */
export const CodInput = z.object({
  /** False: the same as no cash on delivery at all. */
  on: z.boolean().default(true),
  sum: Kopecks.nullable().optional(),
  fee: Kopecks.nullable().optional(),
});
export type CodInput = z.infer<typeof CodInput>;

/** The three numbers, and what of them was set by hand. */
export const CodFigures = z.object({
  /** To collect of the customer. */
  sum: Kopecks,
  /** What the carrier keeps of it. */
  fee: Kopecks,
  /** The base cost of the order. */
  cost: Kopecks,
  /** What is left to the seller; below zero he pays. */
  earning: SignedKopecks,
});
export type CodFigures = z.infer<typeof CodFigures>;

/** Of a row of the list. */
export const RowCod = z.object({
  state: CodState,
  sum: Kopecks,
  /** What the carrier's register says it has collected. */
  received: Kopecks.nullable(),
});
export type RowCod = z.infer<typeof RowCod>;

export const OrderCod = RowCod.extend({
  ...CodFigures.shape,
  received_fee: Kopecks.nullable(),
  /** What was set by hand; null: as it is computed. From the sending on both are frozen. */
  sum_set: Kopecks.nullable(),
  fee_set: Kopecks.nullable(),
});
export type OrderCod = z.infer<typeof OrderCod>;

/** What the carrier takes of whoever is paid without the supplier, the supplier's settings do not say. */
export const termsFor = (state: CodState | null, terms: CodTerms): CodTerms =>
  state === 'direct' ? { ...terms, cod_payer: 'recipient' } : terms;

/** The supplier has this money to come, or had: he is who sells then. */
export const isCollectedHere = (state: CodState | null): boolean => state !== null && state !== 'direct';

/** What the carrier keeps of a sum, rounded once; never more than the sum. */
export const codFee = (sum: number, { cod_payer, cod_percent, cod_fixed }: CodTerms): number =>
  cod_payer === 'recipient' ? 0 : Math.min(sum, cod_fixed + percentOf(sum, cod_percent));

interface Asked {
  readonly to_collect: number;
  readonly cost: number;
  readonly sum_set: number | null;
  readonly fee_set: number | null;
}

export function codFigures({ to_collect, cost, sum_set, fee_set }: Asked, terms: CodTerms): CodFigures {
  const sum = sum_set ?? to_collect;
  const fee = Math.min(sum, fee_set ?? codFee(sum, terms));
  return { sum, fee, cost, earning: sum - fee - cost };
}
