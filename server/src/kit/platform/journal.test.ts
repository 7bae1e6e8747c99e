import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { expect, it, onTestFinished } from 'vitest';
import { openJournal } from './journal';

/** Writes a line, then says that it has; for ever. */
const WRITER = `
  const { openJournal } = await import(process.argv[1]);
  const journal = openJournal(process.argv[2]);
  for (let n = 1; ; n += 1) {
    journal.append('line ' + n);
    if (n % 100 === 0) await new Promise((done) => process.stdout.write(n + '\\n', done));
  }`;

it('loses no line of which a process has said that it is written, when it is killed', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'lanka-journal-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  const module = new URL('./journal.ts', import.meta.url).href;
  const child = spawn(process.execPath, ['--import', 'tsx', '--input-type=module', '-e', WRITER, module, folder], {
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
  expect(journal.isLeft(left as string)).toBe(true);
  const { lines, end } = await journal.read(left as string, 0);
  expect(lines.length).toBeGreaterThanOrEqual(said);
  expect(lines.every((line, n) => line === `line ${n + 1}`)).toBe(true);
  expect(await journal.read(left as string, end)).toEqual({ lines: [], end });
});

it('reads what is whole, and of a file that is gone nothing', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'lanka-journal-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  const journal = openJournal(folder);
  onTestFinished(() => journal.close());
  expect(journal.names()).toEqual([]);
  journal.append('one');
  const first = journal.name;
  expect([journal.isLeft(first), await journal.read(first, 0)]).toEqual([false, { lines: ['one'], end: 4 }]);
  journal.turn();
  expect(journal.isLeft(first)).toBe(true);
  journal.remove(first);
  expect(await journal.read(first, 4)).toEqual({ lines: [], end: 4 });
});
