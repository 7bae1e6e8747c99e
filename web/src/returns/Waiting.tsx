import { DROPSHIPPING } from '@lanka/domain/kit/roles';
import { countReturns } from '@lanka/domain/returns/contract';
import { useCall } from '../kit/http/query';
import { useProjectId, useSession } from '../kit/session';
import type { CountProps } from '../kit/slice';

/** Returns that wait for a decision of staff. */
export function Waiting({ show }: CountProps) {
  const project_id = useProjectId();
  const { can } = useSession();
  const enabled = project_id !== DROPSHIPPING && can('returns.decide');
  const counts = useCall(countReturns, { params: { project_id } }, { enabled, staleTime: 60_000 });
  return show(counts.data?.undecided ?? 0);
}
