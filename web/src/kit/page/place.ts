/** Whose the thing of this address is: the current project's, or in the dropshipping workspace the supplier's of `?project=`. */
import type { Role } from '@lanka/domain/kit/roles';
import { useQuery } from '@tanstack/react-query';
import { useParams, useSearchParams } from 'react-router';
import { CallError } from '../http/call';
import { useLive } from '../http/query';
import { useProjectId, useSession, useSuppliers } from '../session';

export interface Place {
  readonly project_id: string;
  readonly role: Role;
}

interface Found {
  place: Place | undefined;
  id: string;
  error: Error | null;
}

/**
 * A link without its supplier (from a letter, from the wallet) is looked up at every supplier by `find`, which throws
 * where the thing is not: there are few suppliers, and only one can have it. Found at none, the error is the first of
 * what `find` threw. `kind` keeps the answers of different things apart.
 */
export function usePlace(
  kind: string,
  find: (project_id: string, id: string, signal: AbortSignal) => Promise<unknown>,
): Found {
  const { isDropshipping, role } = useSession();
  const suppliers = useSuppliers();
  const { id = '' } = useParams();
  const [search] = useSearchParams();
  const here = useProjectId();
  const given = search.get('project');
  const lookup = useQuery({
    queryKey: ['place', kind, id],
    enabled: isDropshipping && !given,
    retry: false,
    queryFn: ({ signal }) => {
      const asked = suppliers.map(async ({ id: project_id }) => {
        await find(project_id, id, signal);
        return project_id;
      });
      return Promise.any(asked).catch(({ errors: [first] }: AggregateError) => {
        throw first ?? new CallError(404, 'not_found', '');
      });
    },
  });
  const supplier = given ?? lookup.data;
  // the shell listens to the current project only
  useLive(isDropshipping ? (supplier ?? null) : null);
  if (!isDropshipping) return { place: { project_id: here, role: role ?? 'Client' }, id, error: null };
  return { place: supplier ? { project_id: supplier, role: 'Client' } : undefined, id, error: lookup.error };
}
