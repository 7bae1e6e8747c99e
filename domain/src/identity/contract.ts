import { z } from 'zod';
import { StockTelling } from '../kit/availability';
import { common, errors } from '../kit/errors';
import { Iban } from '../kit/iban';
import { Id, Instant, requiredText, text } from '../kit/ids';
import { Phone } from '../kit/phone';
import { Role } from '../kit/roles';
import { route } from '../kit/route';
import { LegalType, TaxCode } from '../kit/tax_code';
import { Website } from '../kit/website';
import { accountErrors, accountRoutes } from './account';
import { AccessToken, Email, GivenPassword, LinkToken, MIN_PASSWORD, NewPassword, OneTimeCode } from './fields';
import { providerRoutes } from './provider';

export const identityErrors = errors('identity', {
  wrong_credentials: { status: 401, ua: 'Невірний e-mail або пароль', en: 'Wrong e-mail or password' },
  no_session: { status: 401, ua: 'Сеанс завершено, увійдіть знову', en: 'The session has ended, sign in again' },
  link_invalid: {
    status: 404,
    ua: 'Посилання недійсне або вже використане. Попросіть надіслати нове',
    en: 'The link is not valid or was used already. Ask for a new one',
  },
});

export { AccessToken, Email, MIN_PASSWORD, NewPassword };

/** A project in the list of the current user. */
export const MyProject = z.object({
  id: Id,
  friendly_id: z.string(),
  title: z.string(),
  logo_url: z.string().nullable(),
  role: Role,
  /** Set for role Client: the counterparty that stands for this user there. */
  counterparty_id: Id.nullable(),
  /** How the supplier tells his stock to dropshippers: by what goods can be sorted and filtered. */
  stock_told: StockTelling,
  /** Null until one was chosen, and for those who do not work there. */
  subscription_plan: z.string().nullable(),
});
export type MyProject = z.infer<typeof MyProject>;

/** Platform roles (domain.md, People and access). */
export const PlatformRole = z.enum(['Staff']);

export const BillingAccount = z.object({
  subscription_plan: z.string().nullable(),
  /** When it was chosen. */
  subscription_plan_since: Instant.nullable(),
});
export type BillingAccount = z.infer<typeof BillingAccount>;

export const LEGAL_FORMS = ['sole_trader', 'individual'] as const;

export const CurrentUser = z.object({
  id: Id,
  /** The same as `id` while Lanka is the identity provider itself. */
  auth_id: z.string(),
  name: z.string(),
  email: z.string(),
  phone_number: z.string().nullable(),
  photo_url: z.string().nullable(),
  about: z.string().nullable(),
  website: z.string().nullable(),
  legal_form: z.enum(LEGAL_FORMS).nullable(),
  legal_name: z.string().nullable(),
  platform_role: PlatformRole.nullable(),
  email_confirmed: z.boolean(),
  two_factor: z.boolean(),
  /** He came by a supplier's invitation and has no plan of his own (specification §4, Project selection). */
  invited_only: z.boolean(),
  onboarded: z.boolean(),
  /** `path - step`, where the onboarding was left. */
  onboardstatus: z.string().nullable(),
  /** Where he heard of us; values joined by `; `. */
  adv_source: z.string().nullable(),
  subscription_plan: z.string().nullable(),
  billing_account: BillingAccount,
  drop_description: z.string().nullable(),
  drop_legal_type: LegalType.nullable(),
  drop_legal_name: z.string().nullable(),
  edropoy_code: z.string().nullable(),
  iban: z.string().nullable(),
  locale: z.enum(['ua', 'en']),
  /** What this deployment lets choose from. */
  locales: z.array(z.enum(['ua', 'en'])),
  created_at: Instant,
  projects: z.array(MyProject),
});
export type CurrentUser = z.infer<typeof CurrentUser>;

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
  summary: 'How one signs in and signs up in this deployment',
  auth: 'public',
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

export const signOut = route({
  method: 'POST',
  path: 'auth/sign_out',
  duringMaintenance: true,
  summary: 'End this session',
  auth: 'user',
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

export const currentUser = route({
  method: 'GET',
  path: 'users/me',
  summary: 'The current user with his projects and roles',
  auth: 'user',
  shows: ['project', 'billing_account'],
  returns: CurrentUser,
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
