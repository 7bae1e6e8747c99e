import { execFile, execFileSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

const root = fileURLToPath(new URL('../../../', import.meta.url));
const SDK = join(root, 'sdk', 'php');
export const PLUGIN = join(root, 'examples', 'woocommerce');
export const OPENCART = join(root, 'examples', 'opencart');

/** A PHP that runs a script and answers what it writes. */
export interface Php {
  readonly name: string;
  /** What plays the database of a shop needs it. */
  readonly hasSqlite: boolean;
  run(script: string): Promise<string>;
}

const runBy =
  (command: string, args: string[]): Php['run'] =>
  (script) =>
    new Promise((resolve, reject) => {
      const child = execFile(command, args, { timeout: 120_000 }, (error, out, told) =>
        error ? reject(new Error(`${error.message}\n${out}\n${told}`)) : resolve(out),
      );
      child.stdin?.end(script);
    });

/** The PHP of this machine, where it is one that can ask over the network: its version, and whether it has SQLite. */
function ofMachine(): [string, boolean] | null {
  try {
    const ask = ['-r', 'echo function_exists("curl_init") ? PHP_VERSION . " " . extension_loaded("pdo_sqlite") : "";'];
    const [version, sqlite] = execFileSync('php', ask, { encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'] }).split(
      ' ',
    );
    return version ? [version, sqlite === '1'] : null;
  } catch {
    return null;
  }
}

/** Those that are here. `npm test` brings the one of npm, the oldest that shops still run. */
export function phps(): Php[] {
  const packed = join(root, 'scripts', 'php');
  const found: Php[] = [];
  if (existsSync(join(packed, 'node_modules', '@php-wasm', 'universal')))
    found.push({
      ...{ name: 'PHP 7.4 of npm', hasSqlite: true },
      run: runBy(process.execPath, [join(packed, 'run.mjs'), SDK, PLUGIN, OPENCART]),
    });
  const own = ofMachine();
  if (own)
    found.push({
      ...{ name: `PHP ${own[0]} of the machine`, hasSqlite: own[1] },
      run: runBy('php', ['-d', 'display_errors=1']),
    });
  return found;
}

export const quoted = (value: string): string => `'${value.replaceAll('\\', '\\\\').replaceAll("'", "\\'")}'`;

/** What scripts begin with: any notice ends them; `$transport` is the way out where PHP has no network of its own. */
export const BEGIN = `<?php
error_reporting(E_ALL);
set_error_handler(function ($level, $message, $file, $line) { throw new ErrorException($message, 0, $level, $file, $line); });
$transport = function_exists('post_message_to_js')
  ? function ($method, $url, $headers, $body) {
      return json_decode(post_message_to_js(json_encode(compact('method', 'url', 'headers', 'body'))), true);
    }
  : null;
require '${join(SDK, 'Lanka.php')}';
`;
