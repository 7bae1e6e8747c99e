/**
 * `npm test`: everything, on a machine that has only Node and npm. `npm test -- orders stock`: the unit, server and
 * browser tests of these slices. The last line counts what passed and failed.
 */
import { checkNode, fail, install, installRecommendedNode } from './lib.mjs';
import { SLICES, testsOf } from './slices.mjs';

const slices = process.argv.slice(2);
const unknown = slices.filter((name) => !SLICES.includes(name));
if (unknown.length > 0) {
  fail(
    `Немає такої частини: ${unknown.join(', ')}. Є: ${SLICES.join(', ')}\n` +
      `No such slice: ${unknown.join(', ')}. There are: ${SLICES.join(', ')}`,
  );
}
checkNode();
await install();
const node = await installRecommendedNode();
const { BUILD, LAW, LINT, runStages, TYPES, tests, UNUSED } = await import('./stages.mjs');
const UNIT = 'unit tests';
const SERVER = `server on PostgreSQL, Node ${node.version}`;
const BROWSER = 'browser journeys';

if (slices.length === 0) {
  await runStages([
    [LINT, LAW, ...TYPES, UNUSED, ...BUILD],
    [tests(UNIT, ['unit'])],
    [tests(SERVER, ['server'], { node: node.path })],
    [tests(BROWSER, ['e2e', 'e2e alone'])],
  ]);
} else {
  const { unit, server, e2e } = testsOf(slices);
  await runStages([
    ...(unit.length > 0 ? [[tests(UNIT, ['unit'], { files: unit })]] : []),
    ...(server.length > 0 ? [[tests(SERVER, ['server'], { node: node.path, files: server })]] : []),
    ...(e2e.length > 0 ? [BUILD, [tests(BROWSER, ['e2e', 'e2e alone'], { files: e2e })]] : []),
  ]);
}
