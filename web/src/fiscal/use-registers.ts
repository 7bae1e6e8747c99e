import * as contract from '@lanka/domain/fiscal/contract';
import { useCall } from '../kit/http/query';
import { useProjectId } from '../kit/session';

/** While a shift is being opened or closed it is asked again, where live updates do not come. */
const POLL_MS = 2_000;

const isMoving = ({ shift, waiting }: contract.CashRegister): boolean =>
  shift === 'opening' || shift === 'closing' || waiting > 0;

export function useRegisters() {
  const params = { project_id: useProjectId() };
  const known = useCall(contract.listRegisters, { params });
  const moves = known.data?.items.some(isMoving) ?? false;
  return useCall(contract.listRegisters, { params }, { refetchInterval: moves ? POLL_MS : false });
}

export function useRegister(id: string) {
  const params = { project_id: useProjectId(), id };
  const known = useCall(contract.readRegister, { params });
  const moves = known.data ? isMoving(known.data) : false;
  return useCall(contract.readRegister, { params }, { refetchInterval: moves ? POLL_MS : false });
}
