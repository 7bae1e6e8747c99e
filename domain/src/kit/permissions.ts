import * as slices from '../permissions';
import type { Locale } from './errors';
import { AREAS, type PermissionEntry, type Role } from './roles';

type Listed = (typeof slices)[keyof typeof slices]['table'];
type NamesIn<Table> = Table extends unknown ? keyof Table & string : never;
export type Permission = NamesIn<Listed>;

/**
 * The permission table: the one source for the server, the sidebar, buttons and the documentation. By area, then by
 * slice, then as the slice writes them.
 */
export const PERMISSIONS = Object.fromEntries(
  AREAS.flatMap((area) => Object.values(slices).filter((slice) => slice.area === area)).flatMap(({ table }) =>
    Object.entries(table),
  ),
) as Readonly<Record<Permission, PermissionEntry>>;

const ALL = Object.keys(PERMISSIONS) as Permission[];

export const can = (role: Role, permission: Permission): boolean => PERMISSIONS[permission].roles.includes(role);

/** What a role may, in the order of the table. */
export const permissionsOf = (role: Role): Permission[] => ALL.filter((permission) => can(role, permission));

/** In the order of the table, with their words. */
export const listPermissions = (locale: Locale): { permission: Permission; words: string }[] =>
  ALL.map((permission) => ({ permission, words: PERMISSIONS[permission][locale] }));
