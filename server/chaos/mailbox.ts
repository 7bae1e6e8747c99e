import type { AddressInfo } from 'node:net';
import { SMTPServer } from 'smtp-server';

export interface Delivery {
  readonly messageId: string;
  readonly at: number;
}

/** A mail server that is never killed: it keeps the Message-ID of every letter that it has accepted, by recipient. */
export class Mailbox {
  private readonly byRecipient = new Map<string, Delivery[]>();

  private constructor(private readonly server: SMTPServer) {}

  static async open(): Promise<Mailbox> {
    let mailbox: Mailbox | undefined;
    const server = new SMTPServer({
      authOptional: true,
      disabledCommands: ['STARTTLS'],
      onData(stream, session, done) {
        let head = '';
        stream.on('data', (chunk: Buffer) => {
          if (head.length < 20_000) head += chunk.toString('latin1');
        });
        stream.on('end', () => {
          const messageId = /^message-id:\s*(<[^>]+>)/im.exec(head)?.[1] ?? '';
          for (const { address } of session.envelope.rcptTo) mailbox?.keep(address, messageId);
          done();
        });
        stream.on('error', done);
      },
    });
    // a client that is killed in the middle of a letter
    server.on('error', () => undefined);
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    mailbox = new Mailbox(server);
    return mailbox;
  }

  private keep(address: string, messageId: string): void {
    const known = this.byRecipient.get(address) ?? [];
    known.push({ messageId, at: Date.now() });
    this.byRecipient.set(address, known);
  }

  get url(): string {
    return `smtp://127.0.0.1:${(this.server.server.address() as AddressInfo).port}`;
  }

  to(address: string): readonly Delivery[] {
    return this.byRecipient.get(address) ?? [];
  }

  recipients(): string[] {
    return [...this.byRecipient.keys()];
  }

  close(): Promise<void> {
    return new Promise((resolve) => this.server.close(() => resolve()));
  }
}
