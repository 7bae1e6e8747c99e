import { timingSafeEqual } from 'node:crypto';
import { common } from '@lanka/domain/kit/errors';
import type { FastifyInstance } from 'fastify';
import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client';
import type { Services } from './services';

export interface Metrics {
  answered(method: string, route: string, status: number, ms: number): void;
  refused(code: string): void;
  mount(server: FastifyInstance): void;
}

/** Prometheus figures at `/metrics`; behind METRICS_TOKEN when that is set. */
export function openMetrics(app: Services): Metrics {
  const registry = new Registry();
  collectDefaultMetrics({ register: registry });
  const seconds = new Histogram({
    name: 'http_request_duration_seconds',
    help: 'Time from request to answer, by route',
    labelNames: ['method', 'route', 'status'],
    buckets: [0.002, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 10],
    registers: [registry],
  });
  const refusals = new Counter({
    name: 'refused_requests_total',
    help: 'Answers with an error, by code',
    labelNames: ['code'],
    registers: [registry],
  });
  const { pool } = app.db;
  new Gauge({
    name: 'database_connections',
    help: 'Connections of the pool, by state',
    labelNames: ['state'],
    registers: [registry],
    collect() {
      this.set({ state: 'open' }, pool.totalCount);
      this.set({ state: 'idle' }, pool.idleCount);
      this.set({ state: 'awaited' }, pool.waitingCount);
    },
  });
  const token = app.config.metricsToken;
  const allowed = (header: string | undefined): boolean => {
    if (!token) return true;
    const given = Buffer.from(header ?? '');
    const right = Buffer.from(`Bearer ${token}`);
    return given.length === right.length && timingSafeEqual(given, right);
  };
  return {
    answered: (method, route, status, ms) => seconds.observe({ method, route, status: String(status) }, ms / 1000),
    refused: (code) => refusals.inc({ code }),
    mount(server) {
      server.get('/metrics', async (request, reply) => {
        if (!allowed(request.headers.authorization)) throw common.unauthorized();
        return reply.type(registry.contentType).send(await registry.metrics());
      });
    },
  };
}
