/** `npm run check`: the quick loop. Format, lint, types, import law, unused code, unit and property tests. */
import { checkNode, install } from './lib.mjs';

checkNode();
await install();
const { LAW, LINT, runStages, TYPES, tests, UNUSED } = await import('./stages.mjs');
await runStages([[LINT, LAW, ...TYPES, UNUSED], [tests('unit tests', ['unit'])]]);
