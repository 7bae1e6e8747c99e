import { DomainError } from '@lanka/domain/kit/errors';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Services } from '../services';
import { allowOrigin } from './cross-origin';
import { read } from './requests';
import type { Served } from './serve';

/** A browser asks again after ten minutes, so that a site that was taken off the list stops soon. */
const REMEMBERED_SECONDS = 600;

/** What the browser asks before it sends JSON from another site. */
export async function answerPreflight(
  app: Services,
  { route, origins }: Pick<Served, 'route'> & { readonly origins: NonNullable<Served['origins']> },
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<FastifyReply> {
  const params = read(route.params, request.params ?? {}, 'ua', 'params');
  const allowed = await app.db
    .transaction({ readOnly: true, mayUseReplica: true }, (tx) => origins(tx, params))
    .catch((error: unknown) => {
      if (error instanceof DomainError) return [];
      throw error;
    });
  if (!allowOrigin(request, reply, allowed)) return reply.status(403).send();
  return reply
    .header('access-control-allow-methods', route.method)
    .header('access-control-allow-headers', 'content-type, accept-language')
    .header('access-control-max-age', String(REMEMBERED_SECONDS))
    .status(204)
    .send();
}
