/**
 * `npm run fuzz`: asks every route with calls made from the contract, from a new seed each time. Options:
 * --calls=N (100000), --seed=N to ask the same again, --report=FILE for the figures as JSON, --log for what the
 * server says of its own failures. It ends with an error when an answer was one that may not be.
 */
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { checkNode, fail, install, ROOT, runNode } from './lib.mjs';

const USAGE = 'npm run fuzz -- [--calls=N] [--seed=N] [--report=FILE] [--log]';
const DAY_MS = 24 * 3600_000;

function options() {
  const given = { calls: 100_000, seed: Math.floor(Math.random() * 2 ** 31), report: undefined, log: false };
  for (const arg of process.argv.slice(2)) {
    const [, name, value] = /^--(calls|seed|report|log)(?:=(.+))?$/.exec(arg) ?? [];
    if (name === 'log') given.log = true;
    else if (name === 'report' && value) given.report = value;
    else if (name && /^\d{1,10}$/.test(value ?? '')) given[name] = Number(value);
    else fail(USAGE);
  }
  return given;
}

const { calls, seed, report, log } = options();
checkNode();
await install();
const folder = mkdtempSync(join(tmpdir(), 'lanka-fuzz-'));
const figures = report ?? join(folder, 'report.json');
console.log(`${calls} calls, seed ${seed}`);
const { code } = await runNode(
  [join(ROOT, 'node_modules/vitest/vitest.mjs'), 'run', '--project', 'server', 'server/test/fuzz/fuzz.test.ts'],
  {
    timeoutMs: DAY_MS,
    env: {
      FUZZ_CALLS: String(calls),
      FUZZ_SEED: String(seed),
      FUZZ_REPORT: figures,
      FUZZ_LOG: log ? 'error' : 'silent',
    },
  },
);
try {
  const told = JSON.parse(readFileSync(figures, 'utf8'));
  const statuses = Object.entries(told.byStatus).map(([status, count]) => `${status}: ${count}`);
  console.log(`${told.calls} calls, ${told.failed} failures. Answers: ${statuses.join(', ')}.`);
  console.log(`Slowest: ${Math.round(told.slowest.ms)} ms, ${told.slowest.route}. Seed: ${told.seed}.`);
} catch {
  console.log('no report was written');
}
rmSync(folder, { recursive: true, force: true });
process.exitCode = code === 0 ? 0 : 1;
