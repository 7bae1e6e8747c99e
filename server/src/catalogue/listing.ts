import { catalogueErrors, type Listing } from '@lanka/domain/catalogue/contract';
import { afterMove, missingOf, type Verification, type VerificationMove } from '@lanka/domain/catalogue/rules';
import type { ProjectScope } from '../kit/auth/scope';
import type { Tx } from '../kit/db/db';
import { refuseStale } from '../kit/http/stale';
import type { Services } from '../kit/services';
import { relist } from './copy';
import { readFacts } from './facts.store';
import * as store from './listings.store';
import { factsIn } from './suppliers.store';

/** How the project stands in the catalogue, in the words of its owner. */
export async function readListing(tx: Tx, app: Pick<Services, 'config'>, scope: ProjectScope): Promise<Listing> {
  const row = await store.readListing(tx, scope.project.id);
  if (!row) throw new Error('a project in scope exists');
  const facts = row.listed ? await readFacts(tx, row.id) : null;
  const { verification, refusal, requested_at, decided_at, hidden, hidden_reason, visible, listed } = row;
  const { base_prices, public_page, minimum_order_sum, version } = row;
  return {
    ...{ verification, refusal, requested_at, decided_at, hidden, hidden_reason, visible, listed },
    ...{ base_prices, public_page, minimum_order_sum, version },
    public_url: `${app.config.publicUrl}/s/${row.friendly_id}`,
    missing: missingOf(await store.readShowcase(tx, row.id)),
    facts: facts && factsIn(facts),
  };
}

type Settings = Pick<store.ListingChange, 'base_prices' | 'public_page' | 'minimum_order_sum'>;

export async function updateListing(
  tx: Tx,
  app: Services,
  scope: ProjectScope,
  change: Settings,
  if_match: number | undefined,
): Promise<Listing> {
  const { id } = scope.project;
  const known = await store.lockListing(tx, id);
  await refuseStale(if_match, known?.version ?? 1, () => readListing(tx, app, scope));
  if (Object.keys(change).length > 0) {
    await store.saveListing(tx, id, change);
    await relist(tx, app, id);
  }
  return readListing(tx, app, scope);
}

/** Where the move leads from what the listing is now, behind its lock. @throws catalogue.not_now */
export async function moveFrom(tx: Tx, supplierId: string, move: VerificationMove): Promise<Verification> {
  const row = await store.lockListing(tx, supplierId);
  if (!row || row.deleted) throw catalogueErrors.not_found();
  const to = afterMove(move, row.verification);
  if (!to) throw catalogueErrors.not_now({ verification: row.verification });
  return to;
}

/** @throws catalogue.incomplete with each thing of the checklist that is missing; the project is entered */
export async function refuseIncomplete(tx: Tx, supplierId: string): Promise<void> {
  const missing = missingOf(await store.readShowcase(tx, supplierId));
  if (missing.length > 0) throw catalogueErrors.incomplete(...missing.map((path) => ({ path })));
}

/** @throws catalogue.incomplete with each thing that is missing, catalogue.not_now */
export async function requestVerification(tx: Tx, app: Services, scope: ProjectScope): Promise<Listing> {
  const { id } = scope.project;
  const verification = await moveFrom(tx, id, 'request');
  await refuseIncomplete(tx, id);
  await store.saveListing(tx, id, {
    ...{ verification, refusal: '', decided_at: null },
    ...{ requested_at: new Date().toISOString(), requested_by: scope.user.id },
  });
  return readListing(tx, app, scope);
}

export async function withdrawVerification(tx: Tx, app: Services, scope: ProjectScope): Promise<Listing> {
  const verification = await moveFrom(tx, scope.project.id, 'withdraw');
  await store.saveListing(tx, scope.project.id, { verification });
  return readListing(tx, app, scope);
}
