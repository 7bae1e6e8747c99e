import { common } from '@lanka/domain/kit/errors';
import { EXACT_TOTAL } from '@lanka/domain/kit/lists';
import { can } from '@lanka/domain/kit/permissions';
import { allowed, plansThatLift } from '@lanka/domain/kit/plans';
import type { Role } from '@lanka/domain/kit/roles';
import { projectErrors } from '@lanka/domain/projects/contract';
import type { ProjectScope } from '../../kit/auth/scope';
import type { Tx } from '../../kit/db/db';
import type { Services } from '../../kit/services';
import { handOver, letGo } from './belongings';
import { countByRole, countCollaborators, endMembership, findMember, type MemberRow, setRole } from './team.store';

/** The record of a member. The own one is everybody's to read; others need `users.read`. */
export async function readMember(tx: Tx, scope: ProjectScope, id: string): Promise<MemberRow> {
  const member = await findMember(tx, scope, id);
  if (member?.id !== scope.user.id && !can(scope.role, 'users.read'))
    throw common.forbidden({ permission: 'users.read', role: scope.role });
  if (!member) throw common.not_found();
  return member;
}

/** A member who is about to change: locked, and not the owner (the project has exactly one, and keeps him). */
export async function memberToChange(tx: Tx, scope: ProjectScope, id: string): Promise<MemberRow> {
  const member = await findMember(tx, scope, id, true);
  if (!member) throw common.not_found();
  if (member.role === 'Owner') throw projectErrors.last_owner();
  return member;
}

/** Gives staff another role; it counts from the next request on, because each request reads the role anew. */
export async function updateMemberRole(
  tx: Tx,
  app: Services,
  scope: ProjectScope,
  id: string,
  role: Role,
): Promise<MemberRow> {
  const member = await memberToChange(tx, scope, id);
  if (member.role === 'Client') throw projectErrors.client_role();
  await letGo(tx, app, scope, member, role);
  await setRole(tx, scope, member.id, role);
  return { ...member, role };
}

/** Of the staff: what he did stays; what he has in hand goes to `heir`, or to nobody. Partners end the access of a dropshipper. */
export async function removeColleague(
  tx: Tx,
  app: Services,
  scope: ProjectScope,
  id: string,
  heir: string | null,
): Promise<void> {
  const member = await memberToChange(tx, scope, id);
  if (member.role === 'Client') throw common.not_found();
  await handOver(tx, app, scope, member, heir);
  await endMembership(tx, scope, member.id);
}

export async function countMembers(tx: Tx, scope: ProjectScope, q: string | undefined) {
  const by = await countByRole(tx, scope, q);
  const of = (...roles: Role[]): number => roles.reduce((sum, role) => sum + (by[role] ?? 0), 0);
  const admins = of('Owner', 'Administrator');
  const staff = admins + of('Manager', 'Producer', 'Stockman');
  const { subscription_plan, used, pending } = await countCollaborators(tx, scope.project.id);
  return {
    all: Math.min(staff + of('Client'), EXACT_TOTAL),
    admins,
    managers: of('Manager'),
    staff,
    dropshippers: Math.min(of('Client'), EXACT_TOTAL),
    collaborators: {
      used,
      pending,
      allowed: allowed(subscription_plan, 'collaborators'),
      plans: plansThatLift('collaborators', used + 1),
    },
  };
}
