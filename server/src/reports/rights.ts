import { can } from '@lanka/domain/kit/permissions';
import { Role } from '@lanka/domain/kit/roles';
import { REPORT_KINDS, REPORTS, type ReportKind } from '@lanka/domain/reports/kinds';
import { kindOf } from './kinds';

export const kindsFor = (role: Role): ReportKind[] =>
  REPORT_KINDS.filter((kind) => can(role, REPORTS[kind].permission));

/** What somebody is shown of all reports: those of his kinds, with costs if he sees costs. */
export interface Seen {
  readonly kinds: readonly ReportKind[];
  readonly costs: boolean;
}

export const seenBy = (role: Role): Seen => ({ kinds: kindsFor(role), costs: can(role, 'turnover.cost') });

/** Costs stand in a report when all who are to read it see them. */
export const withCosts = (kind: ReportKind, roles: readonly Role[]): boolean =>
  kindOf(kind).columns.some(({ costs }) => costs) && roles.every((role) => can(role, 'turnover.cost'));

/** Roles that may read reports of this kind. */
export const readersOf = (kind: ReportKind): Role[] =>
  Role.options.filter((role) => can(role, 'reports.make') && can(role, REPORTS[kind].permission));
