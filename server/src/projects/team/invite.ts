import { hook } from '@lanka/domain/kit/hooks';
import { assertRoom } from '@lanka/domain/kit/plans';
import type { Role } from '@lanka/domain/kit/roles';
import { INVITATION_DAYS, type Invitation, projectErrors, RESEND_MINUTES } from '@lanka/domain/projects/contract';
import { createInvitedUser, localeOf, passwordLink } from '../../identity';
import type { ProjectScope } from '../../kit/auth/scope';
import type { Tx } from '../../kit/db/db';
import { hashSecret, newSecret } from '../../kit/db/ids';
import { invitationFrom } from '../../kit/mail/caps';
import { letterKind } from '../../kit/mail/letters';
import type { Services } from '../../kit/services';
import { enterProjects } from '../projects.store';
import {
  countCollaborators,
  findInvitationByToken,
  findMemberByEmail,
  type InvitationInHand,
  insertInvitation,
  insertMembership,
  lockInvitation,
  markAccepted,
  renewInvitation,
} from './team.store';

export interface Invitee {
  readonly email: string;
  readonly name?: string | undefined;
  readonly phone?: string | null | undefined;
  readonly role: Role;
  /** For role Client. */
  readonly counterparty_id: string | null;
}

const expiry = (): string => new Date(Date.now() + INVITATION_DAYS * 86_400_000).toISOString();

/**
 * Refuses a collaborator for whom the plan has no place: 402 with what is used. Clients are not counted. Two who want
 * the last place queue up at the project's row, so that one of them gets it.
 */
async function assertPlace(tx: Tx, projectId: string, role: Role, except: string | null = null): Promise<void> {
  if (role === 'Client') return;
  const { subscription_plan, used } = await countCollaborators(tx, projectId, { lock: true, except });
  assertRoom(subscription_plan, 'collaborators', used);
}

/** A reason of a slice above why somebody must not be invited, thrown as its coded error. */
export const invitationGuard =
  hook<(tx: Tx, scope: ProjectScope, email: string) => Promise<void>>('projects.invitation_guard');

interface Joined {
  readonly project_id: string;
  readonly project_title: string;
  readonly user: { readonly id: string; readonly name: string };
  readonly counterparty_id: string | null;
}

/** Told of whoever has accepted an invitation; the transaction has entered the project. */
export const memberJoined = hook<(tx: Tx, app: Services, joined: Joined) => Promise<void>>('projects.member_joined');

/**
 * Invites by e-mail. Who is on the project already, or has an invitation that waits, is refused
 * (specification §5: an invitation for a user already on the project is rejected).
 */
export async function invite(tx: Tx, app: Services, scope: ProjectScope, invitee: Invitee): Promise<Invitation> {
  const { email, name = '', phone = null, role, counterparty_id } = invitee;
  if (await findMemberByEmail(tx, scope, email)) throw named(scope, projectErrors.already_member);
  for (const guard of app.hooks.all(invitationGuard)) await guard(tx, scope, email);
  await assertPlace(tx, scope.project.id, role);
  const secret = newSecret();
  const row = { email, name, phone, role, counterparty_id, token_hash: hashSecret(secret), expires_at: expiry() };
  const made = await insertInvitation(tx, scope, row);
  if (!made) throw named(scope, projectErrors.invitation_exists);
  await sendLetter(tx, app, scope, made, secret);
  return made;
}

/** The error at its field, so that a form shows it there. */
const named = (scope: ProjectScope, error: typeof projectErrors.already_member) =>
  error({ path: 'email', code: error.code, message: error.text[scope.locale] });

