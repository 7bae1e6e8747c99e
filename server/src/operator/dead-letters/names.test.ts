import { JOB_NAMES } from '@lanka/domain/operator/job_names';
import { expect, it } from 'vitest';
import * as slices from '../../app';

it('every job has a name for the operator, and nothing else has', () => {
  // letters are sent by the kit; all other jobs are of slices
  const jobs = Object.values(slices).flatMap(({ jobs = [] }) => jobs.map(({ job }) => job.name));
  expect(Object.keys(JOB_NAMES).sort()).toEqual([...jobs, 'mail.send'].sort());
});
