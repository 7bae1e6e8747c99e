/** The account itself: how it begins, its address, its second factor, where it is signed in. */
import { z } from 'zod';
import { errors } from '../kit/errors';
import { Id, Instant, requiredText } from '../kit/ids';
import { letterErrors } from '../kit/letters';
import { page } from '../kit/lists';
import { Phone } from '../kit/phone';
import { route } from '../kit/route';
import { AccessToken, Email, GivenPassword, LinkToken, NewPassword, OneTimeCode, ReturnTo } from './fields';

export const SIGN_UP_INVITATION_DAYS = 14;
export const EMAIL_LINK_HOURS = 24;
export const RECOVERY_CODES = 10;

export const accountErrors = errors('account', {
  otp_required: {
    status: 401,
    ua: 'Введіть код із застосунку-автентифікатора',
    en: 'Enter the code of the authenticator app',
  },
  otp_wrong: {
    status: 401,
    ua: 'Код невірний або вже використаний. Дочекайтеся наступного і введіть його',
    en: 'The code is wrong or used. Wait for the next one and enter it',
  },
  password_wrong: { status: 422, ua: 'Пароль невірний', en: 'The password is wrong' },
  code_required: {
    status: 422,
    ua: 'Введіть код із застосунку-автентифікатора',
    en: 'Enter the code of the authenticator app',
  },
  code_wrong: {
    status: 422,
    ua: 'Код невірний або вже використаний. Дочекайтеся наступного і введіть його',
    en: 'The code is wrong or used. Wait for the next one and enter it',
  },
  email_not_confirmed: {
    status: 403,
    ua: 'E-mail ще не підтверджено. Відкрийте посилання з листа, який ми надіслали',
    en: 'The e-mail is not confirmed yet. Open the link of the letter that we sent',
  },
  blocked: {
    status: 403,
    ua: 'Доступ призупинено. Зверніться до підтримки',
    en: 'The access is suspended. Contact support',
  },
  sign_up_closed: {
    status: 403,
    ua: 'Зареєструватися можна за запрошенням або після схваленої заявки на доступ',
    en: 'Registration is by invitation or after an approved access request',
  },
  link_invalid: {
    status: 404,
    ua: 'Посилання недійсне, застаріле або вже використане',
    en: 'The link is not valid, has expired or was used already',
  },
  known_user: {
    status: 409,
    ua: 'За цією адресою вже є обліковий запис. Увійдіть',
    en: 'There is an account for this address already. Sign in',
  },
  email_taken: {
    status: 409,
    ua: 'Цю адресу вже має інший обліковий запис',
    en: 'Another account has this address already',
  },
  email_same: { status: 422, ua: 'Це вже ваш e-mail', en: 'This is your e-mail already' },
  second_factor_on: { status: 409, ua: 'Другий фактор уже ввімкнено', en: 'The second factor is on already' },
  second_factor_off: { status: 409, ua: 'Другий фактор вимкнено', en: 'The second factor is off' },
});

const Language = z.enum(['ua', 'en']);

export const readSignUpInvitation = route({
  method: 'GET',
  path: 'auth/sign_up_invitations/:token',
  summary: 'Whom the invitation to sign up is for',
  auth: 'public',
  params: z.object({ token: LinkToken }),
  returns: z.object({ email: z.string(), name: z.string(), phone_number: z.string().nullable() }),
  errors: [accountErrors.link_invalid, accountErrors.known_user],
  limitPerMinute: 60,
});

export const signUpByInvitation = route({
  method: 'POST',
  path: 'auth/sign_up_invitations/:token',
  summary: 'Make the account of the invitation and sign in',
  auth: 'public',
  status: 201,
  params: z.object({ token: LinkToken }),
  body: z.object({
    name: requiredText(120),
    phone_number: Phone.nullable().optional(),
    password: NewPassword,
    locale: Language.optional(),
  }),
  returns: AccessToken,
  errors: [accountErrors.link_invalid, accountErrors.known_user],
  limitPerMinute: 20,
});

export const signUp = route({
  method: 'POST',
  path: 'auth/sign_up',
  summary:
    'Sign up where registration is open, or with the address of an invitation in `return_to`; the answer is the same for ' +
    'a known e-mail. A letter confirms it, and leads on to `return_to`',
  auth: 'public',
  status: 202,
  body: z.object({
    name: requiredText(120),
    email: Email,
    password: NewPassword,
    locale: Language.optional(),
    return_to: ReturnTo.optional(),
  }),
  errors: [accountErrors.sign_up_closed],
  limitPerMinute: 5,
});

export const resendConfirmation = route({
  method: 'POST',
  path: 'auth/resend_confirmation',
  summary: 'Send the confirmation of a new account again; the answer is the same for an unknown e-mail',
  auth: 'public',
  status: 202,
  body: z.object({ email: Email, return_to: ReturnTo.optional() }),
  limitPerMinute: 5,
});

