import { countHeld } from '@lanka/domain/bookings/contract';
import { useCall } from '../kit/http/query';
import { useProjectId } from '../kit/session';
import type { CountProps } from '../kit/slice';

/** How many active bookings no order decides about: somebody has to end them, or their time does. */
export function Waiting({ show }: CountProps) {
  const project_id = useProjectId();
  const held = useCall(countHeld, { params: { project_id } }, { staleTime: 60_000 });
  return show(held.data?.count ?? 0);
}
