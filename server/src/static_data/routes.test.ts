import * as contract from '@lanka/domain/static_data/contract';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { type TestApp, type TestProject, testApp } from '../../test/harness';

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
    ['a type that is not there', { content: { type: 'picture', value: 'a.png' } }, 'content.type'],
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
