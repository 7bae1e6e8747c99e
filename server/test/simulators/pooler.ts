import { type AddressInfo, createServer, type Socket } from 'node:net';
import pg from 'pg';
import { cString, type Frame, frame, framesOf, refusal, welcome } from './wire';

/**
 * A connection pooler in transaction mode, as PgBouncer is one (https://www.pgbouncer.org/features.html): many
 * clients share few connections to PostgreSQL, and a client holds one only from the first statement of a transaction
 * to the moment PostgreSQL says that none is open. Nothing is reset in between, so whatever a client leaves in its
 * session the next one finds. Clients are let in without a password.
 */
export interface Pooler {
  readonly url: string;
  /** Statements that need a session of their own and would break behind a real pooler. */
  readonly violations: readonly string[];
  /** So many clients have waited at once for a connection. */
  mostWaiting(): number;
  close(): Promise<void>;
}

export interface PoolerOptions {
  /** To PostgreSQL. */
  readonly connections: number;
  /** Keeps track of prepared statements, as PgBouncer does since 1.21. Without it they are passed on as they are. */
  readonly prepared: boolean;
}

/** What PgBouncer takes without `ignore_startup_parameters`. */
const START_PARAMETERS = new Set([
  'user',
  'database',
  'application_name',
  'client_encoding',
  'datestyle',
  'timezone',
  'standard_conforming_strings',
  'intervalstyle',
]);

const NEEDS_SESSION = [
  /^\s*(un)?listen\b/i,
  /^\s*(prepare|deallocate|discard)\b/i,
  /^\s*set\s+(?!local\b|transaction\b)/i,
  /set_config\([^;]*?,\s*false\s*\)/i,
  /pg_(try_)?advisory_(unlock|lock)/i,
  /\bcreate\s+temp/i,
  /\bwith\s+hold\b/i,
];

/** A Parse that was sent on and is not yet answered. */
interface Parsing {
  /** The client asked for it; otherwise it is ours and so is the answer. */
  readonly asked: boolean;
  readonly name: string;
  readonly batch: number;
}

class Server {
  client: Client | null = null;
  readonly statements = new Set<string>();
  parsing: Parsing[] = [];
  /** Batches (a simple query, or messages up to a Sync) that were sent, and that PostgreSQL has finished. */
  sent = 0;
  finished = 0;

  constructor(readonly stream: Socket) {}

  parse(message: Frame, name: string, asked: boolean): void {
    this.parsing.push({ asked, name, batch: this.sent });
    if (name) this.statements.add(name);
    this.stream.write(message.bytes);
  }

  /** PostgreSQL skips what is left of a batch after an error: those statements were not prepared. */
  forgetParsing(batch: number): void {
    for (const one of this.parsing) if (one.batch === batch && one.name) this.statements.delete(one.name);
    this.parsing = this.parsing.filter((one) => one.batch !== batch);
  }
}

interface Client {
  readonly socket: Socket;
  /** The texts and types of its prepared statements: the rest of the Parse after the name. */
  readonly statements: Map<string, Buffer>;
  readonly held: Frame[];
  server: Server | null;
}

