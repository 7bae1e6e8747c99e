import { countManufactureRequests } from '@lanka/domain/manufacture/contract';
import { useCall } from '../kit/http/query';
import { useProjectId } from '../kit/session';
import type { CountProps } from '../kit/slice';

/** How many requests nobody has begun with. */
export function Waiting({ show }: CountProps) {
  const project_id = useProjectId();
  const counts = useCall(countManufactureRequests, { params: { project_id }, query: {} }, { staleTime: 60_000 });
  return show(counts.data?.by_status.new ?? 0);
}
