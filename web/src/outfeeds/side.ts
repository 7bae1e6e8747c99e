import { useSession } from '../kit/session';

/** Who looks sells what suppliers make: in the workspace over all of them, or at one. */
export function useIsDropshipper(): boolean {
  const { isDropshipping, role } = useSession();
  return isDropshipping || role === 'Client';
}
