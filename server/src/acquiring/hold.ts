import type { Tx } from '../kit/db/db';
import type { Services } from '../kit/services';
import { giveUpPage } from './due';
import * as store from './payments.store';

type Held = Awaited<ReturnType<typeof store.lockPayments>>;
interface Ref {
  readonly kind: string;
  readonly id: string;
}

/**
 * Whoever changes what is paid for holds its payments by card first, before it locks anything of its own: what the bank
 * tells of a payment is written down in that order too.
 */
export const holdCardPayments = (tx: Tx, tenant: string, ref: Ref): Promise<Held> =>
  store.lockPayments(tx, tenant, ref);

/** Nobody is to pay for it any more: pages that wait are removed at the bank. One that is being paid on is heard of. */
export async function giveUpCardPages(tx: Tx, app: Services, { all }: Held): Promise<void> {
  for (const one of all) if (one.state === 'open' || one.state === 'failed') await giveUpPage(tx, app, one);
}
