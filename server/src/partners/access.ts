import { hook } from '@lanka/domain/kit/hooks';
import type { AccessEnd, Leaving } from '@lanka/domain/partners/access';
import { partnerErrors } from '@lanka/domain/partners/contract';
import type { DropshippingScope, ProjectScope } from '../kit/auth/scope';
import type { Tx } from '../kit/db/db';
import type { Services } from '../kit/services';
import { authoriseAtSuppliers, closeAccess, deleteInvitationsOf, type LockedAccess, lockAccess } from '../projects';
import { readBalance, writeAccess } from './access.store';
import { tellEnded } from './notices';
import { rememberUser } from './partners.store';

/** What a dropshipper leaves behind in a slice above. */
export interface AccessKeeper {
  /** Takes what has to be held before his access is: whoever accepts an invitation comes from there too. */
  hold?(tx: Tx, scope: ProjectScope, counterpartyId: string): Promise<void>;
  /** What there is of his, for whoever asks before he leaves. */
  count?(tx: Tx, scope: ProjectScope, counterpartyId: string): Promise<Omit<Leaving, 'balance'>>;
  /** His access is held and ends with this transaction. Answers the pieces that are free by it. */
  ends(tx: Tx, scope: ProjectScope, access: LockedAccess, end: AccessEnd): Promise<number>;
}
export const accessKeepers = hook<AccessKeeper>('partners.access_keepers');

const NOTHING: Omit<Leaving, 'balance'> = { open_orders: 0, drafts: 0, held: 0 };

async function countOf(tx: Tx, app: Services, scope: ProjectScope, counterpartyId: string): Promise<Leaving> {
  let found = NOTHING;
  for (const keeper of app.hooks.all(accessKeepers))
    found = { ...found, ...(await keeper.count?.(tx, scope, counterpartyId)) };
  return { balance: await readBalance(tx, scope, counterpartyId), ...found };
}

/**
 * Ends the access as this counterparty, whoever ends it: nothing new is ordered, what drafts had booked for hours is
 * free, open orders go on, and the dropshipper is an ordinary counterparty (specification §6). Locks, everywhere in this
 * order: invitations, application, access, orders, counterparty, stock. Answers whose access it was; null when there is
 * none any more.
 */
export async function endAccess(
  tx: Tx,
  app: Services,
  scope: ProjectScope,
  counterparty_id: string,
  { end, reason = '' }: { readonly end: AccessEnd; readonly reason?: string },
): Promise<string | null> {
  await deleteInvitationsOf(tx, scope, counterparty_id);
  const keepers = app.hooks.all(accessKeepers);
  for (const keeper of keepers) await keeper.hold?.(tx, scope, counterparty_id);
  const access = await lockAccess(tx, scope, counterparty_id);
  if (!access) return null;
  let freed = 0;
  for (const keeper of keepers) freed += await keeper.ends(tx, scope, access, end);
  await rememberUser(tx, scope, counterparty_id, access.user_id);
  await closeAccess(tx, scope, access);
  await writeAccess(tx, scope, { ...access, kind: end, reason, freed });
  const { balance, open_orders } = await countOf(tx, app, scope, counterparty_id);
  await tellEnded(tx, app, scope, access, { end, reason, balance, open_orders });
  return access.user_id;
}

/** His own supplier, as the Client that he is there. @throws partners.supplier_not_found */
async function ownSupplier(tx: Tx, scope: DropshippingScope, projectId: string) {
  const at = (await authoriseAtSuppliers(tx, scope, [projectId], 'project.read')).get(projectId);
  if (!at?.counterparty_id) throw partnerErrors.supplier_not_found();
  return { at, counterparty_id: at.counterparty_id };
}

export async function readLeaving(tx: Tx, app: Services, scope: DropshippingScope, id: string): Promise<Leaving> {
  const { at, counterparty_id } = await ownSupplier(tx, scope, id);
  return countOf(tx, app, at, counterparty_id);
}

/** Answers as which counterparty. @throws partners.supplier_not_found, also for the second of two at once */
export async function leaveSupplier(
  tx: Tx,
  app: Services,
  scope: DropshippingScope,
  id: string,
  reason: string,
): Promise<string> {
  const { at, counterparty_id } = await ownSupplier(tx, scope, id);
  if (!(await endAccess(tx, app, at, counterparty_id, { end: 'left', reason })))
    throw partnerErrors.supplier_not_found();
  return counterparty_id;
}
