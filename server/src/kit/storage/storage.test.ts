import { createHash } from 'node:crypto';
import { mkdirSync, mkdtempSync, readdirSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import { type S3Simulator, startS3Simulator } from '../../../test/simulators/s3';
import { readConfig } from '../platform/config';
import { openStorage, type Storage, safeFileName } from './storage';

const account = { region: 'eu-central-1', accessKeyId: 'AKIDEXAMPLE', secretAccessKey: 'wJalr/XUtn+FEMI' };
const LIMIT = 1024 * 1024;
const dataDir = mkdtempSync(join(tmpdir(), 'lanka-storage-'));
const project = '0190a000-0000-7000-8000-000000000001';
let serial = 0;
function newKey(name = 'photo.png'): string {
  serial += 1;
  return `${project}/0190a000-0000-7000-8000-${String(serial).padStart(12, '0')}/${name}`;
}
const bytes = Buffer.from(Array.from({ length: 70_000 }, (_, at) => (at * 31) % 256));

interface Answer {
  status: number;
  body: Buffer;
  headers: Headers;
}

/** A storage with a way to follow its presigned addresses as a browser would. */
interface Subject {
  storage: Storage;
  send(method: string, url: string, headers?: Record<string, string>, body?: Buffer): Promise<Answer>;
}

let s3: S3Simulator;
let offset = 0;
const subjects: Record<string, Subject> = {};

const overHttp: Subject['send'] = async (method, url, headers = {}, body) => {
  const answer = await fetch(url, { method, headers, ...(body ? { body: new Uint8Array(body) } : {}) });
  return { status: answer.status, body: Buffer.from(await answer.arrayBuffer()), headers: answer.headers };
};

/** The doors of the local storage without the server around them; http.test.ts goes through the server. */
function throughDoors(storage: Storage): Subject['send'] {
  return async (method, url, _headers, body = Buffer.alloc(0)) => {
    const at = new URL(url, 'http://local');
    const key = at.pathname.replace('/api/files/', '');
    const [expires, signature] = [at.searchParams.get('expires') ?? '', at.searchParams.get('signature') ?? ''];
    try {
      if (method === 'PUT')
        await storage.local?.put(key, expires, signature, Readable.from([body]), LIMIT, (_bytes, place) => place());
      const found = method === 'GET' ? storage.local?.open(key, expires, signature) : 'put';
      const read = method === 'GET' && found ? await buffer(await storage.read(key)) : Buffer.alloc(0);
      return { status: found ? 200 : 404, body: read, headers: new Headers() };
    } catch (error) {
      return { status: (error as { status: number }).status, body: Buffer.alloc(0), headers: new Headers() };
    }
  };
}

beforeAll(async () => {
  s3 = await startS3Simulator({ ...account, bucket: 'lanka', maxObjectBytes: LIMIT, now: () => Date.now() + offset });
  const env = {
    DATA_DIR: dataDir,
    S3_ENDPOINT: s3.endpoint,
    S3_BUCKET: 'lanka',
    S3_REGION: account.region,
    S3_ACCESS_KEY_ID: account.accessKeyId,
    S3_SECRET_ACCESS_KEY: account.secretAccessKey,
  };
  const local = openStorage(readConfig({ DATA_DIR: dataDir }));
  subjects.local = { storage: local, send: throughDoors(local) };
  subjects.s3 = { storage: openStorage(readConfig(env)), send: overHttp };
});

afterEach(() => {
  offset = 0;
  vi.useRealTimers();
});

afterAll(async () => {
  await s3.stop();
  rmSync(dataDir, { recursive: true, force: true });
});

/** The same address with one parameter changed. */
function alter(url: string, change: (parameters: URLSearchParams) => void): string {
  const at = new URL(url, 'http://local');
  change(at.searchParams);
  return url.startsWith('/') ? at.pathname + at.search : at.href;
}

const flip = (text: string): string => (text.startsWith('a') ? 'b' : 'a') + text.slice(1);

it('lets no other user of the machine read the files', async () => {
  const storage = subjects.local?.storage as Storage;
  const [key, sent, streamed, kept] = [newKey(), newKey(), newKey(), newKey()];
  await storage.write(key, bytes, 'image/png');
  await storage.writeStream(streamed, Readable.from([bytes]), 'image/png');
  const put = await storage.presignPut(sent, 'image/png');
  await subjects.local?.send('PUT', put.url, put.headers, bytes);
  await storage.copy(key, kept);
  const mode = (path: string) => (statSync(join(dataDir, 'files', path)).mode & 0o777).toString(8);
  expect([key, sent, streamed, kept].map(mode)).toEqual(['600', '600', '600', '600']);
  expect(['', project, dirname(key), dirname(sent), dirname(kept)].map(mode)).toEqual(Array(5).fill('700'));
});

it('closes the folder of files that an older version left open to all', () => {
  const old = mkdtempSync(join(tmpdir(), 'lanka-storage-'));
  mkdirSync(join(old, 'files'), { mode: 0o755 });
  openStorage(readConfig({ DATA_DIR: old }));
  expect(statSync(join(old, 'files')).mode & 0o777).toBe(0o700);
  rmSync(old, { recursive: true });
});

describe.each(['local', 's3'])('storage: %s', (kind) => {
  const subject = (): Subject => subjects[kind] as Subject;

  it('takes bytes at the presigned address and gives the same bytes back in every way', async () => {
    const { storage, send } = subject();
    const key = newKey();
    expect(await storage.size(key)).toBeNull();
    const put = await storage.presignPut(key, 'image/png');
    expect(put.headers).toEqual({ 'content-type': 'image/png' });
    expect((await send('PUT', put.url, put.headers, bytes)).status).toBe(200);
    expect(await storage.size(key)).toBe(bytes.length);
    expect((await buffer(await storage.read(key))).equals(bytes)).toBe(true);
    expect((await storage.readAll(key, LIMIT)).equals(bytes)).toBe(true);
    const got = await send('GET', await storage.presignGet(key));
    expect(got.status).toBe(200);
    expect(got.body.equals(bytes)).toBe(true);
  });

  it('writes by itself, over what was there', async () => {
    const { storage, send } = subject();
    const key = newKey('thumbnail.webp');
    await storage.write(key, Buffer.from('old'), 'image/webp');
    await storage.write(key, bytes, 'image/webp');
    expect((await storage.readAll(key, LIMIT)).equals(bytes)).toBe(true);
    expect((await send('GET', await storage.presignGet(key))).body.equals(bytes)).toBe(true);
    await storage.writeStream(key, Readable.from([bytes.subarray(0, 40_000), bytes.subarray(40_000)]), 'image/webp');
    expect((await storage.readAll(key, LIMIT)).equals(bytes)).toBe(true);
    await storage.write(key, Buffer.alloc(0), 'image/webp');
    expect(await storage.size(key)).toBe(0);
  });

  it('keeps a copy as it was, whatever is written under the first key later', async () => {
    const { storage, send } = subject();
    const [key, kept, later] = [newKey('invoice.pdf'), newKey('invoice.pdf'), newKey('invoice.pdf')];
    const put = await storage.presignPut(key, 'application/pdf');
    expect(await storage.copy(key, kept)).toBe(false);
    expect(await storage.size(kept)).toBeNull();
    await send('PUT', put.url, put.headers, bytes);
    expect(await storage.copy(key, kept)).toBe(true);
    await send('PUT', put.url, put.headers, Buffer.from('forged'));
    await storage.copy(key, later);
    await storage.remove(key);
    expect((await storage.readAll(kept, LIMIT)).equals(bytes)).toBe(true);
    expect((await storage.readAll(later, LIMIT)).toString()).toBe('forged');
  });

  it('refuses a changed signature, another key and another verb', async () => {
    const { storage, send } = subject();
    const [key, other] = [newKey(), newKey()];
    await storage.write(key, bytes, 'image/png');
    await storage.write(other, bytes, 'image/png');
    const name = kind === 'local' ? 'signature' : 'X-Amz-Signature';
    const get = await storage.presignGet(key);
    const { url: put } = await storage.presignPut(key, 'image/png');
    const forged = (url: string) => alter(url, (all) => all.set(name, flip(all.get(name) ?? '')));
    for (const [method, url] of [
      ['GET', forged(get)],
      ['GET', alter(get, (all) => all.set(name, 'short'))],
      ['GET', alter(get, (all) => all.set(name, ''))],
      ['GET', get.replace(key, other)],
      ['GET', put],
      ['PUT', forged(put)],
      ['PUT', put.replace(key, other)],
      ['PUT', get],
    ] as const) {
      const { status } = await send(method, url, {}, method === 'PUT' ? Buffer.from('x') : undefined);
      expect([400, 403], `${method} ${url}`).toContain(status);
    }
    expect((await storage.readAll(key, LIMIT)).equals(bytes)).toBe(true);
    expect((await storage.readAll(other, LIMIT)).equals(bytes)).toBe(true);
  });

  it('refuses an address whose time was lengthened, and a genuine one after an hour', async () => {
    const { storage, send } = subject();
    const key = newKey();
    await storage.write(key, bytes, 'image/png');
    const name = kind === 'local' ? 'expires' : 'X-Amz-Expires';
    const get = await storage.presignGet(key);
    const put = (await storage.presignPut(key, 'image/png')).url;
    const longer = (url: string) => alter(url, (all) => all.set(name, String(Number(all.get(name)) + 1)));
    expect((await send('GET', longer(get))).status).toBe(403);
    expect((await send('PUT', longer(put), {}, bytes)).status).toBe(403);
    const later = (ms: number) => {
      offset = ms; // the simulator's clock
      vi.useFakeTimers({ now: Date.now() + ms, toFake: ['Date'] }); // the local storage's
      if (kind === 's3') vi.useRealTimers();
    };
    later(29 * 60_000);
    expect((await send('GET', get)).status).toBe(200);
    vi.useRealTimers();
    later(3_601_000);
    for (const [method, url] of [
      ['GET', get],
      ['PUT', put],
    ] as const) {
      const { status, body } = await send(method, url, {}, method === 'PUT' ? bytes : undefined);
      expect(status).toBe(403);
      if (kind === 's3') expect(body.toString()).toMatch(/<Code>AccessDenied<\/Code><Message>Request has expired/);
    }
  });

  it('keeps the address of a file the same within half an hour', async () => {
    const { storage } = subject();
    const key = newKey();
    vi.useFakeTimers({ now: new Date('2026-03-01T10:01:00Z'), toFake: ['Date'] });
    const first = await storage.presignGet(key);
    vi.setSystemTime(new Date('2026-03-01T10:29:59Z'));
    expect(await storage.presignGet(key)).toBe(first);
    vi.setSystemTime(new Date('2026-03-01T10:30:00Z'));
    expect(await storage.presignGet(key)).not.toBe(first);
  });

  it.each([
    '../../etc/passwd',
    `${project}/../../files.key`,
    `${project}/0190a000-0000-7000-8000-000000000001/../x`,
    `${project}/0190a000-0000-7000-8000-000000000001/..`,
    `/${project}/0190a000-0000-7000-8000-000000000001/a.png`,
    `${project}/0190a000-0000-7000-8000-000000000001/a%2f..%2fb`,
    `${project}/0190a000-0000-7000-8000-000000000001/a/b.png`,
    `${project}/0190a000-0000-7000-8000-000000000001/a.png?x=1`,
    `${project}/0190a000-0000-7000-8000-000000000001/a\0.png`,
    '',
  ])('has no file under the key %j', async (key) => {
    const { storage } = subject();
    const refused = expect.objectContaining({ code: 'files.not_found' });
    await expect(storage.presignPut(key, 'image/png')).rejects.toEqual(refused);
    await expect(storage.presignGet(key)).rejects.toEqual(refused);
    await expect(storage.write(key, bytes, 'image/png')).rejects.toEqual(refused);
    await expect(storage.read(key)).rejects.toEqual(refused);
    await expect(storage.readAll(key, LIMIT)).rejects.toEqual(refused);
    await expect(storage.size(key)).rejects.toEqual(refused);
    await expect(storage.remove(key)).rejects.toEqual(refused);
  });

  it('says that a file is not there', async () => {
    const { storage, send } = subject();
    const refused = expect.objectContaining({ code: 'files.not_found', status: 404 });
    await expect(storage.read(newKey())).rejects.toEqual(refused);
    await expect(storage.readAll(newKey(), LIMIT)).rejects.toEqual(refused);
    expect((await send('GET', await storage.presignGet(newKey()))).status).toBe(404);
  });

  it('reads all of a file only up to the limit', async () => {
    const { storage } = subject();
    const key = newKey();
    await storage.write(key, bytes, 'image/png');
    expect((await storage.readAll(key, bytes.length)).length).toBe(bytes.length);
    await expect(storage.readAll(key, bytes.length - 1)).rejects.toEqual(
      expect.objectContaining({ code: 'files.too_large', status: 413 }),
    );
  });

  it('refuses an upload above the limit and keeps nothing of it', async () => {
    const { storage, send } = subject();
    const key = newKey();
    const { url, headers } = await storage.presignPut(key, 'image/png');
    const { status, body } = await send('PUT', url, headers, Buffer.alloc(LIMIT + 1));
    expect(status).toBe(kind === 'local' ? 413 : 400);
    if (kind === 's3') expect(body.toString()).toContain('<Code>EntityTooLarge</Code>');
    else expect(readdirSync(join(dataDir, 'files', key, '..'))).toEqual([]);
    expect(await storage.size(key)).toBeNull();
  });

  it('removes, and removing twice is no error', async () => {
    const { storage } = subject();
    const key = newKey();
    await storage.write(key, bytes, 'image/png');
    await storage.remove(key);
    await storage.remove(key);
    expect(await storage.size(key)).toBeNull();
  });
});

describe('s3 alone', () => {
  const storage = (change: Record<string, string> = {}): Storage =>
    openStorage(
      readConfig({
        S3_ENDPOINT: s3.endpoint,
        S3_BUCKET: 'lanka',
        S3_REGION: account.region,
        S3_ACCESS_KEY_ID: account.accessKeyId,
        S3_SECRET_ACCESS_KEY: account.secretAccessKey,
        ...change,
      }),
    );

  it('shows pictures and lets everything else only be downloaded, whatever type was sent', async () => {
    for (const [name, type, disposition] of [
      ['photo.JPG', 'image/jpeg', 'inline'],
      ['page.html', 'application/octet-stream', 'attachment'],
      ['image.svg', 'application/octet-stream', 'attachment'],
    ] as const) {
      const key = newKey(name);
      await storage().write(key, bytes, 'text/html');
      expect(s3.objects.get(key)?.contentType).toBe('text/html');
      const { headers, status } = await overHttp('GET', await storage().presignGet(key));
      expect([status, headers.get('content-type'), headers.get('content-disposition')]).toEqual([
        200,
        type,
        disposition,
      ]);
      expect(headers.get('etag')).toBe(`"${createHash('md5').update(bytes).digest('hex')}"`);
    }
  });

  it('lets the plain address be used with a type of the browser’s own (specification §7, Uploads)', async () => {
    const key = newKey();
    const { url } = await storage().presignPut(key, 'image/png');
    expect((await overHttp('PUT', url, { 'content-type': 'text/plain' }, bytes)).status).toBe(200);
    expect(s3.objects.get(key)?.contentType).toBe('text/plain');
  });

  it.each([
    ['a wrong secret', { S3_SECRET_ACCESS_KEY: 'another' }, /403 SignatureDoesNotMatch to PUT/],
    ['an unknown key', { S3_ACCESS_KEY_ID: 'AKIDOTHER' }, /403 InvalidAccessKeyId/],
    ['another region', { S3_REGION: 'us-east-1' }, /400 AuthorizationHeaderMalformed/],
    ['another bucket', { S3_BUCKET: 'nowhere' }, /404 NoSuchBucket/],
  ])('names what is wrong with %s', async (_what, change, message) => {
    await expect(storage(change).write(newKey(), bytes, 'image/png')).rejects.toThrow(message);
    await expect(storage(change).readAll(newKey(), LIMIT)).rejects.toThrow(/the file store answered 40/);
  });

  it('takes a refused HEAD for an error, not for a file that is not there', async () => {
    await expect(storage({ S3_SECRET_ACCESS_KEY: 'another' }).size(newKey())).rejects.toThrow(/403/);
  });

  it('tries again when the store is busy, and writes once more the same bytes', async () => {
    const key = newKey();
    s3.trouble({ times: 2, answer: { status: 503, code: 'SlowDown' } });
    await storage().write(key, bytes, 'image/png');
    expect(s3.objects.get(key)?.bytes.equals(bytes)).toBe(true);
    expect(s3.requests.filter((one) => one === `PUT ${key}`)).toHaveLength(3);
    s3.trouble({ answer: { status: 500, code: 'InternalError' } });
    expect((await storage().readAll(key, LIMIT)).equals(bytes)).toBe(true);
  });

  it('answers “unavailable” when the store stays busy or breaks off', async () => {
    const key = newKey();
    await storage().write(key, bytes, 'image/png');
    const away = expect.objectContaining({ code: 'common.unavailable', status: 503 });
    s3.trouble({ times: 5, answer: { status: 503, code: 'SlowDown' } });
    await expect(storage().size(key)).rejects.toEqual(away);
    s3.trouble({ drop: 'before' });
    await expect(storage().readAll(key, LIMIT)).rejects.toEqual(away);
    s3.trouble({ drop: 'body' });
    await expect(storage().readAll(key, LIMIT)).rejects.toEqual(away);
    s3.trouble({ drop: 'body' });
    await expect(storage().read(key).then(buffer)).rejects.toThrow();
    expect((await storage().readAll(key, LIMIT)).equals(bytes)).toBe(true);
  });

  it('waits for a slow store', async () => {
    const key = newKey();
    await storage().write(key, bytes, 'image/png');
    s3.trouble({ delayMs: 300 });
    expect(await storage().size(key)).toBe(bytes.length);
  });
});

it.each([
  ['фото.png', '_.png'],
  ['..\\..\\evil.exe', 'evil.exe'],
  ['/etc/passwd', 'passwd'],
  ['...hidden', 'hidden'],
  ['Плаття', 'file'],
  ['a b\0c.jpg', 'a_b_c.jpg'],
])('names the file %j safely: %s', (name, safe) => {
  expect(safeFileName(name)).toBe(safe);
});
