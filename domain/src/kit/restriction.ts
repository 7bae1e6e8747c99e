import { z } from 'zod';
import { CalendarDate, Id } from './ids';
import { daysAfter } from './time';

/** Since a day (Kyiv) somebody may only read: an invoice is overdue, or, where there is none, no plan was chosen. */
export const Restriction = z.object({
  from: CalendarDate,
  invoice: z.object({ id: Id, number: z.string() }).nullable(),
});
export type Restriction = z.infer<typeof Restriction>;

/** A project without a plan works for so many days, the day of its making counted as the first. */
export const TRIAL_DAYS = 30;
export const trialUntil = (startedOn: string): string => daysAfter(startedOn, TRIAL_DAYS - 1);

/** Feeds and the API read on for so many days; then feeds show nothing available. */
export const READS_ON_DAYS = 7;
