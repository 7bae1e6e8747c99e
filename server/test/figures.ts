import { fillFigures } from '../src/catalog';
import type { TestApp } from './harness';

/** After a test has written products, variants or levels past the product: their figures, as the product keeps them. */
export const settleFigures = (app: TestApp, projectId: string): Promise<void> =>
  app.app.services.db.transaction({ projectIds: [projectId] }, (tx) => fillFigures(tx, projectId));
