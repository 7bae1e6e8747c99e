import type { FastifyReply, FastifyRequest } from 'fastify';

/**
 * Lets a page of another site read the answer, if its origin is one of these (Fetch standard, CORS). Without cookies:
 * nobody’s sign-in travels along. Failures carry it too, so that the page can tell what is wrong.
 */
export function allowOrigin(request: FastifyRequest, reply: FastifyReply, origins: readonly string[]): boolean {
  const { origin } = request.headers;
  reply.header('vary', 'Origin');
  if (origin === undefined || !origins.includes(origin)) return false;
  reply.header('access-control-allow-origin', origin);
  return true;
}
