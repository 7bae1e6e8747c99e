import { common, DomainError } from '@lanka/domain/kit/errors';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { shedRequests } from '../observe/meters';
import { isForm } from './forms';

export interface Admission {
  /** Requests of the API in work or waiting for a connection, in this process. */
  readonly most: number;
  /** The largest body of a request that does not say its size. */
  readonly bodyLimit: number;
  /** Who asks, when his token says so: two sessions of one user are one asker. Asks no database. */
  readonly whoAsks: (request: FastifyRequest) => Promise<string | undefined>;
}

/** What says how the server is must answer when it is not well; streams of live updates have a bound of their own. */
const OPEN = new Set(['/api/health', '/api/projects/:project_id/events', '/api/users/me/events']);
/** Their bytes go to disk while they come, as slowly as somebody's line is. */
const UPLOADS = 'PUT /api/files/*';
const isWork = (url: string | undefined): boolean => url?.startsWith('/api/') === true && !OPEN.has(url);

/** One asker, by his account or address, may have half of what there is: nobody alone keeps the others out. */
const SHARE = 0.5;
/** Uploads under way, as a part of the requests in work. */
const UPLOAD_PART = 0.25;
/** An order, a stock change, a sign-in: whoever sends one is not kept out by those who send much. */
const SMALL_BODY = 16 * 1024;
/** Larger bodies are held in memory, in two copies for a moment, before anybody knows whose they are. */
const MOST_BODY_BYTES = 64 * 1024 * 1024;

/** So much of something is there for all together, and half of it for each. */
class Supply {
  private used = 0;
  private readonly own = new Map<string, number>();

  constructor(private readonly most: number) {}

  get isSpent(): boolean {
    return this.used >= this.most;
  }

  /**
   * Answers how to give it back, which may be done twice.
   * @throws DomainError 503 `common.overloaded` when there is not so much left, 429 when it is more than a share
   */
  take(asker: string, amount = 1): () => void {
    if (this.used + amount > this.most) throw full();
    const own = this.own.get(asker) ?? 0;
    if (own + amount > Math.max(amount, Math.floor(this.most * SHARE))) {
      shedRequests.inc({ reason: 'share' });
      throw common.too_many({ seconds: 1 });
    }
    this.used += amount;
    this.own.set(asker, own + amount);
    let isHeld = true;
    return () => {
      if (!isHeld) return;
      isHeld = false;
      this.used -= amount;
      const left = (this.own.get(asker) ?? amount) - amount;
      if (left > 0) this.own.set(asker, left);
      else this.own.delete(asker);
    };
  }
}

/** Nothing was done: it may be sent again. */
function full(): DomainError {
  shedRequests.inc({ reason: 'full' });
  const { code, text } = common.overloaded;
  return new DomainError(code, text, [], 1);
}

/**
 * Turns requests away when as many are in work as the server can answer in good time: a queue that grows makes
 * everybody wait for answers that nobody reads any more. A place is taken when a request has come whole, so that
 * whoever sends slowly holds none, and given back when its answer is written to the connection, so that whoever reads
 * slowly holds none either. Who has gone without waiting still counts until his work has ended: otherwise people who
 * lose patience and ask again would make the queue grow after all.
 *
 * 503 `common.overloaded` when the server is full, at the head of the request, before it is read, authorised or waits
 * for anything; 429 when one asker alone fills his share; both with Retry-After.
 */
export function admitRequests(server: FastifyInstance, { most, bodyLimit, whoAsks }: Admission): void {
  const places = new Supply(most);
  const uploads = new Supply(Math.max(2, Math.floor(most * UPLOAD_PART)));
  const bodies = new Supply(MOST_BODY_BYTES);
  server.decorateRequest('leave');

  server.addHook('onRequest', async (request, reply) => {
    if (!isWork(request.routeOptions.url) || isUpload(request)) return;
    if (places.isSpent) throw full();
    const bytes = sizeOf(request, bodyLimit);
    if (bytes > SMALL_BODY) reply.raw.once('close', bodies.take(request.ip, bytes));
  });
  server.addHook('onRoute', (route) => {
    if (!isWork(route.url)) return;
    const { handler } = route;
    route.handler = async function admitted(request, reply) {
      const supply = isUpload(request) ? uploads : places;
      const leave = supply.take((await whoAsks(request)) ?? request.ip);
      if (!isUpload(request)) request.leave = leave;
      try {
        return await handler.call(this, request, reply);
      } finally {
        leave();
      }
    };
  });
  server.addHook('onSend', async (request) => request.leave?.());
}

const isUpload = ({ method, routeOptions: { url, config }, headers }: FastifyRequest): boolean =>
  `${method} ${url}` === UPLOADS || (config.form === true && isForm(headers['content-type']));

/** As its head says; what is larger than allowed is refused by whoever reads it. */
function sizeOf({ headers }: FastifyRequest, bodyLimit: number): number {
  if (headers['transfer-encoding'] !== undefined) return bodyLimit;
  const length = Number(headers['content-length'] ?? 0);
  return length <= bodyLimit ? length : 0;
}

declare module 'fastify' {
  interface FastifyRequest {
    /** Gives back the place among the requests in work. */
    leave?: () => void;
  }
}
