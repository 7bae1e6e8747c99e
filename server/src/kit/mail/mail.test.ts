import type { AddressInfo } from 'node:net';
import { inviteUser, readInvitation } from '@lanka/domain/projects/contract';
import PostalMime, { type Email } from 'postal-mime';
import { SMTPServer } from 'smtp-server';
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import { type TestApp, testApp } from '../../../test/harness';

interface Caught {
  readonly from: string;
  readonly to: readonly string[];
  readonly letter: Email;
}

/** A mail server that keeps what it takes. `refuseRecipients`: so many times it answers 451, “try later”. */
class Catcher {
  readonly caught: Caught[] = [];
  refusals = 0;
  refuseRecipients = 0;
  private readonly server = new SMTPServer({
    authOptional: true,
    disabledCommands: ['STARTTLS'],
    onRcptTo: (_address, _session, done) => {
      if (this.refuseRecipients === 0) return done();
      this.refuseRecipients -= 1;
      this.refusals += 1;
      done(Object.assign(new Error('4.7.1 Greylisted, try again later'), { responseCode: 451 }));
    },
    onData: (stream, session, done) => {
      const chunks: Buffer[] = [];
      stream.on('data', (chunk: Buffer) => chunks.push(chunk));
      stream.on('end', () => {
        void PostalMime.parse(Buffer.concat(chunks)).then((letter) => {
          const { mailFrom, rcptTo } = session.envelope;
          this.caught.push({
            from: mailFrom ? mailFrom.address : '',
            to: rcptTo.map(({ address }) => address),
            letter,
          });
          done();
        }, done);
      });
    },
  });

  async listen(): Promise<string> {
    await new Promise<void>((resolve) => this.server.listen(0, '127.0.0.1', resolve));
    return `smtp://127.0.0.1:${(this.server.server.address() as AddressInfo).port}`;
  }

  to(address: string): Caught[] {
    return this.caught.filter(({ to }) => to.includes(address));
  }

  close(): Promise<void> {
    return new Promise((resolve) => this.server.close(() => resolve()));
  }
}

const catcher = new Catcher();
let app: TestApp;

beforeAll(async () => {
  const SMTP_URL = await catcher.listen();
  app = await testApp(
    {
      SMTP_URL,
      PUBLIC_URL: 'https://lanka.example',
      MAIL_FROM: 'Ланка <no-reply@lanka.example>',
      CONTACT_EMAIL: 'help@lanka.example',
      CONTACT_PHONE: '+380 44 111 22 33',
    },
    { jobs: true },
  );
});
afterEach(() => {
  catcher.refuseRecipients = 0;
  catcher.refusals = 0;
});
afterAll(async () => {
  await app.close();
  await catcher.close();
});

const statusOf = async (recipient: string): Promise<string[]> => {
  const rows = await app.sql<{ status: string }>(null, 'select status from mails where recipient = $1', [recipient]);
  return rows.map(({ status }) => status);
};
/** Sent, and the job that sent it has ended: nothing is under way that could send it again. */
const sent = (recipient: string) =>
  vi.waitFor(
    async () => {
      expect(await statusOf(recipient)).toEqual(['sent']);
      const jobs = await app.sql(
        null,
        `select 1 from pgboss.job j join mails m on m.id = (j.data->>'id')::uuid
         where m.recipient = $1 and j.state <> 'completed'`,
        [recipient],
      );
      expect(jobs).toEqual([]);
    },
    { timeout: 60_000, interval: 50 },
  );

async function invite(email: string, title = 'Фабрика') {
  const project = await app.project(title);
  const answer = await app.call(inviteUser, {
    params: { project_id: project.id },
    token: project.owner.token,
    body: { email, role: 'Manager' },
  });
  expect(answer.status, JSON.stringify(answer.body)).toBe(201);
  return project;
}

