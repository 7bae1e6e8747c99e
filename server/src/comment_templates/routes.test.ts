import * as contract from '@lanka/domain/comment_templates/contract';
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

const SENT = { name: 'Відправлено', text: '№ {номер} відправлено, ТТН {ТТН}' };
const at = () => ({ token, params: { project_id: project.id } });
const add = (body: Partial<contract.CreateCommentTemplateBody> = {}) =>
  app.call(contract.createCommentTemplate, { ...at(), body: { ...SENT, ...body } });
const change = (id: string, body: contract.UpdateCommentTemplateBody, headers = {}) =>
  app.call(contract.updateCommentTemplate, { token, params: { project_id: project.id, id }, body, headers });
const list = async () => (await app.call(contract.listCommentTemplates, at())).body.items;

describe('templates of comments', () => {
  it('are added, changed, archived and brought back', async () => {
    const { body: made } = await add();
    expect(made).toMatchObject({ ...SENT, archived: false, version: 1 });
    await add({ name: 'Адреса' });
    expect((await list()).map(({ name }) => name)).toEqual(['Адреса', 'Відправлено']);
    expect((await change(made.id, { text: 'Їде до вас' })).body).toMatchObject({ text: 'Їде до вас', version: 2 });
    expect((await change(made.id, { archived: true })).body.archived).toBe(true);
    expect(await list()).toHaveLength(2);
    expect((await change(made.id, { archived: false })).body.archived).toBe(false);
  });

  it('have names of their own, also at the same moment', async () => {
    const answers = await Promise.all([add(), add(), add({ name: 'ВІДПРАВЛЕНО' })]);
    expect(answers.map(({ status }) => status).sort()).toEqual([201, 409, 409]);
    const refused = answers.find(({ status }) => status === 409);
    expect(refused?.error).toMatchObject({ code: 'comment_templates.taken', details: [{ path: 'name' }] });
    const { id } = (await add({ name: 'Інший' })).body;
    expect((await change(id, { name: 'відправлено' })).error.code).toBe('comment_templates.taken');
    expect((await change(id, { name: 'ІНШИЙ' })).status).toBe(200);
  });

  it('refuse what is no placeholder, in both languages', async () => {
    const refused = await add({ text: 'Їде до {місто}' });
    expect([refused.status, refused.error.details[0]?.path]).toEqual([400, 'text']);
    expect(String(refused.error.details[0]?.message)).toContain('{ТТН}');
    const headers = { 'accept-language': 'en' };
    const english = await app.call(contract.createCommentTemplate, {
      ...at(),
      headers,
      body: { ...SENT, text: '{x}' },
    });
    expect(String(english.error.details[0]?.message)).toContain('{waybill}');
  });

  it('refuse a change over one that was not seen', async () => {
    const { id } = (await add()).body;
    expect((await change(id, { text: 'Перше' }, { 'if-match': '1' })).status).toBe(200);
    expect((await change(id, { text: 'Друге' }, { 'if-match': '1' })).error.code).toBe('common.stale');
  });

  it('are at most 100, also when the last two come together', async () => {
    await app.sql(
      project.id,
      `insert into comment_templates (project_id, id, name, text)
       select $1, gen_random_uuid(), 'Шаблон ' || n, 'Так' from generate_series(1, 99) n`,
      [project.id],
    );
    const answers = await Promise.all([add(), add({ name: 'Ще один' })]);
    expect(answers.map(({ status }) => status).sort()).toEqual([201, 409]);
    expect(await list()).toHaveLength(contract.MAX_COMMENT_TEMPLATES);
  });
});
