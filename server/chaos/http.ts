import { Agent, request } from 'node:http';

export type Body = Readonly<Record<string, unknown>>;

export interface Reply {
  readonly status: number;
  readonly body: Body;
  readonly headers: Readonly<Record<string, string | string[] | undefined>>;
}

export interface Asked {
  readonly method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';
  /** Below the address of the product. */
  readonly path: string;
  readonly body?: object | Buffer;
  readonly key?: string;
  readonly token?: string;
  readonly headers?: Readonly<Record<string, string>>;
}

/** The connection was refused or ended without an answer: nobody knows what became of the request. */
export class Unanswered extends Error {}

/** Longer than the product lets anybody wait: who hears nothing by then would wait for ever. */
const PATIENCE_MS = 90_000;

/** Asks over kept connections. Any answer counts, errors of the product included. */
export class Http {
  private readonly agent = new Agent({ keepAlive: true, maxSockets: 64 });
  /** How often each status was answered. */
  readonly statuses = new Map<number, number>();
  unanswered = 0;

  constructor(readonly address: string) {}

  ask({ method, path, body, key, token, headers }: Asked): Promise<Reply> {
    const payload =
      body === undefined ? undefined : Buffer.isBuffer(body) ? body : Buffer.from(JSON.stringify(body), 'utf8');
    return new Promise((resolve, reject) => {
      const lost = (error: Error): void => {
        this.unanswered += 1;
        reject(new Unanswered(`${method} ${path}: ${error.message}`));
      };
      const call = request(
        `${this.address}${path}`,
        {
          agent: this.agent,
          method,
          timeout: PATIENCE_MS,
          headers: {
            ...(token ? { authorization: `Bearer ${token}` } : {}),
            ...(key ? { 'idempotency-key': key } : {}),
            ...(payload ? { 'content-length': payload.length } : {}),
            ...(payload && !Buffer.isBuffer(body) ? { 'content-type': 'application/json' } : {}),
            ...headers,
          },
        },
        (answer) => {
          const chunks: Buffer[] = [];
          answer.on('data', (chunk: Buffer) => chunks.push(chunk));
          answer.on('error', lost);
          answer.on('aborted', () => lost(new Error('the answer broke off')));
          answer.on('end', () => {
            if (!answer.complete) return;
            const status = answer.statusCode ?? 0;
            this.statuses.set(status, (this.statuses.get(status) ?? 0) + 1);
            resolve({ status, body: read(Buffer.concat(chunks).toString('utf8')), headers: answer.headers });
          });
        },
      );
      call.on('timeout', () => call.destroy(new Error(`no answer within ${PATIENCE_MS} ms`)));
      call.on('error', lost);
      call.end(payload);
    });
  }

  close(): void {
    this.agent.destroy();
  }
}

function read(text: string): Body {
  try {
    return text === '' ? {} : (JSON.parse(text) as Body);
  } catch {
    return { text };
  }
}
