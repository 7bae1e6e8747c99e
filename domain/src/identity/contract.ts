import { z } from 'zod';
import { common, errors } from '../kit/errors';
import { Iban } from '../kit/iban';
import { requiredText, text } from '../kit/ids';
import { Phone } from '../kit/phone';
import { route } from '../kit/route';
import { LegalType, TaxCode } from '../kit/tax_code';
import { Website } from '../kit/website';
import { accountErrors, accountRoutes } from './account';
import {
  AccessToken,
  Email,
  GivenPassword,
  LinkToken,
  MIN_PASSWORD,
  NewPassword,
  OneTimeCode,
  ReturnTo,
} from './fields';
import { providerRoutes } from './provider';
import { BillingAccount, CurrentUser, currentUser, LEGAL_FORMS, MyProject, PlatformRole, signOut } from './session';

export const identityErrors = errors('identity', {
  wrong_credentials: { status: 401, ua: 'Невірний e-mail або пароль', en: 'Wrong e-mail or password' },
  no_session: { status: 401, ua: 'Сеанс завершено, увійдіть знову', en: 'The session has ended, sign in again' },
  link_invalid: {
    status: 404,
    ua: 'Посилання недійсне або вже використане. Попросіть надіслати нове',
    en: 'The link is not valid or was used already. Ask for a new one',
  },
});

export {
  AccessToken,
  BillingAccount,
  CurrentUser,
  currentUser,
  Email,
  LEGAL_FORMS,
  MIN_PASSWORD,
  MyProject,
  NewPassword,
  PlatformRole,
  signOut,
};

/** How one signs in here. */
export const AuthOptions = z.object({
  /** False while an outside provider signs people in. */
  password: z.boolean(),
  /** The name of the outside provider, for its button; null without one. */
  provider: z.string().nullable(),
  open_sign_up: z.boolean(),
});
export type AuthOptions = z.infer<typeof AuthOptions>;

export const readAuthOptions = route({
  method: 'GET',
  path: 'auth/options',
  summary: 'How one signs in and signs up in this deployment; some addresses of it are invitations to sign up',
  auth: 'public',
  query: z.object({ return_to: ReturnTo.optional() }),
  returns: AuthOptions,
  duringMaintenance: true,
});

export const signIn = route({
  method: 'POST',
  path: 'auth/token',
  duringMaintenance: true,
  summary: 'Sign in with e-mail and password',
  auth: 'public',
  body: z.object({
    email: Email,
    password: GivenPassword,
    /** With a second factor: the app's code or a recovery code. */
    otp: OneTimeCode.optional(),
  }),
  returns: AccessToken,
  errors: [
    identityErrors.wrong_credentials,
    accountErrors.otp_required,
    accountErrors.otp_wrong,
    accountErrors.email_not_confirmed,
    accountErrors.blocked,
  ],
  limitPerMinute: 60,
});

export const refresh = route({
  method: 'POST',
  path: 'auth/refresh',
  duringMaintenance: true,
  summary: 'A new access token for the session of the refresh cookie',
  auth: 'public',
  returns: AccessToken,
  errors: [identityErrors.no_session, common.cross_site],
  sameOrigin: true,
});

export const requestPasswordReset = route({
  method: 'POST',
  path: 'auth/password_reset',
  summary: 'Send a link for a new password; the answer is the same for an unknown e-mail',
  auth: 'public',
  body: z.object({ email: Email }),
  limitPerMinute: 5,
});

export const setPassword = route({
  method: 'POST',
  path: 'auth/password',
  summary: 'Set the password with a link from a mail; ends all sessions of the user',
  auth: 'public',
  body: z.object({ token: LinkToken, password: NewPassword }),
  errors: [identityErrors.link_invalid],
  limitPerMinute: 20,
});

export const UpdateMe = z.object({
  name: requiredText(120).optional(),
  about: text(2000).nullable().optional(),
  website: Website.nullable().optional(),
  legal_form: z.enum(LEGAL_FORMS).nullable().optional(),
  legal_name: text(200).nullable().optional(),
  drop_description: text(2000).nullable().optional(),
  /** Values joined by `; ` (specification §9). */
  adv_source: text(500).nullable().optional(),
  onboardstatus: text(60).nullable().optional(),
  onboarded: z.boolean().optional(),
  drop_legal_type: LegalType.nullable().optional(),
  drop_legal_name: text(200).nullable().optional(),
  phone_number: Phone.nullable().optional(),
  /** The dropshipper's own tax code and account: his documents carry them. */
  edropoy_code: TaxCode.nullable().optional(),
  iban: Iban.nullable().optional(),
  locale: z.enum(['ua', 'en']).optional(),
});

export const updateMe = route({
  method: 'PATCH',
  path: 'users/me',
  summary: 'Change the own profile',
  auth: 'user',
  changes: ['user'],
  body: UpdateMe,
  returns: CurrentUser,
});

export const identityRoutes = {
  ...providerRoutes,
  ...accountRoutes,
  readAuthOptions,
  signIn,
  refresh,
  signOut,
  requestPasswordReset,
  setPassword,
  currentUser,
  updateMe,
};
