/**
 * `npm run build [web] [server]`: web by Vite, server by esbuild. Each is built beside its place and moved there
 * whole: an interrupted build leaves the last good one, and a stamp tells which sources it was made of.
 */
import {
  copyFileSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { BUILDS, checkNode, fail, inputHash, install, ROOT, runNode, runNpm } from './lib.mjs';
import { compress, drawPolicies, renderPages } from './public-pages.mjs';

const at = (...parts) => join(ROOT, ...parts);

async function vite(output, options, env = {}) {
  const common = ['--outDir', output, '--logLevel', 'warn', '--configLoader', 'runner'];
  const { code } = await runNode([at('node_modules/vite/bin/vite.js'), 'build', at('web'), ...common, ...options], {
    env,
  });
  if (code !== 0) fail('Збірка web не вдалася / Building web failed');
}

/**
 * What the product hands out itself, because it is in no public registry: the packages for programs and for assistants,
 * as npm installs them from `/lanka-sdk.tgz` and `/lanka-mcp.tgz`, `/Lanka.php`, the plugin for WooCommerce and the scripts for OpenCart. What they hold is built here; npm only packs it, because it may be told to run no scripts.
 */
async function packForPrograms(output) {
  rmSync(at('sdk/dist'), { recursive: true, force: true });
  const { code, output: said } = await runNode(
    [at('node_modules/typescript/bin/tsc'), '-p', at('sdk/tsconfig.build.json')],
    {
      capture: true,
    },
  );
  if (code !== 0) fail(`Збірка sdk не вдалася / Building sdk failed\n${said}`);
  const { buildMcp } = await import('./build-mcp.mjs');
  await buildMcp();
  await pack('sdk', join(output, 'lanka-sdk.tgz'));
  await pack('mcp', join(output, 'lanka-mcp.tgz'));
  const php = at('sdk/php/Lanka.php');
  copyFileSync(php, join(output, 'Lanka.php'));
  for (const shop of ['woocommerce', 'opencart'])
    writeFileSync(join(output, `lanka-${shop}.zip`), await zipOf(shop, php));
}

/** An archive of one folder, as WordPress takes a plugin, the SDK in one of its own: `lanka.php` is the same name to many disks. */
async function zipOf(shop, php) {
  const { zipSync } = await import('fflate');
  const folder = at(`examples/${shop}/lanka`);
  const own = readdirSync(folder)
    .filter((name) => name.endsWith('.php'))
    .map((name) => [`lanka/${name}`, join(folder, name)]);
  const files = [...own, ['lanka/sdk/Lanka.php', php], ['lanka/LICENSE', at('sdk/LICENSE')]];
  return zipSync(Object.fromEntries(files.map(([name, path]) => [name, readFileSync(path)])));
}

async function pack(name, file) {
  const draft = `${file}.new`;
  rmSync(draft, { recursive: true, force: true });
  mkdirSync(draft, { recursive: true });
  const how = ['--pack-destination', draft, '--ignore-scripts', '--silent'];
  const { code, output: said } = await runNpm(['pack', at(name), ...how], { capture: true });
  const [packed] = readdirSync(draft);
  if (code !== 0 || !packed) fail(`Збірка ${name} не вдалася / Building ${name} failed\n${said}`);
  renameSync(join(draft, packed), file);
  rmSync(draft, { recursive: true, force: true });
}

/** The browser's files, then the public pages as HTML by the same components, the policies, the packages for programs, and all of it packed. */
async function buildWeb(output) {
  await vite(output, ['--emptyOutDir'], { WEB_PART: 'public' });
  await vite(output, ['--emptyOutDir=false'], { WEB_PART: 'cp' });
  const renderer = at('web/dist.ssr');
  await vite(renderer, ['--emptyOutDir', '--ssr', 'src/site/public/prerender.tsx']);
  await renderPages(output, join(renderer, 'prerender.js'));
  rmSync(renderer, { recursive: true, force: true });
  await drawPolicies(at('docs/policies'), join(output, 'policies'));
  await packForPrograms(output);
  await compress(output);
}

/**
 * Our own package is TypeScript source. The others are many small files: Node reads the package.json of drizzle-orm,
 * 180 kB, anew for each of them, which took a quarter of the start.
 */
const BUNDLED = ['@lanka/domain', 'drizzle-orm', 'zod'];

async function buildServer(output) {
  if (!existsSync(at('server/src/main.ts'))) fail('server/src/main.ts is missing');
  const { dependencies } = JSON.parse(readFileSync(at('server/package.json'), 'utf8'));
  const { build } = await import('esbuild');
  await build({
    // papers and labels are drawn in threads, which load files of their own
    entryPoints: {
      main: at('server/src/main.ts'),
      'draw-pdf': at('server/src/documents/layout/worker.ts'),
      'draw-labels': at('server/src/marking/layout/worker.ts'),
      // services of others as the demo has them, a program of its own
      simulators: at('server/simulators/main.ts'),
    },
    outdir: output,
    bundle: true,
    splitting: true,
    platform: 'node',
    format: 'esm',
    target: 'node20.19',
    external: Object.keys(dependencies).filter((name) => !BUNDLED.includes(name)),
    alias: { '@lanka/domain': at('domain/src') },
    sourcemap: true,
    // the sources stand beside it, and Node holds the whole map in memory
    sourcesContent: false,
    logLevel: 'warning',
  }).catch(() => fail('Збірка server не вдалася / Building server failed'));
}

checkNode();
await install();
const asked = process.argv.slice(2);
const names = asked.length > 0 ? asked : Object.keys(BUILDS);
for (const name of names) {
  if (!(name in BUILDS)) fail(`Unknown build: ${name}. Known: ${Object.keys(BUILDS).join(', ')}`);
  const started = Date.now();
  const output = at(BUILDS[name].output);
  const draft = `${output}.new`;
  const hash = inputHash(name);
  rmSync(draft, { recursive: true, force: true });
  mkdirSync(draft, { recursive: true });
  await (name === 'web' ? buildWeb(draft) : buildServer(draft));
  writeFileSync(join(draft, '.stamp'), hash);
  rmSync(output, { recursive: true, force: true });
  renameSync(draft, output);
  console.log(`Зібрано / Built: ${name}, ${((Date.now() - started) / 1000).toFixed(1)} s`);
}
