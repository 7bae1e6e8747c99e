import { createUpload } from '@lanka/domain/files/contract';
import { currentUser, requestPasswordReset } from '@lanka/domain/identity/contract';
import { createProject, inviteUser, updateProject } from '@lanka/domain/projects/contract';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type TestApp, type TestProject, testApp } from '../../../test/harness';

const METRICS_TOKEN = 'a token of the metrics';
let app: TestApp;
let project: TestProject;

beforeAll(async () => {
  app = await testApp({ METRICS_TOKEN });
  project = await app.project();
});
afterAll(() => app.close());

interface Raw {
  readonly method?: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE' | 'HEAD' | 'OPTIONS';
  readonly headers?: Record<string, string>;
  readonly payload?: string | Buffer;
}

/** A request as written here, past the typed client. */
async function raw(url: string, { method = 'GET', headers = {}, payload }: Raw = {}) {
  const body = payload === undefined ? {} : { payload };
  const answer = await app.app.server.inject({ method, url, headers, ...body });
  const isJson = String(answer.headers['content-type']).startsWith('application/json');
  return { status: answer.statusCode, headers: answer.headers, body: answer.body, json: isJson ? answer.json() : null };
}

const bearer = (token: string) => ({ authorization: `Bearer ${token}` });
const asJson = (payload: string | Buffer, more: Record<string, string> = {}): Raw => ({
  method: 'POST',
  headers: { ...bearer(project.owner.token), 'content-type': 'application/json', ...more },
  payload,
});
const uploads = () => `/api/projects/${project.id}/uploads`;
const ERROR = { code: expect.any(String), message: expect.stringMatching(/\S/), details: expect.any(Array) };

describe('an address that does not exist', () => {
  it.each([
    ['GET', '/api/nothing'],
    ['GET', '/api'],
    ['GET', '/api/'],
    ['GET', '/api/projects/x/y/z?a=1'],
    ['POST', '/api/nothing'],
    ['DELETE', '/api/health'],
    ['PUT', '/nothing'],
    ['GET', '/api/%00'],
    ['GET', '/api/projects/%E0%A4%A'],
  ] as const)('%s %s answers JSON', async (method, url) => {
    const { status, json } = await raw(url, { method, headers: bearer(project.owner.token) });
    expect(status).toBe(404);
    expect(json).toEqual(ERROR);
  });
});

