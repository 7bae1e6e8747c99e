import { countMyOffsets, countOffsets } from '@lanka/domain/offsets/contract';
import { useCall } from '../kit/http/query';
import { useProjectId, useSession } from '../kit/session';
import type { CountProps } from '../kit/slice';

/** How many acts wait for this side. */
export function Waiting({ show }: CountProps) {
  const { isDropshipping } = useSession();
  const params = { project_id: useProjectId() };
  const own = useCall(countOffsets, { params }, { enabled: !isDropshipping, staleTime: 60_000 });
  const mine = useCall(countMyOffsets, {}, { enabled: isDropshipping, staleTime: 60_000 });
  return show((isDropshipping ? mine.data?.waiting : own.data?.waiting) ?? 0);
}
