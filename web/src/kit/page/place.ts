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

/** Asks one project for a thing, and throws where it is not. */
type Find = (project_id: string, id: string, signal: AbortSignal) => Promise<unknown>;

export interface Found {
  readonly place: Place | undefined;
  readonly id: string;
  readonly error: Error | null;
  /** As they were given: see Placed.tsx. */
  readonly kind: string;
  readonly find: Find;
}

/** Which of these projects has it: there are few of them, and only one can. Rejected where none has. */
export const whoHas = <P extends { readonly id: string }>(
  projects: readonly P[],
  find: (project_id: string) => Promise<unknown>,
): Promise<P> =>
  Promise.any(
    projects.map(async (one) => {
      await find(one.id);
      return one;
    }),
  );

/**
 * A link without its supplier (from a letter, from the wallet) is looked up at every supplier by `find`. Found at none,
 * the error is the first of what `find` threw. `kind` keeps the answers of different things apart.
 */
export function usePlace(kind: string, find: Find): Found {
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
    queryFn: ({ signal }) =>
      whoHas(suppliers, (project_id) => find(project_id, id, signal)).catch(({ errors: [first] }: AggregateError) => {
        throw first ?? new CallError(404, 'not_found', '');
      }),
  });
  const supplier = given ?? lookup.data?.id;
  // the shell listens to the current project only
  useLive(isDropshipping ? (supplier ?? null) : null);
  const asked = { kind, find, id };
  if (!isDropshipping) return { place: { project_id: here, role: role ?? 'Client' }, error: null, ...asked };
  return { place: supplier ? { project_id: supplier, role: 'Client' } : undefined, error: lookup.error, ...asked };
}
