/**
 * `node run.mjs FOLDER… < script.php`: runs a script by PHP in WebAssembly, as `php` does. It sees the files of these
 * folders under their own names, and reaches the network by `post_message_to_js` alone, which makes a request of ours.
 */
import { readdirSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { text } from 'node:stream/consumers';
import { getPHPLoaderModule } from '@php-wasm/node-7-4';
import { loadPHPRuntime, PHP } from '@php-wasm/universal';

async function answer(message) {
  const { method, url, headers, body } = JSON.parse(message);
  const sent = headers.filter((line) => !line.endsWith(':')).map((line) => line.split(/:\s*(.*)/s).slice(0, 2));
  const response = await fetch(url, { method, headers: Object.fromEntries(sent), body });
  return JSON.stringify([response.status, Object.fromEntries(response.headers), await response.text()]);
}

const php = new PHP(await loadPHPRuntime(await getPHPLoaderModule()));
for (const folder of process.argv.slice(2))
  for (const name of readdirSync(folder, { recursive: true, encoding: 'utf8' })) {
    if (!name.endsWith('.php')) continue;
    const path = join(folder, name);
    php.mkdirTree(dirname(path));
    php.writeFile(path, readFileSync(path, 'utf8'));
  }
php.onMessage(answer);
php.writeFile('/script.php', await text(process.stdin));
const ran = await php.runStream({ scriptPath: '/script.php' });
const [out, told, code] = await Promise.all([ran.stdoutText, ran.stderrText, ran.exitCode]);
process.stderr.write(told);
process.stdout.write(out, () => process.exit(code));
