import { createHash, randomUUID } from 'node:crypto';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setTimeout as wait } from 'node:timers/promises';
import { type S3Account, S3Error, sha256, splitTarget, UNSIGNED, verifySignature } from './s3-signature';

/**
 * A small S3 for tests: PUT (with a copy too), GET, HEAD and DELETE of one bucket's objects in path style, with the checks and the
 * `<Error>` documents of the Amazon S3 API reference. Objects live in memory.
 */
export interface S3SimulatorOptions extends S3Account {
  readonly bucket: string;
  /** 0 or absent: a free port. */
  readonly port?: number;
  /** Above it a PUT is refused as EntityTooLarge; S3's own limit is 5 GB. */
  readonly maxObjectBytes?: number;
  /** Pages that the bucket's CORS rule lets PUT, GET and HEAD. */
  readonly allowedOrigins?: readonly string[];
  readonly now?: () => number;
}

/** What goes wrong with the next requests. */
export interface S3Trouble {
  /** How many requests; 1 unless told. */
  readonly times?: number;
  readonly delayMs?: number;
  /** `SlowDown` 503, `InternalError` 500, … */
  readonly answer?: { readonly status: number; readonly code: string };
  /** The connection breaks without an answer; `body`: in the middle of the answer. */
  readonly drop?: 'before' | 'body';
}

export interface S3Object {
  readonly bytes: Buffer;
  readonly contentType: string;
  readonly etag: string;
  readonly modified: Date;
}

export interface S3Simulator {
  readonly endpoint: string;
  readonly objects: ReadonlyMap<string, S3Object>;
  /** Method and key of every request that arrived, the troubled ones too. */
  readonly requests: readonly string[];
  trouble(what: S3Trouble): void;
  stop(): Promise<void>;
}

/** Parameters of a signed GET that replace headers of the answer. */
const OVERRIDES: Record<string, string> = {
  'response-content-type': 'content-type',
  'response-content-disposition': 'content-disposition',
  'response-cache-control': 'cache-control',
};

