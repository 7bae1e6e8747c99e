import type { DomainError } from '@lanka/domain/kit/errors';
import { dotted } from '@lanka/domain/kit/time';
import { orderErrors } from '@lanka/domain/orders/contract';
import type { ProjectScope } from '../kit/auth/scope';

type Asker = Pick<ProjectScope, 'role' | 'project'>;

/**
 * While the supplier pauses his dropshippers place nothing new; his own people work as before, and what was sent goes on,
 * also what came back for editing.
 */
export const pauseFor = ({ role, project: { paused_until } }: Asker): DomainError | null =>
  role === 'Client' && paused_until ? orderErrors.supplier_paused({ until: dotted(paused_until) }) : null;

/** @throws orders.supplier_paused */
export function refusePaused(scope: Asker): void {
  const paused = pauseFor(scope);
  if (paused) throw paused;
}
