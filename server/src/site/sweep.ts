import { job } from '../kit/jobs/jobs';
import { byClock } from '../kit/slice';
import { forgetSendings } from './site.store';

const sweep = job<Record<string, never>>('site.sweep');

/** Every night forgets who sent how many forms. */
export const forgetOldSendings = byClock(sweep, '50 4 * * *', ({ db }) => db.transaction({}, forgetSendings));
