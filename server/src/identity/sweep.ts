import { job } from '../kit/jobs/jobs';
import { byClock } from '../kit/slice';
import { forgetOld } from './account/account.store';

const sweep = job<Record<string, never>>('identity.sweep');

/** Every night forgets old sign-in failures, dead links and long-ended sessions. */
export const forgetEnded = byClock(sweep, '30 4 * * *', ({ db }) => db.transaction({}, forgetOld));