export const confirmEmail = route({
  method: 'POST',
  path: 'auth/confirm_email',
  summary: 'Prove an address with the link of a letter: of a new account, or the one it changes to',
  auth: 'public',
  body: z.object({ token: LinkToken }),
  returns: z.object({ kind: z.enum(['confirm', 'change']), email: z.string() }),
  errors: [accountErrors.link_invalid, accountErrors.email_taken],
  limitPerMinute: 20,
});

/** What proves again who asks, before the account itself is changed. */
const Proof = z.object({ password: GivenPassword, otp: OneTimeCode.optional() });
const proofErrors = [accountErrors.password_wrong, accountErrors.code_required, accountErrors.code_wrong];

export const changeEmail = route({
  method: 'POST',
  path: 'users/me/email',
  summary:
    'Ask for another e-mail: a link goes to the new address; with it all sessions end (specification §4, Profile)',
  auth: 'user',
  changes: ['user'],
  status: 202,
  body: Proof.extend({ email: Email }),
  errors: [...proofErrors, accountErrors.email_same, letterErrors.address],
  limitPerMinute: 10,
});

export const SecondFactor = z.object({
  enabled: z.boolean(),
  enabled_at: Instant.nullable(),
  recovery_codes_left: z.int(),
});
export type SecondFactor = z.infer<typeof SecondFactor>;

export const readSecondFactor = route({
  method: 'GET',
  path: 'users/me/second_factor',
  summary: 'Whether the second factor is on',
  auth: 'user',
  returns: SecondFactor,
});

export const beginSecondFactor = route({
  method: 'POST',
  path: 'users/me/second_factor',
  summary: 'A secret for an authenticator app; it counts once a code confirms it',
  secretAnswer: true,
  auth: 'user',
  changes: ['second_factor'],
  status: 201,
  body: z.object({ password: GivenPassword }),
  returns: z.object({
    /** Base32, for typing in. */
    secret: z.string(),
    /** `otpauth://…`, what the QR code says. */
    uri: z.string(),
    qr_svg: z.string(),
  }),
  errors: [accountErrors.password_wrong, accountErrors.second_factor_on],
  limitPerMinute: 10,
});

const RecoveryCodes = z.object({ recovery_codes: z.array(z.string()) });

export const confirmSecondFactor = route({
  method: 'POST',
  path: 'users/me/second_factor/confirm',
  summary: 'Switch the second factor on with a code of the app; the recovery codes are shown this once',
  secretAnswer: true,
  auth: 'user',
  changes: ['second_factor'],
  body: z.object({ otp: OneTimeCode }),
  returns: RecoveryCodes,
  errors: [accountErrors.code_wrong, accountErrors.second_factor_on, accountErrors.second_factor_off],
  limitPerMinute: 10,
});

export const renewRecoveryCodes = route({
  method: 'POST',
  path: 'users/me/second_factor/recovery_codes',
  summary: 'New recovery codes; the old ones end',
  secretAnswer: true,
  auth: 'user',
  changes: ['second_factor'],
  body: Proof,
  returns: RecoveryCodes,
  errors: [...proofErrors, accountErrors.second_factor_off],
  limitPerMinute: 10,
});

export const endSecondFactor = route({
  method: 'POST',
  path: 'users/me/second_factor/disable',
  summary: 'Switch the second factor off',
  auth: 'user',
  changes: ['second_factor'],
  body: Proof,
  errors: [...proofErrors, accountErrors.second_factor_off],
  limitPerMinute: 10,
});

export const UserSession = z.object({
  id: Id,
  /** The browser's own name of itself, as it was sent. */
  agent: z.string(),
  address: z.string(),
  created_at: Instant,
  last_seen_at: Instant,
  /** The session that asks. */
  current: z.boolean(),
});
export type UserSession = z.infer<typeof UserSession>;

export const listSessions = route({
  method: 'GET',
  path: 'users/me/sessions',
  summary: 'Where the current user is signed in',
  auth: 'user',
  returns: page(UserSession),
});

export const endOneSession = route({
  method: 'DELETE',
  path: 'users/me/sessions/:id',
  summary: 'Sign out there',
  auth: 'user',
  changes: ['session'],
  params: z.object({ id: Id }),
});

export const endOtherSessions = route({
  method: 'POST',
  path: 'users/me/sessions/end_others',
  summary: 'Sign out everywhere but here',
  auth: 'user',
  changes: ['session'],
});

export const accountRoutes = {
  readSignUpInvitation,
  signUpByInvitation,
  signUp,
  resendConfirmation,
  confirmEmail,
  changeEmail,
  readSecondFactor,
  beginSecondFactor,
  confirmSecondFactor,
  renewRecoveryCodes,
  endSecondFactor,
  listSessions,
  endOneSession,
  endOtherSessions,
};
