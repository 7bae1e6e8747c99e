import { common, DomainError } from '@lanka/domain/kit/errors';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { shedRequests } from './meters';

export interface Admission {
  /** Requests of the API in work or waiting for a connection, in this process. */
  readonly most: number;
}

/** What says how the server is must answer when it is not well; streams of live updates have a bound of their own. */
const OPEN = new Set(['/api/health', '/api/projects/:project_id/events']);
const isWork = ({ routeOptions: { url } }: FastifyRequest): boolean =>
  url?.startsWith('/api/') === true && !OPEN.has(url);

/** One asker, by his token or his address, may have half of the places: nobody alone keeps the others out. */
const SHARE = 0.5;

/**
 * Turns a request away at its head, before it is read, authorised or waits for anything, when as many are in work as
 * the server can answer in good time: a queue that grows makes everybody wait for answers that nobody reads any more.
 * 503 `common.overloaded` when the server is full, 429 when one asker alone fills his share; both with Retry-After.
 */
export function admitRequests(server: FastifyInstance, { most }: Admission): void {
  const askers = new Map<string, number>();
  let inWork = 0;
  server.addHook('onRequest', async (request, reply) => {
    if (!isWork(request)) return;
    if (inWork >= most) {
      shedRequests.inc({ reason: 'full' });
      const { code, text } = common.overloaded;
      throw new DomainError(code, text, [], 1);
    }
    const asker = request.headers.authorization ?? request.ip;
    const own = askers.get(asker) ?? 0;
    if (own >= Math.max(1, Math.floor(most * SHARE))) {
      shedRequests.inc({ reason: 'share' });
      throw common.too_many({ seconds: 1 });
    }
    inWork += 1;
    askers.set(asker, own + 1);
    // once for each answer, whether it was finished or the asker has gone
    reply.raw.once('close', () => {
      inWork -= 1;
      const left = (askers.get(asker) ?? 1) - 1;
      if (left > 0) askers.set(asker, left);
      else askers.delete(asker);
    });
  });
}
