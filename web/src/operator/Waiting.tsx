import { readOverview } from '@lanka/domain/operator/contract';
import { useCall } from '../kit/http/query';
import type { CountProps } from '../kit/slice';

/** So often the badge looks whether somebody new waits. */
const LOOK_AGAIN_MS = 60_000;

/** Requests that wait, messages that are new, jobs that failed. */
export function Waiting({ show }: CountProps) {
  const { data } = useCall(readOverview, {}, { refetchInterval: LOOK_AGAIN_MS });
  return show(data ? data.pending_requests + data.new_messages + data.dead_letters : 0);
}
