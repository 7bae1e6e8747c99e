import type { Services } from '../kit/services';
import { registerExports } from './export';
import { registerImports as registerRuns } from './run';

export function registerImports(app: Services): void {
  registerRuns(app);
  registerExports(app);
}
