import type { Locale } from '@lanka/domain/kit/errors';
import { eq } from 'drizzle-orm';
import nodemailer, { type Transporter } from 'nodemailer';
import type { Database, Tx } from './db';
import { newId } from './ids';
import { type Jobs, job } from './jobs';
import { mails } from './tables';

/** A letter: paragraphs of plain text and at most one button, so that HTML and text part say the same. */
export interface Letter {
  readonly to: string;
  readonly locale: Locale;
  readonly subject: string;
  readonly paragraphs: readonly string[];
  readonly button?: { readonly label: string; readonly url: string };
}

/** Shorter than the time after which a job counts as lost, so that a slow server does not get the letter twice. */
const PATIENCE_MS = { connectionTimeout: 20_000, greetingTimeout: 20_000, socketTimeout: 60_000 };

const sendMail = job<{ id: string }>('mail.send', { concurrency: 2 });

export interface Mail {
  /** Writes the letter into the outbox of the transaction; a job sends it after the commit. */
  post(tx: Tx, letter: Letter): Promise<void>;
  /** Without an SMTP server letters stay in the local outbox. */
  readonly kept: boolean;
}

export function openMail(db: Database, jobs: Jobs, smtpUrl: string | undefined, from: string): Mail {
  const transport: Transporter | null = smtpUrl ? nodemailer.createTransport({ url: smtpUrl, ...PATIENCE_MS }) : null;
  jobs.handle(sendMail, async ({ id }) => {
    const letter = await db.transaction({ readOnly: true }, async (tx) => {
      const [found] = await tx.select().from(mails).where(eq(mails.id, id));
      return found?.status === 'queued' ? found : null;
    });
    if (!letter || !transport) return;
    await transport.sendMail({
      from,
      to: letter.recipient,
      subject: letter.subject,
      html: letter.html,
      text: letter.plain,
      messageId: `<${id}@lanka>`,
    });
    await db.transaction({}, (tx) =>
      tx.update(mails).set({ status: 'sent', sent_at: new Date().toISOString() }).where(eq(mails.id, id)),
    );
  });
  return {
    kept: transport === null,
    async post(tx, letter) {
      if (!transport) return keepLetter(tx, letter);
      const id = newId();
      await tx.insert(mails).values({ ...written(letter), id, status: 'queued' });
      await jobs.send(tx, sendMail, { id });
    },
  };
}

/** Writes the letter into the local outbox: it is not sent, with or without an SMTP server. */
export async function keepLetter(tx: Tx, letter: Letter): Promise<void> {
  await tx.insert(mails).values({ ...written(letter), id: newId(), status: 'kept' });
}

function written(letter: Letter) {
  return { recipient: letter.to, subject: letter.subject, html: html(letter), plain: plain(letter) };
}

const escapeHtml = (text: string): string => text.replace(/[&<>"']/g, (sign) => `&#${sign.charCodeAt(0)};`);

function plain({ paragraphs, button }: Letter): string {
  return [...paragraphs, ...(button ? [`${button.label}: ${button.url}`] : []), 'Ланка'].join('\n\n');
}

/** The product's key for Ukrainian is not a language tag. */
const HTML_LANG = { ua: 'uk', en: 'en' } as const;

function html({ locale, subject, paragraphs, button }: Letter): string {
  const body = paragraphs.map((text) => `<p style="margin:0 0 16px">${escapeHtml(text)}</p>`).join('');
  const link = button
    ? `<p style="margin:24px 0"><a href="${escapeHtml(button.url)}" style="background:#1c6e5a;color:#fff;text-decoration:none;padding:12px 24px;border-radius:8px;display:inline-block">${escapeHtml(button.label)}</a></p>
<p style="color:#5c6670;font-size:13px;word-break:break-all">${escapeHtml(button.url)}</p>`
    : '';
  return `<!doctype html><html lang="${HTML_LANG[locale]}"><head><meta charset="utf-8"><title>${escapeHtml(subject)}</title></head>
<body style="margin:0;background:#f4f5f6;font:16px/1.5 Arial,sans-serif;color:#1f2429">
<div style="max-width:560px;margin:0 auto;padding:32px 24px"><div style="background:#fff;border-radius:12px;padding:32px">
<p style="margin:0 0 24px;font-weight:bold;font-size:20px;color:#1c6e5a">Ланка</p>${body}${link}</div></div></body></html>`;
}
