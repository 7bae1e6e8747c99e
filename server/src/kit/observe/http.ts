import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { Logger } from 'pino';
import { newContext, type RequestContext } from './context';
import { NAMED } from './log';
import type { Metrics } from './metrics';
import { startSpan } from './tracing';

/** As nginx writes it: whoever asked did not wait for the answer. No answer carries it. */
const GONE = 499;

/** Watches every request from outside: the figures, one log line for each of the API, a span when traces are on. */
export function observeRequests(server: FastifyInstance, metrics: Metrics, log: Logger): void {
  const named = Object.assign(log.child({}), { [NAMED]: true });
  server.decorateRequest('facts');
  server.decorateRequest('runContext');
  server.decorateRequest('watched');
  server.addHook('onRequest', (request, reply, done) => {
    metrics.begun();
    request.watched = true;
    request.runContext = contextOf(request);
    // an answer that nobody waits for any more is never finished, only closed
    reply.raw.once('close', () => tell(request, reply, GONE));
    done();
  });
  server.addHook('onResponse', (request, reply, done) => {
    tell(request, reply, reply.statusCode);
    done();
  });

  function tell(request: FastifyRequest, reply: FastifyReply, ended: number): void {
    if (!request.watched) return;
    request.watched = false;
    const { method, runContext, routeOptions } = request;
    const isStream = routeOptions.config.stream && reply.raw.headersSent;
    const status = isStream ? reply.raw.statusCode : ended;
    const route = routeOptions.url ?? 'none';
    const ms = reply.elapsedTime;
    if (isStream) metrics.streamed();
    else metrics.answered({ method, route, status, ms, ...(runContext ? { statements: runContext.statements } : {}) });
    if (runContext) end(named, request, runContext, { method, route, status, ms: Math.round(ms) });
  }
}

/** A request for something of the API; of pages and files only the time counts. */
function contextOf(request: FastifyRequest): RequestContext | undefined {
  const { url } = request.routeOptions;
  if (!url?.startsWith('/api/') || url === '/api/health') return undefined;
  const { method, id } = request;
  const name = `${method} ${url}`;
  const span = startSpan(name, {
    kind: 'server',
    parent: String(request.headers.traceparent ?? ''),
    attributes: { 'http.request.method': method, 'http.route': url, 'lanka.request_id': id },
  });
  return newContext({ kind: 'request', name, request_id: id, facts: { method, route: url }, span });
}

interface Line {
  readonly status: number;
  readonly [fact: string]: unknown;
}

function end(
  log: Logger,
  request: FastifyRequest,
  { statements, round_trips, span }: RequestContext,
  line: Line,
): void {
  request.facts = { ...request.facts, ...(statements > 0 ? { statements, round_trips } : {}) };
  log.info({ request_id: request.id, ...line, ...request.facts }, 'request');
  span?.note({ 'http.response.status_code': line.status });
  span?.end(line.status >= 500 ? { code: String(line.status) } : undefined);
}

declare module 'fastify' {
  interface FastifyContextConfig {
    /** The answer stays open for as long as somebody listens. */
    stream?: boolean;
  }
  interface FastifyRequest {
    /** What the log line of this request adds: user, project, statements. */
    facts?: Record<string, unknown>;
    runContext?: RequestContext | undefined;
    /** Begun, and its end not yet told. */
    watched?: boolean;
  }
}
