import { countMyReconciliations, countReconciliations } from '@lanka/domain/reconciliations/contract';
import { useCall } from '../kit/http/query';
import { useProjectId, useSession } from '../kit/session';
import type { CountProps } from '../kit/slice';
import { useStandsAtOne } from './Elsewhere';

/** How many acts wait for this side; of a dropshipper those of all his suppliers, wherever he stands. */
export function Waiting({ show }: CountProps) {
  const { isDropshipping } = useSession();
  const everywhere = useStandsAtOne() || isDropshipping;
  const params = { project_id: useProjectId() };
  const own = useCall(countReconciliations, { params }, { enabled: !everywhere, staleTime: 60_000 });
  const mine = useCall(countMyReconciliations, {}, { enabled: everywhere, staleTime: 60_000 });
  return show((everywhere ? mine.data?.waiting : own.data?.waiting) ?? 0);
}
