import { job } from '../kit/jobs/jobs';

/** Reads the carrier's directory: every night, and when somebody has connected first. */
export const refreshJob = job<Record<string, never>>('delivery.directory', { expireInSeconds: 3_600, retryLimit: 2 });
