import { z } from 'zod';

/** Roles of a user in a project (specification §6; Producer and Stockman: domain.md, People and access). */
export const Role = z.enum(['Owner', 'Administrator', 'Manager', 'Producer', 'Stockman', 'Client']);
export type Role = z.infer<typeof Role>;

/**
 * The permission table: the one source for the server, the sidebar, buttons and the documentation.
 * A permission is `<what>.<verb>`; what a Client sees inside a permission (own orders only) is narrowed by his scope.
 */
const STAFF = ['Owner', 'Administrator', 'Manager'] as const;
const LEADERS = ['Owner', 'Administrator'] as const;
/** Manufacture requests are hidden from Manager and Client (specification §6). */
const MAKERS = [...LEADERS, 'Producer'] as const;
const WORKERS = [...STAFF, 'Producer', 'Stockman'] as const;
const EVERYBODY = [...WORKERS, 'Client'] as const;

export const PERMISSIONS = {
  'project.read': EVERYBODY,
  'project.edit': LEADERS,
  'project.delete': ['Owner'],
  'users.read': STAFF,
  'users.manage': LEADERS,
  'products.read': EVERYBODY,
  'products.edit': STAFF,
  'stock.read': WORKERS,
  'stock.edit': [...STAFF, 'Stockman'],
  'manufacture.read': MAKERS,
  'manufacture.edit': MAKERS,
  'imports.run': STAFF,
  'promotions.read': STAFF,
  'promotions.edit': LEADERS,
  'orders.read': EVERYBODY,
  'orders.create': [...STAFF, 'Client'],
  'orders.edit': [...STAFF, 'Client'],
  'orders.move': EVERYBODY,
  'orders.comment': EVERYBODY,
  'documents.issue': [...STAFF, 'Client'],
  'counterparties.read': STAFF,
  'counterparties.edit': STAFF,
  'counterparties.invite': STAFF,
  'payments.read': [...STAFF, 'Client'],
  'payments.report': [...STAFF, 'Client'],
  'payments.confirm': STAFF,
  'payments.enter': STAFF,
  'payment_details.read': [...STAFF, 'Client'],
  'payment_details.edit': LEADERS,
  'files.upload': [...STAFF, 'Stockman', 'Client'],
  'audit.read': LEADERS,
  'audit.run': LEADERS,
  'billing.read': LEADERS,
  'billing.manage': LEADERS,
} as const satisfies Record<string, readonly Role[]>;

export type Permission = keyof typeof PERMISSIONS;

export function can(role: Role, permission: Permission): boolean {
  return (PERMISSIONS[permission] as readonly Role[]).includes(role);
}

/** What a role may, in the order of the table. */
export function permissionsOf(role: Role): Permission[] {
  return (Object.keys(PERMISSIONS) as Permission[]).filter((permission) => can(role, permission));
}

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
  ],
} as const satisfies Record<Role, readonly string[]>;
