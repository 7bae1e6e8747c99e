/** Builds `mcp/dist/main.js`: one file with what it takes of the SDK, which is in no registry it could be asked from. */
import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { build } from 'esbuild';
import { ROOT } from './lib.mjs';

export async function buildMcp(outfile = join(ROOT, 'mcp', 'dist', 'main.js')) {
  await build({
    entryPoints: [join(ROOT, 'mcp', 'src', 'main.ts')],
    outfile,
    ...{ bundle: true, platform: 'node', format: 'esm', target: 'node20', logLevel: 'warning' },
    external: ['@modelcontextprotocol/*', 'zod'],
  });
}

if (process.argv[1] === import.meta.filename) {
  rmSync(join(ROOT, 'mcp', 'dist'), { recursive: true, force: true });
  await buildMcp();
}
