import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { currentUser, signIn } from '@lanka/domain/identity/contract';
import { inviteUser } from '@lanka/domain/projects/contract';
import { AggregatorRegistry } from 'prom-client';
import { afterAll, beforeAll, describe, expect, inject, it, vi } from 'vitest';
import { type TestApp, type TestProject, testApp } from '../../../test/harness';
import { logLines } from '../../../test/log-lines';
import { query } from '../../../test/setup';
import { makeDropshipper, makeVariants, move, orderBody, placeOrder } from '../../../test/trade';
import type { Tx } from '../db/db';
import { registry } from './meters';

const SLOW_QUERY_MS = 80;
const log = logLines();
let app: TestApp;
let project: TestProject;

beforeAll(async () => {
  const env = { LOG_LEVEL: 'info', SLOW_QUERY_MS: String(SLOW_QUERY_MS), SMTP_URL: 'smtp://127.0.0.1:1' };
  // jobs are not started: what is queued stays so
  app = await testApp(env, { log: log.to });
  project = await app.project();
});
afterAll(() => app.close());

let listening: Promise<string> | undefined;
const address = () => (listening ??= app.app.server.listen({ port: 0, host: '127.0.0.1' }));
const scrape = async () => (await app.app.server.inject({ url: '/metrics' })).body;
/** One figure; undefined when it is not there. */
const figure = async (line: string): Promise<number | undefined> => {
  const found = (await scrape()).split('\n').find((one) => one.startsWith(`${line} `));
  return found === undefined ? undefined : Number(found.slice(line.length));
};
const grown = async (line: string, act: () => Promise<unknown>): Promise<number> => {
  const before = (await figure(line)) ?? 0;
  await act();
  return ((await figure(line)) ?? 0) - before;
};

/** Locks the project's row. Answers how to look who waits for this transaction, by the beginnings of their statements. */
async function holdProject(tx: Tx): Promise<(sinceMs?: number) => Promise<string[]>> {
  await tx.execute(`select 1 from projects where id = '${project.id}' for update`);
  const { rows } = await tx.execute<{ pid: number }>('select pg_backend_pid() as pid');
  return async (sinceMs = 0) => {
    const waiting = await query(
      inject('cluster').adminUrl,
      `select left(query, 500) as text from pg_stat_activity where pg_blocking_pids(pid) @> array[${rows[0]?.pid}]
         and now() - query_start >= interval '${sinceMs} ms'`,
    );
    return (waiting?.rows ?? []).map(({ text }) => String(text));
  };
}

