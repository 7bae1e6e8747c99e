import type { Terms } from '@lanka/domain/billing/rules';
import type { Tx } from '../kit/db/db';
import { readPriceList } from '../site';
import { readDiscounts } from './discounts.store';
import type { PayerRef } from './payers';

/** What this payer pays by, in any month. */
export const readTerms = async (tx: Tx, { id }: PayerRef): Promise<Terms> => ({
  list: await readPriceList(tx),
  discounts: await readDiscounts(tx, id),
});
