import type { PostingPurpose } from '@lanka/domain/ledger/contract';
import { partnerErrors, type Reconciliation } from '@lanka/domain/partners/contract';
import { reconcile } from '@lanka/domain/partners/rules';
import type { ProjectScope } from '../kit/auth/scope';
import type { Tx } from '../kit/db/db';
import { together } from '../kit/db/together';
import type { Services } from '../kit/services';
import { readLedgerPage, turnover } from '../ledger';
import { findParty, type Party } from './partners.store';
import { withOrders } from './posted-orders';

/** A Client may look at his own account; anybody else's is not there for him. */
async function findOwn(tx: Tx, scope: ProjectScope, id: string): Promise<Party> {
  if (scope.role === 'Client' && scope.counterparty_id !== id) throw partnerErrors.not_found();
  const party = await findParty(tx, scope, id);
  if (!party) throw partnerErrors.not_found();
  return party;
}

export interface LedgerQuery {
  readonly limit: number;
  readonly cursor?: string | undefined;
  readonly q?: string | undefined;
  readonly purpose?: PostingPurpose[] | undefined;
  readonly from?: string | undefined;
  readonly to?: string | undefined;
}

export async function readCounterpartyLedger(
  tx: Tx,
  app: Services,
  scope: ProjectScope,
  id: string,
  query: LedgerQuery,
) {
  const [, { page, ...kept }] = await together([findOwn(tx, scope, id), readLedgerPage(tx, scope, id, query)]);
  const items = await withOrders(tx, app, scope, page.items);
  return { ...page, items: items.map(({ counterparty_id: _, ...posting }) => posting), ...kept };
}

export async function readReconciliation(
  tx: Tx,
  app: Services,
  scope: ProjectScope,
  id: string,
  { from, to }: { from: string; to: string },
): Promise<Reconciliation> {
  const party = await findOwn(tx, scope, id);
  const found = await turnover(tx, scope, id, from, to);
  if (!found) throw partnerErrors.period_too_long({ path: 'to' });
  return {
    from,
    to,
    supplier_name: scope.project.title,
    counterparty_name: party.name,
    ...reconcile(found.opening, await withOrders(tx, app, scope, found.rows)),
  };
}
