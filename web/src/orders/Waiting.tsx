import { DROPSHIPPING } from '@lanka/domain/kit/roles';
import { countOrders } from '@lanka/domain/orders/contract';
import { useCall } from '../kit/http/query';
import { useProjectId, useSession } from '../kit/session';
import type { CountProps } from '../kit/slice';

/** Orders that wait for a manager. */
export function Waiting({ show }: CountProps) {
  const project_id = useProjectId();
  const { can } = useSession();
  const enabled = project_id !== DROPSHIPPING && can('counterparties.read');
  const counts = useCall(countOrders, { params: { project_id }, query: {} }, { enabled, staleTime: 60_000 });
  return show(counts.data?.by_status.Pending ?? 0);
}
