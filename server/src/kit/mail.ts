import { eq } from 'drizzle-orm';
import nodemailer, { type Transporter } from 'nodemailer';
import type { Config } from './config';
import type { Database, Tx } from './db';
import { newId } from './ids';
import { type Jobs, job } from './jobs';
import { htmlLetter, type Letter, plainLetter, type Sender } from './letter-design';
import { mails } from './tables';

/** Shorter than the time after which a job counts as lost, so that a slow server does not get the letter twice. */
const PATIENCE_MS = { connectionTimeout: 20_000, greetingTimeout: 20_000, socketTimeout: 60_000 };

const sendMail = job<{ id: string }>('mail.send', { concurrency: 2 });

export interface Mail {
  /** Writes the letter into the outbox of the transaction; a job sends it after the commit. */
  post(tx: Tx, letter: Letter): Promise<void>;
  /** Without an SMTP server letters stay in the local outbox. */
  readonly kept: boolean;
}

type MailConfig = Pick<Config, 'smtpUrl' | 'mailFrom'> & Sender;

export function openMail(db: Database, jobs: Jobs, config: MailConfig): Mail {
  const { smtpUrl, mailFrom } = config;
  const transport: Transporter | null = smtpUrl ? nodemailer.createTransport({ url: smtpUrl, ...PATIENCE_MS }) : null;
  jobs.handle(sendMail, async ({ id }) => {
    const letter = await db.transaction({ readOnly: true }, async (tx) => {
      const [found] = await tx.select().from(mails).where(eq(mails.id, id));
      return found?.status === 'queued' ? found : null;
    });
    if (!letter || !transport) return;
    await transport.sendMail({
      from: mailFrom,
      to: letter.recipient,
      subject: letter.subject,
      html: letter.html,
      text: letter.plain,
      messageId: `<${id}@lanka>`,
      // RFC 3834: holiday notices do not answer it
      headers: { 'Auto-Submitted': 'auto-generated' },
    });
    await db.transaction({}, (tx) =>
      tx.update(mails).set({ status: 'sent', sent_at: new Date().toISOString() }).where(eq(mails.id, id)),
    );
  });
  return {
    kept: transport === null,
    async post(tx, letter) {
      if (!transport) return keepLetter(tx, letter, config);
      const id = newId();
      await tx.insert(mails).values({ ...written(letter, config), id, status: 'queued' });
      await jobs.send(tx, sendMail, { id });
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
});