export async function startPooler(url: string, { connections, prepared }: PoolerOptions): Promise<Pooler> {
  const violations: string[] = [];
  const sockets = new Set<Socket>();
  const servers = new Set<Server>();
  const idle: Server[] = [];
  const waiting: Client[] = [];
  const names = new Map<string, string>();
  let mostWaiting = 0;
  let closing = false;

  const nameOf = (rest: Buffer): string => {
    const key = rest.toString('latin1');
    const name = names.get(key) ?? `pooled_${names.size}`;
    names.set(key, name);
    return name;
  };

  const open = async (): Promise<void> => {
    const client = new pg.Client({ connectionString: url });
    await client.connect();
    // signed in by the library; from here on the bytes are ours
    const { stream } = (client as unknown as { connection: { stream: Socket } }).connection;
    stream.removeAllListeners();
    const server = new Server(stream);
    servers.add(server);
    const read = framesOf((message) => fromServer(server, message));
    stream.on('data', read);
    stream.on('error', () => undefined);
    stream.on('close', () => {
      servers.delete(server);
      const at = idle.indexOf(server);
      if (at >= 0) idle.splice(at, 1);
      server.client?.socket.destroy();
      if (!closing) void open().catch(() => undefined);
    });
    free(server);
  };
  const free = (server: Server): void => {
    server.client = null;
    const next = waiting.shift();
    if (next) lend(server, next);
    else idle.push(server);
  };
  const lend = (server: Server, client: Client): void => {
    server.client = client;
    client.server = server;
    for (const message of client.held.splice(0)) toServer(client, server, message);
  };

  const fromServer = (server: Server, message: Frame): void => {
    const { client } = server;
    if (message.type === '1') {
      const answered = server.parsing.shift();
      if (answered?.asked === false) return;
    }
    if (message.type === 'E') server.forgetParsing(server.finished);
    client?.socket.write(message.bytes);
    if (message.type !== 'Z') return;
    server.forgetParsing(server.finished);
    server.finished += 1;
    if (server.finished < server.sent || message.body.toString('latin1', 0, 1) !== 'I') return;
    if (client) client.server = null;
    free(server);
  };

  /** The server's name of a client's statement, which is prepared first where this server has not seen it. */
  const ensure = (client: Client, server: Server, name: string): string => {
    const rest = client.statements.get(name);
    if (!name || !prepared || !rest) return name;
    const own = nameOf(rest);
    if (!server.statements.has(own)) server.parse(frame('P', cString(own), rest), own, false);
    return own;
  };
  const toServer = (client: Client, server: Server, message: Frame): void => {
    const { type, body } = message;
    if (type === 'Q') check(body.toString('utf8', 0, body.length - 1));
    if (type === 'Q' || type === 'S') {
      server.stream.write(message.bytes);
      server.sent += 1;
      return;
    }
    if (type === 'P') {
      parse(client, server, body);
      return;
    }
    if (type === 'B') {
      const portalEnd = body.indexOf(0) + 1;
      const nameEnd = body.indexOf(0, portalEnd);
      const name = ensure(client, server, body.toString('utf8', portalEnd, nameEnd));
      server.stream.write(frame('B', body.subarray(0, portalEnd), cString(name), body.subarray(nameEnd + 1)).bytes);
      return;
    }
    if (type === 'D' && body.toString('latin1', 0, 1) === 'S') {
      const name = ensure(client, server, body.toString('utf8', 1, body.length - 1));
      server.stream.write(frame('D', body.subarray(0, 1), cString(name)).bytes);
      return;
    }
    server.stream.write(message.bytes);
  };
  const parse = (client: Client, server: Server, body: Buffer): void => {
    const nameEnd = body.indexOf(0);
    const name = body.toString('utf8', 0, nameEnd);
    const rest = body.subarray(nameEnd + 1);
    check(rest.toString('utf8', 0, rest.indexOf(0)));
    if (!name || !prepared) {
      server.parse(frame('P', body), '', true);
      return;
    }
    client.statements.set(name, Buffer.from(rest));
    const own = nameOf(rest);
    // known already: parsed once more without a name, so that the answer comes in its turn
    const known = server.statements.has(own);
    server.parse(frame('P', cString(known ? '' : own), rest), known ? '' : own, true);
  };
  const check = (text: string): void => {
    if (NEEDS_SESSION.some((pattern) => pattern.test(text))) violations.push(text);
  };

  const fromClient = (client: Client, message: Frame): void => {
    if (message.type === 'X') {
      client.socket.end();
      return;
    }
    if (client.server) {
      toServer(client, client.server, message);
      return;
    }
    client.held.push(message);
    if (client.held.length > 1) return;
    const server = idle.shift();
    if (server) lend(server, client);
    else {
      waiting.push(client);
      mostWaiting = Math.max(mostWaiting, waiting.length);
    }
  };
  const leave = (client: Client): void => {
    const at = waiting.indexOf(client);
    if (at >= 0) waiting.splice(at, 1);
    // in the middle of a transaction: nobody else may go on with it
    client.server?.stream.destroy();
  };

  const listener = createServer({ noDelay: true }, (socket) => {
    const client: Client = { socket, statements: new Map(), held: [], server: null };
    sockets.add(socket);
    socket.on('error', () => undefined);
    socket.on('close', () => {
      sockets.delete(socket);
      leave(client);
    });
    const read = framesOf((message) => {
      if (message.type !== 'startup') {
        fromClient(client, message);
        return;
      }
      const [refused] = Object.keys(message.parameters ?? {}).filter(
        (name) => !START_PARAMETERS.has(name.toLowerCase()),
      );
      if (refused) socket.end(refusal(`unsupported startup parameter: ${refused}`));
      else socket.write(welcome());
    }, true);
    socket.on('data', read);
  });
  await Promise.all(Array.from({ length: connections }, open));
  await new Promise<void>((resolve) => listener.listen(0, '127.0.0.1', resolve));
  const through = new URL(url);
  through.hostname = '127.0.0.1';
  through.port = String((listener.address() as AddressInfo).port);
  through.password = '';
  return {
    url: through.href,
    violations,
    mostWaiting: () => mostWaiting,
    async close() {
      closing = true;
      for (const socket of sockets) socket.destroy();
      for (const { stream } of servers) stream.destroy();
      await new Promise((resolve) => listener.close(resolve));
    },
  };
}
