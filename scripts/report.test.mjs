import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { expect, onTestFinished, test } from 'vitest';
import { ROOT, runNode } from './lib.mjs';

/** The report of a run of vitest over these files. */
async function reportOf(files) {
  const root = mkdtempSync(join(tmpdir(), 'lanka-report-'));
  onTestFinished(() => rmSync(root, { recursive: true }));
  const reporter = pathToFileURL(join(ROOT, 'scripts', 'report.mjs'));
  const config = `import { Report } from '${reporter}';
    export default { test: { globals: true, isolate: false, reporters: [new Report()] } };`;
  for (const [name, text] of Object.entries({ ...files, 'vitest.config.mjs': config })) {
    mkdirSync(dirname(join(root, name)), { recursive: true });
    writeFileSync(join(root, name), text);
  }
  const report = join(root, 'report.json');
  const args = [join(ROOT, 'node_modules', 'vitest', 'vitest.mjs'), 'run', '--root', root];
  await runNode(args, { capture: true, env: { TEST_REPORT: report } });
  return JSON.parse(readFileSync(report, 'utf8'));
}

test('what failed is named with its file and the first lines of its message, in tests and outside of them', async () => {
  const { failures, ...counts } = await reportOf({
    'orders.test.js': `
      test('places', () => {});
      describe('an order', () => {
        test('pays', () => { throw new Error(Array.from({ length: 40 }, (_, line) => 'line ' + line).join('\\n')); });
        test.skip('is sent', () => {});
      });`,
    'late.test.js': `test('ends before what it began', () => void Promise.reject(new Error('nobody waits')));`,
    'money/sums.test.js': `import './no-such-module';`,
    'stock.test.js': `
      describe('stock', () => {
        beforeAll(() => { throw new Error('no database'); });
        test('counts', () => {});
      });`,
    'users.test.js': `afterAll(() => { throw new Error('not closed'); }); test('signs in', () => {});`,
  });
  expect(counts).toEqual({ passed: 3, failed: 5, skipped: 2 });
  const shown = Object.fromEntries(
    failures.map((failure) => failure.split(/\n(.*)/s)).map(([name, text]) => [name, text]),
  );
  expect(shown).toEqual({
    'orders.test.js > an order > pays': expect.stringMatching(/^ {4}Error: line 0\n {4}line 1\n(.*\n){9} {4}line 11$/),
    'money/sums.test.js': expect.stringContaining('no-such-module'),
    'stock.test.js > stock': expect.stringContaining('no database'),
    'users.test.js': expect.stringContaining('not closed'),
    'outside of tests': expect.stringContaining('nobody waits'),
  });
});
