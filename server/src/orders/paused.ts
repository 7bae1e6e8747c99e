import { dotted } from '@lanka/domain/kit/time';
import { orderErrors } from '@lanka/domain/orders/contract';
import type { ProjectScope } from '../kit/auth/scope';

/**
 * While the supplier pauses his dropshippers place nothing new; his own people work as before, and what was sent goes on,
 * also what came back for editing. @throws orders.supplier_paused
 */
export function refusePaused({ role, project: { paused_until } }: Pick<ProjectScope, 'role' | 'project'>): void {
  if (role === 'Client' && paused_until) throw orderErrors.supplier_paused({ until: dotted(paused_until) });
}
