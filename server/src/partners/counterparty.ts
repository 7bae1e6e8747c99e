import { hook } from '@lanka/domain/kit/hooks';
import type { AccessEnd } from '@lanka/domain/partners/access';
import {
  type Counterparty,
  type CreateCounterpartyBody,
  partnerErrors,
  type UpdateCounterpartyBody,
} from '@lanka/domain/partners/contract';
import { whyNotDelete } from '@lanka/domain/partners/rules';
import { priceLevelErrors } from '@lanka/domain/price_levels/contract';
import type { ProjectScope } from '../kit/auth/scope';
import type { Tx } from '../kit/db/db';
import { newId } from '../kit/db/ids';
import { inOneStatement, type Read } from '../kit/db/one-statement';
import { refuseStale } from '../kit/http/stale';
import type { Services } from '../kit/services';
import { lockBalance, setCreditTerms } from '../ledger';
import { holdLevels } from '../price_levels';
import { deleteInvitationsOf, invite, resendInvitation } from '../projects';
import { endAccess } from './access';
import { settleTerms } from './group-terms';
import { leaveGroups } from './groups.store';
import {
  type Found,
  findCounterparty,
  findParty,
  holdParties,
  insertCounterparty,
  isManager,
  markDeleted,
  openOwnSales,
  type Party,
  partyById,
  saveCounterparty,
} from './partners.store';
import { writeTerms } from './terms.store';

async function find(tx: Tx, scope: ProjectScope, id: string, lock?: 'fields' | 'whole'): Promise<Found> {
  const found = await findCounterparty(tx, scope, id, lock);
  if (!found) throw partnerErrors.not_found();
  return found;
}

export async function readCounterparty(tx: Tx, scope: ProjectScope, id: string): Promise<Counterparty> {
  return (await find(tx, scope, id)).counterparty;
}

async function checkManager(tx: Tx, scope: ProjectScope, id: string | null | undefined): Promise<void> {
  if (id && !(await isManager(tx, scope, id))) throw field(scope, partnerErrors.unknown_manager, 'manager_id');
}

/** The level stays until the transaction ends; held before the counterparty is locked, as who deletes a level does it. */
async function holdLevel(tx: Tx, scope: ProjectScope, id: string | null | undefined): Promise<void> {
  if (!id) return;
  const [held] = await holdLevels(tx, scope, [id]);
  if (!held) throw field(scope, priceLevelErrors.unknown, 'price_level_id');
}

/** An error whose detail names the field, so that a form shows it there. */
function field(scope: ProjectScope, error: typeof partnerErrors.unknown, path: string) {
  return error({ path, code: error.code, message: error.text[scope.locale] });
}

export async function createCounterparty(
  tx: Tx,
  scope: ProjectScope,
  body: CreateCounterpartyBody,
): Promise<Counterparty> {
  await checkManager(tx, scope, body.manager_id);
  await holdLevel(tx, scope, body.price_level_id);
  return readCounterparty(tx, scope, await insertCounterparty(tx, scope, body));
}

const CREDIT = ['payment_days', 'credit_limit', 'on_limit'] as const;

export async function updateCounterparty(
  tx: Tx,
  scope: ProjectScope,
  id: string,
  changes: UpdateCounterpartyBody,
  ifMatch: number | undefined,
): Promise<Counterparty> {
  await holdLevel(tx, scope, changes.price_level_id);
  // before the counterparty is locked, as whoever leaves is before those that he manages
  await checkManager(tx, scope, changes.manager_id);
  const { counterparty } = await find(tx, scope, id, 'fields');
  await refuseStale(ifMatch, counterparty.version, counterparty);
  return changeCounterparty(tx, scope, counterparty, changes);
}

/** Writes what is given with all that follows of it; the counterparty is locked. */
export async function changeCounterparty(
  tx: Tx,
  scope: ProjectScope,
  before: Counterparty,
  changes: UpdateCounterpartyBody,
): Promise<Counterparty> {
  const { id } = before;
  await saveCounterparty(tx, scope, before, changes);
  const agreed = { ...before, ...changes };
  if (CREDIT.some((name) => agreed[name] !== before[name])) await setCreditTerms(tx, scope, id, agreed);
  if (changes.discount !== undefined || changes.price_level_id !== undefined)
    await settleTerms(tx, scope, [id], { write: false });
  const after = await readCounterparty(tx, scope, id);
  await writeTerms(tx, scope, before, after);
  return after;
}

type Guard = (tx: Tx, scope: ProjectScope, counterpartyId: string) => Promise<void>;
/** A reason of a slice above why a counterparty must stay, thrown as its coded error: open orders, for instance. */
export const counterpartyDeletion = hook<Guard>('partners.counterparty_deletion');

