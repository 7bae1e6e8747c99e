import { readAudit } from '@lanka/domain/audit/contract';
import { createUpload } from '@lanka/domain/files/contract';
import * as contract from '@lanka/domain/static_data/contract';
import sharp from 'sharp';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { type TestApp, type TestProject, testApp } from '../../test/harness';
import { forgetEverywhere } from './slice';
import { KEPT_LINES } from './static_data.store';

let app: TestApp;
let project: TestProject;
let token: string;
beforeAll(async () => {
  app = await testApp();
});
afterAll(() => app.close());
beforeEach(async () => {
  project = await app.project();
  token = project.owner.token;
});

const phone: contract.CreateStaticDataBody = {
  key: 'phone',
  name: 'Телефон',
  content: { type: 'text', value: '067 123 45 67' },
};
const at = () => ({ token, params: { project_id: project.id } });
const one = (id: string) => ({ token, params: { project_id: project.id, id } });
const add = (body: Partial<contract.CreateStaticDataBody> = {}) =>
  app.call(contract.createStaticData, { ...at(), body: { ...phone, ...body } });
const list = async () => (await app.call(contract.listStaticData, at())).body.items;

describe('data for the own site', () => {
  it('are added last or where they are asked to stand, read, changed and deleted', async () => {
    const { body: first } = await add();
    expect(first).toMatchObject({ ...phone, position: 0, version: 1 });
    const days: contract.Content = { type: 'list', value: ['Пн–Пт', 'Сб'] };
    await add({ key: 'days', name: 'Дні роботи', content: days });
    await add({ key: 'minimum', name: 'Мінімальна сума', content: { type: 'number', value: 1500.5 }, position: 0 });
    expect((await list()).map(({ key, position }) => [key, position])).toEqual([
      ['minimum', 0],
      ['phone', 0],
      ['days', 1],
    ]);
    const change = { content: { type: 'number' as const, value: 0.1 } };
    const changed = await app.call(contract.updateStaticData, { ...one(first.id), body: change });
    expect(changed.body).toMatchObject({
      key: 'phone',
      name: 'Телефон',
      content: { type: 'number', value: 0.1 },
      version: 2,
    });
    expect((await app.call(contract.deleteStaticData, one(first.id))).status).toBe(204);
    expect((await app.call(contract.deleteStaticData, one(first.id))).error.code).toBe('static_data.not_found');
    expect((await list()).map(({ key }) => key)).toEqual(['minimum', 'days']);
  });

  it('refuse a key that is taken, also at the same moment, and keep the own one', async () => {
    const answers = await Promise.all([add(), add(), add()]);
    expect(answers.map(({ status }) => status).sort()).toEqual([201, 409, 409]);
    const refused = answers.find(({ status }) => status === 409);
    expect(refused?.error).toMatchObject({ code: 'static_data.key_taken', details: [{ path: 'key', key: 'phone' }] });
    const other = (await add({ key: 'fax' })).body;
    const rename = (key: string) => app.call(contract.updateStaticData, { ...one(other.id), body: { key } });
    expect((await rename('phone')).error.code).toBe('static_data.key_taken');
    expect((await rename('fax')).status).toBe(200);
  });

  it('refuse a change over one that was not seen', async () => {
    const { id } = (await add()).body;
    const change = (name: string) =>
      app.call(contract.updateStaticData, { ...one(id), body: { name }, headers: { 'if-match': '1' } });
    expect((await change('Телефон офісу')).status).toBe(200);
    const late = await change('Гаряча лінія');
    expect([late.error.code, late.error.details[0]?.name]).toEqual(['common.stale', 'Телефон офісу']);
  });

  it.each([
    ['a key of other letters', { key: 'Телефон' }, 'key'],
    ['a key that begins with a digit', { key: '1phone' }, 'key'],
    ['no name', { name: ' ' }, 'name'],
    ['a text for a number', { content: { type: 'number', value: '5' } }, 'content.value'],
    ['an empty list', { content: { type: 'list', value: [] } }, 'content.value'],
    ['a type that is not there', { content: { type: 'video', value: 'a.mp4' } }, 'content.type'],
  ])('name the field of what is wrong: %s', async (_what, body, path) => {
    const answer = await add(body as object);
    expect([answer.status, answer.error.details[0]?.path]).toEqual([400, path]);
  });

  it('say in both languages what a key may be', async () => {
    const said = async (language: string) => {
      const headers = { 'accept-language': language };
      const answer = await app.call(contract.createStaticData, { ...at(), body: { ...phone, key: 'Я' }, headers });
      return answer.error.details[0]?.message;
    };
    expect([await said('uk'), await said('en')]).toEqual([
      expect.stringContaining('малої латинської літери'),
      expect.stringContaining('small Latin letter'),
    ]);
  });

  it('are at most 200 in a project, also when the last two come together', async () => {
    await app.sql(
      project.id,
      `insert into static_data (project_id, id, key, name, content, position)
       select $1, gen_random_uuid(), 'key' || n, 'Назва', '{"type":"number","value":1}', n from generate_series(1, 199) n`,
      [project.id],
    );
    const answers = await Promise.all([add(), add({ key: 'fax' })]);
    expect(answers.map(({ status }) => status).sort()).toEqual([201, 409]);
    expect(answers.find(({ status }) => status === 409)?.error).toMatchObject({ code: 'static_data.full' });
    expect(await list()).toHaveLength(contract.MAX_STATIC_DATA);
  });
});

