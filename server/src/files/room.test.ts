import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { type CheckName, readAudit } from '@lanka/domain/audit/contract';
import { readMyBilling, readProjectBilling, setMyPlan, setProjectPlan } from '@lanka/domain/billing/contract';
import { createImage, createProduct, deleteImage } from '@lanka/domain/catalog/contract';
import { createUpload } from '@lanka/domain/files/contract';
import { addFile, createOrder, deleteOrder } from '@lanka/domain/orders/contract';
import { updateProject } from '@lanka/domain/projects/contract';
import sharp from 'sharp';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { type TestApp, type TestProject, type TestUser, testApp } from '../../test/harness';
import { measureImages } from '../catalog/images/measure';
import { measureUploads } from './measure';
import { removeUnused } from './uploads';

const MB = 1024 ** 2;
const GB = 1024 ** 3;

let app: TestApp;
let project: TestProject;
let owner: TestUser;

beforeAll(async () => {
  app = await testApp();
});
beforeEach(async () => {
  project = await app.project();
  owner = project.owner;
});
afterAll(() => app.close());

const params = (of = project) => ({ project_id: of.id });
const place = ({ token }: TestUser, of = project, bytes?: number, file_name = 'файл.pdf') =>
  app.call(createUpload, { token, params: params(of), body: { file_name, ...(bytes === undefined ? {} : { bytes }) } });
async function put(url: string, payload: Buffer) {
  const answer = await app.app.server.inject({ method: 'PUT', url, payload });
  return { status: answer.statusCode, error: answer.body ? answer.json() : null };
}
const bytes = (n: number): Buffer => Buffer.alloc(n, 7);

/** Sends a file; answers its name and where it may be sent again. */
async function send(user: TestUser, size: number, of = project) {
  const { body } = await place(user, of);
  const { status, error } = await put(body.url, bytes(size));
  return { status, error, file_name: body.file_name, url: body.url };
}

async function sendForm({ token }: TestUser, size: number, of = project) {
  const form = new FormData();
  form.append('file', new Blob([bytes(size)]), 'a.pdf');
  const request = new Response(form);
  const answer = await app.app.server.inject({
    method: 'POST',
    url: `/api/projects/${of.id}/uploads`,
    headers: { 'content-type': request.headers.get('content-type') ?? '', authorization: `Bearer ${token}` },
    payload: Buffer.from(await request.arrayBuffer()),
  });
  return { status: answer.statusCode, error: answer.json() };
}

const usedBy = async (of = project): Promise<number> => {
  const { body } = await app.call(readProjectBilling, { token: of.owner.token, params: params(of) });
  return body.usage.find(({ limit }) => limit === 'storage')?.used ?? -1;
};
const ownUse = async ({ token }: TestUser) => (await app.call(readMyBilling, { token })).body.usage[0];
const differences = async (of = project) => {
  const { body } = await app.call(readAudit, { token: of.owner.token, params: params(of) });
  return body.checks.find(({ name }) => name === ('storage' satisfies CheckName))?.differences;
};

/** As if so much were stored already. */
const fill = (used: number, of = project) =>
  app.sql(
    of.id,
    `insert into storage_totals (project_id, owner_id, bytes) values ($1, $1, $2)
     on conflict (project_id, owner_id) do update set bytes = excluded.bytes`,
    [of.id, used],
  );
const fillUser = ({ id }: TestUser, used: number) =>
  app.sql(null, `insert into user_storage values ($1, $2) on conflict (user_id) do update set bytes = excluded.bytes`, [
    id,
    used,
  ]);
const choose = (plan: 'basic' | 'standard' | 'premium') =>
  app.call(setProjectPlan, {
    token: owner.token,
    params: params(),
    body: { subscription_plan: `manufacturer-${plan}-monthly` },
  });
const chooseOwn = ({ token }: TestUser, plan: 'free' | 'standard-monthly' | 'business-monthly') =>
  app.call(setMyPlan, { token, body: { subscription_plan: `dropshipper-${plan}` } });

