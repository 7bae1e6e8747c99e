import dns from 'node:dns';
import http, { type IncomingMessage, type ServerResponse } from 'node:http';
import { syncBuiltinESMExports } from 'node:module';
import net, { type AddressInfo } from 'node:net';

/**
 * The internet in a test: names with the addresses they resolve to, and a server of this machine that stands for all
 * public addresses. Only what lies outside the product is replaced: the resolver, and the way to a public address.
 */
export interface Internet {
  /** What a name resolves to, one list for each time it is asked; the last one stays. */
  readonly names: Map<string, string[][]>;
  /** What the public server answers to `http://name/path`; 404 otherwise. */
  readonly pages: Map<string, (response: ServerResponse) => void>;
  /** What reached the public server: `name/path`. */
  readonly reached: string[];
  /** What reached the server of the inner network, which nothing of ours may ask. */
  readonly leaked: string[];
  /** The inner server's port on 127.0.0.1 and ::1. */
  readonly innerPort: number;
  close(): Promise<void>;
}

/** An address of the public internet: nobody is asked there. */
export const PUBLIC = '93.184.216.34';

async function listen(answer: (request: IncomingMessage, response: ServerResponse) => void) {
  const server = http.createServer(answer);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return { server, port: (server.address() as AddressInfo).port };
}

export async function openInternet(): Promise<Internet> {
  const names: Internet['names'] = new Map();
  const pages: Internet['pages'] = new Map();
  const reached: string[] = [];
  const leaked: string[] = [];
  const world = await listen((request, response) => {
    const place = `${String(request.headers.host)}${request.url}`;
    reached.push(place);
    const page = pages.get(place);
    if (page) page(response);
    else response.writeHead(404).end();
  });
  const inner = await listen((request, response) => {
    leaked.push(request.url ?? '');
    response.end('secret');
  });

  const { lookup } = dns;
  const { connect } = net;
  type Found = { address: string; family: number };
  type Told = (error: Error | null, found: string | Found[], family?: number) => void;
  const resolve = (host: string, options: { all?: boolean }, told: Told): void => {
    const answers = names.get(host);
    const addresses = (answers && answers.length > 1 ? answers.shift() : answers?.[0]) ?? [];
    const found = addresses.map((address) => ({ address, family: address.includes(':') ? 6 : 4 }));
    const [first] = found;
    if (!first) told(Object.assign(new Error(`unknown ${host}`), { code: 'ENOTFOUND' }), '');
    else if (options.all) told(null, found);
    else told(null, first.address, first.family);
  };
  /** A public address leads to the server here; every other connection goes where it was meant to go. */
  const here = (address: string): string => (address === PUBLIC ? '127.0.0.1' : address);
  type Lookup = (host: string, options: { all?: boolean }, told: Told) => void;
  const send = (options: { host: string; port: number | string; lookup?: Lookup }) => {
    if (Number(options.port) !== 80) return connect(options as never);
    const through: Lookup = (host, asked, told) =>
      (options.lookup ?? resolve)(host, asked, (error, found, family) => {
        if (error) told(error, found, family);
        else if (typeof found === 'string') told(null, here(found), family);
        else
          told(
            null,
            found.map((one) => ({ ...one, address: here(one.address) })),
          );
      });
    return connect({ ...options, host: here(options.host), port: world.port, lookup: through } as never);
  };
  Object.assign(dns, { lookup: resolve });
  Object.assign(net, { connect: send });
  syncBuiltinESMExports();

  return {
    names,
    pages,
    reached,
    leaked,
    innerPort: inner.port,
    async close() {
      Object.assign(dns, { lookup });
      Object.assign(net, { connect });
      syncBuiltinESMExports();
      for (const { server } of [world, inner]) {
        server.closeAllConnections();
        await new Promise((done) => server.close(done));
      }
    },
  };
}
