import { countPayments } from '@lanka/domain/payments/contract';
import { useCall } from '../kit/http/query';
import { useProjectId } from '../kit/session';
import type { CountProps } from '../kit/slice';

/** How many reported payments wait for staff. */
export function Waiting({ show }: CountProps) {
  const project_id = useProjectId();
  const counts = useCall(countPayments, { params: { project_id }, query: {} }, { staleTime: 60_000 });
  return show(counts.data?.pending ?? 0);
}
