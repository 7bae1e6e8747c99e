import { common } from '@lanka/domain/kit/errors';
import type { FastifyInstance } from 'fastify';
import { type Maintenance, retryAfter } from './maintenance';

/** Doors that are no public pages: calls, the signed-in application (an operator signs in there) and what it loads. */
const NOT_PUBLIC = /^\/(api|cp|assets|metrics)(\/|$)/;

const isPublicPage = (url: string): boolean => {
  const path = url.split(/[?#]/)[0] ?? '';
  return !NOT_PUBLIC.test(path) && (!/\.\w+$/.test(path) || path.endsWith('.html'));
};

/** When the build has no page of its own for it. */
export function plainMaintenancePage(): string {
  const { ua, en } = common.maintenance.text;
  return `<!doctype html><html lang="uk"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1"><title>Ланка</title></head><body><main><h1>Ланка</h1><p>${ua}</p><p lang="en">${en}</p></main></body></html>`;
}

/**
 * While maintenance is on, every public page answers 503 with the maintenance page and `Retry-After`, so that search
 * engines keep what they have. The page asks `site/options` for the operator's words.
 */
export function guardPublicPages(server: FastifyInstance, maintenance: Maintenance, page: string): void {
  server.addHook('onRequest', async (request, reply) => {
    if (!maintenance.on || !['GET', 'HEAD'].includes(request.method) || !isPublicPage(request.url)) return;
    return reply
      .status(503)
      .header('retry-after', String(retryAfter(maintenance.state, Date.now())))
      .header('cache-control', 'no-store')
      .type('text/html; charset=utf-8')
      .send(page);
  });
}
