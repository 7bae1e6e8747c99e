import { DomainError } from '@lanka/domain/kit/errors';
import { innerPath } from '@lanka/domain/kit/inner_path';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Services } from '../services';
import { cookiesFor } from './cookies';
import { askerOf, localeOf, read } from './requests';
import type { ServedRedirect } from './serve';

/**
 * One request that leads the browser elsewhere. It opens no transaction of its own, because it asks an outside service
 * in between. A person is led to a page that tells of a failure; a program gets the coded error.
 */
export async function runRedirect(
  app: Services,
  { route, redirect, failed }: ServedRedirect,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<FastifyReply> {
  reply.header('cache-control', 'no-store').header('referrer-policy', 'no-referrer');
  const locale = localeOf(request);
  const context = {
    url: new URL(request.url, app.config.publicUrl),
    locale,
    app,
    asker: askerOf(request),
    ...cookiesFor(app, request, reply),
  };
  try {
    const query = read(route.query, request.query ?? {}, locale, 'query');
    const to = await redirect({ ...context, query });
    return reply.redirect(to instanceof URL ? to.href : inside(app, to), 302);
  } catch (error) {
    if (!(error instanceof DomainError) || !isNavigation(request)) throw error;
    if (error.status >= 500) request.log.error({ err: error }, 'redirect failed');
    return reply.redirect(inside(app, await failed(error, context)), 302);
  }
}

/** A path of this site, whatever was asked for. */
const inside = (app: Services, path: string): string => `${app.config.publicUrl}${innerPath(path) ?? '/cp'}`;

/** Whether somebody looks at the answer in a browser. */
const isNavigation = (request: FastifyRequest): boolean =>
  request.headers['sec-fetch-mode'] === 'navigate' || /\btext\/html\b/.test(request.headers.accept ?? '');