/** Sends the letter again with a new link; the old link dies. Once in 15 minutes. */
export async function resendInvitation(tx: Tx, app: Services, scope: ProjectScope, id: string): Promise<Invitation> {
  const known = await lockInvitation(tx, scope, id);
  if (!known) throw projectErrors.invitation_not_found();
  const waitMs = Date.parse(known.last_sent_at) + RESEND_MINUTES * 60_000 - Date.now();
  if (waitMs > 0) {
    throw projectErrors.resend_too_soon({
      minutes_left: Math.ceil(waitMs / 60_000),
      seconds: Math.ceil(waitMs / 1000),
    });
  }
  // an expired one had lost its place
  await assertPlace(tx, scope.project.id, known.role, id);
  const secret = newSecret();
  const renewed = await renewInvitation(tx, scope, id, hashSecret(secret), expiry());
  if (!renewed) throw projectErrors.invitation_not_found();
  await sendLetter(tx, app, scope, renewed, secret);
  return renewed;
}

const invited = letterKind('projects.invitation', {
  sample: { who: 'Олена Коваленко', project: 'Ткацький двір', client: true },
  ua: ({ who, project, client }) => ({
    subject: `Запрошення до проєкту «${project}»`,
    paragraphs: [
      'Вітаємо.',
      `${who} запрошує вас ${client ? 'співпрацювати як дропшипер' : 'приєднатися до команди'} у проєкті «${project}» на платформі Ланка.`,
      `Щоб активувати обліковий запис, перейдіть за посиланням. Воно діє ${INVITATION_DAYS} днів. Якщо ви не чекали на цей лист, просто не зважайте на нього.`,
    ],
    button: 'Прийняти запрошення',
  }),
  en: ({ who, project, client }) => ({
    subject: `An invitation to the project “${project}”`,
    paragraphs: [
      'Hello.',
      `${who} invites you to ${client ? 'work as a dropshipper with' : 'join the team of'} the project “${project}” on the Lanka platform.`,
      `Follow the link to activate the account. It works for ${INVITATION_DAYS} days. If you did not expect this letter, just ignore it.`,
    ],
    button: 'Accept the invitation',
  }),
});

async function sendLetter(
  tx: Tx,
  app: Services,
  scope: ProjectScope,
  invitation: Invitation,
  secret: string,
): Promise<void> {
  const facts = { who: scope.user.name, project: scope.project.title, client: invitation.role === 'Client' };
  // whoever has no account yet is written to in the language of the one who invites
  const locale = (await localeOf(tx, invitation.email)) ?? scope.locale;
  const url = `${app.config.publicUrl}/cp/invitations/accept?token=${secret}`;
  const letter = invited.to({ email: invitation.email, locale }, facts, url);
  await app.mail.post(tx, letter, invitationFrom(scope.project.id, invitation.email));
}

/** What is behind a secret; 404 when it is used, withdrawn or expired. */
export async function readInvitation(tx: Tx, token: string, lock = false): Promise<InvitationInHand> {
  const found = await findInvitationByToken(tx, hashSecret(token), lock);
  if (!found) throw projectErrors.invitation_invalid();
  return found;
}

/**
 * Accepts. A known user joins at once and signs in as usual; a new one is created without a password and gets a
 * link to set it (domain.md, People and access). The secret came by mail, so the address is his.
 */
export async function acceptInvitation(
  tx: Tx,
  app: Services,
  token: string,
): Promise<{ reset_password_url: string | null; project_id: string; counterparty_id: string | null; user_id: string }> {
  const invitation = await readInvitation(tx, token, true);
  await enterProjects(tx, [invitation.project_id]);
  // the place was kept since the invitation; the plan may have changed meanwhile
  await assertPlace(tx, invitation.project_id, invitation.role, invitation.id);
  const user = await createInvitedUser(tx, invitation.email, invitation);
  await insertMembership(tx, invitation.project_id, user.id, invitation.role, invitation.counterparty_id);
  await markAccepted(tx, invitation.project_id, invitation.id);
  const { project_id, project_title, counterparty_id } = invitation;
  const joined = { project_id, project_title, user, counterparty_id };
  for (const tell of app.hooks.all(memberJoined)) await tell(tx, app, joined);
  const reset = user.has_password ? null : await passwordLink(tx, app, user.id);
  return {
    reset_password_url: reset,
    project_id: invitation.project_id,
    counterparty_id: invitation.counterparty_id,
    user_id: user.id,
  };
}
