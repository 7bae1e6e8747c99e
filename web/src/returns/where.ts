/** Whose return it is: the current project's, or in the dropshipping workspace that of the supplier of `?project=`. */
import type { Role } from '@lanka/domain/kit/roles';
import { readReturn } from '@lanka/domain/returns/contract';
import { useQuery } from '@tanstack/react-query';
import { useParams, useSearchParams } from 'react-router';
import { CallError, call } from '../kit/http/call';
import { useLive } from '../kit/http/query';
import { useProjectId, useSession } from '../kit/session';

/** The address of a return; the dropshipper's says at which supplier it is. */
export const returnPath = (id: string, project_id: string | null): string =>
  `/cp/returns/${id}${project_id ? `?project=${project_id}` : ''}`;

interface Place {
  readonly project_id: string;
  readonly role: Role;
}

/**
 * Asks `find` where the thing of this address is. A link without its supplier (from the wallet) is looked up at every
 * supplier: there are few, and only one can have it.
 */
export function usePlace(find: (project_id: string, id: string, signal: AbortSignal) => Promise<unknown>): {
  place: Place | undefined;
  id: string;
  error: Error | null;
} {
  const { isDropshipping, role, user } = useSession();
  const { id = '' } = useParams();
  const [search] = useSearchParams();
  const here = useProjectId();
  const given = search.get('project');
  const lookup = useQuery({
    queryKey: ['return-place', id],
    enabled: isDropshipping && !given,
    retry: false,
    queryFn: ({ signal }) => {
      const suppliers = user.projects.filter((project) => project.role === 'Client');
      const asked = suppliers.map(async ({ id: project_id }) => {
        await find(project_id, id, signal);
        return project_id;
      });
      return Promise.any(asked).catch(() => {
        throw new CallError(404, 'returns.not_found', '');
      });
    },
  });
  const supplier = given ?? lookup.data;
  // the shell listens to the current project only
  useLive(isDropshipping ? (supplier ?? null) : null);
  if (!isDropshipping) return { place: { project_id: here, role: role ?? 'Client' }, id, error: null };
  return { place: supplier ? { project_id: supplier, role: 'Client' } : undefined, id, error: lookup.error };
}

export const useReturnPlace = () =>
  usePlace((project_id, id, signal) => call(readReturn, { params: { project_id, id }, signal }));
