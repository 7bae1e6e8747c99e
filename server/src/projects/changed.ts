import { hook } from '@lanka/domain/kit/hooks';
import type { Tx } from '../kit/db/db';
import type { Services } from '../kit/services';

/** What others may be shown of a project has changed, or whether it is there at all: in the transaction that changes it. */
export const projectChanged = hook<(tx: Tx, app: Services, projectId: string) => Promise<void>>('projects.changed');

export async function tellChanged(tx: Tx, app: Services, projectId: string): Promise<void> {
  for (const hear of app.hooks.all(projectChanged)) await hear(tx, app, projectId);
}