async function dropshipper(of = project): Promise<TestUser> {
  return app.member(of, 'Client', await party(of));
}
async function party(of: TestProject): Promise<string> {
  const [row] = await app.sql<{ id: string }>(
    of.id,
    `insert into counterparties (project_id, id, name) values ($1, gen_random_uuid(), 'Магазин') returning id`,
    [of.id],
  );
  return row?.id ?? '';
}
const onDisk = (of = project): string[] => {
  const folder = join(app.app.services.config.dataDir, 'files', of.id);
  if (!existsSync(folder)) return [];
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map(({ name }) => name);
};
const photo = (side: number) =>
  sharp({
    create: {
      width: side,
      height: side,
      channels: 3,
      background: 'white',
      noise: { type: 'gaussian', mean: 128, sigma: 40 },
    },
  })
    .jpeg()
    .toBuffer();
const sweep = () => removeUnused.run(app.app.services, {} as never);

describe('what is stored', () => {
  it('counts when it has come, by PUT and as a form, and once when it is sent again', async () => {
    expect(await usedBy()).toBe(0);
    const { url } = await send(owner, 1000);
    expect(await usedBy()).toBe(1000);
    await put(url, bytes(400));
    expect(await usedBy()).toBe(400);
    await put(url, bytes(5000));
    await sendForm(owner, 300);
    expect(await usedBy()).toBe(5300);
    expect(await differences()).toEqual([]);
  });

  it('counts once when it is used, however often', async () => {
    const { file_name } = await send(owner, 1000);
    const order = await app.call(createOrder, { token: owner.token, params: params(), body: {} });
    for (let n = 0; n < 2; n += 1) {
      const body = { file_name };
      const ids = { ...params(), id: order.body.id };
      expect((await app.call(addFile, { token: owner.token, params: ids, body })).status).toBe(201);
    }
    expect(await usedBy()).toBe(1000);
    await sweep();
    expect(await usedBy()).toBe(1000);
    expect(await differences()).toEqual([]);
    await app.call(deleteOrder, { token: owner.token, params: { ...params(), id: order.body.id } });
    expect(await usedBy()).toBe(0);
    expect(await differences()).toEqual([]);
  });

  it('does not count any more when nothing used it for a day', async () => {
    await send(owner, 1000);
    const client = await dropshipper();
    await send(client, 70);
    await place(owner);
    await app.sql(project.id, `update uploads set created_at = now() - interval '25 hours'`);
    await send(owner, 5);
    await sweep();
    expect([await usedBy(), (await ownUse(client))?.used]).toEqual([5, 0]);
    expect(onDisk()).toHaveLength(1);
    expect(await differences()).toEqual([]);
  });

  it('is the picture and not what it was made of, nor its thumbnail, until the picture is deleted', async () => {
    const body = { name: 'Чашка' };
    const product = (await app.call(createProduct, { token: owner.token, params: params(), body })).body.id;
    const within = { ...params(), product_id: product };
    const { body: to } = await place(owner);
    await put(to.url, await photo(600));
    const image = await app.call(createImage, {
      token: owner.token,
      params: within,
      body: { file_name: to.file_name },
    });
    expect(image.status).toBe(201);
    const size = (await app.app.server.inject(image.body.url)).rawPayload.length;
    expect(await usedBy()).toBe(size);
    expect(await differences()).toEqual([]);
    // the upload is there for a day, and counts again when something else is sent in its place
    expect((await put(to.url, bytes(9))).status).toBe(200);
    expect(await usedBy()).toBe(size + 9);
    await app.call(deleteImage, { token: owner.token, params: { ...within, id: image.body.id } });
    expect(await usedBy()).toBe(9);
    expect(await differences()).toEqual([]);
  });

  it('is not the file of which a logo was made', async () => {
    const { body: to } = await place(owner);
    await put(to.url, await photo(300));
    const body = { project: { logo: to.file_name } };
    expect((await app.call(updateProject, { token: owner.token, params: params(), body })).status).toBe(200);
    expect(await usedBy()).toBe(0);
  });
});

