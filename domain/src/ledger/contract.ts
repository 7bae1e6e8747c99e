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
  'reversal',
]);
export type PostingPurpose = z.infer<typeof PostingPurpose>;

/** A posting as the counterparty's statement shows it: `change` and `balance_after` have the counterparty's sign. */
export const Posting = z.object({
  id: Id,
  purpose: PostingPurpose,
  account: ProjectAccount,
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
