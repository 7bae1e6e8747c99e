import { accountErrors, EMAIL_LINK_HOURS, SIGN_UP_INVITATION_DAYS } from '@lanka/domain/identity/account';
import type { Locale } from '@lanka/domain/kit/errors';
import { hook } from '@lanka/domain/kit/hooks';
import { innerPath } from '@lanka/domain/kit/inner_path';
import type { Tx } from '../../kit/db/db';
import { hashSecret, newSecret } from '../../kit/db/ids';
import { fromPlatform, withLink } from '../../kit/mail/caps';
import type { Services } from '../../kit/services';
import { endPasswordLinks, endSessionsOf, findUserByEmail, type UserRow } from '../identity.store';
import { hashPassword } from '../passwords';
import {
  changeAccount,
  type EmailLink,
  endEmailLinks,
  findSignUpInvitation,
  insertEmailLink,
  insertUser,
  type SignUpInvitation,
  saveSignUpInvitation,
  takeSignUpInvitation,
  useEmailLink,
} from './account.store';
import { addressChanges, addressTaken, changeAddress, confirmAddress, invitedToSignUp, knownAlready } from './letters';

/** Says whether a slice above invites whoever wants to go on to this path: the link that a supplier hands out. */
export const invitesByPath = hook<(tx: Tx, path: string) => Promise<boolean>>('identity.invites_by_path');

/** Registration is open, or whoever asks goes on to what he is invited to. */
export async function maySignUp(tx: Tx, app: Services, returnTo: string | undefined): Promise<boolean> {
  if (app.config.openSignUp) return true;
  const path = innerPath(returnTo);
  if (path) for (const invites of app.hooks.all(invitesByPath)) if (await invites(tx, path)) return true;
  return false;
}

/** An address of ours that leads on to where the reader wanted to go. */
function leadingOn(app: Services, to: string, returnTo: string | undefined): string {
  const url = new URL(to, app.config.publicUrl);
  const path = innerPath(returnTo);
  if (path) url.searchParams.set('return', path);
  return url.href;
}

const later = (hours: number): string => new Date(Date.now() + hours * 3_600_000).toISOString();

export interface Invitee {
  readonly email: string;
  readonly name: string;
  readonly phone_number: string | null;
  readonly locale: Locale;
}

/**
 * Leave to sign up, by letter; asked again it sends a new link and the old one dies. Whoever has an account already
 * is told so, and led to the sign-in page.
 * @param returnTo where he goes on when he has signed up
 */
export async function inviteToSignUp(tx: Tx, app: Services, invitee: Invitee, returnTo?: string): Promise<void> {
  const { publicUrl } = app.config;
  const known = await findUserByEmail(tx, invitee.email);
  if (known?.password_hash || known?.oidc_subject) {
    await app.mail.post(
      tx,
      knownAlready.to(known, { email: known.email }, `${publicUrl}/cp/signin`),
      fromPlatform('invitation', known.email),
    );
    return;
  }
  const secret = newSecret();
  const expires_at = later(SIGN_UP_INVITATION_DAYS * 24);
  await saveSignUpInvitation(tx, { ...invitee, token_hash: hashSecret(secret), expires_at });
  const url = leadingOn(app, `/cp/signup?token=${secret}`, returnTo);
  const letter = invitedToSignUp.to(invitee, { name: invitee.name }, url);
  await app.mail.post(tx, letter, fromPlatform('invitation', invitee.email));
}

/** Throws account.link_invalid, account.known_user. */
export async function readInvitationToSignUp(tx: Tx, token: string): Promise<SignUpInvitation> {
  const invitation = await findSignUpInvitation(tx, hashSecret(token));
  if (!invitation) throw accountErrors.link_invalid();
  const known = await findUserByEmail(tx, invitation.email);
  if (known?.password_hash) throw accountErrors.known_user();
  return invitation;
}

export interface NewAccount {
  readonly name: string;
  readonly password: string;
  readonly locale: Locale;
  readonly phone_number?: string | null | undefined;
}

/** The secret came by mail, so the address is proven. Answers the user's id. Throws as `readInvitationToSignUp`. */
export async function signUpByInvitation(tx: Tx, token: string, account: NewAccount): Promise<string> {
  await readInvitationToSignUp(tx, token);
  const password_hash = await hashPassword(account.password);
  const invitation = await takeSignUpInvitation(tx, hashSecret(token));
  if (!invitation) throw accountErrors.link_invalid();
  const fields = {
    name: account.name,
    phone_number: account.phone_number ?? null,
    locale: account.locale,
    password_hash,
    email_confirmed_at: new Date().toISOString(),
  };
  const made = await insertUser(tx, { ...fields, email: invitation.email });
  if (made) return made;
  // a project has invited him meanwhile: the account is there, without a password
  const known = await findUserByEmail(tx, invitation.email);
  if (!known || known.password_hash) throw accountErrors.known_user();
  await changeAccount(tx, known.id, fields);
  return known.id;
}