describe('a body that cannot be read', () => {
  it.each(['{', '{"file_name":}', '{"a":1,}', 'x', "{'a':1}", '{"a":1}{"b":2}', '\uFEFF{', '[', '{"file_name":"\n"}'])(
    '%j is malformed',
    async (payload) => {
      const { status, json } = await raw(uploads(), asJson(payload));
      expect([status, json?.code]).toEqual([400, 'common.malformed']);
    },
  );

  it.each(['null', '[]', '5', '"text"', 'true'])('%s is not an object', async (payload) => {
    const { status, json } = await raw(uploads(), asJson(payload));
    expect([status, json?.code]).toEqual([400, 'common.invalid']);
  });

  it('with a depth of ten thousand is refused', async () => {
    const { status } = await raw(uploads(), asJson(`${'['.repeat(10_000)}${']'.repeat(10_000)}`));
    expect(status).toBe(400);
  });

  it.each(['text/plain', 'application/xml', 'multipart/form-data; boundary=x', 'application/x-www-form-urlencoded'])(
    'of type %s answers 415',
    async (type) => {
      const path = uploads().replace(/uploads$/, 'products/create_v2');
      const { status, json } = await raw(path, asJson('{"name":"a"}', { 'content-type': type }));
      expect([status, json?.code]).toEqual([415, 'common.unsupported_type']);
    },
  );

  it('above 2 MB answers 413', async () => {
    const payload = JSON.stringify({ file_name: 'a'.repeat(2 * 1024 * 1024) });
    const { status, json } = await raw(uploads(), asJson(payload));
    expect([status, json?.code]).toEqual([413, 'common.too_large']);
  });

  it.each([
    ['{"file_name":"a\\u0000b"}', 'file_name'],
    ['{"file_name":"a\\ud800b"}', 'file_name'],
    ['{"file_name":"a.png","content_type":"\\udc00"}', 'content_type'],
    ['{"file_name":"a.png","more":{"deep":["x","\\u0000"]}}', 'more.deep.1'],
  ])('%s names the field that cannot be kept', async (payload, path) => {
    const { status, json } = await raw(uploads(), asJson(payload));
    expect(status).toBe(400);
    expect(json).toMatchObject({ code: 'common.invalid', details: [{ path, code: 'text.control' }] });
    expect(json.details[0].message).toBe('Текст містить недопустимі символи, введіть його ще раз');
  });

  it('is refused in a query just so', async () => {
    const { status, json } = await raw(`/api/projects/${project.id}/products/v2?q=%00`, {
      headers: bearer(project.owner.token),
    });
    expect([status, json.details[0]?.path], JSON.stringify(json)).toEqual([400, 'q']);
  });

  it.each(['{"__proto__":{"admin":true}}', '{"file_name":"a","constructor":{"prototype":{"admin":true}}}'])(
    '%s does not reach the prototype',
    async (payload) => {
      const { status } = await raw(uploads(), asJson(payload));
      expect(status).toBe(400);
      expect(({} as { admin?: boolean }).admin).toBeUndefined();
    },
  );

  it('names every field that is wrong, in the asker’s language', async () => {
    const body = { email: 'not an address', role: 'Emperor' } as never;
    const options = { params: { project_id: project.id }, token: project.owner.token, body };
    const ua = await app.call(inviteUser, options);
    const en = await app.call(inviteUser, { ...options, headers: { 'accept-language': 'en-GB,en;q=0.9,uk;q=0.5' } });
    expect([ua.status, en.status]).toEqual([400, 400]);
    expect(ua.error.details.map(({ path }) => path)).toEqual(['email', 'role']);
    expect(ua.error.message).toMatch(/^Перевірте дані/);
    expect(ua.error.details[0]?.message).toBe('Невірна адреса електронної пошти');
    expect(en.error.message).toMatch(/^Check the data/);
    expect(en.error.details[0]?.message).toBe('not an e-mail address');
  });

  it('may be empty on a POST that needs none, whatever it says it is', async () => {
    const { token } = await app.user();
    const headers = { ...bearer(token), 'content-type': 'application/json' };
    expect((await raw('/api/auth/sign_out', { method: 'POST', headers, payload: '' })).status).toBe(204);
  });
});

describe('Idempotency-Key', () => {
  const body = { file_name: 'a.png' };
  const post = (key: string, one: object = body) =>
    app.call(createUpload, {
      params: { project_id: project.id },
      token: project.owner.token,
      body: one as typeof body,
      headers: { 'idempotency-key': key },
    });

  it.each(['', ' ', 'a b', 'x'.repeat(201), 'ключ'])('%j is refused by name', async (key) => {
    const { status, error } = await post(key);
    expect([status, error.details[0]?.path]).toEqual([400, 'Idempotency-Key']);
  });

  it('gives the same answer to the same request, 409 to another', async () => {
    const [first, second] = [await post('k-1'), await post('k-1')];
    expect([first.status, second.status]).toEqual([201, 201]);
    expect(second.body).toEqual(first.body);
    const other = await post('k-1', { file_name: 'b.png' });
    expect([other.status, other.error.code]).toEqual([409, 'common.idempotency_mismatch']);
  });

  it('lets a request that failed be corrected', async () => {
    expect((await post('k-2', { file_name: '' })).status).toBe(400);
    expect((await post('k-2')).status).toBe(201);
  });

  it('does the work once when the same request comes five times at once', async () => {
    const answers = await Promise.all(Array.from({ length: 5 }, () => post('k-3')));
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([201]));
    expect(new Set(answers.map((answer) => answer.body.file_name)).size).toBe(1);
  });
});

