import { spawn } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { mkdtempSync, rmSync, statSync, utimesSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { expect, it, onTestFinished } from 'vitest';
import { openJournal } from './journal';
import { processSpace } from './processes';

/** Writes a line, then says that it has; for ever. */
const WRITER = `
  const { openJournal } = await import(process.argv[1]);
  const journal = openJournal(process.argv[2]);
  for (let n = 1; ; n += 1) {
    journal.append('line ' + n);
    if (n % 100 === 0) await new Promise((done) => process.stdout.write(n + '\\n', done));
  }`;

/** Writes so many lines, each again when it was not written; says how often that was. */
const CUT_OFF = `
  const { openJournal } = await import(process.argv[1]);
  const journal = openJournal(process.argv[2]);
  let again = 0;
  for (let n = 1; n <= 500 && again < 500; ) {
    try {
      journal.append('line ' + n);
      n += 1;
    } catch {
      again += 1;
    }
  }
  console.log(again);`;
const JOURNAL = new URL('./journal.ts', import.meta.url).href;

function folderOfTest(): string {
  const folder = mkdtempSync(join(tmpdir(), 'lanka-journal-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  return folder;
}

it('loses no line of which a process has said that it is written, when it is killed', async () => {
  const folder = folderOfTest();
  const child = spawn(process.execPath, ['--import', 'tsx', '--input-type=module', '-e', WRITER, JOURNAL, folder], {
    stdio: 'pipe',
  });
  let said = 0;
  for await (const line of createInterface(child.stdout)) {
    said = Number(line);
    if (said >= 5_000) child.kill('SIGKILL');
  }
  if (child.signalCode === null) await once(child, 'exit');
  expect(child.signalCode).toBe('SIGKILL');
  const journal = openJournal(folder);
  onTestFinished(() => journal.close());
  const [left] = journal.names();
  expect(journal.writerOf(left as string)).toBe('nobody');
  const { lines, end } = await journal.read(left as string, 0);
  expect(lines.length).toBeGreaterThanOrEqual(said);
  expect(lines.every((line, n) => line === `line ${n + 1}`)).toBe(true);
  expect(await journal.read(left as string, end)).toEqual({ lines: [], end });
});

it('reads what is whole, and of a file that is gone nothing', async () => {
  const folder = folderOfTest();
  const journal = openJournal(folder);
  onTestFinished(() => journal.close());
  expect(journal.names()).toEqual([]);
  journal.append('one');
  const first = journal.name;
  expect([journal.writerOf(first), await journal.read(first, 0)]).toEqual([
    ...['this_process', { lines: ['one'], end: 4 }],
  ]);
  journal.turn();
  expect(journal.writerOf(first)).toBe('nobody');
  journal.remove(first);
  expect(await journal.read(first, 4)).toEqual({ lines: [], end: 4 });
});

it('tells whose a file is, also where another container has the same numbers', () => {
  const folder = folderOfTest();
  const journal = openJournal(folder);
  onTestFinished(() => journal.close());
  const file = (space: string, pid: number | undefined): string => {
    const name = `${space}${pid}-${randomUUID()}.log`;
    writeFileSync(join(folder, name), '');
    return name;
  };
  const here = `${processSpace()}-`;
  const elsewhere = `${'0'.repeat(12)}-`;
  const child = spawn(process.execPath, ['-e', 'setInterval(() => {}, 1000)']);
  onTestFinished(() => void child.kill('SIGKILL'));
  const names = [
    file(here, child.pid),
    // this number is another program's here, and there somebody's who writes
    file(elsewhere, process.pid),
    file(elsewhere, 4_194_304_999),
    // of an older version
    file('', 4_194_304_999),
    file(here, 4_194_304_999),
    // the number was this process's before its container was started again
    file(here, process.pid),
  ];
  expect(names.map(journal.writerOf)).toEqual([
    ...['a_neighbour', 'somebody', 'somebody', 'somebody', 'nobody', 'nobody'],
  ]);
  const yesterday = new Date(Date.now() - 25 * 3_600_000);
  for (const name of names) utimesSync(join(folder, name), yesterday, yesterday);
  expect(new Set(names.map(journal.writerOf))).toEqual(new Set(['nobody']));
});

it('says that its file is in use, and begins another when it was taken away', () => {
  const folder = folderOfTest();
  const journal = openJournal(folder);
  onTestFinished(() => journal.close());
  journal.touch();
  expect(journal.names()).toEqual([]);
  journal.append('one');
  const { name } = journal;
  const yesterday = new Date(Date.now() - 25 * 3_600_000);
  utimesSync(join(folder, name), yesterday, yesterday);
  journal.touch();
  expect(Date.now() - statSync(join(folder, name)).mtimeMs).toBeLessThan(3_600_000);
  rmSync(join(folder, name));
  journal.touch();
  journal.append('two');
  expect(journal.names()).toEqual([journal.name]);
  expect(journal.name).not.toBe(name);
});

// Windows has no limit of this kind
it.skipIf(process.platform === 'win32')('writes nothing behind a line that a full disk has cut off', async () => {
  const folder = folderOfTest();
  // no file may be longer than one block: the line that passes it is written in part, as on a full disk
  const limited = 'ulimit -f 1 && exec "$0" "$@"';
  const args = [process.execPath, '--import', 'tsx', '--input-type=module', '-e', CUT_OFF, JOURNAL, folder];
  const env = { ...process.env, TSX_DISABLE_CACHE: '1', NODE_DISABLE_COMPILE_CACHE: '1' };
  const child = spawn('/bin/sh', ['-c', limited, ...args], { stdio: ['ignore', 'pipe', 'inherit'], env });
  const said: number[] = [];
  for await (const line of createInterface(child.stdout)) said.push(Number(line));
  if (child.exitCode === null && child.signalCode === null) await once(child, 'exit');
  expect([child.exitCode, child.signalCode]).toEqual([0, null]);
  expect(said[0]).toBeGreaterThan(2);
  const journal = openJournal(folder);
  onTestFinished(() => journal.close());
  const read = await Promise.all(journal.names().map((name) => journal.read(name, 0)));
  const numbers = read.flatMap(({ lines }) => lines).map((line) => Number(/^line (\d+)$/.exec(line)?.[1]));
  expect(numbers.sort((a, b) => a - b)).toEqual(Array.from({ length: 500 }, (_, n) => n + 1));
});