describe('requests', () => {
  it('are counted by the pattern of their route, with their time and their statements', async () => {
    const { token } = await app.user();
    const labels = 'method="GET",route="/api/users/me"';
    let statements = 0;
    const askWhoIAm = async () => {
      await app.call(currentUser, { token });
      statements = app.lastStatements();
    };
    expect(
      await grown(`http_request_duration_seconds_count{${labels},status="200"}`, () =>
        app.call(currentUser, { token }),
      ),
    ).toBe(1);
    expect(await grown(`lanka_request_statements_sum{${labels}}`, () => askWhoIAm())).toBe(statements);
    expect(await scrape()).not.toMatch(/[0-9a-f]{8}-[0-9a-f]{4}-/);
    expect(await figure('lanka_requests_in_flight')).toBe(1); // the one that asks
  });

  it('with an error are counted by its code', async () => {
    expect(await grown('lanka_requests_refused_total{code="common.unauthorized"}', () => app.call(currentUser))).toBe(
      1,
    );
  });

  it('whose asker goes away before the answer are told of as such', async () => {
    const path = `/api/projects/${project.id}`;
    const labels = 'method="PATCH",route="/api/projects/:project_id",status="499"';
    await app.app.services.db.transaction({ projectIds: [project.id] }, async (tx) => {
      const behind = await holdProject(tx);
      const stop = new AbortController();
      const gone = fetch(`${await address()}${path}`, {
        method: 'PATCH',
        headers: {
          authorization: `Bearer ${project.owner.token}`,
          'content-type': 'application/json',
          'x-request-id': 'gone-1',
        },
        body: JSON.stringify({ project: { title: 'Нікому не потрібно' } }),
        signal: stop.signal,
      }).catch(() => 'gone');
      await expect.poll(behind, { timeout: 60_000 }).toHaveLength(1);
      stop.abort();
      expect(await gone).toBe('gone');
      await vi.waitFor(async () => expect(await figure(`http_request_duration_seconds_count{${labels}}`)).toBe(1), {
        timeout: 60_000,
      });
    });
    expect(log.all().filter(({ request_id, msg }) => request_id === 'gone-1' && msg === 'request')).toMatchObject([
      { status: 499 },
    ]);
    await vi.waitFor(async () => expect(await figure('lanka_requests_in_flight')).toBe(1), { timeout: 60_000 });
  });

  it('that wait for live updates are no slow requests, but listeners', async () => {
    const stop = new AbortController();
    const answer = await fetch(`${await address()}/api/projects/${project.id}/events`, {
      headers: { authorization: `Bearer ${project.owner.token}` },
      signal: stop.signal,
    });
    expect(answer.status).toBe(200);
    expect(await figure('lanka_live_listeners')).toBe(1);
    stop.abort();
    await vi.waitFor(async () => expect(await figure('lanka_live_listeners')).toBe(0), { timeout: 60_000 });
    await vi.waitFor(async () => expect(await figure('lanka_requests_in_flight')).toBe(1), { timeout: 60_000 });
    expect(await scrape()).not.toMatch(/duration_seconds_count\{[^}]*events",status="200"/);
  });
});

describe('orders and sign-ins', () => {
  it('count placed and moved orders, and refused ones by reason', async () => {
    const [variant = ''] = await makeVariants(app, project, [{ stock: 1 }]);
    const dropshipper = await makeDropshipper(app, project);
    const body = orderBody({ [variant]: 1 }, { send: true });
    const place = () => placeOrder(app, project, dropshipper.token, body);
    let id = '';
    expect(
      await grown('lanka_orders_moved_total{to="Pending"}', async () => {
        id = (await place()).body.id;
      }),
    ).toBe(1);
    const refused = await placeOrder(app, project, dropshipper.token, orderBody({ [crypto.randomUUID()]: 1 }));
    const reason = `lanka_orders_rejected_total{action="create",reason="${refused.error.code}"}`;
    expect(refused.status).toBeGreaterThanOrEqual(400);
    expect(
      await grown(reason, () => placeOrder(app, project, dropshipper.token, orderBody({ [crypto.randomUUID()]: 1 }))),
    ).toBe(1);
    // to a status that cannot follow
    expect((await move(app, project, project.owner.token, id, 'Complete')).status).toBe(200);
    expect(await figure('lanka_orders_moved_total{to="Complete"}')).toBe(1);
    const forbidden = await move(app, project, project.owner.token, id, 'Draft');
    expect(forbidden.status).toBeGreaterThanOrEqual(400);
    expect(await figure(`lanka_orders_rejected_total{action="move",reason="${forbidden.error.code}"}`)).toBe(1);
  });

  it('count refused sign-ins by reason', async () => {
    const body = { email: 'nobody@example.com', password: 'not the password' };
    expect(
      await grown('lanka_sign_in_failures_total{reason="identity.wrong_credentials"}', () =>
        app.call(signIn, { body }),
      ),
    ).toBe(1);
  });
});

describe('what waits in the database', () => {
  it('is counted by job and state, with the age of the oldest', async () => {
    const { jobs, db } = app.app.services;
    const invited = await app.call(inviteUser, {
      params: { project_id: project.id },
      token: project.owner.token,
      headers: { 'x-request-id': 'the-letter' },
      body: { email: 'waits@example.com', role: 'Manager' },
    });
    expect(invited.status).toBe(201);
    const later = { startAfter: new Date(Date.now() + 3_600_000) };
    await db.transaction({}, (tx) => jobs.send(tx, { name: 'mail.send' }, { id: crypto.randomUUID() }, later));
    await app.sql(null, `update mails set created_at = now() - interval '100 s' where recipient = 'waits@example.com'`);
    await app.sql(null, `update pgboss.job set start_after = now() - interval '50 s' where start_after <= now()`);
    await app.sql(null, `insert into pgboss.job (name, data) values ('dead_letters', '{}')`);
    // figures of the database are kept for some seconds
    await vi.waitFor(async () => expect(await figure('lanka_dead_letters')).toBe(1), { timeout: 60_000 });
    expect(await figure('lanka_jobs_waiting{job="mail.send",state="due"}')).toBe(1);
    expect(await figure('lanka_jobs_waiting{job="mail.send",state="later"}')).toBe(1);
    expect(await figure('lanka_jobs_oldest_due_seconds')).toBeCloseTo(50, -1.5);
    expect(await figure('lanka_letters_unsent')).toBe(1);
    expect(await figure('lanka_letters_oldest_unsent_seconds')).toBeCloseTo(100, -1.5);
    // the letter's row and the job both name the request
    expect(await app.sql(null, `select recipient from mails where request_id = 'the-letter'`)).toHaveLength(1);
    expect(
      await app.sql(null, `select 1 from pgboss.job where data->'_sent_by'->>'request_id' = 'the-letter'`),
    ).toHaveLength(1);
  });

  it('is read through indexes that hold only what waits', async () => {
    const plans = await app.sql<Record<string, string>>(
      null,
      `explain select count(*), min(created_at) from mails where status = 'queued'`,
    );
    expect(JSON.stringify(plans)).toContain('mails_unsent');
  });

  it('is not added up over processes', async () => {
    const one = await registry.getMetricsAsJSON();
    const sum = await AggregatorRegistry.aggregate([one, one]).metrics();
    expect(sum).toMatch(/^lanka_dead_letters 1$/m);
    expect(sum).toMatch(/^lanka_build_info\{version="test",node="[^"]+"\} 1$/m);
    expect(sum).toMatch(/^lanka_requests_refused_total\{code="common.unauthorized"\} \d*[02468]$/m);
  });
});

it('a statement that waits for a lock is logged with its route and request, never with what was typed', async () => {
  const { db } = app.app.services;
  let answer: Promise<{ statusCode: number }> | undefined;
  let waited = '';
  await db.transaction({ projectIds: [project.id] }, async (tx) => {
    const behind = await holdProject(tx);
    answer = app.app.server.inject({
      method: 'PATCH',
      url: `/api/projects/${project.id}`,
      headers: { authorization: `Bearer ${project.owner.token}`, 'x-request-id': 'slow-1' },
      payload: { project: { title: 'Назва, яку ніхто не читає' } },
    });
    void answer.then(() => undefined);
    await expect.poll(() => behind(SLOW_QUERY_MS + 20), { timeout: 60_000 }).toHaveLength(1);
    [waited = ''] = await behind();
  });
  expect((await answer)?.statusCode).toBe(200);
  // on a busy machine others may be slow too: this is the one that waited for us
  const slow = log.all().filter(({ msg, request_id }) => msg === 'slow statement' && request_id === 'slow-1');
  const one = slow.find(({ sql }) => String(sql).startsWith(waited));
  expect(one).toMatchObject({ request_id: 'slow-1', method: 'PATCH', route: '/api/projects/:project_id', rows: 1 });
  expect(JSON.stringify(slow)).not.toContain('Назва');
  const name = 'kind="request",name="PATCH /api/projects/:project_id"';
  expect(await figure(`lanka_database_slow_statements_total{${name}}`)).toBeGreaterThanOrEqual(1);
});

it('a database that does not answer leaves its figures out and the others in', async () => {
  const { pool } = app.app.services.db;
  // really held, all of them
  const held = await Promise.all(Array.from({ length: 12 }, () => pool.connect()));
  try {
    await vi.waitFor(async () => expect(await scrape()).not.toMatch(/^lanka_dead_letters \d/m), { timeout: 60_000 });
    const text = await scrape();
    expect(text).not.toMatch(/^lanka_(jobs_waiting|jobs_oldest_due|letters)\w*(\{[^}]*\})? \d/m);
    expect(text).toMatch(/^lanka_database_connections\{state="idle"\} 0$/m);
    expect(text).toMatch(/^lanka_maintenance 0$/m);
  } finally {
    for (const client of held) client.release();
  }
  await vi.waitFor(async () => expect(await figure('lanka_dead_letters')).toBe(1), { timeout: 60_000 });
});

describe('docs/observability.md', () => {
  const docs = (path: string) =>
    readFileSync(fileURLToPath(new URL(`../../../../docs/${path}`, import.meta.url)), 'utf8');
  const ours = async () => (await registry.getMetricsAsJSON()).filter(({ name }) => /^(lanka|http)_/.test(name));

  it('has every figure of ours with its labels and what it says, and no other', async () => {
    const rows = [...docs('observability.md').matchAll(/^\| `((?:lanka|http)_\w+)` \| (\w+) \| (.+?) \| (.+) \|$/gm)];
    const documented = rows.map(([, name, type, labels, help]) => ({ name, type, labels, help }));
    const known = (await ours()).map((metric) => ({
      name: metric.name,
      type: String(metric.type),
      labels: registry.getSingleMetric(metric.name)
        ? labelsOf(metric.name)
            .map((label) => `\`${label}\``)
            .join(', ') || '–'
        : '',
      help: metric.help,
    }));
    const byName = (a: { name?: string }, b: { name?: string }) => String(a.name).localeCompare(String(b.name));
    expect(documented.sort(byName)).toEqual(known.sort(byName));
  });
});

/** As declared: a figure without a value yet has none to read them from. */
function labelsOf(name: string): string[] {
  return (registry.getSingleMetric(name) as unknown as { labelNames: string[] }).labelNames;
}
