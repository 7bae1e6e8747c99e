import { connect, type Socket } from 'node:net';

/** An answer over HTTP. Its text is made when somebody looks at it: most answers are only counted. */
export class Reply {
  constructor(
    readonly status: number,
    readonly body: Buffer,
  ) {}

  get bytes(): number {
    return this.body.length;
  }

  get text(): string {
    return this.body.toString();
  }
}

const END_OF_HEAD = Buffer.from('\r\n\r\n');
const END_OF_LINE = Buffer.from('\r\n');
const NOTHING = Buffer.alloc(0);

/** The pieces of a body that comes chunked, and where its last one ends; null while it is not all there. */
function unchunked(bytes: Buffer, from: number): { body: Buffer; end: number } | null {
  const parts: Buffer[] = [];
  let at = from;
  for (;;) {
    const line = bytes.indexOf(END_OF_LINE, at);
    if (line < 0) return null;
    const size = Number.parseInt(bytes.toString('latin1', at, line), 16);
    if (!Number.isInteger(size)) throw new Error('an answer in chunks that cannot be read');
    const begin = line + 2;
    if (bytes.length < begin + size + 2) return null;
    at = begin + size + 2;
    if (size === 0) return { body: Buffer.concat(parts), end: at };
    parts.push(bytes.subarray(begin, begin + size));
  }
}

/** The answer that these bytes begin with, and whether the connection stays; null while it is not all there. */
export function readAnswer(bytes: Buffer, isOver: boolean): { reply: Reply; stays: boolean } | null {
  const headEnd = bytes.indexOf(END_OF_HEAD);
  if (headEnd < 0) return null;
  const head = bytes.toString('latin1', 0, headEnd);
  const status = Number(/^HTTP\/1\.1 (\d{3})/.exec(head)?.[1]);
  if (!status) throw new Error(`no answer over HTTP: ${head.slice(0, 100)}`);
  const from = headEnd + END_OF_HEAD.length;
  const stays = !/\r\nconnection: close/i.test(head);
  const length = /\r\ncontent-length: (\d+)/i.exec(head)?.[1];
  if (length !== undefined) {
    const end = from + Number(length);
    return bytes.length < end ? null : { reply: new Reply(status, bytes.subarray(from, end)), stays };
  }
  if (/\r\ntransfer-encoding: chunked/i.test(head)) {
    const whole = unchunked(bytes, from);
    return whole && { reply: new Reply(status, whole.body), stays };
  }
  if (status === 204 || status === 304) return { reply: new Reply(status, NOTHING), stays };
  // as long as the connection, says the protocol
  return isOver ? { reply: new Reply(status, bytes.subarray(from)), stays: false } : null;
}

/** One connection, which answers one request at a time. */
class Lane {
  private readonly socket: Socket;
  private came: Buffer[] = [];
  private waiting: { resolve(reply: Reply): void; reject(error: Error): void } | undefined;
  isOpen = true;

  constructor(host: string, port: number) {
    this.socket = connect({ host, port, noDelay: true });
    this.socket.on('data', (bytes) => this.take(bytes));
    this.socket.on('error', (error) => this.over(error));
    this.socket.on('close', () => this.over());
  }

  ask(request: string): Promise<Reply> {
    return new Promise((resolve, reject) => {
      this.waiting = { resolve, reject };
      this.socket.write(request);
    });
  }

  close(): void {
    this.isOpen = false;
    this.socket.destroy();
  }

  private take(bytes: Buffer): void {
    this.came.push(bytes);
    this.look(false);
  }

  private look(isOver: boolean): void {
    try {
      const { came } = this;
      const found = readAnswer(came.length === 1 ? (came[0] ?? NOTHING) : Buffer.concat(came), isOver);
      if (!found) return;
      const { waiting } = this;
      this.came = [];
      this.waiting = undefined;
      if (!found.stays) this.close();
      if (!waiting) throw new Error('an answer that nobody asked for');
      waiting.resolve(found.reply);
    } catch (error) {
      this.over(error as Error);
    }
  }

  private over(error = new Error('the server closed the connection before it had answered')): void {
    this.isOpen = false;
    if (this.waiting && this.came.length > 0) this.look(true);
    this.waiting?.reject(error);
    this.waiting = undefined;
    this.socket.destroy();
  }
}

/**
 * An HTTP client that takes next to nothing: it stands on the same cores as what is measured. Connections are kept; a
 * request is one write, an answer read by its length. One that the server has closed meanwhile is not used again; when
 * it closes one on which it has been asked, the request fails.
 */
export function httpClient(address: string, token: () => string) {
  const { hostname, port, host } = new URL(address);
  const idle: Lane[] = [];
  const all = new Set<Lane>();
  const laneOf = (): Lane => {
    for (let known = idle.pop(); known; known = idle.pop()) {
      if (known.isOpen) return known;
      all.delete(known);
    }
    const made = new Lane(hostname, Number(port));
    all.add(made);
    return made;
  };
  const ask = async (method: string, path: string, body?: object): Promise<Reply> => {
    const json = body === undefined ? '' : JSON.stringify(body);
    const type = json && `content-type: application/json\r\ncontent-length: ${Buffer.byteLength(json)}\r\n`;
    const head = `${method} ${path} HTTP/1.1\r\nhost: ${host}\r\nauthorization: Bearer ${token()}\r\n${type}\r\n`;
    const lane = laneOf();
    const reply = await lane.ask(head + json);
    idle.push(lane);
    return reply;
  };
  return {
    /** @param expected the only status that is not an error; any below 400 when it is not given */
    async ask(method: string, path: string, body?: object, expected?: number): Promise<Reply> {
      const reply = await ask(method, path, body);
      const fits = expected === undefined ? reply.status < 400 : reply.status === expected;
      if (!fits) throw new Error(`${method} ${path}: ${reply.status} ${reply.text.slice(0, 300)}`);
      return reply;
    },
    close: () => {
      for (const lane of all) lane.close();
    },
  };
}

export type HttpClient = ReturnType<typeof httpClient>;
