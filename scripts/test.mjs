/** `npm test`: everything, on a machine that has only Node and npm. The last line counts what passed and failed. */
import { checkNode, install } from './lib.mjs';

checkNode();
await install();
const { BUILD, LAW, LINT, runStages, TYPES, tests, UNUSED } = await import('./stages.mjs');
await runStages([
  [LINT, LAW, ...TYPES, UNUSED, ...BUILD],
  [tests('unit tests', ['unit'])],
  [tests('server on PostgreSQL', ['server'])],
  [tests('browser journeys', ['e2e'])],
]);
