import { existsSync, mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { DomainError } from '@lanka/domain/kit/errors';
import { letterErrors } from '@lanka/domain/kit/letters';
import { eq } from 'drizzle-orm';
import nodemailer, { type Transporter } from 'nodemailer';
import type { Logger } from 'pino';
import type { Database, Tx } from '../db/db';
import { newId } from '../db/ids';
import { mails } from '../db/tables';
import { type Jobs, job } from '../jobs/jobs';
import { currentContext } from '../observe/context';
import type { Config } from '../platform/config';
import { type Counted, countLetter } from './caps';
import { htmlLetter, type Letter, plainLetter, type Sender } from './letter-design';

/** Shorter than the time after which a job counts as lost, so that a slow server does not get the letter twice. */
const PATIENCE_MS = { connectionTimeout: 20_000, greetingTimeout: 20_000, socketTimeout: 60_000 };

/** A mail server may be away for long: tried for about seven hours before it becomes a dead letter. */
const sendMail = job<{ id: string }>('mail.send', { concurrency: 2, retryLimit: 34, retryDelayMax: 900 });

export interface Mail {
  /**
   * Writes the letter into the outbox of the transaction; a job sends it after the commit. Throws 429 when a cap is
   * reached: `counted` says under which the letter counts (`./caps`).
   */
  post(tx: Tx, letter: Letter, counted: readonly Counted[]): Promise<void>;
  /** As `post`, where the asker must not learn of a cap, or the deed must not fail by it: then nothing is sent. */
  postWithinCaps(tx: Tx, letter: Letter, counted: readonly Counted[]): Promise<boolean>;
  /** Without an SMTP server letters stay in the local outbox. */
  readonly kept: boolean;
}

type MailConfig = Pick<Config, 'smtpUrl' | 'mailFrom' | 'dataDir' | 'mailCaps'> & Sender;

/**
 * Letters that the mail server has accepted and the database does not know of yet: either may be killed between the
 * two. An empty file each, because a file outlives the process; removed when the database knows. What is left is the
 * blink between the answer of the mail server and the file, and a second machine without this folder.
 */
function acceptedLetters(dataDir: string) {
  const folder = join(dataDir, 'letters');
  const file = (id: string): string => join(folder, id);
  return {
    has: (id: string): boolean => existsSync(file(id)),
    add(id: string): void {
      mkdirSync(folder, { recursive: true });
      writeFileSync(file(id), '');
    },
    delete: (id: string): void => rmSync(file(id), { force: true }),
  };
}

export function openMail(db: Database, jobs: Jobs, config: MailConfig, log: Logger): Mail {
  const { smtpUrl, mailFrom } = config;
  const transport: Transporter | null = smtpUrl ? nodemailer.createTransport({ url: smtpUrl, ...PATIENCE_MS }) : null;
  const host = /@([\w.-]+)>?$/.exec(mailFrom)?.[1] ?? 'lanka';
  const accepted = acceptedLetters(config.dataDir);
  jobs.handle(sendMail, async ({ id }) => {
    const letter = await db.transaction({ readOnly: true }, async (tx) => {
      const [found] = await tx.select().from(mails).where(eq(mails.id, id));
      return found?.status === 'queued' ? found : null;
    });
    if (!letter || !transport) return;
    if (!accepted.has(id)) {
      await transport.sendMail({
        from: mailFrom,
        to: letter.recipient,
        subject: letter.subject,
        html: letter.html,
        text: letter.plain,
        // the same at every attempt: whoever gets it twice can tell (docs/reliability.md, Letters)
        messageId: `<${id}@${host}>`,
        // RFC 3834: holiday notices do not answer it
        headers: { 'Auto-Submitted': 'auto-generated', ...oneClick(letter.unsubscribe) },
      });
      try {
        accepted.add(id);
      } catch (error) {
        // a full disk or a folder that cannot be written must not make a failure of a letter that was sent
        log.warn({ err: error, letter: id }, 'an accepted letter could not be noted');
      }
    }
    await db.transaction({}, (tx) =>
      tx.update(mails).set({ status: 'sent', sent_at: new Date().toISOString() }).where(eq(mails.id, id)),
    );
    accepted.delete(id);
  });
  const post: Mail['post'] = async (tx, letter, counted) => {
    await countLetter(tx, counted, config.mailCaps);
    if (!transport) return keepLetter(tx, letter, config);
    const id = newId();
    await tx.insert(mails).values({ ...written(letter, config), id, status: 'queued' });
    await jobs.send(tx, sendMail, { id });
  };
  return {
    kept: transport === null,
    post,
    async postWithinCaps(tx, letter, counted) {
      try {
        await post(tx, letter, counted);
        return true;
      } catch (error) {
        if (error instanceof DomainError && Object.values(letterErrors).some(({ code }) => code === error.code))
          return false;
        throw error;
      }
    },
  };
}

/** Writes the letter into the local outbox: it is not sent, with or without an SMTP server. */
export async function keepLetter(tx: Tx, letter: Letter, sender: Sender): Promise<void> {
  await tx.insert(mails).values({ ...written(letter, sender), id: newId(), status: 'kept' });
}

const written = (letter: Letter, sender: Sender) => ({
  recipient: letter.to,
  subject: letter.subject,
  html: htmlLetter(letter, sender),
  plain: plainLetter(letter, sender),
  request_id: currentContext()?.request_id ?? null,
  unsubscribe: letter.unsubscribe ?? null,
});

/** RFC 8058: the mail program shows a button of its own, which asks nothing more. */
const oneClick = (address: string | null): Record<string, string> =>
  address ? { 'List-Unsubscribe': `<${address}>`, 'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click' } : {};
