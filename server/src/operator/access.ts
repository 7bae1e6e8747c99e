import { operatorErrors } from '@lanka/domain/operator/contract';
import { type AccessChange, planAccess } from '@lanka/domain/operator/rules';
import { endSessionsOf, lockUserAccess, removeFactor, setUserAccess } from '../identity';
import type { StaffScope } from '../kit/auth/scope';
import type { Tx } from '../kit/db/db';
import type { Services } from '../kit/services';
import { keepAction } from './operator.store';

/** Blocks, unblocks, gives or takes the platform role; a blocked user is signed out everywhere at once. */
export async function updateUserAccess(
  tx: Tx,
  scope: StaffScope,
  id: string,
  change: AccessChange & { readonly reason?: string | undefined },
): Promise<void> {
  const found = await lockUserAccess(tx, scope, id);
  if (!found) throw operatorErrors.user_not_found();
  const { user, others } = found;
  const { after, deeds, endSessions } = planAccess(user, change, id === scope.user.id, others);
  if (deeds.length === 0) return;
  await setUserAccess(tx, scope, id, after);
  if (endSessions) await endSessionsOf(tx, id);
  for (const deed of deeds)
    await keepAction(tx, scope, { deed, subject_id: id, subject: user.email, note: change.reason });
}

/** For whoever cannot sign in any more. One's own needs the password and a code, or another operator. */
export async function removeSecondFactor(
  tx: Tx,
  app: Services,
  scope: StaffScope,
  id: string,
  reason: string,
): Promise<void> {
  const found = await lockUserAccess(tx, scope, id);
  if (!found) throw operatorErrors.user_not_found();
  if (id === scope.user.id) throw operatorErrors.own_second_factor();
  await removeFactor(tx, app, scope, id);
  await keepAction(tx, scope, {
    deed: 'second_factor_removed',
    subject_id: id,
    subject: found.user.email,
    note: reason,
  });
}