describe('If-Match', () => {
  it.each(['abc', '0', '-1', '1.5'])('%s is refused by name', async (version) => {
    const answer = await app.call(updateProject, {
      params: { project_id: project.id },
      token: project.owner.token,
      body: { project: { title: 'Інша' } },
      headers: { 'if-match': version },
    });
    expect([answer.status, answer.error.details[0]?.path]).toEqual([400, 'If-Match']);
  });
});

describe('X-Request-Id', () => {
  it('is the trace id of a caller that traces, when he gives no other', async () => {
    const trace = '4bf92f3577b34da6a3ce929d0e0e4736';
    const headers = { traceparent: `00-${trace}-00f067aa0ba902b7-01` };
    expect((await raw('/api/health', { headers })).headers['x-request-id']).toBe(trace);
    const both = { ...headers, 'x-request-id': 'mine' };
    expect((await raw('/api/health', { headers: both })).headers['x-request-id']).toBe('mine');
  });

  it('comes back as given, and is made when there is none or it could not stand in a log', async () => {
    expect((await raw('/api/health', { headers: { 'x-request-id': 'abc-1:2.3' } })).headers['x-request-id']).toBe(
      'abc-1:2.3',
    );
    const uuid = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;
    for (const given of [undefined, '', 'a b', 'x'.repeat(101), '<script>']) {
      const headers: Record<string, string> = given === undefined ? {} : { 'x-request-id': given };
      expect((await raw('/api/nothing', { headers })).headers['x-request-id']).toMatch(uuid);
    }
  });
});

describe('who asks', () => {
  it('must have a token that is genuine, alive and meant for this service', async () => {
    const { id, token } = await app.user();
    const { keys, config } = app.app.services;
    const [session] = await app.sql<{ id: string }>(null, 'select id from sessions where user_id = $1', [id]);
    const claims = { user_id: id, session_id: session?.id ?? '' };
    const expired = await keys.sign(claims, config.jwtAudience, -1);
    const foreign = await keys.sign(claims, 'https://api.other.example', 600);
    const [head, payload, signature] = token.split('.');
    const none = `${Buffer.from('{"alg":"none"}').toString('base64url')}.${payload}.`;
    for (const authorization of [
      undefined,
      '',
      'Bearer',
      `Basic ${token}`,
      token,
      `Bearer ${expired}`,
      `Bearer ${foreign}`,
      `Bearer ${none}`,
      `Bearer ${head}.${payload}.${signature?.slice(2)}${signature?.slice(0, 2)}`,
    ]) {
      const { status, json } = await raw('/api/users/me', {
        headers: authorization === undefined ? {} : { authorization },
      });
      expect([authorization, status, json?.code]).toEqual([authorization, 401, 'common.unauthorized']);
    }
    expect((await app.call(currentUser, { token })).body.id).toBe(id);
  });

  it('is not let in any more when the token ends, though it was seen before', async () => {
    const { id } = await app.user();
    const [session] = await app.sql<{ id: string }>(null, 'select id from sessions where user_id = $1', [id]);
    const token = await app.app.services.keys.sign(
      { user_id: id, session_id: session?.id ?? '' },
      app.app.services.config.jwtAudience,
      2,
    );
    expect((await app.call(currentUser, { token })).status).toBe(200);
    await expect.poll(async () => (await app.call(currentUser, { token })).status, { timeout: 60_000 }).toBe(401);
  });

  it('learns nothing of the body’s faults without a right to be there', async () => {
    const stranger = await app.user();
    const answer = await app.call(inviteUser, {
      params: { project_id: project.id },
      token: stranger.token,
      body: { email: 5 } as never,
    });
    expect([answer.status, answer.error.details]).toEqual([404, []]);
  });
});

describe('the language of errors', () => {
  it.each([
    [undefined, 'Потрібно увійти'],
    ['uk', 'Потрібно увійти'],
    ['de-DE,en;q=0.5', 'Потрібно увійти'],
    ['en', 'Sign in first'],
    ['en-US,en;q=0.9', 'Sign in first'],
    ['EN', 'Sign in first'],
  ])('Accept-Language %s → %s', async (language, message) => {
    const headers: Record<string, string> = language === undefined ? {} : { 'accept-language': language };
    expect((await raw('/api/users/me', { headers })).json?.message).toBe(message);
  });
});

