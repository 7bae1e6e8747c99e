import { execFile } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { build } from 'esbuild';
import { afterAll, beforeAll, expect, it } from 'vitest';

const run = promisify(execFile);
const sdk = fileURLToPath(new URL('..', import.meta.url));
const tsc = fileURLToPath(new URL('../../node_modules/typescript/bin/tsc', import.meta.url));
let home: string;

beforeAll(async () => {
  home = mkdtempSync(join(tmpdir(), 'lanka-sdk-'));
  await run(process.execPath, [tsc, '-p', join(sdk, 'tsconfig.build.json'), '--outDir', join(home, 'dist')]);
});
afterAll(() => rmSync(home, { recursive: true, force: true }));

const manifest = JSON.parse(readFileSync(join(sdk, 'package.json'), 'utf8'));

it('is a package that needs no other, and holds what it names', () => {
  expect([manifest.private, manifest.dependencies, manifest.peerDependencies]).toEqual([
    undefined,
    undefined,
    undefined,
  ]);
  const files = [manifest.exports['.'].types, manifest.exports['.'].default, ...Object.values(manifest.bin ?? {})];
  for (const file of files) expect([file, existsSync(join(home, String(file)))]).toEqual([file, true]);
  for (const file of ['README.md', 'LICENSE', 'openapi.json'])
    expect([file, existsSync(join(sdk, file))]).toEqual([file, true]);
});

it('runs in plain Node, as it was built', async () => {
  const script = `
    import { connect, listOrders } from ${JSON.stringify(join(home, 'dist', 'index.js'))};
    const answer = async () => Response.json({ items: [], next_cursor: null, total: 7 });
    const lanka = connect({ url: 'http://lanka', key: 'lanka_x', project: 'p', fetch: answer });
    console.log((await lanka.call(listOrders)).total);`;
  const { stdout } = await run(process.execPath, ['--input-type=module', '-e', script]);
  expect(stdout.trim()).toBe('7');
});

it('leaves out of a bundle what is not used', async () => {
  const { outputFiles } = await build({
    stdin: {
      contents: `import { connect, listOrders } from './index.js'; connect({ url: '', key: '' }).call(listOrders);`,
      resolveDir: join(home, 'dist'),
    },
    ...{ bundle: true, format: 'esm', platform: 'browser', minify: true, write: false },
  });
  const [{ text } = { text: '' }] = outputFiles;
  expect([text.includes('list_orders'), text.includes('create_order'), text.includes('webhook-id')]).toEqual([
    true,
    false,
    false,
  ]);
  expect(text.length).toBeLessThan(6_000);
});
