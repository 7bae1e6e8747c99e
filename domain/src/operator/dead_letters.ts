import { z } from 'zod';
import { errors } from '../kit/errors';
import { Id, Instant, requiredText } from '../kit/ids';
import { listQuery, page } from '../kit/lists';
import { route } from '../kit/route';

/** Background jobs that failed at every attempt. They wait for an operator: nothing of them is lost by itself. */
export const deadLetterErrors = errors('operator', {
  dead_letter_not_found: {
    status: 404,
    ua: 'Такого завдання тут немає: його вже повторено або відкинуто',
    en: 'There is no such job here: it was run again or discarded already',
  },
  dead_letter_unknown_job: {
    status: 409,
    ua: 'Ця версія не знає завдання «{job}», повторити його не можна',
    en: 'This version does not know the job {job} and cannot run it again',
  },
});

/** At most so many are run again by one call, oldest first. */
export const MOST_REPLAYED = 1000;

/** As kinds of jobs are named: `feeds.import`. */
const JobName = z
  .string()
  .trim()
  .min(1)
  .max(120)
  .regex(/^[\w./-]+$/);

export const DeadLetter = z.object({
  id: Id,
  /** `mail.send`, `feeds.import` … */
  job: z.string(),
  /** When it was first sent, and when it was given up. */
  created_at: Instant,
  failed_at: Instant,
  attempts: z.int(),
  /** What the last attempt failed with: the message without values and secrets; empty when it said nothing. */
  error: z.string(),
  /** The request that it goes back to, as the log names it. */
  request_id: z.string().nullable(),
});
export type DeadLetter = z.infer<typeof DeadLetter>;

export const DeadLetterDetails = DeadLetter.extend({
  /** What it was to work on, secrets left out. */
  data: z.record(z.string(), z.unknown()),
});
export type DeadLetterDetails = z.infer<typeof DeadLetterDetails>;

const ById = z.object({ id: Id });

export const listDeadLetters = route({
  method: 'GET',
  path: 'operator/dead_letters',
  summary: 'Background jobs that failed at every attempt',
  auth: 'staff',
  query: listQuery(['-failed_at', 'created_at', 'job'], { job: JobName.optional() }),
  returns: page(DeadLetter),
});

export const countDeadLetters = route({
  method: 'GET',
  path: 'operator/dead_letters/counts',
  summary: 'How many failed jobs wait, by their name',
  auth: 'staff',
  returns: z.object({ total: z.int(), by_job: z.array(z.object({ job: z.string(), count: z.int() })) }),
});

export const readDeadLetter = route({
  method: 'GET',
  path: 'operator/dead_letters/:id',
  summary: 'One failed job with its data',
  auth: 'staff',
  params: ById,
  returns: DeadLetterDetails,
  errors: [deadLetterErrors.dead_letter_not_found],
});

export const replayDeadLetter = route({
  method: 'POST',
  path: 'operator/dead_letters/:id/replay',
  summary: 'Run a failed job again, with all its attempts',
  auth: 'staff',
  changes: ['operator'],
  params: ById,
  errors: [deadLetterErrors.dead_letter_not_found, deadLetterErrors.dead_letter_unknown_job],
});

export const replayDeadLetters = route({
  method: 'POST',
  path: 'operator/dead_letters/replay',
  summary: 'Run all failed jobs again, or all of one name; at most a thousand in one call',
  auth: 'staff',
  changes: ['operator'],
  body: z.object({ job: JobName.optional() }),
  returns: z.object({ replayed: z.int() }),
});

export const discardDeadLetter = route({
  method: 'POST',
  path: 'operator/dead_letters/:id/discard',
  summary: 'Discard a failed job for good; the reason stays in the list of actions',
  auth: 'staff',
  changes: ['operator'],
  params: ById,
  body: z.object({ reason: requiredText(1000) }),
  errors: [deadLetterErrors.dead_letter_not_found],
});

export const deadLetterRoutes = {
  listDeadLetters,
  countDeadLetters,
  readDeadLetter,
  replayDeadLetter,
  replayDeadLetters,
  discardDeadLetter,
};
