import { job } from '../kit/jobs/jobs';
import type { Services } from '../kit/services';
import { forgetOld } from './account/account.store';

const sweep = job<Record<string, never>>('identity.sweep');

/** Every night forgets old sign-in failures, dead links and long-ended sessions. */
export function registerIdentitySweep(app: Services): void {
  app.jobs.handle(sweep, () => app.db.transaction({}, forgetOld));
  app.jobs.every(sweep, '30 4 * * *', {});
}
