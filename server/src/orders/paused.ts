import type { DomainError } from '@lanka/domain/kit/errors';
import { refusals, restricted } from '@lanka/domain/kit/plan_refusals';
import { dotted } from '@lanka/domain/kit/time';
import { orderErrors } from '@lanka/domain/orders/contract';
import type { ProjectScope } from '../kit/auth/scope';
import { toldAs } from '../projects';

type Asker = Pick<ProjectScope, 'role' | 'project' | 'own_restriction'>;

/**
 * While the supplier pauses his dropshippers place nothing new; his own people work as before, and what was sent goes on,
 * also what came back for editing. While he has not paid for his plan nobody places anything new; nor does a dropshipper
 * who has not paid for his own.
 */
export function pauseFor({ role, project, own_restriction }: Asker): DomainError | null {
  const { paused_until, restricted: since } = project;
  if (own_restriction) return restricted(own_restriction, 'dropshipper');
  if (since) return role === 'Client' ? refusals.supplier_restricted() : restricted(since, toldAs(role));
  return role === 'Client' && paused_until ? orderErrors.supplier_paused({ until: dotted(paused_until) }) : null;
}

/** @throws orders.supplier_paused, plans.supplier_restricted, plans.unpaid, plans.trial_over */
export function refusePaused(scope: Asker): void {
  const paused = pauseFor(scope);
  if (paused) throw paused;
}
