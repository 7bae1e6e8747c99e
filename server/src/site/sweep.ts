import { job } from '../kit/jobs/jobs';
import type { Services } from '../kit/services';
import { forgetSendings } from './site.store';

const sweep = job<Record<string, never>>('site.sweep');

/** Every night forgets who sent how many forms. */
export function registerSendingsSweep(app: Services): void {
  app.jobs.handle(sweep, () => app.db.transaction({}, forgetSendings));
  app.jobs.every(sweep, '50 4 * * *', {});
}
