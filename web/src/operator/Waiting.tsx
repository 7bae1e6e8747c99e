import { readOverview } from '@lanka/domain/operator/contract';
import type { z } from 'zod';
import { useCall } from '../kit/http/query';
import type { CountProps } from '../kit/slice';

/** So often the badge looks whether somebody new waits. */
const LOOK_AGAIN_MS = 60_000;

/** Requests, verifications, messages and complaints that wait, jobs that failed, services in trouble. */
export const waitingOf = (overview: z.infer<typeof readOverview.returns>): number =>
  overview.pending_requests +
  overview.asked_verifications +
  overview.new_messages +
  overview.new_complaints +
  overview.dead_letters +
  overview.troubled_services;

export function Waiting({ show }: CountProps) {
  const { data } = useCall(readOverview, {}, { refetchInterval: LOOK_AGAIN_MS });
  return show(data ? waitingOf(data) : 0);
}
