import { randomInt } from 'node:crypto';
import { accountErrors, RECOVERY_CODES, type SecondFactor } from '@lanka/domain/identity/account';
import { Secret, TOTP } from 'otpauth';
import type { StaffScope, UserScope } from '../../kit/auth/scope';
import type { Tx } from '../../kit/db/db';
import { hashSecret } from '../../kit/db/ids';
import { NOT_ASKED_FOR } from '../../kit/mail/caps';
import { qrSvg } from '../../kit/qr';
import type { Services } from '../../kit/services';
import type { UserRow } from '../identity.store';
import {
  changeAccount,
  countRecoveryCodes,
  lockUser,
  replaceRecoveryCodes,
  takeTotpStep,
  useRecoveryCode,
} from './account.store';
import { factorRemoved } from './letters';

/** What every authenticator app can do (RFC 6238 with its defaults). */
const STEP_SECONDS = 30;
/** A code of the step before or after is accepted: clocks differ. */
const WINDOW = 1;

const totpOf = (secret: string, label = ''): TOTP =>
  new TOTP({ issuer: 'Lanka', label, secret: Secret.fromBase32(secret), digits: 6, period: STEP_SECONDS });

/**
 * Whether the code opens: of the app (each time step once), or a recovery code (each once). It is used up.
 */
export async function takeCode(tx: Tx, user: Pick<UserRow, 'id' | 'totp_secret'>, code: string): Promise<boolean> {
  if (!/^\d{6}$/.test(code)) return useRecoveryCode(tx, user.id, hashSecret(code));
  if (!user.totp_secret) return false;
  const timestamp = Date.now();
  const delta = totpOf(user.totp_secret).validate({ token: code, timestamp, window: WINDOW });
  if (delta === null) return false;
  return takeTotpStep(tx, user.id, Math.floor(timestamp / 1000 / STEP_SECONDS) + delta);
}

export async function readFactor(tx: Tx, user: UserRow): Promise<SecondFactor> {
  const enabled = user.totp_confirmed_at !== null;
  return {
    enabled,
    enabled_at: user.totp_confirmed_at,
    recovery_codes_left: enabled ? await countRecoveryCodes(tx, user.id) : 0,
  };
}

/** A new secret, not yet in force. Throws account.second_factor_on. */
export async function beginFactor(tx: Tx, user: UserRow): Promise<{ secret: string; uri: string; qr_svg: string }> {
  if (user.totp_confirmed_at) throw accountErrors.second_factor_on();
  const secret = new Secret({ size: 20 }).base32;
  await changeAccount(tx, user.id, { totp_secret: secret, totp_last_step: null });
  const uri = totpOf(secret, user.email).toString();
  return { secret, uri, qr_svg: qrSvg(uri) };
}

/** Puts the secret in force. Throws account.second_factor_on, second_factor_off, code_wrong. */
export async function confirmFactor(tx: Tx, scope: UserScope, code: string): Promise<string[]> {
  const user = await lockUser(tx, scope.user.id);
  if (user.totp_confirmed_at) throw accountErrors.second_factor_on();
  if (!user.totp_secret) throw accountErrors.second_factor_off();
  if (!/^\d{6}$/.test(code) || !(await takeCode(tx, user, code))) throw accountErrors.code_wrong({ path: 'otp' });
  await changeAccount(tx, user.id, { totp_confirmed_at: new Date().toISOString() });
  return newRecoveryCodes(tx, user.id);
}

/** Letters and digits that are not taken for one another. */
const SIGNS = 'abcdefghjkmnpqrstuvwxyz23456789';

/** Ten codes of ten signs, some 49 bits each; only their hashes are kept. */
export async function newRecoveryCodes(tx: Tx, userId: string): Promise<string[]> {
  const codes = Array.from({ length: RECOVERY_CODES }, () =>
    Array.from({ length: 10 }, () => SIGNS[randomInt(SIGNS.length)]).join(''),
  );
  await replaceRecoveryCodes(tx, userId, codes.map(hashSecret));
  return codes.map((code) => `${code.slice(0, 5)}-${code.slice(5)}`);
}

/** Throws account.second_factor_off. */
export async function endFactor(tx: Tx, user: UserRow): Promise<void> {
  if (!user.totp_confirmed_at) throw accountErrors.second_factor_off();
  await changeAccount(tx, user.id, { totp_secret: null, totp_confirmed_at: null, totp_last_step: null });
  await replaceRecoveryCodes(tx, user.id, []);
}

/**
 * By an operator, for whoever has lost the app and the recovery codes. The owner of the account hears of it by letter:
 * it may be somebody else who asked. Sessions go on, so that the owner can act. Throws account.second_factor_off.
 */
export async function removeFactor(tx: Tx, app: Services, _scope: StaffScope, userId: string): Promise<void> {
  const user = await lockUser(tx, userId);
  await endFactor(tx, user);
  await app.mail.post(tx, factorRemoved.to(user, {}, `${app.config.publicUrl}/cp/profile/security`), NOT_ASKED_FOR);
}
