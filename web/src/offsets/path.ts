import { useSession } from '../kit/session';

/** The address of an act's page; the dropshipper's says at which supplier it is. */
export const offsetPath = (id: string, project_id: string | null): string =>
  `/cp/offsets/${id}${project_id ? `?project=${project_id}` : ''}`;

/** Who looks is the other side of a supplier: in the workspace over all suppliers, or at one of them. */
export function useIsClient(): boolean {
  const { isDropshipping, role } = useSession();
  return isDropshipping || role === 'Client';
}
