import { z } from 'zod';

/** Roles of a user in a project (specification §6; Producer and Stockman: domain.md, People and access). */
export const Role = z.enum(['Owner', 'Administrator', 'Manager', 'Producer', 'Stockman', 'Client']);
export type Role = z.infer<typeof Role>;

/** Roles that permissions are given to together. */
export const STAFF = ['Owner', 'Administrator', 'Manager'] as const;
export const LEADERS = ['Owner', 'Administrator'] as const;
/** Manufacture requests are hidden from Manager and Client (specification §6). */
export const MAKERS = [...LEADERS, 'Producer'] as const;
export const WORKERS = [...STAFF, 'Producer', 'Stockman'] as const;
export const EVERYBODY = [...WORKERS, 'Client'] as const;

/** Who has a permission, and what it lets do: for the page of roles and for the documentation. */
export interface PermissionEntry {
  readonly roles: readonly Role[];
  readonly ua: string;
  readonly en: string;
}

/** What permissions are about, in the order of the page of roles. */
export const AREAS = ['project', 'goods', 'sales', 'money', 'integrations', 'service'] as const;

/**
 * The permissions of one slice: `domain/src/<slice>/permissions.ts` exports them, `domain/src/permissions.ts` lists
 * the slices. A permission is `<what>.<verb>`; what a Client sees inside one (own orders only) is narrowed by his scope.
 */
/* @__NO_SIDE_EFFECTS__ */
export const permissions = <const T extends Readonly<Record<`${string}.${string}`, PermissionEntry>>>(
  area: (typeof AREAS)[number],
  table: T,
) => ({ area, table });

/** Collaborators are counted by the plan: the staff beside the owner (specification §9, Managers). */
export const COLLABORATOR_ROLES = [
  'Administrator',
  'Manager',
  'Producer',
  'Stockman',
] as const satisfies readonly Role[];

/** Staff of the manufacturer, as domain.md says it for the order machine. */
export function isStaff(role: Role): boolean {
  return (STAFF as readonly Role[]).includes(role);
}

/** The pseudo-project of the dropshipper's own workspace (specification §3, Project). */
export const DROPSHIPPING = 'dropshipping';

/**
 * Entries of the sidebar that are hidden from a role, whatever its permissions (specification §6). Producer and
 * Stockman are not in its table: they see what their permissions give.
 */
export const HIDDEN_ENTRIES = {
  Owner: ['wallet', 'catalogue', 'dropshipper-profile', 'dropshipper-billing'],
  Administrator: ['wallet', 'catalogue', 'dropshipper-profile', 'dropshipper-billing'],
  Manager: [
    'users-admin',
    'project-setting',
    'manufacture-request',
    'wallet',
    'catalogue',
    'dropshipper-profile',
    'checkbox',
    'billing',
    'dropshipper-billing',
  ],
  Producer: [],
  Stockman: [],
  Client: [
    'users-admin',
    'project-setting',
    'manufacture-request',
    'counterparties',
    'checkbox',
    'billing',
    'bookings',
    // «The warehouse group collapses to products only.»
    'turnover',
    'stocktakes',
    'replenishment',
  ],
} as const satisfies Record<Role, readonly string[]>;