describe('a plan without room', () => {
  it('answers 402 with what is used, what is allowed and what lifts it, and keeps nothing', async () => {
    await choose('basic');
    const { body: to } = await place(owner);
    await put(to.url, bytes(100));
    await fill(GB - 1000);
    const answer = await put(to.url, bytes(2000));
    expect(answer).toMatchObject({
      status: 402,
      error: {
        code: 'plans.storage_limit',
        message: expect.stringContaining('1023 МБ із 1024 МБ'),
        details: [
          {
            ...{ limit: 'storage', used: GB - 1000, adding: 1900, allowed: GB },
            plans: ['manufacturer-standard-monthly', 'manufacturer-premium-monthly'],
          },
        ],
      },
    });
    expect(await usedBy()).toBe(GB - 1000);
    expect((await sendForm(owner, 2000)).error.code).toBe('plans.storage_limit');
    expect(onDisk()).toHaveLength(1);
    // what was sent before is still there
    expect((await put(to.url, bytes(100))).status).toBe(200);
    await choose('standard');
    expect((await put(to.url, bytes(2000))).status).toBe(200);
  });

  it('refuses a file before it is sent, when it is told how large it is', async () => {
    await choose('basic');
    await fill(GB - 10);
    expect((await place(owner, project, 10)).status).toBe(201);
    const { status, error } = await place(owner, project, 11);
    expect([status, error.code]).toEqual([402, 'plans.storage_limit']);
    await fill(GB);
    expect((await place(owner)).status).toBe(402);
  });

  it('takes no picture either, and leaves nothing of it', async () => {
    await choose('basic');
    const product = await app.call(createProduct, { token: owner.token, params: params(), body: { name: 'Чашка' } });
    const within = { ...params(), product_id: product.body.id };
    const { body: to } = await place(owner);
    // flat and therefore small, as a picture it grows
    const drawn = await sharp({ create: { width: 900, height: 900, channels: 3, background: 'red' } })
      .gif()
      .toBuffer();
    await put(to.url, drawn);
    await fill(GB + drawn.length);
    const image = await app.call(createImage, {
      token: owner.token,
      params: within,
      body: { file_name: to.file_name },
    });
    expect([image.status, image.error.code]).toEqual([402, 'plans.storage_limit']);
    expect(onDisk()).toHaveLength(1);
    expect(await usedBy()).toBe(GB + drawn.length);
  });

  it('has no room for more than fits when twenty come at once, by either way', async () => {
    await choose('basic');
    const size = 1000;
    await fill(GB - 7 * size);
    const places = await Promise.all(Array.from({ length: 20 }, () => place(owner)));
    const answers = await Promise.all([
      ...places.slice(0, 10).map(({ body }) => put(body.url, bytes(size))),
      ...places.slice(10).map(() => sendForm(owner, size)),
    ]);
    const taken = answers.filter(({ status }) => status === 200 || status === 201);
    expect(taken).toHaveLength(7);
    expect(answers.filter(({ status }) => status === 402)).toHaveLength(13);
    expect(await usedBy()).toBe(GB);
    expect(onDisk()).toHaveLength(7);
  });

  it('cannot be gone down to, also not while a file comes', async () => {
    await fill(GB + 1);
    const { status, error } = await choose('basic');
    expect([status, error.code]).toEqual([409, 'plans.over_limits']);
    expect(error.details).toEqual([{ limit: 'storage', used: GB + 1, allowed: GB }]);
    for (let n = 0; n < 5; n += 1) {
      await choose('standard');
      await fill(GB - 500);
      const { body: to } = await place(owner);
      const [sent, down] = await Promise.all([put(to.url, bytes(1000)), choose('basic')]);
      // one of them was first
      expect([
        [200, 409],
        [402, 200],
      ]).toContainEqual([sent.status, down.status]);
    }
  });
});

