import { readdirSync } from 'node:fs';
import { request as httpRequest } from 'node:http';
import { join } from 'node:path';
import { createUpload, MAX_UPLOAD_BYTES } from '@lanka/domain/files/contract';
import { addFile, createOrder } from '@lanka/domain/orders/contract';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { type TestApp, type TestProject, type TestUser, testApp } from '../../test/harness';

let app: TestApp;
let project: TestProject;
let other: TestProject;

beforeAll(async () => {
  app = await testApp();
});
beforeEach(async () => {
  [project, other] = [await app.project(), await app.project()];
});
afterAll(() => app.close());

interface Reply {
  readonly status: number;
  readonly body: {
    file_name: string;
    direct_upload: { url: string };
    code: string;
    message: string;
    details: { path?: string; code?: string; allowed?: string[]; allowed_mb?: number }[];
  };
}

interface Asked {
  readonly token?: string | undefined;
  readonly to?: string;
  readonly locale?: string;
  readonly key?: string;
  readonly type?: string;
}

const BOUNDARY = 'lanka-test';
const FORM = `multipart/form-data; boundary=${BOUNDARY}`;
type Part = readonly [head: string, bytes: string | Buffer];
const file = (name: string | null, bytes: string | Buffer, type?: string, field = 'file'): Part => [
  `name="${field}"${name === null ? '' : `; filename="${name}"`}${type ? `\r\nContent-Type: ${type}` : ''}`,
  bytes,
];
const field = (name: string, text: string): Part => [`name="${name}"`, text];

const form = (...parts: Part[]): Buffer =>
  Buffer.concat([
    ...parts.flatMap(([head, bytes]) => [
      Buffer.from(`--${BOUNDARY}\r\nContent-Disposition: form-data; ${head}\r\n\r\n`),
      Buffer.from(bytes),
      Buffer.from('\r\n'),
    ]),
    Buffer.from(`--${BOUNDARY}--\r\n`),
  ]);

async function send(payload: Buffer, asked: Asked = {}): Promise<Reply> {
  const { token = project.owner.token, to = project.id, locale = 'uk', key, type = FORM } = asked;
  const answer = await app.app.server.inject({
    method: 'POST',
    url: `/api/projects/${to}/uploads`,
    headers: {
      'content-type': type,
      'accept-language': locale,
      ...(token ? { authorization: `Bearer ${token}` } : {}),
      ...(key ? { 'idempotency-key': key } : {}),
    },
    payload,
  });
  return { status: answer.statusCode, body: answer.json() as Reply['body'] };
}

const uploadsOf = ({ id }: TestProject) =>
  app.sql<{ file_name: string; original_name: string; content_type: string }>(
    id,
    'select file_name, original_name, content_type from uploads where project_id = $1 order by id',
    [id],
  );
