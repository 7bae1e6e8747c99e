import { createProduct, publishProduct } from '@lanka/domain/catalog/contract';
import { createUpload } from '@lanka/domain/files/contract';
import * as contract from '@lanka/domain/product_files/contract';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { type TestApp, type TestProject, testApp } from '../../test/harness';

let app: TestApp;
let project: TestProject;
let token: string;
let params: { project_id: string; product_id: string };

beforeAll(async () => {
  app = await testApp();
});
afterAll(() => app.close());
beforeEach(async () => {
  project = await app.project();
  token = project.owner.token;
  const within = { project_id: project.id };
  const body = { name: 'Плаття «Марта»', variants: [{ name: 'чорне', price: 100_00 }] };
  const product = await app.call(createProduct, { token, params: within, body });
  params = { ...within, product_id: product.body.id };
  const shown = await app.call(publishProduct, { token, params: { ...within, id: params.product_id } });
  expect(shown.status).toBe(200);
});

async function send(bytes: string, name = 'сертифікат.pdf'): Promise<string> {
  const { body } = await app.call(createUpload, { token, params, body: { file_name: name } });
  await app.app.server.inject({ method: 'PUT', url: body.direct_upload.url, payload: bytes });
  return body.file_name;
}
const add = (file_name: string, more: { shared?: boolean } = {}) =>
  app.call(contract.addProductFile, { token, params, body: { file_name, ...more } });
const list = async (as = token) => (await app.call(contract.listProductFiles, { token: as, params })).body.items;
const remove = (id: string) => app.call(contract.deleteProductFile, { token, params: { ...params, id } });
const stored = async () => {
  const [row] = await app.sql<{ bytes: string }>(
    project.id,
    'select bytes from storage_totals where project_id = $1 and owner_id = $1',
    [project.id],
  );
  return Number(row?.bytes ?? 0);
};

describe('files of a product', () => {
  it('are attached, opened, named otherwise and deleted; their room is free again', async () => {
    const made = await add(await send('зміст'));
    expect(made).toMatchObject({ status: 201, body: { name: 'сертифікат.pdf', shared: false } });
    const { id, url } = made.body;
    expect((await app.app.server.inject(url)).body).toBe('зміст');
    expect(await stored()).toBe(Buffer.byteLength('зміст'));
    const named = await app.call(contract.updateProductFile, {
      token,
      params: { ...params, id },
      body: { name: 'Сертифікат 2026.pdf' },
    });
    expect(named.body).toMatchObject({ name: 'Сертифікат 2026.pdf', shared: false });
    const as = { token, params: { ...params, id } };
    expect((await app.call(contract.updateProductFile, { ...as, body: {} })).body).toMatchObject(named.body);
    expect((await remove(id)).status).toBe(204);
    expect(await list()).toEqual([]);
    expect(await stored()).toBe(0);
    expect((await app.app.server.inject(url)).statusCode).toBe(404);
    expect((await remove(id)).error.code).toBe('product_files.not_found');
  });

  it('of one upload share their bytes: they go with the last that uses them, also when all go at once', async () => {
    const file = await send('зміст');
    const made = [await add(file), await add(file), await add(file)].map(({ body }) => body);
    expect((await remove(made[0]?.id ?? '')).status).toBe(204);
    expect((await app.app.server.inject(made[1]?.url ?? '')).body).toBe('зміст');
    expect(await stored()).toBe(Buffer.byteLength('зміст'));
    await Promise.all(made.slice(1).map(({ id }) => remove(id)));
    expect(await stored()).toBe(0);
    expect((await app.app.server.inject(made[1]?.url ?? '')).statusCode).toBe(404);
  });

  it('are seen by dropshippers when they are shared, and no others are', async () => {
    const client = await app.member(project, 'Client');
    const inner = (await add(await send('витрати'))).body;
    const shown = (await add(await send('розміри'), { shared: true })).body;
    expect((await list(client.token)).map(({ id }) => id)).toEqual([shown.id]);
    const share = (id: string, shared: boolean) =>
      app.call(contract.updateProductFile, { token, params: { ...params, id }, body: { shared } });
    await share(inner.id, true);
    await share(shown.id, false);
    expect((await list(client.token)).map(({ id }) => id)).toEqual([inner.id]);
  });

  it('refuse what is no upload of the asker, and the last free place to all but one', async () => {
    expect((await add('нема')).error).toMatchObject({ code: 'files.not_found', details: [{ path: 'file_name' }] });
    await app.sql(
      project.id,
      `insert into product_files (project_id, product_id, id, user_id, file_name, name)
       select $1, $2, gen_random_uuid(), $1, 'k', 'k' from generate_series(1, 49)`,
      [project.id, params.product_id],
    );
    const file = await send('x');
    const both = await Promise.all([add(file), add(file)]);
    expect(both.map(({ status }) => status).sort()).toEqual([201, 409]);
    expect(both.find(({ status }) => status === 409)?.error).toMatchObject({
      code: 'product_files.full',
      details: [{ limit: 50 }],
    });
  });
});
