import type { ApiScope } from '@lanka/domain/kit/api_scopes';
import type { Telling } from '@lanka/domain/kit/availability';
import type { Locale } from '@lanka/domain/kit/errors';
import type { Restriction } from '@lanka/domain/kit/restriction';
import type { Role } from '@lanka/domain/kit/roles';

/**
 * A scope says who asks and for which tenant. Only authorisation makes one (`projects/authorise.ts`), and every
 * store function takes one, so that a query which forgets its tenant does not compile. Behind it stands a second
 * wall: row-level security, set from the same scope (`kit/db/db.ts`).
 */
declare const made: unique symbol;

export interface UserScope {
  readonly [made]: true;
  readonly user: { readonly id: string; readonly name: string; readonly email: string };
  /** Empty where no session of a person asks. */
  readonly session_id: string;
  readonly locale: Locale;
  /** A key of the API acts within what this user may: every history names it (docs/decisions/0111-keys-of-the-api.md). */
  readonly api_key?: {
    readonly id: string;
    readonly name: string;
    readonly scopes: readonly ApiScope[];
    /** The project whose key it is; of a dropshipper's his own id. */
    readonly tenant_id: string;
  };
}

/** The operator area: a user with the platform role Staff. It opens no project by itself. */
export interface StaffScope extends UserScope {
  readonly platform_role: 'Staff';
}

export interface ProjectScope extends UserScope {
  readonly project: {
    readonly id: string;
    readonly friendly_id: string;
    readonly title: string;
    readonly allow_backorders: boolean;
    readonly stock_told: Telling['stock_told'];
    readonly stock_many_from: number;
    /** The last day of the supplier's pause, while it lasts. */
    readonly paused_until?: string | null;
    /** The manufacturer's plan; null until one is chosen. */
    readonly subscription_plan: string | null;
    /** A project to try the API on: much is closed in it (domain, kit/sandbox). */
    readonly sandbox?: boolean;
    /** Packs of further orders are added by themselves. */
    readonly extra_orders?: boolean;
    /** Set once it is so: its people only read, and dropshippers place nothing new. */
    readonly restricted?: Restriction | null;
  };
  readonly role: Role;
  /** Set for role Client: the counterparty that stands for him; he sees only what is his. */
  readonly counterparty_id: string | null;
  /** Of role Client, set once it is so: he has not paid for his own plan, so he places nothing new. */
  readonly own_restriction?: Restriction | null;
  /** An automation rule acts in this user's name: the history names it and not him. */
  readonly by_rule?: ByRule;
}

export interface ByRule {
  /** Null: no rule of anybody, the system itself. */
  readonly name: string | null;
  /** The rules that led here, this one last: none of them is asked again by what it does. */
  readonly chain: readonly string[];
}

export interface Supplier extends Telling {
  readonly project_id: string;
  readonly counterparty_id: string;
}

/** The dropshipper's workspace: all projects where the user is a Client. */
export interface DropshippingScope extends UserScope {
  readonly suppliers: readonly Supplier[];
  /** Where access was removed: his own orders there can still be read. */
  readonly past_suppliers: readonly Supplier[];
}

type Facts<S extends UserScope> = Omit<S, typeof made>;

/**
 * Where something is done and by whom: a project's scope is one, and so is a job of the system, which has no user. What
 * takes it asks nobody's role: whoever calls it has made sure that it may be done.
 */
export interface ActingIn {
  readonly project: { readonly id: string };
  readonly user?: { readonly id: string };
}

/** A job acts in this project, for nobody. */
export const systemIn = (projectId: string): ActingIn => ({ project: { id: projectId } });

/** How the stock is told to whoever asks: a Client hears it as the project tells it, its own people see it (null). */
export const tellingFor = ({ role, project }: Pick<ProjectScope, 'role' | 'project'>): Telling | null =>
  role === 'Client' ? project : null;

/** For authorisation alone; the import law lets nobody else call it. */
export function makeScope<S extends UserScope>(facts: Facts<S>): S {
  return Object.freeze({ ...facts }) as S;
}