/** Files on the disk, the halves of broken transfers among them. */
const onDisk = ({ id }: TestProject): string[] => {
  try {
    return readdirSync(join(app.app.services.config.dataDir, 'files', id), { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isFile())
      .map(({ name }) => name);
  } catch {
    return [];
  }
};
async function attach({ token }: TestUser, file_name: string): Promise<string> {
  const params = { project_id: project.id };
  const order = await app.call(createOrder, { params, token, body: {} });
  const answer = await app.call(addFile, { params: { ...params, id: order.body.id }, token, body: { file_name } });
  expect(answer.status).toBe(201);
  return (await app.app.server.inject(answer.body.url)).body;
}

describe('a form with a file', () => {
  it('is an upload whose bytes are there, named and typed by the file, PDF when it says nothing', async () => {
    const named = await send(form(file('рахунок 7.pdf', 'сума 100', 'application/octet-stream')));
    expect(named.status).toBe(201);
    const typed = await send(form(file('a.png', 'x', 'image/png')));
    const vague = await send(form(file('b', 'x', 'application/octet-stream')));
    const told = await send(
      form(field('content_type', 'text/csv'), file('c.bin', 'x', 'image/png'), field('file_name', 'прайс.csv')),
    );
    expect([typed.status, vague.status, told.status]).toEqual([201, 201, 201]);
    const rows = (await uploadsOf(project)).map(({ original_name, content_type }) => [original_name, content_type]);
    expect(rows.sort()).toEqual(
      [
        ['a.png', 'image/png'],
        ['b', 'application/pdf'],
        ['прайс.csv', 'text/csv'],
        ['рахунок 7.pdf', 'application/pdf'],
      ].sort(),
    );
    expect(await attach(project.owner, named.body.file_name)).toBe('сума 100');
  });

  it('may be sent once more by PUT while nothing uses it, as every upload', async () => {
    const { body } = await send(form(file('a.pdf', 'перше')));
    const put = await app.app.server.inject({ method: 'PUT', url: body.direct_upload.url, payload: 'друге' });
    expect(put.statusCode).toBe(200);
    expect(await attach(project.owner, body.file_name)).toBe('друге');
  });

  it('leaves the file that was there when it is repeated with its key, and refuses the key for another file', async () => {
    const first = await send(form(file('a.pdf', 'перше')), { key: 'one' });
    const again = await send(form(file('a.pdf', 'перше')), { key: 'one' });
    expect(again).toEqual(first);
    const another = await send(form(file('a.pdf', 'друге')), { key: 'one' });
    expect([another.status, another.body.code]).toEqual([409, 'common.idempotency_mismatch']);
    expect(onDisk(project)).toEqual(['a.pdf']);
    expect(await uploadsOf(project)).toHaveLength(1);
  });

  it('takes an upload of JSON beside it', async () => {
    const params = { project_id: project.id };
    const { status } = await app.call(createUpload, { params, token: project.owner.token, body: { file_name: 'a' } });
    expect(status).toBe(201);
  });
});

describe('a form that is refused leaves nothing behind', () => {
  const refused = async (payload: Buffer, asked: Asked = {}) => {
    const { status, body } = await send(payload, asked);
    expect(onDisk(project)).toEqual([]);
    expect(await uploadsOf(project)).toEqual([]);
    return { status, code: body.code, path: body.details[0]?.path, message: body.message, details: body.details };
  };

  it.each([
    ['no file', form(field('file_name', 'a.pdf')), 400, 'files.no_file', 'file'],
    ['nothing at all', form(), 400, 'files.no_file', 'file'],
    ['a text where the file belongs', form(file(null, 'abc')), 400, 'files.no_file', 'file'],
    ['two files', form(file('a.pdf', 'a'), file('b.pdf', 'b')), 400, 'files.one_file', 'file'],
    [
      'a field twice',
      form(file('a.pdf', 'a'), field('file_name', 'a'), field('file_name', 'b')),
      400,
      'files.one_file',
      'file_name',
    ],
    ['an unknown field', form(file('a.pdf', 'a'), field('balance', '1')), 400, 'common.invalid', 'balance'],
    ['a file in another field', form(file('a.pdf', 'a', undefined, 'photo')), 400, 'common.invalid', 'photo'],
    ['an empty name', form(field('file_name', ' '), file('a.pdf', 'a')), 400, 'common.invalid', 'file_name'],
    [
      'a type that is too long',
      form(field('content_type', 'a'.repeat(101)), file('a.pdf', 'a')),
      400,
      'common.invalid',
      'content_type',
    ],
    ['a file without a name', form(file('', 'a')), 400, 'common.invalid', 'file_name'],
    ['a name that cannot be kept', form(file('a\u0000.pdf', 'a')), 400, 'common.invalid', 'file_name'],
    ['a field of the prototype', form(file('a.pdf', 'a'), field('__proto__', '1')), 400, undefined, undefined],
    [
      'a field that goes on and on',
      form(file('a.pdf', 'a'), field('file_name', 'a'.repeat(10_000))),
      413,
      'common.too_large',
      undefined,
    ],
    [
      'many fields',
      form(file('a.pdf', 'a'), ...Array.from({ length: 40 }, (_, n) => field(`f${n}`, '1'))),
      413,
      'common.too_large',
      undefined,
    ],
  ] as const)('%s', async (_what, payload, status, code, path) => {
    const found = await refused(payload);
    expect(found).toMatchObject({ status, ...(code ? { code, path } : {}) });
  });

  it('says in both languages what is wrong', async () => {
    const two = form(file('a.pdf', 'a'), file('b.pdf', 'b'));
    expect((await refused(two)).message).toContain('один файл');
    expect((await refused(two, { locale: 'en' })).message).toContain('One file');
    const unknown = form(file('a.pdf', 'a', undefined, 'photo'));
    expect((await refused(unknown)).details[0]?.allowed).toEqual(['file', 'file_name', 'content_type', 'bytes']);
  });

  it.each([
    ['cut off within the file', form(file('a.pdf', 'a'.repeat(5000))).subarray(0, 3000)],
    ['cut off behind the file', form(file('a.pdf', 'abc'), field('file_name', 'b')).subarray(0, -20)],
    ['no form at all', Buffer.from('{"file_name":"a"}')],
  ])('one that is broken: %s', async (_what, payload) => {
    expect(await refused(payload)).toMatchObject({ status: 400, code: 'files.broken_form' });
  });

  it('one whose type names no boundary', async () => {
    const found = await refused(form(file('a.pdf', 'a')), { type: 'multipart/form-data' });
    expect(found).toMatchObject({ status: 400, code: 'files.broken_form' });
  });

  it('one that is too large, as with PUT', async () => {
    const found = await refused(form(file('a.pdf', Buffer.alloc(MAX_UPLOAD_BYTES + 1))));
    expect(found).toMatchObject({ status: 413, code: 'files.too_large', details: [{ allowed_mb: 200 }] });
  });

  it('one of a stranger, before a byte of it is kept', async () => {
    const payload = form(file('a.pdf', 'a'));
    expect((await refused(payload, { token: '' })).status).toBe(401);
    expect(await refused(payload, { token: other.owner.token })).toMatchObject({ status: 404 });
    expect(onDisk(other)).toEqual([]);
  });

  it('one that breaks off on its way', async () => {
    await app.app.server.listen({ port: 0, host: '127.0.0.1' });
    const { port } = app.app.server.server.address() as { port: number };
    await new Promise<void>((done) => {
      const sending = httpRequest({
        ...{ port, method: 'POST', path: `/api/projects/${project.id}/uploads` },
        headers: { 'content-type': FORM, 'content-length': 1_000_000, authorization: `Bearer ${project.owner.token}` },
      });
      sending.on('error', () => done());
      sending.write(form(file('a.pdf', 'a'.repeat(200_000))), () => setImmediate(() => sending.destroy()));
    });
    await expect.poll(async () => onDisk(project)).toEqual([]);
    expect(await uploadsOf(project)).toEqual([]);
  });
});

it('is known to the calls that take it alone: everywhere else it is no type for a body', async () => {
  const answer = await app.app.server.inject({
    method: 'POST',
    url: `/api/projects/${project.id}/products/create_v2`,
    headers: { 'content-type': FORM, authorization: `Bearer ${project.owner.token}` },
    payload: form(field('name', 'a')),
  });
  expect(answer.statusCode).toBe(415);
});
