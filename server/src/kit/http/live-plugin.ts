import type { OutgoingHttpHeaders } from 'node:http';
import { common } from '@lanka/domain/kit/errors';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { TokenClaims } from '../auth/keys';
import type { DropshippingScope, ProjectScope } from '../auth/scope';
import type { AccessChange, Change } from '../live/live';
import { type Listener, openDispatch, type Topic } from '../live/topics';
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

interface Stream {
  readonly user_id: string;
  readonly session_id: string;
  /** Of which it hears; null until its access was asked for. */
  project_ids: readonly string[] | null;
  end(): void;
}

/** One whose projects are not known yet may be of any. */
function concerns(stream: Stream, change: AccessChange): boolean {
  if (change.of === 'all') return true;
  if (change.of === 'project') return stream.project_ids === null || stream.project_ids.includes(change.id);
  return (change.of === 'user' ? stream.user_id : stream.session_id) === change.id;
}

/**
 * `GET projects/{p}/events`: server-sent events with the ids of what changed, in the project and for the user himself;
 * `GET users/me/events`: for him alone, where he works in no project, and of what is his at all of his suppliers (not of
 * their goods, which change all the time). The page asks again by the ordinary calls, and hears only of what its role
 * may read: the topics of the slices say which. A stream ends as soon as the access behind it changes; a page that may
 * still listen comes back. It is read with fetch: EventSource sends no bearer header.
 */
export function mountLive(
  server: FastifyInstance,
  app: Services,
  authorise: Authoriser,
  topics: readonly Topic[],
): void {
  const open = new Set<Stream>();
  const listen = openProjects(app, topics);
  let atTheDoor = 0;

  const letIn = async (
    request: FastifyRequest,
    claims: TokenClaims,
    project?: string,
  ): Promise<DropshippingScope | ProjectScope> => {
    const isWanted = () => request.raw.socket?.destroyed !== true;
    const options = { readOnly: true, patienceMs: PATIENCE_MS, isWanted, userId: claims.user_id };
    const scope = await app.db.transaction(options, async (tx) => {
      const locale = localeOf(request);
      await assertOpen(app.maintenance, authorise, tx, claims, locale);
      return authorise(tx, claims, project === undefined ? 'dropshipping' : 'project.read', project, locale);
    });
    return scope as DropshippingScope | ProjectScope;
  };

  const answer = async (request: FastifyRequest, reply: FastifyReply, project?: string): Promise<void> => {
    const token = /^Bearer (\S+)$/i.exec(request.headers.authorization ?? '')?.[1];
    const claims = token ? await app.keys.verify(token, app.config.jwtAudience) : null;
    if (!claims) throw common.unauthorized();
    if (atTheDoor >= MOST_AT_THE_DOOR) throw common.overloaded();
    atTheDoor += 1;
    // it is in the list before its access is asked for, so that no change of it slips in between
    let ended = false;
    const { user_id, session_id } = claims;
    const stream: Stream = { user_id, session_id, project_ids: null, end: () => (ended = true) };
    open.add(stream);
    let scope: DropshippingScope | ProjectScope;
    try {
      scope = await letIn(request, claims, project);
      const own = [...open].filter((one) => one.user_id === user_id && one !== stream).length;
      if (own >= MOST_OF_ONE || open.size > MOST) throw common.too_many({ seconds: 30 });
      if (ended) throw common.overloaded();
    } catch (error) {
      open.delete(stream);
      throw error;
    } finally {
      atTheDoor -= 1;
    }

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
    const tell = (change: Change): void => {
      if (raw.writableLength > MOST_WAITING_BYTES) raw.destroy();
      else raw.write(`data: ${JSON.stringify(change)}\n\n`);
    };
    // what is his own is published under his id
    const stops = [app.live.subscribe(user_id, tell)];
    const heard = listenersOf(scope, tell);
    for (const [id, listener] of heard) stops.push(listen(id, listener));
    const stop = (): void => {
      for (const one of stops) one();
    };
    stream.project_ids = heard.map(([id]) => id);
    const end = (): void => {
      // nothing more is told, also while the connection still closes
      stop();
      raw.end();
    };
    stream.end = end;
    const heartbeat = setInterval(() => raw.write(': still here\n\n'), HEARTBEAT_MS);
    // a token lives for minutes; the page comes back with a new one
    const timer = setTimeout(end, claims.expires_at - Date.now());
    liveListeners.inc();
    raw.on('close', () => {
      stop();
      clearInterval(heartbeat);
      clearTimeout(timer);
      open.delete(stream);
      liveListeners.dec();
    });
  };

  const config = { stream: true };
  server.get<{ Params: { project_id: string } }>('/api/projects/:project_id/events', { config }, (request, reply) =>
    answer(request, reply, request.params.project_id),
  );
  server.get('/api/users/me/events', { config }, (request, reply) => answer(request, reply));

  const stopHearing = app.live.onAccess((change) => {
    for (const stream of open) if (concerns(stream, change)) stream.end();
  });
  server.addHook('preClose', async () => {
    stopHearing();
    for (const stream of open) stream.end();
  });
}

/** Of which projects a stream hears, and as whom. */
function listenersOf(
  scope: DropshippingScope | ProjectScope,
  tell: Listener['tell'],
): readonly (readonly [id: string, listener: Listener])[] {
  if ('project' in scope)
    return [[scope.project.id, { role: scope.role, counterparty_id: scope.counterparty_id, tell, ownOnly: false }]];
  return scope.suppliers.map(({ project_id, counterparty_id }) => [
    project_id,
    { role: 'Client', counterparty_id, tell, ownOnly: true },
  ]);
}

/** One subscription for all streams of a project; answers how one is added, and that how it is taken out. */
function openProjects(app: Services, topics: readonly Topic[]) {
  const projects = new Map<string, { listeners: Set<Listener>; stop: () => void }>();

  function subscribe(projectId: string) {
    const listeners = new Set<Listener>();
    const dispatch = openDispatch(topics, listeners, async (ownersOf, ids) => {
      try {
        const options = { readOnly: true, patienceMs: PATIENCE_MS, projectIds: [projectId] };
        return await app.db.transaction(options, (tx) => ownersOf(tx, projectId, ids));
      } catch (error) {
        app.log.warn({ err: error }, 'live updates: whose a change is could not be asked');
        return new Map();
      }
    });
    const made = { listeners, stop: app.live.subscribe(projectId, dispatch) };
    projects.set(projectId, made);
    return made;
  }

  return (projectId: string, listener: Listener): (() => void) => {
    const { listeners, stop } = projects.get(projectId) ?? subscribe(projectId);
    listeners.add(listener);
    return () => {
      if (!listeners.delete(listener) || listeners.size > 0) return;
      stop();
      projects.delete(projectId);
    };
  };
}
