import type { AddressInfo } from 'node:net';
import PostalMime, { type Email } from 'postal-mime';
import { SMTPServer } from 'smtp-server';

export interface Mailbox {
  /** For SMTP_URL. */
  readonly url: string;
  /** The link in the newest letter to this address, as soon as it comes. */
  linkTo(address: string): Promise<string>;
  close(): Promise<void>;
}

const PATIENCE_MS = 60_000;

/** A mail server that keeps what it gets; at this port, when it must be where one was before. */
export async function openMailbox(at = 0): Promise<Mailbox> {
  const letters: Email[] = [];
  const waiting = new Set<() => void>();
  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: ['STARTTLS'],
    onData(stream, _session, done) {
      const chunks: Buffer[] = [];
      stream.on('data', (chunk: Buffer) => chunks.push(chunk));
      stream.on('end', () => {
        void PostalMime.parse(Buffer.concat(chunks)).then((letter) => {
          letters.push(letter);
          for (const look of waiting) look();
          done();
        }, done);
      });
    },
  });
  await new Promise<void>((resolve) => server.listen(at, '127.0.0.1', resolve));
  const { port } = server.server.address() as AddressInfo;
  const find = (address: string): string | undefined => {
    const letter = letters.findLast(({ to }) => to?.some((one) => one.address === address));
    return /https?:\/\/\S+token=[\w-]+(?:&\S*)?/.exec(letter?.text ?? '')?.[0];
  };
  return {
    url: `smtp://127.0.0.1:${port}`,
    linkTo: (address) =>
      new Promise((resolve, reject) => {
        const late = setTimeout(() => reject(new Error(`no letter came to ${address}`)), PATIENCE_MS);
        const look = (): void => {
          const link = find(address);
          if (!link) return;
          clearTimeout(late);
          waiting.delete(look);
          resolve(link);
        };
        waiting.add(look);
        look();
      }),
    close: () => new Promise((resolve) => server.close(() => resolve())),
  };
}