describe('files of a dropshipper', () => {
  it('count against his own plan with all suppliers together, and not against theirs', async () => {
    const client = await dropshipper();
    const other = await app.project();
    await app.sql(
      other.id,
      `insert into memberships (project_id, user_id, role, counterparty_id) values ($1, $2, 'Client', $3)`,
      [other.id, client.id, await party(other)],
    );
    await send(client, 1000);
    await send(client, 500, other);
    expect(await ownUse(client)).toEqual({ limit: 'storage', used: 1500, allowed: 100 * MB });
    expect([await usedBy(), await usedBy(other)]).toEqual([0, 0]);
    expect([await differences(), await differences(other)]).toEqual([[], []]);
    await fillUser(client, 100 * MB - 10);
    const places = [await place(client), await place(client, other)];
    const answers = await Promise.all(places.map(({ body }) => put(body.url, bytes(10))));
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 402]);
    const refused = answers.find(({ status }) => status === 402);
    expect(refused?.error.details[0]).toMatchObject({
      allowed: 100 * MB,
      plans: ['dropshipper-standard-monthly', 'dropshipper-business-monthly'],
    });
    // full is full, with every supplier; the suppliers have all their room
    expect((await place(client, other)).status).toBe(402);
    expect((await send(other.owner, 1000, other)).status).toBe(200);
  });

  it('keep him from a smaller plan', async () => {
    const client = await dropshipper();
    await chooseOwn(client, 'business-monthly');
    await fillUser(client, GB + 1);
    const { status, error } = await chooseOwn(client, 'standard-monthly');
    expect([status, error.code, error.details]).toEqual([
      409,
      'plans.over_limits',
      [{ limit: 'storage', used: GB + 1, allowed: GB }],
    ]);
  });
});

describe('files whose size was not known when they came', () => {
  it('are measured, each once: those of an older version and those that went past us', async () => {
    const product = await app.call(createProduct, { token: owner.token, params: params(), body: { name: 'Чашка' } });
    const within = { ...params(), product_id: product.body.id };
    const { body: to } = await place(owner);
    await put(to.url, await photo(200));
    await app.call(createImage, { token: owner.token, params: within, body: { file_name: to.file_name } });
    await send(owner, 1000);
    const client = await dropshipper();
    await send(client, 30);
    await place(owner);
    const [all, own] = [await usedBy(), await ownUse(client)];
    // what does not count any more, because a picture was made of it, stays so
    await app.sql(project.id, 'update uploads set bytes = null where bytes <> 0');
    await app.sql(project.id, 'update product_images set bytes = null');
    await app.sql(project.id, 'delete from storage_totals');
    await fillUser(client, 0);
    expect(await usedBy()).toBe(0);
    for (let n = 0; n < 2; n += 1) {
      await measureUploads.run(app.app.services, {} as never);
      await measureImages.run(app.app.services, {} as never);
    }
    expect([await usedBy(), await ownUse(client)]).toEqual([all, own]);
    expect(await differences()).toEqual([]);
  });

  it('are counted at the latest when they are used', async () => {
    const { file_name } = await send(owner, 1000);
    await app.sql(project.id, 'update uploads set bytes = null');
    await app.sql(project.id, 'delete from storage_totals');
    const order = await app.call(createOrder, { token: owner.token, params: params(), body: {} });
    const ids = { ...params(), id: order.body.id };
    await choose('basic');
    await fill(GB - 999);
    const refused = await app.call(addFile, { token: owner.token, params: ids, body: { file_name } });
    expect([refused.status, refused.error.code]).toEqual([402, 'plans.storage_limit']);
    expect(onDisk()).toHaveLength(1);
    await fill(0);
    expect((await app.call(addFile, { token: owner.token, params: ids, body: { file_name } })).status).toBe(201);
    expect(await usedBy()).toBe(1000);
  });
});

it('names a total that differs from the files', async () => {
  await send(owner, 1000);
  await fill(999);
  expect(await differences()).toEqual([
    { table: 'storage_totals', id: project.id, name: expect.any(String), expected: 1000, found: 999 },
  ]);
});
