/** The same pages for a project's clients and for a dropshipper's own: which calls they make. */
import * as contract from '@lanka/domain/clients/contract';
import type { AnyRoute } from '@lanka/domain/kit/route';
import { useProjectId, useSession } from '../kit/session';

/** The calls of a dropshipper are the same but for the project in the address. */
const like = <R extends AnyRoute>(ofProject: R, own: AnyRoute, isMine: boolean): R =>
  (isMine ? own : ofProject) as unknown as R;

export const clientCalls = (isMine: boolean) => ({
  isMine,
  list: like(contract.listClients, contract.listMyClients, isMine),
  create: like(contract.createClient, contract.createMyClient, isMine),
  find: like(contract.findClient, contract.findMyClient, isMine),
  read: like(contract.readClient, contract.readMyClient, isMine),
  update: like(contract.updateClient, contract.updateMyClient, isMine),
  remove: like(contract.deleteClient, contract.deleteMyClient, isMine),
  merge: like(contract.mergeClients, contract.mergeMyClients, isMine),
  import: like(contract.importClients, contract.importMyClients, isMine),
  export: like(contract.exportClients, contract.exportMyClients, isMine),
});

export function useClientCalls() {
  const { isDropshipping, role, can } = useSession();
  const project_id = useProjectId();
  const isMine = isDropshipping || role === 'Client';
  return { ...clientCalls(isMine), project_id, mayEdit: isMine || can('clients.edit') };
}
