import { existsSync, readdirSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import staticFiles from '@fastify/static';
import type { FastifyInstance } from 'fastify';
import type { Services } from '../services';
import { guardPublicPages, plainMaintenancePage } from './maintenance-page';
import { sitemap } from './public-page';
import { readPages, sendPage } from './web-pages';

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

/** The page of an address: two public ones, the signed-in part, which routes by itself, and none. */
function pageNameOf(url: string): 'index' | 'price' | 'cp' | '404' {
  const path = url.split(/[?#]/)[0] ?? '/';
  if (path === '/') return 'index';
  if (path === '/price' || path === '/price/') return 'price';
  return /^\/cp(\/|$)/.test(path) ? 'cp' : '404';
}

/** The built web: files as they are (packed where the build packed them) and pages by their addresses. */
export async function mountWeb(server: FastifyInstance, { config, maintenance }: Services): Promise<void> {
  const root = webFolder();
  if (!root) return;
  const pages = await readPages(root, config);
  guardPublicPages(server, maintenance, pages.get('maintenance')?.html ?? plainMaintenancePage());
  const asTheyAre = { index: false, preCompressed: true, cacheControl: false } as const;
  const assets = join(root, 'assets');
  const names = new Set(readdirSync(assets).filter((name) => !/\.(br|gz)$/.test(name)));
  // one route for all of them: to register some thousand files, each by itself, is a sixth of a start; and a known
  // name is sent as it is: the plugin's own route reads the whole folder for each file
  await server.register(staticFiles, {
    ...asTheyAre,
    root: assets,
    serve: false,
    setHeaders: (reply) => reply.header('cache-control', 'public, max-age=31536000, immutable'),
  });
  server.get<{ Params: { name: string } }>('/assets/:name', ({ params: { name } }, reply) =>
    names.has(name) ? reply.sendFile(name) : reply.callNotFound(),
  );
  await server.register(staticFiles, {
    ...asTheyAre,
    root,
    decorateReply: false,
    wildcard: false,
    globIgnore: ['assets/**', '**/*.html', '**/*.br', '**/*.gz'],
    setHeaders: (reply) => reply.header('cache-control', 'no-cache'),
  });
  const at = (path: string): string => `${config.publicUrl}${path}`;
  // the second is of the suppliers' public pages
  const sitemaps = ['/sitemap.xml', '/s/sitemap.xml'].map((path) => `Sitemap: ${at(path)}\n`).join('');
  server.get('/robots.txt', (_request, reply) =>
    reply.type('text/plain; charset=utf-8').send(`User-agent: *\nDisallow: /cp\n\n${sitemaps}`),
  );
  server.get('/sitemap.xml', (_request, reply) =>
    reply.type('application/xml; charset=utf-8').send(sitemap(['/', '/price'].map(at))),
  );
  server.get('/*', (request, reply) => {
    if (isApi(request.url)) return reply.callNotFound();
    const name = pageNameOf(request.url);
    const page = pages.get(name);
    return page ? sendPage(request, reply.status(name === '404' ? 404 : 200), page) : reply.callNotFound();
  });
}
