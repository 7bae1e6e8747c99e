import type { OutgoingHttpHeaders } from 'node:http';
import { common } from '@lanka/domain/kit/errors';
import type { FastifyInstance } from 'fastify';
import type { ProjectScope } from '../auth/scope';
import { liveListeners } from '../observe/meters';
import type { Services } from '../services';
import type { Authoriser } from './authoriser';
import { assertOpen } from './maintenance';
import { localeOf } from './requests';

const HEARTBEAT_MS = 25_000;
/** To let somebody in. */
const PATIENCE_MS = 10_000;
/** Pages that all come back at once, after a restart, are let in by turns. */
const MOST_AT_THE_DOOR = 100;
/** More tabs than anybody has open, and streams in all, in this process. */
const MOST_OF_ONE = 20;
const MOST = 2_000;
/** Whoever reads so slowly that this much waits has gone, or should come back and read what is now. */
const MOST_WAITING_BYTES = 64 * 1024;

/**
 * `GET projects/{p}/events`: server-sent events with the ids of what changed. The page asks again by the ordinary
 * calls, so nothing is shown here that a role may not see. It is read with fetch: EventSource sends no bearer header.
 */
export function mountLive(server: FastifyInstance, app: Services, authorise: Authoriser): void {
  const path = '/api/projects/:project_id/events';
  let atTheDoor = 0;
  server.get<{ Params: { project_id: string } }>(path, { config: { stream: true } }, async (request, reply) => {
    const token = /^Bearer (\S+)$/i.exec(request.headers.authorization ?? '')?.[1];
    const claims = token ? await app.keys.verify(token, app.config.jwtAudience) : null;
    if (!claims) throw common.unauthorized();
    if (atTheDoor >= MOST_AT_THE_DOOR) throw common.overloaded();
    atTheDoor += 1;
    const isWanted = () => request.raw.socket?.destroyed !== true;
    const scope = (await app.db
      .transaction({ readOnly: true, patienceMs: PATIENCE_MS, isWanted, userId: claims.user_id }, async (tx) => {
        const locale = localeOf(request);
        await assertOpen(app.maintenance, authorise, tx, claims, locale);
        return authorise(tx, claims, 'project.read', request.params.project_id, locale);
      })
      .finally(() => {
        atTheDoor -= 1;
      })) as ProjectScope;

    const own = [...open.values()].filter((user) => user === scope.user.id).length;
    if (own >= MOST_OF_ONE || open.size >= MOST) throw common.too_many({ seconds: 30 });
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
    const stop = app.live.subscribe(scope.project.id, (change) => {
      if (raw.writableLength > MOST_WAITING_BYTES) raw.destroy();
      else raw.write(`data: ${JSON.stringify(change)}\n\n`);
    });
    const heartbeat = setInterval(() => raw.write(': still here\n\n'), HEARTBEAT_MS);
    // a token lives for minutes; the page comes back with a new one, so that a removed member does not listen on
    const end = setTimeout(() => raw.end(), claims.expires_at - Date.now());
    const close = (): void => {
      stop();
      clearInterval(heartbeat);
      clearTimeout(end);
    };
    raw.on('close', close);
    open.set(raw, scope.user.id);
    liveListeners.inc();
    raw.on('close', () => {
      open.delete(raw);
      liveListeners.dec();
    });
  });
  /** Who listens on which stream. */
  const open = new Map<{ end(): unknown }, string>();
  server.addHook('preClose', async () => {
    for (const raw of open.keys()) raw.end();
  });
}