describe('doors of the operator', () => {
  it('health tells of the database and the version', async () => {
    expect((await raw('/api/health')).json).toEqual({
      status: 'ok',
      database: 'up',
      version: 'test',
      maintenance: false,
      services_away: [],
    });
  });

  it('metrics are in Prometheus’s format, and only for who has the token', async () => {
    for (const headers of [{}, bearer('another token entirely'), bearer(METRICS_TOKEN.slice(0, -1))]) {
      const { status, json } = await raw('/metrics', { headers });
      expect([status, json?.code]).toEqual([401, 'common.unauthorized']);
    }
    await raw('/api/health');
    const { status, headers, body } = await raw('/metrics', { headers: bearer(METRICS_TOKEN) });
    expect(status).toBe(200);
    expect(headers['content-type']).toMatch(/^text\/plain; version=0\.0\.4/);
    expect(body).toMatch(
      /^http_request_duration_seconds_count\{method="GET",route="\/api\/health",status="200"\} \d+$/m,
    );
    expect(body).toMatch(/^lanka_requests_refused_total\{code="common\.unauthorized"\} \d+$/m);
    expect(body).toMatch(/^lanka_database_connections\{state="open"\} \d+$/m);
    const line = /^(#.*|[a-zA-Z_:][\w:]*(\{[^}]*\})? (-?[\d.e+-]+|N[aA][nN]|\+Inf))$/;
    expect(body.split('\n').filter((one) => one !== '' && !line.test(one))).toEqual([]);
  });

  it('metrics are open when no token is set', async () => {
    const other = await testApp();
    try {
      for (const headers of [{}, { authorization: 'Bearer ' }, { authorization: 'Bearer undefined' }]) {
        expect((await other.app.server.inject({ url: '/metrics', headers })).statusCode).toBe(200);
      }
    } finally {
      await other.close();
    }
  });
});

describe('headers that protect', () => {
  it.each(['/api/health', '/api/nothing', '/'])('%s has them', async (url) => {
    const { headers } = await raw(url);
    const policy = Object.fromEntries(
      String(headers['content-security-policy'])
        .split(';')
        .map((directive) => directive.trim().split(/ (.*)/s).slice(0, 2)),
    );
    expect(policy['default-src']).toBe("'self'");
    expect(policy['script-src']).toMatch(/^'self'/);
    expect(policy['script-src']).not.toMatch(/unsafe-inline|'unsafe-eval'|\*|https?:/);
    expect(policy['frame-ancestors']).toBe("'none'");
    expect(policy['object-src']).toBe("'none'");
    expect(headers['x-content-type-options']).toBe('nosniff');
    expect(headers['referrer-policy']).toBeTruthy();
    expect(headers['x-powered-by']).toBeUndefined();
    expect(headers['access-control-allow-origin']).toBeUndefined();
  });

  it('answers with data are not kept by caches', async () => {
    const { headers } = await app.call(currentUser, { token: project.owner.token });
    expect(headers['cache-control']).toBe('no-store');
  });
});

it('limits what must not be tried in bulk by address, and says how long to wait', async () => {
  const limited = await testApp();
  try {
    const answers = [];
    const allowed = requestPasswordReset.limitPerMinute ?? 0;
    for (let i = 0; i <= allowed; i += 1)
      answers.push(await limited.call(requestPasswordReset, { body: { email: `n${i}@example.com` } }));
    expect(answers.slice(0, allowed).map(({ status }) => status)).not.toContain(429);
    const last = answers[allowed];
    expect([last?.status, last?.error.code]).toEqual([429, 'common.too_many']);
    expect(Number(last?.headers['retry-after'])).toBeGreaterThan(0);
    expect(last?.error.message).toMatch(/Спробуйте за \d+ с/);
  } finally {
    await limited.close();
  }
});

it('does a POST of the contract as documented', async () => {
  const answer = await app.call(createProject, { token: project.owner.token, body: {} as never });
  expect([answer.status, answer.error.details[0]?.path]).toEqual([400, 'project']);
});
