import * as contract from '@lanka/domain/api_keys/contract';
import { useAction, useCall } from '../kit/http/query';
import { useProjectId, useSession } from '../kit/session';

interface Words {
  readonly revoked: string;
}

/** Who looks sells what suppliers make, in the workspace over all of them or at one: the keys are his own. */
export function useIsDropshipper(): boolean {
  const { isDropshipping, role } = useSession();
  return isDropshipping || role === 'Client';
}

/** The same page is a project's and a dropshipper's; only what it calls differs. */
export function useLimits() {
  const isDropshipping = useIsDropshipper();
  const project_id = useProjectId();
  const mine = useCall(contract.readMyApiLimits, {}, { enabled: isDropshipping });
  const ours = useCall(contract.readApiLimits, { params: { project_id } }, { enabled: !isDropshipping });
  return isDropshipping ? mine : ours;
}

export function useKeyActions(t: Words) {
  const isDropshipping = useIsDropshipper();
  const project_id = useProjectId();
  const quiet = { quiet: true };
  const create = useAction(contract.createApiKey, quiet);
  const createMine = useAction(contract.createMyApiKey, quiet);
  const rotate = useAction(contract.rotateApiKey, quiet);
  const rotateMine = useAction(contract.rotateMyApiKey, quiet);
  const revoke = useAction(contract.revokeApiKey, { success: t.revoked });
  const revokeMine = useAction(contract.revokeMyApiKey, { success: t.revoked });
  return {
    create: (body: contract.CreateApiKeyBody): Promise<contract.NewApiKey> =>
      isDropshipping ? createMine.mutateAsync({ body }) : create.mutateAsync({ params: { project_id }, body }),
    rotate: (id: string, keep_hours: number): Promise<contract.NewApiKey> =>
      isDropshipping
        ? rotateMine.mutateAsync({ params: { id }, body: { keep_hours } })
        : rotate.mutateAsync({ params: { project_id, id }, body: { keep_hours } }),
    revoke: (id: string): void =>
      isDropshipping ? revokeMine.mutate({ params: { id } }) : revoke.mutate({ params: { project_id, id } }),
  };
}
