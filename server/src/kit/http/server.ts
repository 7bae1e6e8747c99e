import { randomUUID } from 'node:crypto';
import type { Socket } from 'node:net';
import cookie from '@fastify/cookie';
import multipart from '@fastify/multipart';
import rateLimit from '@fastify/rate-limit';
import swagger from '@fastify/swagger';
import swaggerUi from '@fastify/swagger-ui';
import { common } from '@lanka/domain/kit/errors';
import Fastify, {
  type FastifyBaseLogger,
  type FastifyInstance,
  type FastifyReply,
  type FastifyRequest,
  LogController,
} from 'fastify';
import type { Topic } from '../live/topics';
import { runInContext } from '../observe/context';
import { observeRequests } from '../observe/http';
import { RequestLog } from '../observe/log';
import { openMetrics } from '../observe/metrics';
import { readTraceparent } from '../observe/tracing';
import type { Services } from '../services';
import { type Answering, answerError } from './answers';
import type { Authoriser } from './authoriser';
import { mountFiles } from './files-plugin';
import { countKeys, keyOf, openKeyDoor } from './key-door';
import { mountLive } from './live-plugin';
import { openApi } from './openapi';
import { admitRequests } from './overload';
import { answerPreflight } from './preflight';
import { limitStore } from './rate-limits';
import { runRedirect } from './redirects';
import { claimsOf, runRoute } from './requests';
import { securityHeaders } from './security-headers';
import type { Served } from './serve';
import { mountWeb } from './web-plugin';

/** Each costs some kilobytes, also when nothing is said on it. */
const MOST_CONNECTIONS = 5_000;

/** JSON bodies; files go to presigned addresses. */
const BODY_LIMIT = 2 * 1024 * 1024;
/** What services tell us of: one thing each. */
const SIGNED_LIMIT = 512 * 1024;
const REQUEST_ID = /^[\w.:-]{1,100}$/;

/**
 * What stands on labels, is sent to customers or given to marketplaces and developers is short: it answers without the
 * prefix too. Of the pages for developers a language alone is its first page.
 */
function inFull(url: string): string {
  const whole = url.replace(/^(\/developers\/(?:ua|en))\/?(?=\?|$)/, '$1/start');
  return /^\/((q|s|track|feeds|photos|developers)\/|developers(\?|$))/.test(whole) ? `/api${whole}` : url;
}

