import {
  type Application,
  applicationErrors,
  type DecideBody,
  TERMS,
  type Terms,
} from '@lanka/domain/applications/contract';
import { deedTo, planDeed, supplierDeeds } from '@lanka/domain/applications/machine';
import { termsSetBy } from '@lanka/domain/applications/terms';
import type { ProjectScope } from '../kit/auth/scope';
import type { Tx } from '../kit/db/db';
import type { Services } from '../kit/services';
import {
  createCounterparty,
  findOrdinaryByEmail,
  holdNamedGroups,
  inviteCounterparty,
  inviteMember,
  putInGroups,
  readCounterparty,
  removeCounterpartyAccess,
  updateCounterparty,
  writeAccess,
} from '../partners';
import { deleteClientInvitations, insertMembership } from '../projects';
import * as store from './applications.store';
import { findJoinLink } from './links.store';
import { tellApplicant } from './notices';

export async function readApplication(tx: Tx, scope: ProjectScope, id: string): Promise<Application> {
  const found = await store.findApplication(tx, scope, id);
  if (!found) throw applicationErrors.not_found();
  const { join_link_id, role, member_counterparty_id, ...application } = found;
  const whose = { user_id: application.applicant.id, member_counterparty_id };
  const deeds = supplierDeeds({ state: application.status, role });
  return {
    ...application,
    preset: await readPreset(tx, scope, join_link_id),
    known: deeds.includes('approve') ? await readKnown(tx, scope, { ...application, ...whose }) : null,
    deeds,
  };
}

/** What the link says by which he came, also when it works no more. */
async function readPreset(tx: Tx, scope: ProjectScope, linkId: string | null): Promise<Application['preset']> {
  const link = linkId && (await findJoinLink(tx, scope, linkId));
  if (!link) return null;
  const { name, discount, price_level_id, manager_id, groups } = link;
  return { link: name, discount, price_level_id, manager_id, group_ids: groups.map((group) => group.id) };
}

/** As whom an approval would let him in, to be shown what is agreed already. */
async function readKnown(tx: Tx, scope: ProjectScope, application: store.Known): Promise<Application['known']> {
  const id = await findKnown(tx, scope, application, { hold: false });
  if (!id) return null;
  const { name, discount, price_level_id, manager_id, ...credit } = await readCounterparty(tx, scope, id);
  const { payment_days, credit_limit, on_limit } = credit;
  return { id, name, discount, price_level_id, manager_id, payment_days, credit_limit, on_limit };
}

/** The counterparty that he is or was here, else one that has his e-mail. */
const findKnown = async (
  tx: Tx,
  scope: ProjectScope,
  application: store.Known,
  { hold }: { hold: boolean },
): Promise<string | null> =>
  application.member_counterparty_id ??
  (await store.findFormerCounterparty(tx, scope, application, { hold })) ??
  (await findOrdinaryByEmail(tx, scope, application.applicant.email, { hold }));

async function lock(tx: Tx, scope: ProjectScope, id: string): Promise<store.LockedApplication> {
  await store.lockInvitationsTo(tx, scope, id);
  const known = await store.lockApplication(tx, scope, { id });
  if (!known) throw applicationErrors.not_found();
  return known;
}

const factsOf = ({ status, role }: store.Decidable) => ({ state: status, role });

function termsOf(body: DecideBody): Partial<Terms> {
  const given = TERMS.filter((name) => body[name] !== undefined);
  const [path] = given;
  if (path !== undefined && body.status !== 'approved') throw applicationErrors.terms_with_approval({ path });
  return Object.fromEntries(given.map((name) => [name, body[name]]));
}