const xml = (text: string): string => text.replace(/[<>&"']/g, (sign) => `&#${sign.charCodeAt(0)};`);

function answerError(request: IncomingMessage, response: ServerResponse, error: unknown, resource: string): void {
  const known =
    error instanceof S3Error
      ? error
      : new S3Error(500, 'InternalError', 'We encountered an internal error. Please try again.');
  response.writeHead(known.status, { 'content-type': 'application/xml' });
  // an answer to HEAD has no body, so the client sees the status alone
  if (request.method === 'HEAD') response.end();
  else {
    response.end(
      `<?xml version="1.0" encoding="UTF-8"?>\n<Error><Code>${known.code}</Code><Message>${xml(known.message)}</Message><Resource>${xml(resource)}</Resource><RequestId>${String(response.getHeader('x-amz-request-id'))}</RequestId></Error>`,
    );
  }
}

async function receive(request: IncomingMessage, limit: number): Promise<Buffer> {
  const length = request.headers['content-length'];
  if (length === undefined) {
    throw new S3Error(411, 'MissingContentLength', 'You must provide the Content-Length HTTP header.');
  }
  const tooLarge = Number(length) > limit;
  const chunks: Buffer[] = [];
  for await (const chunk of request) if (!tooLarge) chunks.push(chunk as Buffer);
  if (tooLarge) {
    throw new S3Error(400, 'EntityTooLarge', 'Your proposed upload exceeds the maximum allowed object size.');
  }
  return Buffer.concat(chunks);
}

/** The answer to a browser that asks first (CORS), and the headers of what it asks then. */
function allowOrigin(request: IncomingMessage, response: ServerResponse, origins: readonly string[]): void {
  const { origin } = request.headers;
  const allowed = origin !== undefined && (origins.includes('*') || origins.includes(origin));
  if (allowed) {
    response.setHeader('access-control-allow-origin', origin);
    response.setHeader('access-control-expose-headers', 'ETag');
    response.setHeader('vary', 'Origin, Access-Control-Request-Headers, Access-Control-Request-Method');
  }
  if (request.method !== 'OPTIONS') return;
  const method = request.headers['access-control-request-method'] ?? '';
  if (!allowed || !['GET', 'HEAD', 'PUT'].includes(method)) {
    throw new S3Error(403, 'AccessForbidden', 'CORSResponse: This CORS request is not allowed.');
  }
  response.setHeader('access-control-allow-methods', 'GET, HEAD, PUT');
  const asked = request.headers['access-control-request-headers'];
  if (asked) response.setHeader('access-control-allow-headers', asked);
}

function sendObject(
  request: IncomingMessage,
  response: ServerResponse,
  object: S3Object,
  query: readonly [string, string][],
  breakOff: boolean,
): void {
  const headers: Record<string, string | number> = {
    'content-type': object.contentType,
    'content-length': object.bytes.length,
    etag: object.etag,
    'last-modified': object.modified.toUTCString(),
    'accept-ranges': 'bytes',
  };
  for (const [name, value] of query) {
    const header = OVERRIDES[name];
    if (header) headers[header] = value;
  }
  response.writeHead(200, headers);
  if (request.method === 'HEAD') response.end();
  else if (breakOff) {
    response.write(object.bytes.subarray(0, Math.floor(object.bytes.length / 2)), () => response.destroy());
  } else response.end(object.bytes);
}

/** Starts the simulator on this machine. Its `endpoint` and the options are what the product's S3_* variables take. */
export async function startS3Simulator(options: S3SimulatorOptions): Promise<S3Simulator> {
  const { bucket, maxObjectBytes = 5 * 1024 ** 3, allowedOrigins = [], now = Date.now } = options;
  const objects = new Map<string, S3Object>();
  const requests: string[] = [];
  const troubles: S3Trouble[] = [];

  async function serveObject(request: IncomingMessage, response: ServerResponse, drop: S3Trouble['drop']) {
    const { method = '', headers, url: target = '/' } = request;
    const { path, query } = splitTarget(target);
    const payload = verifySignature({ method, target, headers }, options, now());
    const [, inBucket = '', key = ''] = /^\/([^/]*)\/?(.*)$/s.exec(path) ?? [];
    if (inBucket !== bucket) throw new S3Error(404, 'NoSuchBucket', 'The specified bucket does not exist');
    if (key === '') throw new S3Error(405, 'MethodNotAllowed', 'The specified method is not allowed here.');
    const source = headers['x-amz-copy-source'];
    if (method === 'PUT' && typeof source === 'string') {
      const object = objects.get(decodeURIComponent(source).replace(`/${bucket}/`, ''));
      if (!object) throw new S3Error(404, 'NoSuchKey', 'The specified key does not exist.');
      objects.set(key, { ...object, modified: new Date(now()) });
      response
        .writeHead(200, { 'content-type': 'application/xml' })
        .end(
          `<?xml version="1.0" encoding="UTF-8"?>\n<CopyObjectResult><ETag>${object.etag}</ETag></CopyObjectResult>`,
        );
    } else if (method === 'PUT') {
      const bytes = await receive(request, maxObjectBytes);
      if (payload !== UNSIGNED && payload !== sha256(bytes)) {
        throw new S3Error(
          400,
          'XAmzContentSHA256Mismatch',
          "The provided 'x-amz-content-sha256' header does not match what was computed.",
        );
      }
      const etag = `"${createHash('md5').update(bytes).digest('hex')}"`;
      const contentType = headers['content-type'] ?? 'binary/octet-stream';
      objects.set(key, { bytes, contentType, etag, modified: new Date(now()) });
      response.writeHead(200, { etag, 'content-length': 0 }).end();
    } else if (method === 'GET' || method === 'HEAD') {
      const object = objects.get(key);
      if (!object) throw new S3Error(404, 'NoSuchKey', 'The specified key does not exist.');
      sendObject(request, response, object, query, drop === 'body');
    } else if (method === 'DELETE') {
      objects.delete(key);
      response.writeHead(204).end();
    } else {
      throw new S3Error(405, 'MethodNotAllowed', 'The specified method is not allowed against this resource.');
    }
  }

  const server = createServer(async (request, response) => {
    response.setHeader('x-amz-request-id', randomUUID());
    const resource = (request.url ?? '/').split('?')[0] ?? '/';
    requests.push(`${request.method} ${resource.replace(`/${bucket}/`, '')}`);
    const [trouble] = troubles;
    if (trouble && request.method !== 'OPTIONS') {
      troubles.splice(0, 1, ...((trouble.times ?? 1) > 1 ? [{ ...trouble, times: (trouble.times ?? 1) - 1 }] : []));
    }
    try {
      if (trouble?.delayMs) await wait(trouble.delayMs);
      if (trouble?.drop === 'before') return void request.destroy();
      allowOrigin(request, response, allowedOrigins);
      if (request.method === 'OPTIONS') return void response.writeHead(200).end();
      if (trouble?.answer) {
        request.resume();
        throw new S3Error(trouble.answer.status, trouble.answer.code, 'Please try again.');
      }
      await serveObject(request, response, trouble?.drop);
    } catch (error) {
      if (!response.headersSent) answerError(request, response, error, resource);
    }
  });
  await new Promise<void>((resolve) => server.listen(options.port ?? 0, '127.0.0.1', resolve));
  return {
    endpoint: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    objects,
    requests,
    trouble: (what) => void troubles.push(what),
    async stop() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}
