import { accountErrors } from '@lanka/domain/identity/account';
import { Email } from '@lanka/domain/identity/contract';
import { providerErrors } from '@lanka/domain/identity/provider';
import type { Locale } from '@lanka/domain/kit/errors';
import { hook } from '@lanka/domain/kit/hooks';
import type { Tx } from '../../kit/db/db';
import type { Services } from '../../kit/services';
import { maySignUp } from '../account/sign-up';
import { endSessionsOf, findUserByEmail, type UserRow, upsertUser } from '../identity.store';
import type { ProviderClaims } from './client';
import { changeUser, findBySubject, hasSignUpInvitation, useSignUpInvitation } from './provider.store';

/** Says whether a slice above has an invitation that waits for this address. */
export const invitationWaits = hook<(app: Services, email: string) => Promise<boolean>>('identity.invitation_waits');

/** A subject is unique only at its issuer (OpenID Connect Core 1.0, section 5.7). */
const subjectOf = ({ issuer, subject }: ProviderClaims): string => `${issuer}#${subject}`;

/** The address to join by: verified by the provider, and one that we could write to. Throws 403. */
export function verifiedEmail({ email, email_verified }: ProviderClaims): string {
  const parsed = Email.safeParse(email);
  if (!email_verified || !parsed.success) throw providerErrors.not_verified();
  return parsed.data;
}

/**
 * Whether somebody unknown may become a user here: registration is open, or an operator or a project has invited the
 * address, or a supplier’s link leads him. In transactions of its own, because it looks into all projects.
 */
export async function mayJoin(app: Services, email: string, returnTo: string): Promise<boolean> {
  const isInvited = (tx: Tx) => maySignUp(tx, app, returnTo).then((may) => may || hasSignUpInvitation(tx, email));
  if (await app.db.transaction({ readOnly: true }, isInvited)) return true;
  for (const check of app.hooks.all(invitationWaits)) if (await check(app, email)) return true;
  return false;
}

/**
 * The user who stands behind the claims: by the subject, else by the verified e-mail, else a new one when
 * `newcomer` is set. Throws 403 for a blocked user and for somebody who may not register.
 */
export async function join(
  tx: Tx,
  claims: ProviderClaims,
  { newcomer, locale }: { newcomer: boolean; locale: Locale },
): Promise<string> {
  const email = verifiedEmail(claims);
  const known = await findBySubject(tx, subjectOf(claims));
  const user = known ?? (await joinByEmail(tx, claims, email, newcomer ? locale : null));
  if (user.blocked_at) throw accountErrors.blocked();
  // the provider keeps the address; a change there counts here, unless somebody else has it
  if (known && known.email !== email && !(await findUserByEmail(tx, email))) {
    await changeUser(tx, known.id, { email, email_confirmed_at: new Date().toISOString() });
  }
  return user.id;
}

async function joinByEmail(
  tx: Tx,
  claims: ProviderClaims,
  email: string,
  newcomerLocale: Locale | null,
): Promise<UserRow> {
  const found = await findUserByEmail(tx, email);
  if (!found && newcomerLocale === null) throw providerErrors.not_invited();
  const invitation = await useSignUpInvitation(tx, email);
  const name = (invitation?.name || claims.name || email.split('@')[0] || email).slice(0, 120);
  const user = found ?? (await upsertUser(tx, email, name));
  if (user.blocked_at) throw accountErrors.blocked();
  // whoever was joined before under another account of the provider is signed out everywhere: the address may have
  // changed hands. An account whose address was never proven may have been made by somebody else: his password goes.
  if (user.oidc_subject || !user.email_confirmed_at) await endSessionsOf(tx, user.id);
  await changeUser(tx, user.id, {
    oidc_subject: subjectOf(claims),
    ...(found || newcomerLocale === null ? {} : { locale: newcomerLocale }),
    ...(user.phone_number || !invitation?.phone_number ? {} : { phone_number: invitation.phone_number }),
    ...(user.email_confirmed_at ? {} : { email_confirmed_at: new Date().toISOString(), password_hash: null }),
  });
  return user;
}
