import type { Tx } from '../kit/db/db';
import { type Jobs, job } from '../kit/jobs/jobs';
import { work } from '../kit/slice';
import { expireBooking } from './book';

const endBooking = job<{ project_id: string; booking_id: string }>('stock.end_booking');

/** A temporary booking ends by a job of its own, queued in the transaction that made it. */
export const endOfBookings = work(endBooking, async (app, { project_id, booking_id }) => {
  const ended = await app.db.transaction({ projectIds: [project_id] }, (tx) =>
    expireBooking(tx, project_id, booking_id),
  );
  if (ended) app.live.publish(project_id, { kind: 'booking', id: booking_id });
});

export function endLater(tx: Tx, jobs: Jobs, projectId: string, bookingId: string, hours: number): Promise<void> {
  return endAt(tx, jobs, projectId, bookingId, new Date(Date.now() + hours * 3_600_000));
}

export function endAt(tx: Tx, jobs: Jobs, project_id: string, booking_id: string, startAfter: Date): Promise<void> {
  return jobs.send(tx, endBooking, { project_id, booking_id }, { startAfter });
}
