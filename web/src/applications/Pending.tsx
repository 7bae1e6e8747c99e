import { countApplications } from '@lanka/domain/applications/contract';
import { useCall } from '../kit/http/query';
import { useProjectId, useSession } from '../kit/session';
import type { CountProps } from '../kit/slice';

/** How many applications wait for a decision; a Manager neither sees nor asks (specification §4). */
export function Pending({ show }: CountProps) {
  const { isDropshipping, can } = useSession();
  const enabled = !isDropshipping && can('applications.read');
  const counts = useCall(countApplications, { params: { project_id: useProjectId() } }, { enabled, staleTime: 60_000 });
  return show(counts.data?.pending ?? 0);
}
