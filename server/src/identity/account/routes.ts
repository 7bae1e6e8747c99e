import * as contract from '@lanka/domain/identity/account';
import { common, DomainError } from '@lanka/domain/kit/errors';
import type { UserScope } from '../../kit/auth/scope';
import type { Tx } from '../../kit/db/db';
import { wholePage } from '../../kit/db/paging';
import { type Served, serve } from '../../kit/http/serve';
import { endSessionsOf, readUser, type UserRow } from '../identity.store';
import { askForLink } from '../link-letters';
import { checkPassword } from '../passwords';
import { openSession, SESSION_SECONDS, type Tokens } from '../sign-in';
import { endOwnSession, listSessionRows, lockUser } from './account.store';
import { countGuess, forgetGuesses, takeGuessBack } from './guard';
import { beginFactor, confirmFactor, endFactor, newRecoveryCodes, readFactor, takeCode } from './second-factor';
import * as signUp from './sign-up';

const { accountErrors } = contract;

interface Cookies {
  setRefreshToken(token: string | null, seconds?: number): void;
  setDeviceToken(token: string): void;
}

/** The refresh token and the browser's own secret go into cookies, the rest into the answer. */
export function shown({ refresh_token, device_token, ...answer }: Tokens, cookies: Cookies) {
  if (refresh_token) cookies.setRefreshToken(refresh_token, SESSION_SECONDS);
  if (device_token) cookies.setDeviceToken(device_token);
  return answer;
}

interface Proof {
  readonly password: string;
  readonly otp?: string | undefined;
}

/**
 * Proves again who asks, with the password and, where it is on, the second factor: a session left open must not be
 * enough to take the account over. A refusal is returned, so that the guess stays counted. Answers the locked user.
 */
async function prove(
  tx: Tx,
  scope: UserScope,
  address: string,
  { password, otp }: Proof,
  { withFactor = true } = {},
): Promise<UserRow | DomainError> {
  const guesser = { email: scope.user.email, address };
  const user = await lockUser(tx, scope.user.id);
  await countGuess(tx, guesser);
  if (!(await checkPassword(user.password_hash, password))) return accountErrors.password_wrong({ path: 'password' });
  if (withFactor && user.totp_confirmed_at) {
    if (otp === undefined) {
      await takeGuessBack(tx, guesser);
      return accountErrors.code_required({ path: 'otp' });
    }
    if (!(await takeCode(tx, user, otp))) return accountErrors.code_wrong({ path: 'otp' });
  }
  await forgetGuesses(tx, guesser);
  return user;
}

export const accountRoutes: Served[] = [
  serve(contract.readSignUpInvitation, async ({ tx, params }) => {
    const { email, name, phone_number } = await signUp.readInvitationToSignUp(tx, params.token);
    return { email, name, phone_number };
  }),
  serve(contract.signUpByInvitation, async ({ tx, app, asker, params, body, locale, ...cookies }) => {
    const account = { ...body, locale: body.locale ?? locale };
    const userId = await signUp.signUpByInvitation(tx, params.token, account);
    return shown(await openSession(tx, app, asker, userId), cookies);
  }),
  serve(contract.signUp, async ({ tx, app, body, locale }) => {
    await signUp.signUpOpenly(tx, app, { ...body, locale: body.locale ?? locale });
  }),
  serve(contract.resendConfirmation, ({ tx, app, body }) => askForLink(tx, app, { kind: 'confirmation', ...body })),
  serve(contract.confirmEmail, ({ tx, body }) => signUp.confirmEmail(tx, body.token)),

  serve(contract.changeEmail, async ({ tx, app, scope, asker, body }) => {
    const user = await prove(tx, scope, asker.address, body);
    if (user instanceof DomainError) return user;
    await signUp.askForEmail(tx, app, user, body.email);
  }),

  serve(contract.readSecondFactor, async ({ tx, scope }) => readFactor(tx, await readUser(tx, scope))),
  serve(contract.beginSecondFactor, async ({ tx, scope, asker, body }) => {
    const user = await prove(tx, scope, asker.address, body, { withFactor: false });
    return user instanceof DomainError ? user : beginFactor(tx, user);
  }),
  serve(contract.confirmSecondFactor, async ({ tx, scope, body }) => ({
    recovery_codes: await confirmFactor(tx, scope, body.otp),
  })),
  serve(contract.renewRecoveryCodes, async ({ tx, scope, asker, body }) => {
    const user = await prove(tx, scope, asker.address, body);
    if (user instanceof DomainError) return user;
    if (!user.totp_confirmed_at) throw accountErrors.second_factor_off();
    return { recovery_codes: await newRecoveryCodes(tx, user.id) };
  }),
  serve(contract.endSecondFactor, async ({ tx, scope, asker, body }) => {
    const user = await prove(tx, scope, asker.address, body);
    if (user instanceof DomainError) return user;
    await endFactor(tx, user);
  }),

  serve(contract.listSessions, async ({ tx, scope }) => wholePage(await listSessionRows(tx, scope))),
  serve(contract.endOneSession, async ({ tx, scope, params }) => {
    if (!(await endOwnSession(tx, scope, params.id))) throw common.not_found();
  }),
  serve(contract.endOtherSessions, async ({ tx, scope }) => {
    await endSessionsOf(tx, scope.user.id, scope.session_id);
  }),
];
