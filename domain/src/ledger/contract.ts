import { z } from 'zod';
import { Actor, CalendarDate, Id, Instant, Ref } from '../kit/ids';
import { Kopecks, SignedKopecks } from '../kit/money';

/** The project's own accounts; the other side of every posting is a counterparty. */
export const ProjectAccount = z.enum([
  'sales',
  'returns',
  'purchases',
  'cash',
  'bank',
  'cash_on_delivery',
  'adjustments',
  'logistics',
  'offsets',
]);
export type ProjectAccount = z.infer<typeof ProjectAccount>;

export const PostingPurpose = z.enum([
  'charge',
  'payment',
  'withdrawal',
  'return',
  'purchase',
  'purchase_return',
  'sale',
  'logistics',
  'cod_fee',
  'transfer_in',
  'transfer_out',
  'offset_debt',
  'offset_claim',
  'reversal',
]);
export type PostingPurpose = z.infer<typeof PostingPurpose>;

/**
 * The two sides of a counterparty's one account: what he buys of the project, and what the project buys of him. Their
 * sum is his balance.
 */
export const DealingSide = z.enum(['sales', 'purchases']);
export type DealingSide = z.infer<typeof DealingSide>;

/** An order that a payment names, and what of the payment is for it. */
export const PostedOrder = z.object({ id: Id, prefix: z.string(), number: z.int(), amount: Kopecks });
export type PostedOrder = z.infer<typeof PostedOrder>;

/** A posting as the counterparty's statement shows it: `change` and `balance_after` have the counterparty's sign. */
export const Posting = z.object({
  id: Id,
  purpose: PostingPurpose,
  account: ProjectAccount,
  side: DealingSide,
  amount: Kopecks,
  change: SignedKopecks,
  balance_after: SignedKopecks,
  ref: Ref,
  comment: z.string(),
  actor: Actor,
  /** The day it belongs to, in Kyiv; `created_at` is when it was entered. */
  day: CalendarDate,
  created_at: Instant,
});
export type Posting = z.infer<typeof Posting>;