describe('an invitation by mail', () => {
  it('arrives once, in Ukrainian, with a link that works and is the same in both parts', async () => {
    await invite('olena@example.com', 'Хутро & <b>Ко</b>');
    await sent('olena@example.com');
    const [one, ...more] = catcher.to('olena@example.com');
    expect(more).toEqual([]);
    const { letter, from } = one as Caught;
    expect(from).toBe('no-reply@lanka.example');
    expect(letter.from).toMatchObject({ name: 'Ланка', address: 'no-reply@lanka.example' });
    expect(letter.to).toMatchObject([{ address: 'olena@example.com' }]);
    expect(letter.subject).toBe('Запрошення до проєкту «Хутро & <b>Ко</b>»');
    expect(letter.text).toContain(
      'Власник запрошує вас приєднатися до команди у проєкті «Хутро & <b>Ко</b>» на платформі Ланка.',
    );
    const link = /https:\/\/lanka\.example\/cp\/invitations\/accept\?token=([\w-]+)/;
    const [url, secret = ''] = link.exec(letter.text ?? '') ?? [];
    // the button, the bare link under it, and the ways to reach the platform
    const hrefs = [...(letter.html ?? '').matchAll(/href="([^"]+)"/g)].map(([, href]) => href);
    expect(hrefs).toEqual([url, url, 'https://lanka.example', 'mailto:help@lanka.example', 'tel:+380441112233']);
    expect(letter.headers.find(({ key }) => key === 'auto-submitted')?.value).toBe('auto-generated');
    expect(letter.html).not.toContain('<b>Ко');
    const read = await app.call(readInvitation, { params: { token: secret } });
    expect(read.body).toMatchObject({ email: 'olena@example.com', role: 'Manager' });
  });

  it('cannot be given another recipient by a title with line breaks', async () => {
    await invite('petro@example.com', 'Фабрика\r\nBcc: thief@example.com');
    await sent('petro@example.com');
    const [one] = catcher.to('petro@example.com');
    expect(one?.to).toEqual(['petro@example.com']);
    expect(one?.letter.bcc ?? []).toEqual([]);
    expect(one?.letter.headers.map(({ key }) => key)).not.toContain('bcc');
  });

  it('is sent again when the server says “later”, and still arrives once', async () => {
    catcher.refuseRecipients = 1;
    await invite('iryna@example.com');
    await vi.waitFor(() => expect(catcher.refusals).toBe(1), { timeout: 60_000 });
    expect(await statusOf('iryna@example.com')).toEqual(['queued']);
    await sent('iryna@example.com');
    expect(catcher.to('iryna@example.com')).toHaveLength(1);
  });
});

it('sends nothing of a transaction that is rolled back', async () => {
  const { db, mail } = app.app.services;
  const letter = (to: string) => ({ to, locale: 'ua' as const, subject: 'Лист', paragraphs: ['Текст'] });
  const undone = db.transaction({}, async (tx) => {
    await mail.post(tx, letter('ghost@example.com'), []);
    throw new Error('undo');
  });
  await expect(undone).rejects.toThrow('undo');
  await db.transaction({}, (tx) => mail.post(tx, letter('after@example.com'), []));
  await sent('after@example.com');
  expect(catcher.to('ghost@example.com')).toEqual([]);
  expect(await statusOf('ghost@example.com')).toEqual([]);
  const waiting = await app.sql(null, `select 1 from pgboss.job where name = 'mail.send' and state <> 'completed'`);
  expect(waiting).toEqual([]);
});

it('keeps letters in the outbox when there is no mail server', async () => {
  const other = await testApp({}, { jobs: true });
  try {
    expect(other.app.services.mail.kept).toBe(true);
    const project = await other.project();
    await other.call(inviteUser, {
      params: { project_id: project.id },
      token: project.owner.token,
      body: { email: 'kept@example.com', role: 'Stockman' },
    });
    const rows = await other.sql(null, 'select recipient, status, sent_at from mails');
    expect(rows).toEqual([{ recipient: 'kept@example.com', status: 'kept', sent_at: null }]);
    expect(await other.sql(null, `select 1 from pgboss.job where name = 'mail.send'`)).toEqual([]);
    const token = await other.tokenFromMail('kept@example.com');
    expect((await other.call(readInvitation, { params: { token } })).status).toBe(200);
  } finally {
    await other.close();
  }
});
