import { can } from '@lanka/domain/kit/permissions';
import { type Audience, apiAllowed } from '@lanka/domain/kit/plans';
import type { PausedBy } from '@lanka/domain/webhooks/contract';
import { readUserPlan } from '../api_keys';
import type { DropshippingScope, ProjectScope } from '../kit/auth/scope';
import type { Tx } from '../kit/db/db';
import { authoriseDropshipper, authoriseKnown } from '../projects';
import type { Target } from './sending.store';

export type Maker =
  | { readonly own: true; readonly scope: ProjectScope }
  | { readonly own: false; readonly scope: DropshippingScope };

const hasApi = (audience: Audience, plan: string | null): boolean => apiAllowed(audience, plan) !== null;

/** In whose name it is read and sent, as he is at this moment; or why it is no more. */
export async function makerOf(tx: Tx, { tenant, own }: Target, user_id: string): Promise<Maker | PausedBy> {
  if (own) {
    const scope = await authoriseKnown(tx, tenant, user_id);
    if (!scope || scope.role === 'Client' || !can(scope.role, 'webhooks.manage')) return 'access';
    return hasApi('manufacturer', scope.project.subscription_plan) ? { own, scope } : 'plan';
  }
  const scope = await authoriseDropshipper(tx, user_id);
  if (!scope) return 'access';
  return hasApi('dropshipper', await readUserPlan(tx, user_id)) ? { own, scope } : 'plan';
}

export const projectsOf = (maker: Maker): string[] =>
  maker.own ? [maker.scope.project.id] : maker.scope.suppliers.map(({ project_id }) => project_id);