describe('a picture', () => {
  const drawn = (background: string) =>
    sharp({ create: { width: 600, height: 300, channels: 3, background } })
      .png()
      .toBuffer();

  async function upload(bytes: Buffer): Promise<string> {
    const body = { file_name: 'banner.png', content_type: 'image/png' };
    const { file_name, direct_upload } = (await app.call(createUpload, { ...at(), body })).body;
    await app.app.server.inject({ method: 'PUT', ...direct_upload, payload: bytes });
    return file_name;
  }
  const open = async (url: string) => {
    const { statusCode, headers, rawPayload } = await app.app.server.inject({
      method: 'GET',
      url: new URL(url).pathname,
    });
    return { statusCode, headers, rawPayload };
  };
  const addressOf = ({ content }: contract.StaticData): string => (content.type === 'picture' ? content.value : '');
  const stored = async (): Promise<number> => {
    const [row] = await app.sql<{ bytes: string }>(
      project.id,
      'select bytes from storage_totals where project_id = $1',
      [project.id],
    );
    return Number(row?.bytes ?? 0);
  };
  const isWhole = async () => (await app.call(readAudit, at())).body.checks.find(({ name }) => name === 'storage');

  it('is an upload, shown to everybody at an address that stays, replaced and taken away with its room', async () => {
    const content = { type: 'picture' as const, file_name: await upload(await drawn('#287')), alt: 'Наш цех' };
    const { body: made } = await add({ key: 'banner', content });
    const first = addressOf(made);
    expect(made.content).toMatchObject({ type: 'picture', alt: 'Наш цех' });
    const shown = await open(first);
    expect([shown.statusCode, shown.headers['content-type'], shown.headers['cross-origin-resource-policy']]).toEqual([
      ...[200, 'image/png', 'cross-origin'],
    ]);
    expect((await sharp(shown.rawPayload).metadata()).width).toBe(600);
    const change = (given: contract.GivenContent) =>
      app.call(contract.updateStaticData, { ...one(made.id), body: { content: given } });
    // other words, the same picture
    expect(addressOf((await change({ type: 'picture', alt: 'Цех' })).body)).toBe(first);
    const size = await stored();
    expect(size).toBe(shown.rawPayload.length);
    const second = addressOf((await change({ type: 'picture', file_name: await upload(await drawn('#a00')) })).body);
    expect(second).not.toBe(first);
    expect([(await open(first)).statusCode, (await open(second)).statusCode]).toEqual([404, 200]);
    expect((await isWhole())?.differences).toEqual([]);
    await change({ type: 'text', value: 'Без зображення' });
    expect([(await open(second)).statusCode, await stored()]).toEqual([404, 0]);
    expect((await change({ type: 'picture' })).error).toMatchObject({ code: 'static_data.no_picture' });
  });

  it('that is none, or whose key is taken, leaves nothing behind', async () => {
    await add({ key: 'banner' });
    const none = await add({
      key: 'other',
      content: { type: 'picture', file_name: await upload(Buffer.from('no picture')) },
    });
    expect(none.error.code).toBe('files.not_an_image');
    const taken = await add({
      key: 'banner',
      content: { type: 'picture', file_name: await upload(await drawn('#287')) },
    });
    expect(taken.error.code).toBe('static_data.key_taken');
    expect((await add({ key: 'x', content: { type: 'picture', file_name: 'someone/else.png' } })).error.code).toBe(
      'files.not_found',
    );
    expect((await add({ key: 'x', content: { type: 'picture' } })).error.code).toBe('static_data.no_picture');
    expect(await list()).toHaveLength(1);
    expect((await isWhole())?.differences).toEqual([]);
  });
});

