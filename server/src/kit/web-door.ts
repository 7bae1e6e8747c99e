import { existsSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import staticFiles from '@fastify/static';
import type { FastifyInstance } from 'fastify';
import type { Maintenance } from './maintenance';
import { guardPublicPages } from './maintenance-page';

/** Addresses that never show the page: an unknown one is a JSON 404. */
const isApi = (url: string): boolean => /^\/api([/?]|$)/.test(url);

function webFolder(): string | null {
  let folder = dirname(fileURLToPath(import.meta.url));
  for (let up = 0; up < 5; up += 1) {
    const candidate = join(folder, 'web', 'dist');
    if (existsSync(join(candidate, 'index.html'))) return candidate;
    folder = dirname(folder);
  }
  return null;
}

/** A file of an older build: the page that asks for it must hear that it is gone, not get a page in its place. */
const isAsset = (url: string): boolean => url.startsWith('/assets/');

/** The built web application; every address that is not a file is answered with its page, which routes by itself. */
export async function mountWeb(server: FastifyInstance, maintenance: Maintenance): Promise<void> {
  const root = webFolder();
  if (!root) return;
  guardPublicPages(server, maintenance, root);
  await server.register(staticFiles, {
    root,
    wildcard: false,
    cacheControl: false,
    setHeaders(reply, path) {
      const forever = path.includes(`${join('dist', 'assets')}`);
      reply.header('cache-control', forever ? 'public, max-age=31536000, immutable' : 'no-cache');
    },
  });
  server.get('/*', (request, reply) =>
    isApi(request.url) || isAsset(request.url)
      ? reply.callNotFound()
      : reply.header('cache-control', 'no-cache').sendFile('index.html'),
  );
}