/** Soft: postings, payments and orders keep their counterparty. The whole row is locked, so no payment or order slips in between. */
export async function deleteCounterparty(tx: Tx, app: Services, scope: ProjectScope, id: string): Promise<void> {
  const { counterparty } = await find(tx, scope, id, 'whole');
  const balance = await lockBalance(tx, scope, id);
  const reason = whyNotDelete({ ...counterparty, balance });
  if (reason) throw partnerErrors[reason]({ balance });
  for (const guard of app.hooks.all(counterpartyDeletion)) await guard(tx, scope, id);
  await leaveGroups(tx, scope, id);
  await markDeleted(tx, scope, id);
}

/** Sends the letter that activates an account as a dropshipper; the e-mail is kept when the counterparty had none. */
export async function inviteCounterparty(
  tx: Tx,
  app: Services,
  scope: ProjectScope,
  id: string,
  email: string,
): Promise<Counterparty> {
  const { counterparty } = await find(tx, scope, id, 'fields');
  if (counterparty.own_sales) throw partnerErrors.own_sales();
  if (counterparty.status === 'dropshipper') throw partnerErrors.has_access();
  if (counterparty.invitation) throw partnerErrors.already_invited({ email: counterparty.invitation.email });
  await invite(tx, app, scope, { email, role: 'Client', counterparty_id: id });
  if (counterparty.email === null) await saveCounterparty(tx, scope, counterparty, { email });
  return readCounterparty(tx, scope, id);
}

export async function resendCounterpartyInvitation(
  tx: Tx,
  app: Services,
  scope: ProjectScope,
  id: string,
): Promise<Counterparty> {
  const { counterparty, invitation_id } = await find(tx, scope, id);
  if (counterparty.status !== 'invited' || !invitation_id) throw partnerErrors.not_invited();
  await resendInvitation(tx, app, scope, invitation_id);
  return readCounterparty(tx, scope, id);
}

export async function withdrawCounterpartyInvitation(tx: Tx, scope: ProjectScope, id: string): Promise<Counterparty> {
  const { counterparty } = await find(tx, scope, id, 'fields');
  if (counterparty.status !== 'invited') throw partnerErrors.not_invited();
  await deleteInvitationsOf(tx, scope, id);
  return readCounterparty(tx, scope, id);
}

/** The dropshipper becomes an ordinary counterparty (specification §6). */
export async function removeCounterpartyAccess(
  tx: Tx,
  app: Services,
  scope: ProjectScope,
  id: string,
  end: AccessEnd = 'removed',
): Promise<Counterparty> {
  const { member_id } = await find(tx, scope, id);
  if (!member_id || !(await endAccess(tx, app, scope, id, { end }))) throw partnerErrors.has_no_access();
  return readCounterparty(tx, scope, id);
}

/**
 * Whose order or payment it is. A Client's is always his own; staff names a counterparty, or none for the project's
 * own sales. A foreign or deleted one is `partners.unknown` on field `counterparty_id`. It cannot be deleted until the
 * transaction ends; who only looks (a GET locks nothing) says `hold: false`.
 */
export async function counterpartyForOrder(tx: Tx, scope: ProjectScope, id?: string | null): Promise<Party> {
  const [found] = await inOneStatement(tx, [partyForOrder(scope, id)]);
  return mustBeParty(tx, scope, id, found);
}

/** The same of many by one statement, each named; answers their ids in the order given. */
export async function counterpartiesForPayments(
  tx: Tx,
  scope: ProjectScope,
  ids: readonly (string | undefined)[],
): Promise<string[]> {
  const wanted = ids.map((id) => wantedParty(scope, id) ?? '');
  const held = await holdParties(tx, scope, wanted);
  if (!wanted.every((id) => held.has(id))) throw field(scope, partnerErrors.unknown, 'counterparty_id');
  return wanted;
}

/** The same in two steps, for who asks more in the same statement: what is found, and what that means. */
export const partyForOrder = (scope: ProjectScope, id?: string | null, { hold = true } = {}): Read<Party | null> =>
  partyById(scope, wantedParty(scope, id), hold);

export async function mustBeParty(
  tx: Tx,
  scope: ProjectScope,
  id: string | null | undefined,
  found: Party | null,
  { hold = true } = {},
): Promise<Party> {
  if (found) return found;
  if (wantedParty(scope, id)) throw field(scope, partnerErrors.unknown, 'counterparty_id');
  // who only looks finds the own sales as they are before the first: without a discount
  if (!hold)
    return { id: newId(), name: '', discount: 0, price_level_id: null, price_level_name: null, manager_name: null };
  const own = await findParty(tx, scope, await openOwnSales(tx, scope.project.id), true);
  if (!own) throw new Error('the own sales were opened');
  return own;
}

const wantedParty = (scope: ProjectScope, id?: string | null): string | null =>
  scope.role === 'Client' ? scope.counterparty_id : (id ?? null);
