import type { CardPayment } from '@lanka/domain/acquiring/contract';
import { hook } from '@lanka/domain/kit/hooks';
import type { Queued } from '../integrations';
import type { Tx } from '../kit/db/db';
import type { Services } from '../kit/services';

/** What open pages are told after the commit. */
export interface Change {
  readonly project_id: string;
  readonly kind: string;
  readonly id: string;
}

/** A payment as whoever asked for it hears of it. */
export interface HeardPayment extends CardPayment {
  /** The tenant of its row. */
  readonly project_id: string;
  readonly ref: { readonly kind: string; readonly id: string };
}

/**
 * What a kind of payments is for. Each of these is called once, in the transaction that writes down what has happened,
 * with the payment locked; what throws a DomainError leaves the payment as it was, for a person and another try.
 */
export interface CardPaymentKind {
  /** As the payment’s `ref` has it. */
  readonly kind: string;
  paid(tx: Tx, app: Services, payment: HeardPayment): Promise<readonly Change[]>;
  /** Declined, or nobody has paid in time; a page that was declined may still be paid. */
  failed?(tx: Tx, app: Services, payment: HeardPayment): Promise<readonly Change[]>;
  /** @param amount what has gone back since it was told last */
  refunded(tx: Tx, app: Services, payment: HeardPayment, amount: number): Promise<readonly Change[]>;
  /**
   * Something of it that a person has to look at: `payment.problem`, null when that is over. Of a project its leaders are
   * told beside.
   */
  problem?(tx: Tx, app: Services, payment: HeardPayment): Promise<void>;
}
export const cardPaymentKinds = hook<CardPaymentKind>('acquiring.kinds');

/** What waits, or has to be looked at, of the payments that the platform takes: it belongs to no project's queue. */
export const platformQueue = hook<(tx: Tx) => Promise<Queued>>('acquiring.platform_queue');
