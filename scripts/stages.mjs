/** Stages of check and test: run, time, count. A failing stage does not hide the ones after it. */
import { chmodSync, existsSync, mkdtempSync, readFileSync, rmSync, statfsSync } from 'node:fs';
import { freemem, tmpdir } from 'node:os';
import { join } from 'node:path';
import { ROOT, run, runNode } from './lib.mjs';
import { firstLines } from './report.mjs';

const bin = (path) => join(ROOT, 'node_modules', path);
/** What hangs is ended; a slow machine is not. */
const LIMIT_MS = 60 * 60_000;
const none = { passed: 0, failed: 0, skipped: 0 };

/** A check that passes or fails as one. Its output is shown only when it fails. */
export const check = (name, args) => ({
  name,
  async execute() {
    const { code, output } = await runNode(args, { capture: true, timeoutMs: LIMIT_MS });
    return code === 0 ? { ...none, passed: 1 } : { ...none, failed: 1, output };
  },
});

const MEMORY = '/dev/shm';
/** Databases, files and browsers of a run take a third of it. */
const ENOUGH_BYTES = 6 * 1024 ** 3;

/**
 * Where tests keep what they throw away: in memory where there is plenty. A test database is a thousand files, and to
 * make and remove them on a disk takes several times as long as what is done in it.
 */
function makeScratch() {
  const { bavail, bsize } = existsSync(MEMORY) ? statfsSync(MEMORY) : { bavail: 0, bsize: 0 };
  const isRoomy = bavail * bsize >= ENOUGH_BYTES && freemem() >= ENOUGH_BYTES;
  const folder = mkdtempSync(join(isRoomy ? MEMORY : tmpdir(), 'lanka-tests-'));
  // the system user of PostgreSQL must get in when we are root, else its data would lie elsewhere
  chmodSync(folder, 0o755);
  // also when somebody breaks off: memory would stay taken
  process.once('exit', () => removeScratch(folder));
  return folder;
}

function removeScratch(folder) {
  try {
    rmSync(folder, { recursive: true, force: true, maxRetries: 3 });
  } catch (error) {
    console.log(`${folder}: ${error.message}`);
  }
}

/**
 * Projects of vitest.config.ts, or of them these files, on this Node. Every test counts; a run that breaks or has no
 * tests counts as one failure more.
 */
export const tests = (name, projects, { files = [], node = process.execPath } = {}) => ({
  name,
  async execute() {
    const scratch = makeScratch();
    const report = join(scratch, 'report.json');
    const args = [bin('vitest/vitest.mjs'), 'run', ...projects.flatMap((project) => ['--project', project]), ...files];
    // the browser is unpacked once, where it stays and may be started
    const env = { TMPDIR: scratch, BROWSER_HOME: process.env.BROWSER_HOME ?? tmpdir(), TEST_REPORT: report };
    const { code } = await run(node, args, { timeoutMs: LIMIT_MS, env });
    const result = existsSync(report) ? JSON.parse(readFileSync(report, 'utf8')) : none;
    removeScratch(scratch);
    const { passed, failed } = result;
    if (failed > 0 || (code === 0 && passed > 0)) return result;
    const why = passed === 0 ? 'жодного тесту / no tests ran' : `код виходу / exit code ${code}`;
    return { ...result, failed: 1, failures: [`${name}: ${why}`] };
  },
});

export const LINT = check('format and lint', [bin('@biomejs/biome/bin/biome'), 'ci', '--error-on-warnings', '.']);
export const LAW = check('import law', [join(ROOT, 'scripts', 'import-law.mjs')]);
/** With four checkers, as by default, each finds out much that the others have: 34 s of the processor for 18. */
export const TYPES = ['domain', 'server', 'web', 'e2e', 'sdk', 'mcp'].map((name) =>
  check(`types of ${name}`, [bin('typescript/bin/tsc'), '-p', join(ROOT, name), '--checkers', '1']),
);
export const UNUSED = check('unused code', [bin('knip/bin/knip.js'), '--no-progress']);
export const BUILD = ['server', 'web'].map((name) =>
  check(`build of ${name}`, [join(ROOT, 'scripts', 'build.mjs'), name]),
);

async function execute(stage) {
  const started = Date.now();
  const result = await stage
    .execute()
    .catch((error) => ({ ...none, failed: 1, output: String(error?.stack ?? error) }));
  const seconds = ((Date.now() - started) / 1000).toFixed(1);
  if (result.output) console.log(`\n── ${stage.name}\n${result.output.trimEnd()}\n`);
  const { passed, failed, skipped } = result;
  const detail = passed + failed + skipped > 1 ? `  ${counts(result)}` : '';
  console.log(`${failed === 0 ? '✓' : '✗'} ${stage.name}  ${seconds} s${detail}`);
  return { failures: failed === 0 ? [] : [`${stage.name}\n${firstLines(result.output ?? '')}`], ...result };
}

const counts = ({ passed, failed, skipped }) =>
  `${passed} passed, ${failed} failed${skipped > 0 ? `, ${skipped} skipped` : ''}`;

/** At most `width` stages at a time, in their order. */
async function together(stages, width) {
  const waiting = [...stages];
  const results = [];
  const worker = async () => {
    for (let stage = waiting.shift(); stage; stage = waiting.shift()) results.push(await execute(stage));
  };
  await Promise.all(Array.from({ length: width }, worker));
  return results;
}

/**
 * Runs the stages: those of one inner list two at a time, the lists one after another. What failed is said again at the
 * end, below the output of all stages; the last line is `N passed, N failed` (and `, N skipped` when some were). Sets
 * the exit code.
 */
export async function runStages(lists) {
  const started = Date.now();
  const total = { ...none };
  const failures = [];
  for (const list of lists) {
    for (const result of await together(list, 2)) {
      for (const key of Object.keys(none)) total[key] += result[key];
      failures.push(...result.failures);
    }
  }
  process.exitCode = total.failed > 0 || total.passed === 0 ? 1 : 0;
  for (const failure of failures) console.log(`\n✗ ${failure}`);
  console.log(`\n${((Date.now() - started) / 1000).toFixed(0)} s`);
  console.log(counts(total));
}