export async function decideApplication(
  tx: Tx,
  app: Services,
  scope: ProjectScope,
  id: string,
  body: DecideBody,
): Promise<Application> {
  const { status, reason = '' } = body;
  const terms = termsOf(body);
  if (status === 'rejected' && reason === '') throw applicationErrors.reason_required({ path: 'reason' });
  const known = await lock(tx, scope, id);
  planDeed(factsOf(known), deedTo[status]);
  if (status === 'approved') {
    const preset = await readPreset(tx, scope, known.join_link_id);
    const { group_ids = [], ...agreed } = { ...termsSetBy(preset), ...terms };
    // before the counterparty, as whoever changes what a group gives locks them
    const groups = await holdNamedGroups(tx, scope, group_ids, 'group_ids');
    const counterparty_id = await letIn(tx, scope, known, agreed);
    await putInGroups(tx, scope, groups, counterparty_id);
    await store.writeDecision(tx, scope, known, { status, reason: '', counterparty_id });
    await store.writeEvent(tx, scope, known, 'approved');
    await tellApplicant(tx, app, scope, known, 'approved');
  } else if (status === 'rejected') {
    await store.writeDecision(tx, scope, known, { status, reason });
    await store.writeEvent(tx, scope, known, 'rejected', reason);
    await tellApplicant(tx, app, scope, known, 'rejected', reason);
  } else if (status === 'blocked') {
    await shutOut(tx, app, scope, known);
    await store.writeDecision(tx, scope, known, { status, reason });
    await store.writeEvent(tx, scope, known, 'blocked', reason);
    await tellApplicant(tx, app, scope, known, 'blocked');
  } else {
    await store.writeDecision(tx, scope, known, { status, reason: '' });
    await store.writeEvent(tx, scope, known, 'unblocked');
    await tellApplicant(tx, app, scope, known, 'unblocked');
  }
  return readApplication(tx, scope, id);
}

/**
 * Gives access as a counterparty: the one that he is or was here, one that has his e-mail, or a new one. The plan counts
 * no dropshippers (decision 0086).
 */
async function letIn(
  tx: Tx,
  scope: ProjectScope,
  application: store.LockedApplication,
  terms: Omit<Partial<Terms>, 'group_ids'>,
): Promise<string> {
  const { role, applicant, phone, user_id } = application;
  const known = await findKnown(tx, scope, application, { hold: true });
  if (known && Object.keys(terms).length > 0) await updateCounterparty(tx, scope, known, terms, undefined);
  const counterparty_id =
    known ??
    (
      await createCounterparty(tx, scope, {
        name: (applicant.legal_name || applicant.name).slice(0, 120),
        legal_name: applicant.legal_name ?? '',
        email: applicant.email,
        phone,
        ...terms,
      })
    ).id;
  await deleteClientInvitations(tx, scope, applicant.email);
  if (role === null) {
    await insertMembership(tx, scope.project.id, user_id, 'Client', counterparty_id);
    await writeAccess(tx, scope, { counterparty_id, user_id, kind: 'joined' });
  }
  return counterparty_id;
}

/** Ends the access, and what would give it: an ordinary counterparty stays, with its history (domain.md, People and access). */
async function shutOut(
  tx: Tx,
  app: Services,
  scope: ProjectScope,
  { member_counterparty_id, applicant }: store.LockedApplication,
): Promise<void> {
  if (member_counterparty_id) await removeCounterpartyAccess(tx, app, scope, member_counterparty_id, 'blocked');
  await deleteClientInvitations(tx, scope, applicant.email);
}

/** A rejected one cannot apply again, but can be invited (specification §4). */
export async function inviteApplicant(tx: Tx, app: Services, scope: ProjectScope, id: string): Promise<Application> {
  const known = await lock(tx, scope, id);
  planDeed(factsOf(known), 'invite');
  const counterparty_id = await sendInvitation(tx, app, scope, known);
  if (counterparty_id) await store.setCounterparty(tx, scope, known, counterparty_id);
  await store.writeEvent(tx, scope, known, 'invited');
  return readApplication(tx, scope, id);
}

/** As the counterparty that he was here once, whatever its e-mail is now; else as one with his, or a new one. */
async function sendInvitation(
  tx: Tx,
  app: Services,
  scope: ProjectScope,
  application: store.LockedApplication,
): Promise<string | null> {
  const { email, name, legal_name } = application.applicant;
  const former = await store.findFormerCounterparty(tx, scope, application, { hold: true });
  if (former) return (await inviteCounterparty(tx, app, scope, former, email)).id;
  const made = await inviteMember(tx, app, scope, {
    ...{ email, name, role: 'Client', phone: application.phone ?? undefined },
    ...(legal_name ? { legal_name } : {}),
  });
  return made.counterparty_id;
}
