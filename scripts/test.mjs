/**
 * `npm test`: everything, on a machine that has only Node and npm. `npm test -- orders stock`: the unit, server and
 * browser tests of these slices. The last line counts what passed and failed.
 */
import { checkNode, fail, install, installPhp, installRecommendedNode } from './lib.mjs';
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
if (slices.length === 0) await installPhp();
const { BUILD, LAW, LINT, runStages, TYPES, tests, UNUSED } = await import('./stages.mjs');
const UNIT = 'unit tests';
const SERVER = `server on PostgreSQL, Node ${node.version}`;
const BROWSER = `browser journeys, Node ${node.version}`;
const OWN = `start and main job, Node ${process.versions.node}`;
const MEASURED = 'what measures time, alone';

/** The tests of all files, or of these; none where there are none. */
const of = (name, projects, files, options = {}) =>
  files?.length === 0 ? [] : [tests(name, projects, { files, ...options })];

const { unit, server, e2e, alone, own } = slices.length > 0 ? testsOf(slices) : {};
const needsBuild = [e2e, alone, own].some((files) => files?.length !== 0);
await runStages([
  [...(slices.length > 0 ? [] : [LINT, LAW, ...TYPES, UNUSED]), ...(needsBuild ? BUILD : [])],
  of(UNIT, ['unit'], unit),
  // the server's tests wait much, for clocks and for the database: journeys take what is left of the machine
  [
    ...of(SERVER, ['server'], server, { node: node.path }),
    ...of(BROWSER, ['e2e'], e2e, { node: node.path }),
    ...of(OWN, ['e2e own Node'], own),
  ],
  of(MEASURED, ['e2e alone'], alone, { node: node.path }),
]);
