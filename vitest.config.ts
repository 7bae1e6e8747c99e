import { defineConfig } from 'vitest/config';
import { BaseSequencer, type TestSpecification } from 'vitest/node';
import { Report } from './scripts/report.mjs';
import { ALONE, OWN_NODE } from './scripts/slices.mjs';

const zone = { TZ: 'America/New_York' }; // a rule that looks at the machine's clock zone instead of Kyiv's fails

/** What hangs ends after so long; nothing is told of how fast it should be, on a machine that nobody knows. */
const PATIENCE = { testTimeout: 240_000, hookTimeout: 900_000, expect: { poll: { timeout: 60_000 } } };

/** What each project has: it takes nothing of the root. Forty characters of a fault, as by default, say nothing. */
const EACH = { ...PATIENCE, chaiConfig: { truncateThreshold: 10_000 } };

const journeys = { globalSetup: ['e2e/kit/setup.ts'], isolate: false, ...EACH };

/** They take longest: begun last, one of them would run alone while the other process has nothing to do. */
const LONGEST = [
  'server/test/chaos.test.ts',
  'server/test/growth/plans.test.ts',
  'server/test/backup.test.ts',
  'server/test/walls/unfiltered.test.ts',
  'server/test/walls/matrix.test.ts',
  'server/test/survival/lost-line.test.ts',
  'server/src/manufacture/sequences.test.ts',
  'server/src/feeds/load.test.ts',
  'server/src/fiscal/routes.test.ts',
  'server/src/fiscal/faults.test.ts',
  'server/test/upgrade.test.ts',
  'server/src/operator/dead-letters/routes.test.ts',
  'server/test/survival/overload.test.ts',
  'server/test/survival/shutdown.test.ts',
  'e2e/pages.test.ts',
  'e2e/lists.test.ts',
  'e2e/shell.test.ts',
  'e2e/workers.test.ts',
];

/** A file for the counts of `npm test`. It runs two projects at once: neither draws its progress over the other's. */
const report = process.env.TEST_REPORT;

class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const place = ({ moduleId }: TestSpecification): number => {
      const found = LONGEST.findIndex((path) => moduleId.endsWith(`/${path}`));
      return found < 0 ? LONGEST.length : found;
    };
    return (await super.sort(files)).sort((a, b) => place(a) - place(b));
  }
}

/**
 * Files of a project share the modules of the process they run in (docs/decisions/0044-shared-modules-in-tests.md).
 */
export default defineConfig({
  test: {
    maxWorkers: 2,
    teardownTimeout: 30_000,
    reporters: [['default', { summary: !report }], ...(report ? [new Report()] : [])],
    sequence: { sequencer: LongestFirst },
    projects: [
      {
        // rules and tools, no input or output
        test: {
          ...EACH,
          name: 'unit',
          isolate: false,
          include: [
            'domain/src/**/*.test.ts',
            'web/src/**/*.test.{ts,tsx}',
            'scripts/**/*.test.mjs',
            'sdk/src/**/*.test.ts',
            'mcp/src/**/*.test.ts',
          ],
          env: zone,
        },
      },
      {
        // routes, races and the database on a real PostgreSQL
        test: {
          name: 'server',
          isolate: false,
          include: ['server/{src,simulators,test}/**/*.test.ts', 'sdk/test/**/*.test.ts'],
          globalSetup: ['server/test/setup.ts'],
          setupFiles: ['server/test/each-file.ts'],
          ...EACH,
          env: zone,
        },
      },
      // journeys through the built product in a real browser
      {
        test: {
          ...journeys,
          name: 'e2e',
          include: ['e2e/**/*.test.ts'],
          exclude: ['**/node_modules/**', ...ALONE, ...OWN_NODE],
        },
      },
      {
        // `npm test` runs all others on the recommended Node
        test: { ...EACH, name: 'e2e own Node', include: OWN_NODE, fileParallelism: false, isolate: false },
      },
      // what measures time in it, after all others and alone
      {
        test: { ...EACH, name: 'e2e alone', include: ALONE, fileParallelism: false, isolate: false },
      },
    ],
  },
});
