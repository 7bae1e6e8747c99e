/** Who is signed in: what every page asks first, apart from what signing in and the account need. */
import { z } from 'zod';
import { StockTelling } from '../kit/availability';
import { CalendarDate, Id, Instant } from '../kit/ids';
import { Restriction } from '../kit/restriction';
import { Role } from '../kit/roles';
import { route } from '../kit/route';
import { LegalType } from '../kit/tax_code';

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
  /** The last day of the supplier's pause, while it lasts: until then dropshippers order nothing new. */
  paused_until: CalendarDate.nullable(),
  /** False for its dropshippers while the supplier has not paid for his plan: they order nothing new. */
  takes_orders: z.boolean(),
  /** Null until one was chosen, and for those who do not work there. */
  subscription_plan: z.string().nullable(),
  /** From when its people may only read, if nothing is paid or chosen until then. Null for those who do not work there. */
  restriction: Restriction.nullable(),
  /** Of a sandbox: the day on which it is thrown away. */
  sandbox_until: CalendarDate.nullable(),
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
  /** The same of the user as a dropshipper. */
  restriction: Restriction.nullable(),
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

export const currentUser = route({
  method: 'GET',
  path: 'users/me',
  summary: 'The current user with his projects and roles',
  auth: 'user',
  shows: ['project', 'billing_account'],
  returns: CurrentUser,
});

export const signOut = route({
  method: 'POST',
  path: 'auth/sign_out',
  duringMaintenance: true,
  summary: 'End this session',
  auth: 'user',
});
