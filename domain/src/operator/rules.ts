import { type OperatorDeed, operatorErrors, RESEND_MINUTES } from './contract';

/** A user as far as access to the platform goes. */
export interface Access {
  readonly blocked: boolean;
  readonly staff: boolean;
}

export interface AccessChange {
  readonly blocked?: boolean | undefined;
  readonly platform_role?: 'Staff' | null | undefined;
}

export interface AccessPlan {
  readonly after: Access;
  /** What is to be written down, in order; empty when nothing changes. */
  readonly deeds: readonly OperatorDeed[];
  /** All sessions of the user end. */
  readonly endSessions: boolean;
}

/**
 * What a change of a user's access does. The platform always keeps an operator who can sign in: nobody blocks himself
 * or gives his own role up, and the last one stays, also when two operators act on each other at the same moment.
 * @param others how many unblocked operators there are beside this user, counted under their lock
 * @throws operator.oneself, operator.last_staff, operator.blocked_staff
 */
export function planAccess(before: Access, change: AccessChange, isOneself: boolean, others: number): AccessPlan {
  const after: Access = {
    blocked: change.blocked ?? before.blocked,
    staff: change.platform_role === undefined ? before.staff : change.platform_role === 'Staff',
  };
  const losesBlocked = after.blocked && !before.blocked;
  const losesRole = before.staff && !after.staff;
  if (isOneself && (losesBlocked || losesRole)) throw operatorErrors.oneself();
  const wasActive = before.staff && !before.blocked;
  const isActive = after.staff && !after.blocked;
  if (wasActive && !isActive && others === 0) throw operatorErrors.last_staff();
  if (after.staff && !before.staff && after.blocked) throw operatorErrors.blocked_staff({ path: 'platform_role' });
  const deeds: OperatorDeed[] = [];
  if (losesBlocked) deeds.push('user_blocked');
  if (before.blocked && !after.blocked) deeds.push('user_unblocked');
  if (after.staff && !before.staff) deeds.push('staff_given');
  if (losesRole) deeds.push('staff_taken');
  return { after, deeds, endSessions: losesBlocked };
}

/** When an invitation that was sent at `invitedAt` may be sent again. */
export function resendableAt(invitedAt: string | null): string | null {
  return invitedAt === null ? null : new Date(Date.parse(invitedAt) + RESEND_MINUTES * 60_000).toISOString();
}
