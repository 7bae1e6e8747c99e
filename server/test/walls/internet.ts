import { promises as dns } from 'node:dns';
import http, { type IncomingMessage, type ServerResponse } from 'node:http';
import { syncBuiltinESMExports } from 'node:module';
import type { AddressInfo } from 'node:net';

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

  const lookup = dns.lookup;
  const request = http.request;
  const resolve = async (host: string): Promise<{ address: string; family: number }[]> => {
    const answers = names.get(host);
    const addresses = (answers && answers.length > 1 ? answers.shift() : answers?.[0]) ?? [];
    if (addresses.length === 0) throw Object.assign(new Error(`unknown ${host}`), { code: 'ENOTFOUND' });
    return addresses.map((address) => ({ address, family: address.includes(':') ? 6 : 4 }));
  };
  /** Where the product means to go is what its own `lookup` says; a public address leads to the server here. */
  const send = (url: URL, options: http.RequestOptions & { lookup: (...given: never[]) => void }) => {
    let pinned = '';
    const told = (_error: unknown, found: string | { address: string }[]): void => {
      pinned = typeof found === 'string' ? found : (found[0]?.address ?? '');
    };
    (options.lookup as (...given: unknown[]) => void)(url.hostname, { all: true }, told);
    if (pinned !== PUBLIC) return request(url, options);
    const { lookup: _unused, headers, ...rest } = options;
    return request(`http://127.0.0.1:${world.port}${url.pathname}${url.search}`, {
      ...rest,
      headers: { ...(headers as Record<string, string>), host: url.host },
    });
  };
  Object.assign(dns, { lookup: resolve });
  Object.assign(http, { request: send });
  syncBuiltinESMExports();

  return {
    names,
    pages,
    reached,
    leaked,
    innerPort: inner.port,
    async close() {
      Object.assign(dns, { lookup });
      Object.assign(http, { request });
      syncBuiltinESMExports();
      for (const { server } of [world, inner]) {
        server.closeAllConnections();
        await new Promise((done) => server.close(done));
      }
    },
  };
}
