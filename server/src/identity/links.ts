import type { Tx } from '../kit/db/db';
import { hashSecret, newSecret } from '../kit/db/ids';
import { withLink } from '../kit/mail/caps';
import { letterKind } from '../kit/mail/letters';
import type { Services } from '../kit/services';
import { findUserByEmail, insertPasswordLink, upsertUser } from './identity.store';

const LINK_HOURS = 24;

const newPassword = letterKind('identity.new_password', {
  sample: { email: 'olena@example.com' },
  ua: ({ email }) => ({
    subject: 'Новий пароль для Ланки',
    paragraphs: [
      'Вітаємо.',
      `Хтось попросив змінити пароль до облікового запису ${email}. Посилання діє ${LINK_HOURS} години. Якщо це були не ви, нічого робити не потрібно.`,
    ],
    button: 'Задати пароль',
  }),
  en: ({ email }) => ({
    subject: 'A new password for Lanka',
    paragraphs: [
      'Hello.',
      `Somebody asked to change the password of the account ${email}. The link works for ${LINK_HOURS} hours. If it was not you, there is nothing to do.`,
    ],
    button: 'Set a password',
  }),
});

/**
 * An address where this user may set a password; works once, for 24 hours. With an outside provider nobody has one
 * here: then it is where one signs in.
 */
export async function passwordLink(tx: Tx, app: Services, userId: string): Promise<string> {
  if (app.config.oidc) return `${app.config.publicUrl}/cp/signin`;
  const secret = newSecret();
  await insertPasswordLink(tx, userId, hashSecret(secret), new Date(Date.now() + LINK_HOURS * 3_600_000).toISOString());
  return `${app.config.publicUrl}/cp/password?token=${secret}`;
}

/** Sends the link when somebody has the e-mail, within the cap of such letters. */
export async function sendPasswordLink(tx: Tx, app: Services, email: string): Promise<void> {
  const user = await findUserByEmail(tx, email);
  if (!user) return;
  const letter = newPassword.to(user, { email }, await passwordLink(tx, app, user.id));
  await app.mail.postWithinCaps(tx, letter, withLink(email));
}

/** The user with this e-mail; a new one is called as the invitation calls him. */
export async function createInvitedUser(
  tx: Tx,
  email: string,
  invited: { name: string; phone: string | null },
): Promise<{ id: string; name: string; has_password: boolean }> {
  const user = await upsertUser(tx, email, invited.name || (email.split('@')[0] ?? email), invited.phone);
  return { id: user.id, name: user.name, has_password: user.password_hash !== null };
}
