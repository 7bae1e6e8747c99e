import { job } from '../kit/jobs/jobs';
import { forgetLetterCounts } from '../kit/mail/caps';
import { byClock } from '../kit/slice';
import { forgetOld } from './account/account.store';

const sweep = job<Record<string, never>>('identity.sweep');

/** Every night forgets old sign-in failures, dead links, long-ended sessions, and counts of letters. */
export const forgetEnded = byClock(sweep, '30 4 * * *', ({ db }) =>
  db.transaction({}, async (tx) => {
    await forgetOld(tx);
    await forgetLetterCounts(tx);
  }),
);
