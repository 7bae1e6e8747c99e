import { type AddressInfo, connect, createServer, type Server, type Socket } from 'node:net';

/**
 * A line to PostgreSQL that can be lost the way a firewall or a machine without power loses it: connections that are
 * open stay open for both ends, but nothing arrives any more, not even their end. New ones work.
 */
export class Line {
  private readonly sockets = new Set<Socket>();
  private generation = 0;

  private constructor(
    private readonly server: Server,
    private readonly target: URL,
  ) {}

  /** @param url of the database behind it */
  static async open(url: string): Promise<Line> {
    const server = createServer();
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    const line = new Line(server, new URL(url));
    server.on('connection', (socket) => line.join(socket));
    return line;
  }

  /** The address of the database over this line. */
  get url(): string {
    const through = new URL(this.target);
    through.hostname = '127.0.0.1';
    through.port = String((this.server.address() as AddressInfo).port);
    return through.href;
  }

  /** From now on the connections that are open carry nothing. */
  lose(): void {
    this.generation += 1;
  }

  private join(client: Socket): void {
    const { generation } = this;
    const alive = (): boolean => generation === this.generation;
    const database = connect({ host: this.target.hostname, port: Number(this.target.port) });
    for (const [from, to] of [
      [client, database],
      [database, client],
    ] as const) {
      this.sockets.add(from);
      from.setNoDelay(true);
      from.on('error', () => undefined);
      from.on('data', (chunk) => alive() && to.write(chunk));
      from.on('close', () => {
        this.sockets.delete(from);
        if (alive()) to.destroy();
      });
    }
  }

  close(): void {
    for (const socket of this.sockets) socket.destroy();
    this.server.close();
  }
}
