import Fastify from 'fastify';
import { describe, expect, it } from 'vitest';
import { type MaintenanceState, retryAfter, WORKING } from './maintenance';
import { guardPublicPages, plainMaintenancePage } from './maintenance-page';

const ON: MaintenanceState = { ...WORKING, on: true };
const OWN = '<!doctype html><title>Ланка</title><h1>Триває вдосконалення</h1>';

/** A server that answers 200 to everything the guard lets through. */
function behind(state: MaintenanceState, page = OWN) {
  const server = Fastify();
  const maintenance = {
    state,
    on: state.on,
    write: () => Promise.resolve(),
    spread: () => Promise.resolve(),
    stop: () => undefined,
  };
  guardPublicPages(server, maintenance, page);
  server.all('/*', async () => 'through');
  return (url: string, method: 'GET' | 'HEAD' | 'POST' = 'GET') => server.inject({ method, url });
}

describe('while maintenance is on', () => {
  it.each(['/', '/price', '/?dropshipper=true', '/index.html', '/nowhere', '/cpanel', '/apian'])(
    '%s is the maintenance page',
    async (url) => {
      const shown = await behind(ON)(url);
      expect([shown.statusCode, shown.body]).toEqual([503, OWN]);
      expect(shown.headers).toMatchObject({
        'content-type': 'text/html; charset=utf-8',
        'cache-control': 'no-store',
        'retry-after': '120',
      });
      expect((await behind(ON)(url, 'HEAD')).statusCode).toBe(503);
    },
  );

  it.each([
    '/cp',
    '/cp/signin?return=%2Fcp',
    '/cp/operator',
    '/api/health',
    '/assets/x.js',
    '/favicon.svg',
    '/robots.txt',
    '/metrics',
  ])('%s goes through', async (url) => {
    expect((await behind(ON)(url)).body).toBe('through');
  });

  it('has words in both languages when the build has no page for it', async () => {
    const { body } = await behind(ON, plainMaintenancePage())('/');
    expect(body).toContain('Триває вдосконалення');
    expect(body).toContain('Improvements are in progress');
  });
});

it('lets everything through while it is off', async () => {
  for (const url of ['/', '/price', '/cp']) expect((await behind(WORKING)(url)).body).toBe('through');
});

it.each([
  [null, 120],
  ['2026-11-21T10:00:30.000Z', 30],
  ['2026-11-22T10:00:00.000Z', 3600],
  ['2026-11-21T09:59:00.000Z', 120],
])('announced until %s: ask again in %i s', (until, seconds) => {
  expect(retryAfter({ ...ON, until }, Date.parse('2026-11-21T10:00:00.000Z'))).toBe(seconds);
});
