import type { AddressInfo } from 'node:net';
import { currentUser } from '@lanka/domain/identity/contract';
import { inviteUser } from '@lanka/domain/projects/contract';
import { SMTPServer } from 'smtp-server';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { type TestApp, testApp } from '../../../test/harness';
import { logLines } from '../../../test/log-lines';
import { type OtlpReceiver, type ReceivedSpan, startOtlpReceiver } from '../../../test/simulators/otlp';
import { readTraceparent } from './tracing';

const SERVER = 2;
const CLIENT = 3;
const PRODUCER = 4;
const CONSUMER = 5;

const TRACE = '4bf92f3577b34da6a3ce929d0e0e4736';
const PARENT = '00f067aa0ba902b7';
const TRACEPARENT = `00-${TRACE}-${PARENT}-01`;

describe('traceparent', () => {
  it.each([
    [TRACEPARENT, { traceId: TRACE, spanId: PARENT, flags: 1 }],
    [`00-${TRACE}-${PARENT}-00`, { traceId: TRACE, spanId: PARENT, flags: 0 }],
    // a later version may say more
    [`01-${TRACE}-${PARENT}-01-what-comes`, { traceId: TRACE, spanId: PARENT, flags: 1 }],
    [`00-${'0'.repeat(32)}-${PARENT}-01`, null],
    [`00-${TRACE}-${'0'.repeat(16)}-01`, null],
    [`00-${TRACE.toUpperCase()}-${PARENT}-01`, null],
    ['00-1-2-01', null],
    ['', null],
    [undefined, null],
  ])('%s', (given, read) => expect(readTraceparent(given)).toEqual(read));
});

describe('with a receiver of traces', () => {
  const log = logLines();
  // takes every letter
  const smtp = new SMTPServer({ authOptional: true, disabledCommands: ['STARTTLS'] });
  let receiver: OtlpReceiver;
  let app: TestApp;

  beforeAll(async () => {
    receiver = await startOtlpReceiver();
    await new Promise<void>((resolve) => smtp.listen(0, '127.0.0.1', resolve));
    app = await testApp(
      {
        OTEL_EXPORTER_OTLP_ENDPOINT: receiver.endpoint,
        SMTP_URL: `smtp://127.0.0.1:${(smtp.server.address() as AddressInfo).port}`,
        LOG_LEVEL: 'info',
      },
      { jobs: true, log: log.to },
    );
  });
  afterAll(async () => {
    await app.close();
    await new Promise<void>((resolve) => smtp.close(() => resolve()));
    await receiver.stop();
  });

  const found = (test: (span: ReceivedSpan) => boolean) =>
    vi.waitFor(
      () => {
        const span = receiver.spans.find(test);
        expect(span).toBeDefined();
        return span as ReceivedSpan;
      },
      { timeout: 60_000 },
    );

  it('a request arrives with its route, its statements and the job that it sent', async () => {
    const { id, owner } = await app.project();
    const answer = await app.call(inviteUser, {
      params: { project_id: id },
      token: owner.token,
      headers: { traceparent: TRACEPARENT, 'x-request-id': 'follow-me' },
      body: { email: 'traced@example.com', role: 'Manager' },
    });
    expect(answer.status).toBe(201);

    const ended = await found(({ name, traceId }) => name === 'process mail.send' && traceId === TRACE);
    const route = '/api/projects/:project_id/user_invitations';
    const request = await found(({ name, traceId }) => name === `POST ${route}` && traceId === TRACE);
    expect(request).toMatchObject({
      kind: SERVER,
      parentSpanId: PARENT,
      status: 0,
      attributes: {
        'http.request.method': 'POST',
        'http.route': route,
        'http.response.status_code': 201,
        'lanka.request_id': 'follow-me',
      },
      resource: { 'service.name': 'lanka', 'service.version': 'test' },
    });
    const statements = receiver.spans.filter(
      ({ kind, parentSpanId }) => kind === CLIENT && parentSpanId === request.spanId,
    );
    const operations = statements.map(({ name }) => name);
    expect(operations).toEqual(expect.arrayContaining(['BEGIN', 'INSERT', 'SELECT', 'COMMIT']));
    expect(statements.find(({ name }) => name === 'INSERT')?.attributes).toMatchObject({
      'db.system.name': 'postgresql',
      'db.query.text': expect.stringMatching(/^insert into .*\$1/),
    });

    const sent = await found(({ name, traceId }) => name === 'send mail.send' && traceId === TRACE);
    expect(sent).toMatchObject({ kind: PRODUCER, parentSpanId: request.spanId });
    expect(ended).toMatchObject({
      kind: CONSUMER,
      parentSpanId: sent.spanId,
      links: [{ traceId: TRACE, spanId: sent.spanId }],
      attributes: { 'messaging.destination.name': 'mail.send', 'lanka.request_id': 'follow-me' },
    });
    await found(({ kind, parentSpanId }) => kind === CLIENT && parentSpanId === ended.spanId);
    // the log follows it by the same id
    const lines = log.all().filter(({ request_id }) => request_id === 'follow-me');
    expect(lines).toMatchObject([
      { msg: 'request', method: 'POST', route, status: 201, statements: expect.any(Number) },
      { msg: 'job done', job: 'mail.send' },
    ]);
    // what people typed, and what opens doors, is neither sent nor logged
    for (const told of [JSON.stringify(receiver.spans), log.text()]) {
      expect(told).not.toContain('traced@example.com');
      expect(told).not.toContain(await app.tokenFromMail('traced@example.com'));
      expect(told).not.toContain(owner.token);
    }
  });

  it('goes on when the receiver refuses and when it is gone, and complains no more than once', async () => {
    const { token } = await app.user();
    receiver.answer(400);
    const ask = async () => expect((await app.call(currentUser, { token })).status).toBe(200);
    await ask();
    const complaints = () => log.all().filter(({ msg }) => msg === 'traces are not taken');
    await vi.waitFor(() => expect(complaints()).toHaveLength(1), { timeout: 60_000 });
    await receiver.stop();
    for (let i = 0; i < 300; i += 1) await ask();
    expect(complaints()).toHaveLength(1);
  });
});

it('nothing of it is loaded when no receiver is configured', async () => {
  const app = await testApp();
  try {
    const { token } = await app.user();
    // what somebody else began still names the request
    const answer = await app.call(currentUser, { token, headers: { traceparent: TRACEPARENT } });
    expect([answer.status, answer.headers['x-request-id']]).toEqual([200, TRACE]);
  } finally {
    await app.close();
  }
});
