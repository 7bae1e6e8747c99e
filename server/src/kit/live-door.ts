import type { OutgoingHttpHeaders } from 'node:http';
import { common } from '@lanka/domain/kit/errors';
import type { FastifyInstance } from 'fastify';
import type { Authoriser } from './authoriser';
import { assertOpen } from './maintenance';
import { localeOf } from './run';
import type { ProjectScope } from './scope';
import type { Services } from './services';

const HEARTBEAT_MS = 25_000;

/**
 * `GET projects/{p}/events`: server-sent events with the ids of what changed. The page asks again by the ordinary
 * calls, so nothing is shown here that a role may not see. It is read with fetch: EventSource sends no bearer header.
 */
export function mountLive(server: FastifyInstance, app: Services, authorise: Authoriser): void {
  server.get<{ Params: { project_id: string } }>('/api/projects/:project_id/events', async (request, reply) => {
    const token = /^Bearer (\S+)$/i.exec(request.headers.authorization ?? '')?.[1];
    const claims = token ? await app.keys.verify(token, app.config.jwtAudience) : null;
    if (!claims) throw common.unauthorized();
    const scope = (await app.db.transaction({ readOnly: true, userId: claims.user_id }, async (tx) => {
      const locale = localeOf(request);
      await assertOpen(app.maintenance, authorise, tx, claims, locale);
      return authorise(tx, claims, 'project.read', request.params.project_id, locale);
    })) as ProjectScope;

    reply.hijack();
    const { raw } = reply;
    raw.writeHead(200, {
      ...(reply.getHeaders() as OutgoingHttpHeaders),
      'content-type': 'text/event-stream; charset=utf-8',
      'cache-control': 'no-store',
      'x-accel-buffering': 'no',
      // when the stream ends the connection ends with it: a kept one would hold up the stop of the server
      connection: 'close',
    });
    raw.write(': open\n\n');
    const stop = app.live.subscribe(scope.project.id, (change) => raw.write(`data: ${JSON.stringify(change)}\n\n`));
    const heartbeat = setInterval(() => raw.write(': still here\n\n'), HEARTBEAT_MS);
    // a token lives for minutes; the page comes back with a new one, so that a removed member does not listen on
    const end = setTimeout(() => raw.end(), claims.expires_at - Date.now());
    const close = (): void => {
      stop();
      clearInterval(heartbeat);
      clearTimeout(end);
    };
    raw.on('close', close);
    open.add(raw);
    raw.on('close', () => open.delete(raw));
  });
  const open = new Set<{ end(): unknown }>();
  server.addHook('preClose', async () => {
    for (const raw of open) raw.end();
  });
}
