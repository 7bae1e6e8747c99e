/**
 * `npm run chaos`: kills the product and its database under load, again and again, then takes its database away in
 * other ways, and compares all that was ever acknowledged with what is there. Ends with an error at the first thing
 * that does not agree. Options:
 *   --only=kill|services|gone|stalled|slow|pool|disk   one kind alone
 *   --rounds=100 --seed=N     how often is killed, and which choices
 *   --workers=2               so many processes that answer, one for jobs and one that minds them; kills those too
 *   --seconds=60              how long the database is away, slow or full
 *   --actors=8                how many ask at once
 *   --imports=off             without imports
 *   --report=FILE             the figures as JSON
 *   --keep                    leaves the data folders
 * CHAOS_MAIN names another build than server/dist/main.js.
 */
import { chmodSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { seeded } from '../src/demo/random';
import { FAULTS, type FaultReport, runFault } from './faults';
import { type KillReport, runKills } from './kills';
import { DYING, runServices, type ServicesReport } from './services';

const option = (name: string, otherwise: string): string =>
  process.argv.find((one) => one.startsWith(`--${name}=`))?.slice(name.length + 3) ?? otherwise;

const only = option('only', '');
if (only && !['kill', 'services', ...FAULTS].includes(only))
  throw new Error(`--only=kill|services|${FAULTS.join('|')}`);
const folder = mkdtempSync(join(tmpdir(), 'lanka-chaos-'));
// the system user of PostgreSQL must get in when we are root, else its data would lie elsewhere
chmodSync(folder, 0o755);
const seed = Number(option('seed', String(Math.floor(Math.random() * 2 ** 31))));
const actors = Number(option('actors', '8'));
const place = (name: string): string => {
  const dataDir = join(folder, name);
  mkdirSync(dataDir);
  return dataDir;
};
console.log(`seed ${seed}, data in ${folder}`);
const reports: (KillReport | ServicesReport | FaultReport)[] = [];
if (!only || only === 'kill') {
  const report = await runKills({
    dataDir: place('kill'),
    seed,
    rounds: Number(option('rounds', '100')),
    actors,
    workers: Number(option('workers', '1')),
    imports: option('imports', 'on') === 'on',
    say: console.log,
  });
  printKills(report);
  reports.push(report);
}
if (!only || only === 'services') {
  const rounds = Number(option('rounds', '30'));
  const random = seeded(seed);
  const kinds = Array.from({ length: rounds }, () => random.one(DYING));
  const report = await runServices({ dataDir: place('services'), seed, kinds, orders: actors, say: console.log });
  console.log(`\nservices: ${report.orders} orders, ${report.unanswered} presses unanswered`);
  for (const problem of report.problems) console.log(problem);
  reports.push(report);
}
for (const fault of FAULTS) {
  if (only && only !== fault) continue;
  const seconds = Number(option('seconds', '60'));
  const report = await runFault(fault, { dataDir: place(fault), seed, actors, seconds, say: console.log });
  printFault(report);
  reports.push(report);
}
const file = option('report', '');
if (file) writeFileSync(file, JSON.stringify(reports, null, 2));
const failed = reports.some(({ problems }) => problems.length > 0);
if (!failed && !process.argv.includes('--keep')) rmSync(folder, { recursive: true, force: true });
else console.log(`the data are left in ${folder}`);
process.exit(failed ? 1 : 0);

function printFault({ fault, skipped, seconds, statuses, slowest, recovered, ends, ...report }: FaultReport): void {
  if (skipped) {
    console.log(`\n${fault}: skipped. ${skipped}`);
    return;
  }
  const { 0: unanswered = 0, ...answered } = statuses;
  const counts = Object.entries(answered).filter(([, count]) => count > 0);
  console.log(`\n${fault} for ${seconds} s: ${counts.map(([status, count]) => `${count} × ${status}`).join(', ')}`);
  console.log(`  without an answer ${unanswered}, slowest answer ${slowest} ms, ends of the process ${ends}`);
  console.log(`  an order again ${recovered} ms after its end; acknowledged ${JSON.stringify(report.acknowledged)}`);
  console.log(`  ${report.problems.length === 0 ? 'nothing was lost' : report.problems.slice(0, 10).join('\n  ')}`);
}

function printKills({ kills, acknowledged, recoveries, outbox, problems, ...report }: KillReport): void {
  const list = (counts: Readonly<Record<string, number>>): string =>
    Object.entries(counts)
      .filter(([, count]) => count > 0)
      .map(([name, count]) => `${name} ${count}`)
      .join(', ');
  console.log(`\n${report.rounds} kills: ${list(kills)}. Seed ${report.seed}, workers ${report.workers}`);
  console.log(`acknowledged: ${list(acknowledged)}`);
  console.log(`without an answer, settled by the same key: ${report.settled}`);
  for (const [what, times] of Object.entries(recoveries)) {
    if (times.length > 0) console.log(`healthy again after ${what}: ${spread(times)}`);
  }
  console.log(`rounds that the product's process outlived: ${report.survived}`);
  console.log(`answers: ${list(report.statuses as Record<string, number>)}`);
  if (outbox) {
    console.log(`letters: ${outbox.letters}, accepted twice under one Message-ID: ${outbox.twice}`);
    console.log(`imports: ${outbox.imports}. The queue was empty ${outbox.drainedMs} ms after the load`);
  }
  console.log(
    problems.length === 0 ? 'nothing was lost, nothing was half done' : `\n${problems.slice(0, 20).join('\n')}`,
  );
}

function spread(times: readonly number[]): string {
  const inOrder = [...times].sort((a, b) => a - b);
  const at = (part: number): number => inOrder[Math.min(inOrder.length - 1, Math.floor(inOrder.length * part))] ?? 0;
  return `median ${at(0.5)} ms, p95 ${at(0.95)} ms, most ${inOrder.at(-1)} ms`;
}
