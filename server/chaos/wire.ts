import type { AddressInfo } from 'node:net';
import { connect, createServer, type Server, type Socket } from 'node:net';

export type Weather = 'fine' | 'cut' | 'stalled' | 'slow';

/**
 * The line between the product and PostgreSQL. `cut`: connections end and new ones are refused, as when the server is
 * gone; `stalled`: nothing arrives and nothing ends, as when it hangs or a cable is out; `slow`: everything arrives
 * so many milliseconds later, in both directions.
 */
export class Wire {
  private weather: Weather = 'fine';
  private delayMs = 0;
  private readonly open = new Set<Socket>();
  private held: (() => void)[] = [];

  private constructor(
    private readonly server: Server,
    private readonly target: number,
  ) {}

  static async open(target: number): Promise<Wire> {
    const server = createServer();
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    const wire = new Wire(server, target);
    server.on('connection', (socket) => wire.join(socket));
    return wire;
  }

  get port(): number {
    return (this.server.address() as AddressInfo).port;
  }

  set(weather: Weather, delayMs = 0): void {
    this.weather = weather;
    this.delayMs = delayMs;
    if (weather === 'cut') for (const socket of this.open) socket.destroy();
    if (weather !== 'stalled') for (const go of this.held.splice(0)) go();
  }

  private join(client: Socket): void {
    if (this.weather === 'cut') {
      client.resetAndDestroy();
      return;
    }
    const database = connect({ host: '127.0.0.1', port: this.target });
    for (const [from, to] of [
      [client, database],
      [database, client],
    ] as const) {
      this.open.add(from);
      from.setNoDelay(true);
      from.on('error', () => undefined);
      from.on('close', () => {
        this.open.delete(from);
        // a hanging line does not tell the other end that this one has given up
        this.later(() => to.destroy());
      });
      from.on('data', (chunk) => this.later(() => to.write(chunk)));
    }
  }

  /** Timers of the same length fire in their order, so that bytes do not overtake each other. */
  private later(act: () => void): void {
    if (this.weather === 'stalled') this.held.push(act);
    else if (this.weather === 'slow') setTimeout(act, this.delayMs);
    else act();
  }

  close(): void {
    this.set('fine');
    for (const socket of this.open) socket.destroy();
    this.server.close();
  }
}
