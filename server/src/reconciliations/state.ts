import { partnerErrors } from '@lanka/domain/partners/contract';
import { reconcile } from '@lanka/domain/partners/rules';
import { documentOf } from '@lanka/domain/reconciliations/rules';
import type { Tx } from '../kit/db/db';
import type { Services } from '../kit/services';
import { turnover } from '../ledger';
import { withOrders } from '../partners';
import type { Line, Reader, Sums } from './acts.store';

export interface Period {
  readonly counterparty_id: string;
  readonly from: string;
  readonly to: string;
}

/** The ledger of the period as an act shows it now. @throws partners.period_too_long */
export async function stateOf(
  tx: Tx,
  app: Services,
  scope: Reader,
  { counterparty_id, from, to }: Period,
): Promise<Sums & { lines: Line[] }> {
  const found = await turnover(tx, scope, counterparty_id, from, to);
  if (!found) throw partnerErrors.period_too_long({ path: 'to' });
  const {
    opening,
    rows,
    turnover: sums,
    closing,
  } = reconcile(found.opening, await withOrders(tx, app, scope, found.rows));
  return {
    opening,
    ...sums,
    closing,
    lines: rows.map((row) => ({ ...row, document: documentOf(row) })),
  };
}
