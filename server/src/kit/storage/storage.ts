import { createHash, createHmac, createSecretKey, type KeyObject, randomBytes, timingSafeEqual } from 'node:crypto';
import {
  chmodSync,
  createReadStream,
  createWriteStream,
  existsSync,
  linkSync,
  mkdirSync,
  openAsBlob,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { chmod, link, mkdir, readFile, rename, rm, stat, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { Readable, Transform } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { FILE_LINK_SECONDS, fileErrors } from '@lanka/domain/files/contract';
import { common } from '@lanka/domain/kit/errors';
import { type Hooks, hook } from '@lanka/domain/kit/hooks';
import { AwsClient } from 'aws4fetch';
import type { Tx } from '../db/db';
import { newId } from '../db/ids';
import type { Config } from '../platform/config';

/**
 * Bytes by key, on local disk or in S3. Keys are `project/id/name`, made by us. Both give presigned addresses, so
 * that browsers send and fetch files without passing them through a handler.
 */
export interface Storage {
  /** Where the browser may PUT the bytes of this key, for one hour. */
  presignPut(key: string, contentType: string): Promise<{ url: string; headers: Record<string, string> }>;
  /** Where the bytes can be read, for one hour. The address stays the same within the hour, so that caches work. */
  presignGet(key: string): Promise<string>;
  write(key: string, bytes: Buffer, contentType: string): Promise<void>;
  /** The same with bytes as they come, of which little is held in memory; on an error nothing is there under the key. */
  writeStream(key: string, bytes: Readable, contentType: string): Promise<void>;
  read(key: string): Promise<Readable>;
  readAll(key: string, limit: number): Promise<Buffer>;
  size(key: string): Promise<number | null>;
  /** The bytes as they are now also under another key, whatever is written under the first one later; false: there are none. */
  copy(from: string, to: string): Promise<boolean>;
  remove(key: string): Promise<void>;
  /** Local disk only: what answers at the presigned addresses. */
  readonly local: LocalDoors | null;
}

export interface LocalDoors {
  /** @throws files.link_expired when this address was not given, or too long ago */
  check(key: string, expires: string, signature: string): void;
  /** `keep` hears how many bytes have come, and puts them into their place, or throws. */
  put(
    key: string,
    expires: string,
    signature: string,
    bytes: Readable,
    limit: number,
    keep: (bytes: number, place: () => Promise<void>) => Promise<void>,
  ): Promise<void>;
  /** The path of the file, or null when it is not there. */
  open(key: string, expires: string, signature: string): string | null;
}

/** Whether bytes may still be sent to this key of this project. */
export const stillOpen = hook<(tx: Tx, projectId: string, key: string) => Promise<boolean>>('storage.still_open');

/** So many bytes have come to this key and are about to be kept; what is thrown refuses them. */
export const arrived =
  hook<(hooks: Hooks, tx: Tx, projectId: string, key: string, bytes: number) => Promise<void>>('storage.arrived');

const KEY = /^[0-9a-f-]{36}\/[0-9a-f-]{36}\/[\w.-]{1,120}$/;

function checkKey(key: string): void {
  if (!KEY.test(key) || key.includes('..')) throw fileErrors.not_found();
}

const tooLarge = (limit: number) => fileErrors.too_large({ allowed_mb: Math.floor(limit / 1048576) });
/** The asker hears 503; the log hears why. */
const unavailable = (cause: unknown) => Object.assign(common.unavailable(), { cause });

/** What may be shown in a page; everything else is only ever downloaded, so that no upload can run as a page. */
const SHOWN: Record<string, string> = {
  '.jpg': 'image/jpeg',
  '.jpeg': 'image/jpeg',
  '.png': 'image/png',
  '.webp': 'image/webp',
  '.gif': 'image/gif',
  '.avif': 'image/avif',
};

/** The type to show the file with, or undefined when it is to be downloaded. */
export function shownType(key: string): string | undefined {
  return SHOWN[/\.\w+$/.exec(key)?.[0]?.toLowerCase() ?? ''];
}

/** A name that is safe in paths and addresses on every system; the extension stays. */
export function safeFileName(name: string): string {
  const base = name.split(/[\\/]/).pop() ?? '';
  const clean = base
    .normalize('NFC')
    .replace(/[^\w.-]+/g, '_')
    .replace(/\.{2,}/g, '.')
    .replace(/^\.+/, '')
    .slice(-100);
  return clean && !/^[_.]+$/.test(clean) ? clean : `file${/\.\w+$/.exec(base)?.[0] ?? ''}`;
}

/** A key of its own for a file of this project, or of this user. */
export const newKey = (ownerId: string, name: string): string => `${ownerId}/${newId()}/${safeFileName(name)}`;

export function openStorage(config: Config): Storage {
  return config.s3 ? s3Storage(config.s3, config.dataDir) : localStorage(config.dataDir);
}

/** Writes beside the target and moves it there whole; on a full disk the half of it would take the last room. */
async function keepWhole(
  target: string,
  write: (part: string) => Promise<void>,
  keep = (place: () => Promise<void>): Promise<void> => place(),
): Promise<void> {
  const part = `${target}.${randomBytes(6).toString('hex')}.part`;
  try {
    await write(part);
    await keep(() => rename(part, target));
  } catch (error) {
    await rm(part, { force: true });
    throw error;
  }
}

/** Files of customers are for this user of the machine alone. */
const FOLDER = 0o700;
const FILE = 0o600;

function localStorage(dataDir: string): Storage {
  const root = join(dataDir, 'files');
  mkdirSync(root, { recursive: true, mode: FOLDER });
  // closes a folder that an older version has made, and with it all that stands in it
  chmodSync(root, FOLDER);
  const secret = fileSecret(dataDir);
  const path = (key: string): string => {
    checkKey(key);
    return join(root, key);
  };
  const sign = (verb: string, key: string, expires: string): string =>
    createHmac('sha256', secret).update(`${verb}\n${key}\n${expires}`).digest('base64url');
  const check = (verb: string, key: string, expires: string, signature: string): void => {
    const right = Buffer.from(sign(verb, key, expires));
    const given = Buffer.from(signature);
    const fresh = Number(expires) * 1000 > Date.now();
    if (!fresh || right.length !== given.length || !timingSafeEqual(right, given)) throw fileErrors.link_expired();
  };
  const address = (verb: string, key: string, expires: string): string =>
    `/api/files/${key}?expires=${expires}&signature=${sign(verb, key, expires)}`;

  return {
    async presignPut(key, contentType) {
      checkKey(key);
      const expires = String(Math.floor(Date.now() / 1000) + FILE_LINK_SECONDS);
      return { url: address('PUT', key, expires), headers: { 'content-type': contentType } };
    },
    async presignGet(key) {
      checkKey(key);
      const half = FILE_LINK_SECONDS / 2;
      const expires = String((Math.floor(Date.now() / 1000 / half) + 2) * half);
      return address('GET', key, expires);
    },
    async write(key, bytes) {
      const target = path(key);
      await mkdir(dirname(target), { recursive: true, mode: FOLDER });
      await keepWhole(target, (part) => writeFile(part, bytes, { mode: FILE }));
    },
    async writeStream(key, bytes) {
      const target = path(key);
      await mkdir(dirname(target), { recursive: true, mode: FOLDER });
      await keepWhole(target, (part) => pipeline(bytes, createWriteStream(part, { mode: FILE })));
    },
    async read(key) {
      if (!existsSync(path(key))) throw fileErrors.not_found();
      return createReadStream(path(key));
    },
    async readAll(key, limit) {
      const size = await this.size(key);
      if (size === null) throw fileErrors.not_found();
      if (size > limit) throw tooLarge(limit);
      return readFile(path(key));
    },
    async size(key) {
      return stat(path(key)).then(
        (found) => found.size,
        () => null,
      );
    },
    async copy(from, to) {
      const target = path(to);
      await mkdir(dirname(target), { recursive: true, mode: FOLDER });
      try {
        // whoever writes under `from` later puts a new file in its place, so the linked one stays as it is
        await link(path(from), target);
        await chmod(target, FILE);
        return true;
      } catch (error) {
        await rm(dirname(target), { recursive: true, force: true });
        if ((error as NodeJS.ErrnoException).code === 'ENOENT') return false;
        throw error;
      }
    },
    async remove(key) {
      await rm(path(key), { force: true });
    },
    local: {
      check: (key, expires, signature) => check('PUT', key, expires, signature),
      async put(key, expires, signature, bytes, limit, keep) {
        check('PUT', key, expires, signature);
        const target = path(key);
        await mkdir(dirname(target), { recursive: true, mode: FOLDER });
        let seen = 0;
        const measure = new Transform({
          transform(chunk: Buffer, _encoding, done) {
            seen += chunk.length;
            done(seen > limit ? tooLarge(limit) : null, chunk);
          },
        });
        await keepWhole(
          target,
          (part) => pipeline(bytes, measure, createWriteStream(part, { mode: FILE })),
          (place) => keep(seen, place),
        );
      },
      open(key, expires, signature) {
        check('GET', key, expires, signature);
        return existsSync(path(key)) ? path(key) : null;
      },
    },
  };
}

/**
 * The secret that signs local addresses; kept beside the files so that links outlive a restart. A list signs one for each
 * picture: as a key object that takes 3 µs, as a buffer 16 on Node 24.
 */
function fileSecret(dataDir: string): KeyObject {
  const file = join(dataDir, 'files.key');
  if (!existsSync(file)) {
    // several processes may start at once: the file appears whole, and only the first one's
    const draft = `${file}.${process.pid}`;
    writeFileSync(draft, randomBytes(32), { mode: 0o600 });
    try {
      linkSync(draft, file);
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
    } finally {
      rmSync(draft, { force: true });
    }
  }
  return createSecretKey(readFileSync(file));
}

/** What S3 said when it refused: `<Code>` of its XML answer (empty for HEAD), kept for the log. */
async function s3Code(answer: Response): Promise<string> {
  const reply = await answer.text().catch(() => '');
  return /<Code>(\w+)<\/Code>/.exec(reply)?.[1] ?? '';
}

/** Waits at most this long for an answer to begin and end; a store that hangs must not hold a request for ever. */
const S3_PATIENCE_MS = 60_000;

function s3Storage(s3: NonNullable<Config['s3']>, dataDir: string): Storage {
  const client = new AwsClient({
    accessKeyId: s3.accessKeyId,
    secretAccessKey: s3.secretAccessKey,
    region: s3.region,
    service: 's3',
    // 429 and 5xx are tried again after 0.1, 0.2, 0.4, 0.8 s at most: S3 asks for that with SlowDown
    retries: 4,
    initRetryMs: 100,
  });
  const url = (key: string): URL => {
    checkKey(key);
    return new URL(`${s3.endpoint.replace(/\/$/, '')}/${s3.bucket}/${key}`);
  };
  const presign = async (method: 'GET' | 'PUT', target: URL, signedAt: Date): Promise<string> => {
    target.searchParams.set('X-Amz-Expires', String(FILE_LINK_SECONDS));
    const datetime = signedAt.toISOString().replace(/[:-]|\.\d{3}/g, '');
    return (await client.sign(target.toString(), { method, aws: { signQuery: true, datetime } })).url;
  };
  /** Undefined when there is no such object. A store that is away or too busy is `common.unavailable`. */
  const ask = async (method: string, key: string, init: RequestInit = {}): Promise<Response | undefined> => {
    const target = url(key).toString();
    const signal = AbortSignal.timeout(S3_PATIENCE_MS);
    const answer = await client.fetch(target, { method, signal, ...init, aws: { allHeaders: true } }).catch((lost) => {
      throw unavailable(lost);
    });
    if (answer.ok) return answer;
    const code = await s3Code(answer);
    if (answer.status === 404 && (code === 'NoSuchKey' || method === 'HEAD')) return undefined;
    const refusal = new Error(`the file store answered ${answer.status} ${code} to ${method}`);
    throw answer.status >= 500 || answer.status === 429 ? unavailable(refusal) : refusal;
  };
  const body = async (key: string): Promise<Response & { body: NonNullable<Response['body']> }> => {
    const answer = await ask('GET', key);
    if (!answer?.body) throw fileErrors.not_found();
    return answer as Response & { body: NonNullable<Response['body']> };
  };
  return {
    // the type is not signed: a browser may send its own with the plain address (specification §7, Uploads)
    presignPut: async (key, contentType) => ({
      url: await presign('PUT', url(key), new Date()),
      headers: { 'content-type': contentType },
    }),
    async presignGet(key) {
      const target = url(key);
      const shown = shownType(key);
      // whatever type was sent with the bytes, only pictures open in the page
      target.searchParams.set('response-content-type', shown ?? 'application/octet-stream');
      target.searchParams.set('response-content-disposition', shown ? 'inline' : 'attachment');
      // signed as of the last half hour, so that the address stays the same within it
      const half = (FILE_LINK_SECONDS / 2) * 1000;
      return presign('GET', target, new Date(Math.floor(Date.now() / half) * half));
    },
    async write(key, bytes, contentType) {
      const hash = createHash('sha256').update(bytes).digest('hex');
      const headers = { 'content-type': contentType, 'x-amz-content-sha256': hash };
      if (!(await ask('PUT', key, { body: new Uint8Array(bytes), headers }))) throw fileErrors.not_found();
    },
    async writeStream(key, bytes, contentType) {
      checkKey(key);
      // S3 must know length and checksum before the first byte: on the way the bytes stand in a file of ours
      mkdirSync(dataDir, { recursive: true });
      const draft = join(dataDir, `upload-${randomBytes(6).toString('hex')}.part`);
      const hash = createHash('sha256');
      const counted = new Transform({
        transform(chunk: Buffer, _encoding, done) {
          hash.update(chunk);
          done(null, chunk);
        },
      });
      try {
        await pipeline(bytes, counted, createWriteStream(draft, { mode: FILE }));
        const headers = { 'content-type': contentType, 'x-amz-content-sha256': hash.digest('hex') };
        if (!(await ask('PUT', key, { body: await openAsBlob(draft), headers }))) throw fileErrors.not_found();
      } finally {
        await rm(draft, { force: true });
      }
    },
    async read(key) {
      return Readable.fromWeb((await body(key)).body as Parameters<typeof Readable.fromWeb>[0]);
    },
    async readAll(key, limit) {
      const answer = await body(key);
      const declared = Number(answer.headers.get('content-length') ?? 0);
      const chunks: Uint8Array[] = [];
      let seen = declared > limit ? declared : 0;
      try {
        for await (const chunk of seen > limit ? [] : answer.body) {
          seen += chunk.length;
          if (seen > limit) break;
          chunks.push(chunk);
        }
        if (declared > limit) await answer.body.cancel();
      } catch (lost) {
        throw unavailable(lost);
      }
      if (seen > limit) throw tooLarge(limit);
      return Buffer.concat(chunks);
    },
    async size(key) {
      const answer = await ask('HEAD', key);
      return answer ? Number(answer.headers.get('content-length') ?? 0) : null;
    },
    async copy(from, to) {
      checkKey(from);
      const copied = await ask('PUT', to, { headers: { 'x-amz-copy-source': `/${s3.bucket}/${from}` } });
      if (!copied) return false;
      // a copy that fails on the way is answered 200 with an error in the body (S3 API reference, CopyObject)
      if (!(await copied.text()).includes('<CopyObjectResult'))
        throw unavailable(new Error('the file store did not copy'));
      return true;
    },
    async remove(key) {
      await ask('DELETE', key);
    },
    local: null,
  };
}