/** Registration without a letter before it. The answer and the work are the same whether or not the e-mail is known. */
export async function signUpOpenly(
  tx: Tx,
  app: Services,
  { email, return_to, ...account }: NewAccount & { readonly email: string; readonly return_to?: string | undefined },
): Promise<void> {
  if (!(await maySignUp(tx, app, return_to))) throw accountErrors.sign_up_closed();
  const password_hash = await hashPassword(account.password);
  const { name, locale } = account;
  const made = await insertUser(tx, {
    email,
    name,
    locale,
    phone_number: null,
    password_hash,
    email_confirmed_at: null,
  });
  const known = await findUserByEmail(tx, email);
  if (!known) throw new Error('the user was just made');
  if (made) await sendConfirmation(tx, app, known, return_to);
  // an invited one without a password proves the address by the ordinary way to a password
  else {
    const letter = knownAlready.to(known, { email }, leadingOn(app, '/cp/signin', return_to));
    await app.mail.postWithinCaps(tx, letter, withLink(email));
  }
}

async function sendConfirmation(tx: Tx, app: Services, user: UserRow, returnTo: string | undefined): Promise<void> {
  const secret = newSecret();
  const url = leadingOn(app, `/cp/email?token=${secret}`, returnTo);
  const letter = confirmAddress.to(user, { name: user.name }, url);
  if (!(await app.mail.postWithinCaps(tx, letter, withLink(user.email)))) return;
  const link: EmailLink = { user_id: user.id, kind: 'confirm', email: user.email };
  await insertEmailLink(tx, hashSecret(secret), link, later(EMAIL_LINK_HOURS));
}

/** Sends it again to whom it may concern; the answer is the same either way. */
export async function resendConfirmation(
  tx: Tx,
  app: Services,
  { email, return_to }: { readonly email: string; readonly return_to?: string | undefined },
): Promise<void> {
  const user = await findUserByEmail(tx, email);
  if (!user?.password_hash || user.email_confirmed_at) return;
  await sendConfirmation(tx, app, user, return_to);
}

/**
 * A link to the new address, a notice to the old. The answer does not tell whether the new one has an account: its
 * holder learns that by a letter without a link. Both letters are capped, for either address alike. Throws
 * account.email_same, letters.address.
 */
export async function askForEmail(tx: Tx, app: Services, user: UserRow, email: string): Promise<void> {
  if (email === user.email) throw accountErrors.email_same({ path: 'email' });
  const { publicUrl } = app.config;
  const counted = fromPlatform('new e-mail', email);
  const holder = await findUserByEmail(tx, email);
  if (holder) {
    await endEmailLinks(tx, user.id, 'change');
    await app.mail.post(tx, addressTaken.to(holder, { email }, `${publicUrl}/cp/signin`), counted);
  } else {
    const secret = newSecret();
    await insertEmailLink(tx, hashSecret(secret), { user_id: user.id, kind: 'change', email }, later(EMAIL_LINK_HOURS));
    const addressee = { email, locale: user.locale };
    await app.mail.post(tx, changeAddress.to(addressee, { email }, `${publicUrl}/cp/email?token=${secret}`), counted);
  }
  const notice = addressChanges.to(user, { email }, `${publicUrl}/cp/profile/security`);
  await app.mail.post(tx, notice, fromPlatform('e-mail of this account', user.email));
}

/**
 * The address is proven. One that changes ends all sessions: signing in again with the new one is the rule of the
 * specification (§4, Profile). Throws account.link_invalid, account.email_taken.
 */
export async function confirmEmail(tx: Tx, token: string): Promise<Pick<EmailLink, 'kind' | 'email'>> {
  const link = await useEmailLink(tx, hashSecret(token));
  if (!link) throw accountErrors.link_invalid();
  const { user_id, kind, email } = link;
  if (kind === 'change') {
    const holder = await findUserByEmail(tx, email);
    if (holder && holder.id !== user_id) throw accountErrors.email_taken();
    await endSessionsOf(tx, user_id);
    await endEmailLinks(tx, user_id);
    // they went to the old address
    await endPasswordLinks(tx, user_id);
  }
  await changeAccount(tx, user_id, { email, email_confirmed_at: new Date().toISOString() });
  return { kind, email };
}
