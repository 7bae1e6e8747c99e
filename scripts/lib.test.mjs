import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { ROOT } from './lib.mjs';

function isRunning(pid) {
  try {
    return process.kill(pid, 0);
  } catch {
    return false;
  }
}

it('a signal goes on to all that run, and the end waits for the last of them; nothing new begins', async () => {
  const slow = (name, ms) =>
    JSON.stringify([
      '-e',
      `process.on('SIGTERM', () => setTimeout(() => { console.log('${name} ended'); process.exit() }, ${ms}));
       console.log('${name} runs as ' + process.pid); setInterval(() => {}, 1000)`,
    ]);
  const script = `import { runNode } from ${JSON.stringify(join(ROOT, 'scripts', 'lib.mjs'))};
    void runNode(${slow('first', 10)}).then(() => runNode(${slow('late', 10)}));
    void runNode(${slow('second', 300)});`;
  const child = spawn(process.execPath, ['--input-type=module', '-e', script]);
  let output = '';
  child.stdout.setEncoding('utf8').on('data', (text) => {
    output += text;
    if (text.includes('runs') && /first runs/.test(output) && /second runs/.test(output)) child.kill('SIGTERM');
  });
  const closed = once(child, 'close');
  const [code] = await once(child, 'exit');
  const numbers = [...output.matchAll(/runs as (\d+)/g)].map(([, pid]) => Number(pid));
  const left = numbers.filter((pid) => isRunning(pid));
  await closed;
  expect([code, numbers.length, left]).toEqual([143, 2, []]);
  expect(output.trim().split('\n').slice(2)).toEqual(['first ended', 'second ended']);
});
