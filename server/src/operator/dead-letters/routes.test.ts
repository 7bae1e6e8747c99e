import { createServer } from 'node:net';
import * as contract from '@lanka/domain/operator/contract';
import { inviteUser } from '@lanka/domain/projects/contract';
import { SMTPServer } from 'smtp-server';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { type TestApp, type TestProject, type TestUser, testApp } from '../../../test/harness';

/** Letters fail really: at first nobody listens where the mail server should be. */
let app: TestApp;
let staff: TestUser;
let project: TestProject;
let port: number;
let mailServer: SMTPServer | undefined;
const arrived: string[] = [];

async function freePort(): Promise<number> {
  const probe = createServer().listen(0, '127.0.0.1');
  await new Promise((resolve) => probe.once('listening', resolve));
  const { port: free } = probe.address() as { port: number };
  await new Promise((resolve) => probe.close(resolve));
  return free;
}

/** From now on somebody takes letters there. */
async function openMailServer(): Promise<void> {
  const server = new SMTPServer({
    allowInsecureAuth: true,
    disabledCommands: ['STARTTLS'],
    onAuth: ({ username }, _session, done) => done(null, { user: username }),
    onData(stream, session, done) {
      stream.resume();
      stream.on('end', () => {
        arrived.push(...session.envelope.rcptTo.map(({ address }) => address));
        done();
      });
    },
  });
  await new Promise<void>((resolve) => server.listen(port, '127.0.0.1', resolve));
  mailServer = server;
}

beforeAll(async () => {
  port = await freePort();
  app = await testApp({ SMTP_URL: `smtp://robot:pa55word@127.0.0.1:${port}` }, { jobs: true });
  project = await app.project();
  staff = await app.user('Ірина Ткаченко');
  await app.sql(null, `update users set platform_role = 'Staff' where id = $1`, [staff.id]);
});
afterAll(async () => {
  await app.close();
  await new Promise<void>((resolve) => (mailServer ? mailServer.close(() => resolve()) : resolve()));
});

const list = async (query: object = {}) =>
  (await app.call(contract.listDeadLetters, { token: staff.token, query })).body.items;
const deeds = async () => (await app.call(contract.listActions, { token: staff.token })).body.items;

/** An invitation whose letter has used up its attempts; waiting between them is all that is left out. */
async function failing(email: string): Promise<contract.DeadLetter> {
  const headers = { 'x-request-id': `invite-${email.split('@')[0]}` };
  const params = { project_id: project.id };
  const body = { email, role: 'Manager' as const };
  const invited = await app.call(inviteUser, { params, body, token: project.owner.token, headers });
  expect(invited.status).toBe(201);
  const before = new Set((await list()).map(({ id }) => id));
  return vi.waitFor(
    async () => {
      await app.sql(
        null,
        `update pgboss.job set retry_limit = retry_count, start_after = now() where name = 'mail.send' and state = 'retry'`,
      );
      const [found] = (await list()).filter(({ id }) => !before.has(id));
      expect(found).toBeDefined();
      return found as contract.DeadLetter;
    },
    { timeout: 60_000, interval: 400 },
  );
}

describe('a job that fails every time', () => {
  it('is shown with what it failed at, without secrets, and by the request that it goes back to', async () => {
    const { id } = await failing('first@example.com');
    const [listed] = await list({ job: 'mail.send' });
    expect(listed).toMatchObject({ id, job: 'mail.send', attempts: 2, request_id: 'invite-first' });
    expect(listed?.error).toContain('ECONNREFUSED');
    const one = (await app.call(contract.readDeadLetter, { token: staff.token, params: { id } })).body;
    expect(Object.keys(one.data)).toEqual(['id']);
    expect(JSON.stringify(one)).not.toContain('pa55word');
    const { body } = await app.call(contract.countDeadLetters, { token: staff.token });
    expect(body).toEqual({ total: 1, by_job: [{ job: 'mail.send', count: 1 }] });
    const overview = (await app.call(contract.readOverview, { token: staff.token })).body;
    expect(overview).toMatchObject({ dead_letters: 1, oldest_dead_letter_at: listed?.failed_at });
    expect(await list({ q: 'econnrefused' })).toHaveLength(1);
    expect(await list({ job: 'feeds.import' })).toEqual([]);
  });

  it('is discarded with a reason, once', async () => {
    const { id } = await failing('second@example.com');
    const discard = (body: object) =>
      app.call(contract.discardDeadLetter, { token: staff.token, params: { id }, body: body as { reason: string } });
    expect((await discard({ reason: '  ' })).error).toMatchObject({
      code: 'common.invalid',
      details: [{ path: 'reason' }],
    });
    expect((await discard({ reason: 'Адресу вже не використовують' })).status).toBe(204);
    expect((await list()).map((one) => one.id)).not.toContain(id);
    expect((await deeds())[0]).toMatchObject({
      deed: 'job_discarded',
      subject: 'mail.send',
      note: 'Адресу вже не використовують',
    });
    const again = await discard({ reason: 'Ще раз' });
    expect([again.status, again.error.code]).toEqual([404, 'operator.dead_letter_not_found']);
  });

  it('is run again when the cause is gone: one, and all the others at once', async () => {
    const { id } = await failing('third@example.com');
    const replay = () => app.call(contract.replayDeadLetter, { token: staff.token, params: { id } });
    await openMailServer();
    expect((await replay()).status).toBe(204);
    expect((await replay()).error.code).toBe('operator.dead_letter_not_found');
    await vi.waitFor(() => expect(arrived).toEqual(['third@example.com']), { timeout: 60_000, interval: 400 });

    const all = await app.call(contract.replayDeadLetters, { token: staff.token, body: {} });
    expect(all.body).toEqual({ replayed: 1 });
    expect((await deeds())[0]).toMatchObject({ deed: 'job_replayed', subject: '* × 1' });
    await vi.waitFor(() => expect(arrived).toEqual(['third@example.com', 'first@example.com']), {
      timeout: 60_000,
      interval: 400,
    });
    expect(await list()).toEqual([]);
    // what was discarded stays so
    expect(arrived).not.toContain('second@example.com');
    const none = await app.call(contract.replayDeadLetters, { token: staff.token, body: { job: 'mail.send' } });
    expect(none.body).toEqual({ replayed: 0 });
  });

  it('whose work this version does not know stays where it is, and says so', async () => {
    const [made] = await app.sql<{ id: string }>(
      null,
      `insert into pgboss.job (name, data, source_name, source_id, source_created_on, source_retry_count, source_output)
       values ('dead_letters', '{"password":"x"}', 'old.job', gen_random_uuid(), now(), 5, '{"message":"зламалось"}')
       returning id`,
    );
    const params = { id: made?.id ?? '' };
    const refused = await app.call(contract.replayDeadLetter, { token: staff.token, params });
    expect([refused.status, refused.error.code]).toEqual([409, 'operator.dead_letter_unknown_job']);
    expect(refused.error.message).toContain('old.job');
    expect((await app.call(contract.readDeadLetter, { token: staff.token, params })).body).toMatchObject({
      job: 'old.job',
      attempts: 6,
      error: 'зламалось',
      data: { password: '•••' },
      request_id: null,
    });
  });
});
