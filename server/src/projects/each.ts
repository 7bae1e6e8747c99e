import { walkTenants } from '../kit/db/walk';
import type { Services } from '../kit/services';
import { listProjectIds } from './projects.store';

/** Walks through all projects, some hundreds at a time. */
export const inHundreds = (app: Pick<Services, 'db'>, act: (projectIds: string[]) => Promise<unknown>): Promise<void> =>
  walkTenants(app, listProjectIds, act);