/** The HTTP server over the routes of all slices. Only this folder knows Fastify. */
export async function openServer(
  app: Services,
  routes: readonly Served[],
  authorise: Authoriser,
  topics: readonly Topic[],
): Promise<FastifyInstance> {
  const server = Fastify({
    loggerInstance: app.log as FastifyBaseLogger,
    logController: new LogController({ disableRequestLogging: true, requestIdLogLabel: 'request_id' }),
    childLoggerFactory: (_logger, bindings, options) => new RequestLog(app.log, bindings, options) as FastifyBaseLogger,
    bodyLimit: BODY_LIMIT,
    // Fastify also takes the number of proxies in front, though its types say otherwise
    trustProxy: app.config.trustProxy as boolean | string,
    forceCloseConnections: 'idle',
    // what still comes on a kept connection while we stop is done, and told to close the connection
    return503OnClosing: false,
    // slow or silent clients: the head of a request within 15 s, all of it within two minutes, and then no byte for two
    // minutes; a request is read whole before it gets a connection to the database, so that nobody can hold one
    http: { headersTimeout: 15_000, connectionsCheckingInterval: 5_000 },
    requestTimeout: 120_000,
    connectionTimeout: 120_000,
    routerOptions: { maxParamLength: 300 },
    rewriteUrl: ({ url = '/' }) => inFull(url),
    // an address that cannot be decoded does not reach the routes and their error handler
    frameworkErrors: (_error, request, reply) => answerError(common.not_found(), request, reply, answering),
    genReqId: (request) => {
      const given = request.headers['x-request-id'];
      if (typeof given === 'string' && REQUEST_ID.test(given)) return given;
      return readTraceparent(request.headers.traceparent)?.traceId ?? randomUUID();
    },
  });
  server.server.maxConnections = MOST_CONNECTIONS;
  const metrics = openMetrics(app);
  const answering: Answering = { log: app.log, metrics };

  const door = openKeyDoor(app);
  observeRequests(server, metrics, app.log);
  admitRequests(server, {
    most: app.config.maxRequests,
    bodyLimit: BODY_LIMIT,
    whoAsks: async (request) => {
      const key = keyOf(request);
      return key === undefined ? (await claimsOf(app, request))?.user_id : door.nameOf(key);
    },
  });
  countKeys(server, app);
  const fixed = securityHeaders(app.config);
  server.addHook('onRequest', (request, reply, done) => {
    reply.headers(fixed).header('x-request-id', request.id);
    done();
  });
  // JSON alone: other types answer 415
  server.removeContentTypeParser('text/plain');
  // a POST that needs no body may still say that it sends JSON
  const json = server.getDefaultJsonParser('error', 'error');
  server.addContentTypeParser('application/json', { parseAs: 'string' }, (request, body, done) => {
    if (body === '') done(null, undefined);
    else json(request, body as string, done);
  });
  server.setErrorHandler((error, request, reply) => answerError(error, request, reply, answering));
  server.setNotFoundHandler((request, reply) => {
    return answerError(common.not_found(), request, reply, answering);
  });

  closeConnectionsOnStop(server, (app.config.shutdownSeconds * 1000) / 2);
  await server.register(cookie);
  await server.register(rateLimit, {
    global: false,
    ...limitStore(),
    errorResponseBuilder: (_request, { ttl }) => common.too_many({ seconds: Math.ceil(ttl / 1000) }),
  });

  const document = openApi(
    routes.map(({ route }) => route),
    app.version,
  );
  await server.register(swagger, { mode: 'static', specification: { document: document as never } });
  // the policy of all pages holds for it too; without a validator it asks nobody else
  await server.register(swaggerUi, { routePrefix: '/api/docs', staticCSP: false, uiConfig: { validatorUrl: null } });
  server.get('/api/openapi.json', async () => document);
  server.get('/api/.well-known/jwks.json', async () => app.keys.jwks);
  server.get('/api/health', async (_request, reply) => {
    const database = (await app.db.answers()) ? 'up' : 'down';
    if (database === 'down') reply.header('retry-after', '5');
    return reply.status(database === 'up' ? 200 : 503).send({
      status: database === 'up' ? 'ok' : 'degraded',
      database,
      version: app.version,
      maintenance: app.maintenance.on,
      // the product works without them: what they are asked for waits
      services_away: app.outbound.away(),
    });
  });
  metrics.mount(server);
  mountFiles(server, app);
  mountLive(server, app, authorise, topics);

  const mount = (where: FastifyInstance, served: Served): void => {
    const { route } = served;
    where.route({
      method: route.method,
      url: `/api/${route.path}`,
      config: {
        ...(route.limitPerMinute ? { rateLimit: { max: route.limitPerMinute, timeWindow: 60_000 } } : {}),
        ...(route.errorField ? { errorField: true } : {}),
        ...(served.origins ? { toSites: true } : {}),
        ...(route.form ? { form: true } : {}),
      },
      handler: (request, reply) => {
        const act = () =>
          served.leads
            ? runRedirect(app, served.leads, request, reply)
            : runRoute(app, door, authorise, served, request, reply);
        return request.runContext ? runInContext(request.runContext, act) : act();
      },
    });
    const { origins } = served;
    if (origins && route.method !== 'GET')
      where.options(
        `/api/${route.path}`,
        { config: { rateLimit: { max: 120, timeWindow: 60_000 } } },
        (request, reply) => answerPreflight(app, { route, origins }, request, reply),
      );
  };
  for (const served of routes)
    if (!served.route.form && !served.route.anyBody && !served.route.signedBody) mount(server, served);
  // form data is known to these alone: everywhere else it stays 415
  await server.register(async (plugin) => {
    // the size is measured on the way to the storage, which then keeps nothing of it
    await plugin.register(multipart, { throwFileSizeLimit: false });
    for (const served of routes) if (served.route.form) mount(plugin, served);
  });
  await server.register(async (plugin) => {
    plugin.removeAllContentTypeParsers();
    plugin.addContentTypeParser('*', { parseAs: 'string', bodyLimit: 4_096 }, (_request, _body, done) => done(null));
    for (const served of routes) if (served.route.anyBody) mount(plugin, served);
  });
  await server.register(async (plugin) => {
    plugin.removeAllContentTypeParsers();
    plugin.addContentTypeParser('*', { parseAs: 'buffer', bodyLimit: SIGNED_LIMIT }, (_request, body, done) =>
      done(null, body),
    );
    for (const served of routes) if (served.route.signedBody) mount(plugin, served);
  });
  await mountWeb(server, app);
  return server;
}

/**
 * Without this a browser that keeps its connection open would hold up the stop for more than a minute.
 * @param patienceMs how long requests under way may take to finish; the rest of the time is for jobs
 */
function closeConnectionsOnStop(server: FastifyInstance, patienceMs: number): void {
  const { server: listening } = server;
  // browsers open connections ahead of time; one that has asked nothing yet does not count as idle for Node
  const silent = new Set<Socket>();
  listening.on('connection', (socket: Socket) => {
    silent.add(socket);
    socket.once('close', () => silent.delete(socket));
  });
  listening.on('request', ({ socket }) => silent.delete(socket));
  server.addHook('preClose', async () => {
    if (!listening.listening) return;
    for (const socket of silent) socket.destroy();
    const sweep = setInterval(() => listening.closeIdleConnections(), 200);
    const end = setTimeout(() => listening.closeAllConnections(), patienceMs);
    listening.once('close', () => {
      clearInterval(sweep);
      clearTimeout(end);
    });
  });
}

declare module 'fastify' {
  interface FastifyContextConfig {
    /** Failures of this route carry `error` beside `code` and `message`. */
    errorField?: boolean;
    /** Pages of other sites call it. */
    toSites?: boolean;
    /** This route takes a file as form data. */
    form?: boolean;
  }
}

export type { FastifyInstance, FastifyReply, FastifyRequest };
