import { createImage, createProduct } from '@lanka/domain/catalog/contract';
import { createImport } from '@lanka/domain/feeds/contract';
import { createUpload } from '@lanka/domain/files/contract';
import { addFile, createOrder, listFiles } from '@lanka/domain/orders/contract';
import { updateProject } from '@lanka/domain/projects/contract';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type TestApp, type TestProject, type TestUser, testApp } from '../../test/harness';

let app: TestApp;
let project: TestProject;
let client: TestUser;
let other: TestUser;
let order: string;

const params = () => ({ project_id: project.id });

async function dropshipper(): Promise<TestUser> {
  const [party] = await app.sql<{ id: string }>(
    project.id,
    `insert into counterparties (project_id, id, name) values ($1, gen_random_uuid(), 'Магазин') returning id`,
    [project.id],
  );
  return app.member(project, 'Client', party?.id ?? null);
}

beforeAll(async () => {
  app = await testApp();
  project = await app.project();
  [client, other] = [await dropshipper(), await dropshipper()];
  order = (await app.call(createOrder, { params: params(), token: client.token, body: {} })).body.id;
});
afterAll(() => app.close());

interface Sent {
  readonly file_name: string;
  put(bytes: string): Promise<number>;
}

/** An address for one upload, and bytes sent there. */
async function upload({ token }: TestUser, bytes = 'рахунок', file_name = 'рахунок.pdf'): Promise<Sent> {
  const place = await app.call(createUpload, { params: params(), token, body: { file_name } });
  const { url, headers } = place.body.direct_upload;
  const put = async (payload: string) =>
    (await app.app.server.inject({ method: 'PUT', url, headers, payload })).statusCode;
  expect(await put(bytes)).toBe(200);
  return { file_name: place.body.file_name, put };
}

const attach = ({ token }: TestUser, file_name: string) =>
  app.call(addFile, { params: { ...params(), id: order }, token, body: { file_name } });
const open = async (url: string): Promise<string> => (await app.app.server.inject(url)).body;

describe('an upload that something uses', () => {
  it('stays what it was: its link takes nothing any more, and may do so until then', async () => {
    const sent = await upload(client);
    expect(await sent.put('рахунок, виправлений')).toBe(200);
    const { status, body } = await attach(client, sent.file_name);
    expect(status).toBe(201);
    expect(await sent.put('підробка')).toBe(403);
    expect(await open(body.url)).toBe('рахунок, виправлений');
  });

  it('stays what it was also when bytes were on their way as it was attached', async () => {
    const sent = await upload(client, 'рахунок');
    const { body } = await attach(client, sent.file_name);
    // what a PUT does that was let in before, and S3 at any time of the hour
    await app.app.services.storage.write(sent.file_name, Buffer.from('підробка'), 'application/pdf');
    expect(await open(body.url)).toBe('рахунок');
    const again = await attach(client, sent.file_name);
    expect(await open(again.body.url)).toBe('рахунок');
  });

  it('is the same for all that begin to use it at once', async () => {
    const sent = await upload(client);
    const all = await Promise.all([1, 2, 3, 4].map(() => attach(client, sent.file_name)));
    expect(all.map(({ status }) => status)).toEqual([201, 201, 201, 201]);
    const rows = await app.sql<{ file_name: string }>(
      project.id,
      'select distinct file_name from order_files where project_id = $1 and id = any($2)',
      [project.id, all.map(({ body }) => body.id)],
    );
    expect(rows).toHaveLength(1);
  });

  it('is not attached when its bytes never came', async () => {
    const { body } = await app.call(createUpload, { params: params(), token: client.token, body: { file_name: 'a' } });
    expect((await attach(client, body.file_name)).error.code).toBe('files.not_found');
  });
});

describe('an upload of somebody else', () => {
  it('cannot be attached, neither by another dropshipper nor by the staff', async () => {
    const sent = await upload(other);
    for (const asker of [client, project.owner]) {
      const { status, error } = await attach(asker, sent.file_name);
      expect([status, error.code, error.details[0]?.path]).toEqual([404, 'files.not_found', 'file_name']);
    }
    const { body } = await app.call(listFiles, { params: { ...params(), id: order }, token: client.token });
    expect(body.items.map(({ author }) => author.id)).not.toContain(other.id);
  });

  it('cannot be attached under the key at which somebody else sees it', async () => {
    const sent = await upload(client);
    const { body } = await attach(client, sent.file_name);
    const shown = new URL(body.url, 'http://lanka.example').pathname.replace('/api/files/', '');
    expect((await attach(other, shown)).status).toBe(404);
    expect((await attach(project.owner, shown)).error.code).toBe('files.not_found');
  });

  it('cannot become a picture, a logo or an import', async () => {
    const { owner } = project;
    const { file_name } = await upload(other);
    const product = await app.call(createProduct, { params: params(), token: owner.token, body: { name: 'Плаття' } });
    const within = { ...params(), product_id: product.body.id };
    const answers = [
      await app.call(createImage, { params: within, token: owner.token, body: { file_name } }),
      await app.call(updateProject, { params: params(), token: owner.token, body: { project: { logo: file_name } } }),
      await app.call(createImport, { params: params(), token: owner.token, body: { upload: file_name } }),
    ];
    expect(answers.map(({ error }) => error.code)).toEqual([
      'files.not_found',
      'files.not_found',
      'imports.upload_not_found',
    ]);
  });
});