describe('a site that asks often', () => {
  it('is told by an ETag that nothing has changed', async () => {
    await add();
    const ask = (etag?: string) =>
      app.call(contract.listStaticData, { ...at(), ...(etag ? { headers: { 'if-none-match': etag } } : {}) });
    const first = await ask();
    const etag = String(first.headers.etag);
    expect([first.headers['cache-control'], etag]).toEqual([
      'private, no-cache',
      expect.stringMatching(/^"[\w-]{27}"$/),
    ]);
    const again = await ask(etag);
    expect([again.status, again.headers.etag]).toEqual([304, etag]);
    expect((await ask(`"other", W/${etag}`)).status).toBe(304);
    await add({ key: 'fax' });
    const changed = await ask(etag);
    expect([changed.status, changed.body.total]).toEqual([200, 2]);
    expect(changed.headers.etag).not.toBe(etag);
  });
});

describe('history', () => {
  it('keeps who added, changed and deleted what', async () => {
    const { body: made } = await add();
    const change = (body: contract.UpdateStaticDataBody) =>
      app.call(contract.updateStaticData, { ...one(made.id), body });
    await change({ content: { type: 'text', value: '050 000 00 00' } });
    // the place alone is nothing to look up
    await change({ position: 7 });
    await app.call(contract.deleteStaticData, one(made.id));
    await add({ key: 'fax' });
    const read = async (query: object = {}) =>
      (await app.call(contract.listStaticDataHistory, { ...at(), query })).body.items;
    expect((await read()).map(({ kind, after, before }) => [kind, (after ?? before)?.key])).toEqual([
      ['created', 'fax'],
      ['deleted', 'phone'],
      ['changed', 'phone'],
      ['created', 'phone'],
    ]);
    const [, changed] = await read({ static_data_id: made.id });
    expect(changed).toMatchObject({
      ...{ by: 'Власник', by_key: false },
      before: { content: { value: '067 123 45 67' } },
      after: { content: { value: '050 000 00 00' } },
    });
  });

  it('are kept for a year, and of one thing not without end', async () => {
    const { body: made } = await add();
    const { body: other } = await add({ key: 'other' });
    const write = (id: string, count: number, days: number) =>
      app.sql(
        project.id,
        `insert into static_data_history (project_id, id, static_data_id, kind, user_id, created_at)
         select $1, gen_random_uuid(), $2, 'changed', $3, now() - make_interval(days => $5::int, secs => n)
         from generate_series(1, $4::int) n`,
        [project.id, id, project.owner.id, count, days],
      );
    await write(made.id, KEPT_LINES + 20, 1);
    await write(other.id, 3, 10);
    await write(other.id, 2, 366);
    await forgetEverywhere(app.app.services);
    const lines = await app.sql<{ static_data_id: string; n: number }>(
      project.id,
      'select static_data_id, count(*)::int as n from static_data_history where project_id = $1 group by 1',
      [project.id],
    );
    expect(new Map(lines.map(({ static_data_id, n }) => [static_data_id, n]))).toEqual(
      new Map([
        [made.id, KEPT_LINES],
        [other.id, 4],
      ]),
    );
  });
});
