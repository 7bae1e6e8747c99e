/** Whose order it is: the current project, or in the dropshipping workspace the supplier's of `?project=`. */
import type { Role } from '@lanka/domain/kit/roles';
import { readOrder } from '@lanka/domain/orders/contract';
import { useQuery } from '@tanstack/react-query';
import { useParams, useSearchParams } from 'react-router';
import { CallError, call } from '../kit/http/call';
import { useLive } from '../kit/http/query';
import { useProjectId, useSession } from '../kit/session';

export interface OrderPlace {
  project_id: string;
  role: Role;
}

interface Where {
  place: OrderPlace | undefined;
  id: string;
  error: Error | null;
}

/**
 * The order of this address. A link without its supplier (from a letter, from the wallet) is looked up at every
 * supplier: there are few, and only one can have it.
 */
export function useOrderPlace(): Where {
  const { isDropshipping, role, user } = useSession();
  const { id = '' } = useParams();
  const [search] = useSearchParams();
  const here = useProjectId();
  const given = search.get('project');
  const lookup = useQuery({
    queryKey: ['order-place', id],
    enabled: isDropshipping && !given,
    retry: false,
    queryFn: ({ signal }) => {
      const suppliers = user.projects.filter((project) => project.role === 'Client');
      const asked = suppliers.map(async ({ id: project_id }) => {
        await call(readOrder, { params: { project_id, id }, signal });
        return project_id;
      });
      return Promise.any(asked).catch(() => {
        throw new CallError(404, 'orders.not_found', '');
      });
    },
  });
  const supplier = given ?? lookup.data;
  // The shell listens to the current project only.
  useLive(isDropshipping ? (supplier ?? null) : null);
  if (!isDropshipping) return { place: { project_id: here, role: role ?? 'Client' }, id, error: null };
  return { place: supplier ? { project_id: supplier, role: 'Client' } : undefined, id, error: lookup.error };
}
