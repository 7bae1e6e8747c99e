import { createUpload } from '@lanka/domain/files/contract';
import { currentUser, updateMe } from '@lanka/domain/identity/contract';
import * as contract from '@lanka/domain/projects/contract';
import sharp from 'sharp';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type TestApp, type TestProject, testApp } from '../../test/harness';

let app: TestApp;
let project: TestProject;

beforeAll(async () => {
  app = await testApp();
  project = await app.project();
});

afterAll(() => app.close());

async function upload(bytes: Buffer, of = project): Promise<string> {
  const made = await app.call(createUpload, {
    params: { project_id: of.id },
    token: of.owner.token,
    body: { file_name: 'logo.png', content_type: 'image/png' },
  });
  const { url, headers } = made.body.direct_upload;
  const answer = await app.app.server.inject({ method: 'PUT', url, headers, payload: bytes });
  expect(answer.statusCode).toBeLessThan(300);
  return made.body.file_name;
}

const setLogo = (logo: string | null) =>
  app.call(contract.updateProject, {
    params: { project_id: project.id },
    token: project.owner.token,
    body: { project: { logo } },
  });

const open = (url: string) => app.app.server.inject({ method: 'GET', url });

test('a logo is made of an upload, can be opened, replaced and taken away', async () => {
  const picture = await sharp({ create: { width: 640, height: 640, channels: 3, background: '#287' } })
    .png()
    .toBuffer();
  const first = (await setLogo(await upload(picture))).body.logo_url ?? '';
  const shown = await open(first);
  expect(shown.statusCode).toBe(200);
  const { width, format } = await sharp(shown.rawPayload).metadata();
  expect({ width, format }).toEqual({ width: 320, format: 'webp' });

  const me = await app.call(currentUser, { token: project.owner.token });
  const mine = me.body.projects.find(({ id }) => id === project.id)?.logo_url ?? '';
  expect((await open(mine)).statusCode).toBe(200);

  const second = (await setLogo(await upload(picture))).body.logo_url ?? '';
  expect(second).not.toBe(first);
  expect((await open(first)).statusCode).toBe(404);

  expect((await setLogo(null)).body.logo_url).toBeNull();
  expect((await open(second)).statusCode).toBe(404);
});

test('a logo has to be an own upload and a picture', async () => {
  const other = await app.project('Чужа фабрика');
  const foreign = await upload(Buffer.from('something'), other);
  expect((await setLogo(foreign)).error.code).toBe('files.not_found');
  expect((await setLogo('https://example.com/logo.png')).error.code).toBe('files.not_found');
  expect((await setLogo(await upload(Buffer.from('just words, no picture at all')))).error.code).toBe(
    'files.not_an_image',
  );
});

test('the profile keeps what the documents of a dropshipper carry', async () => {
  const { token } = await app.user('Оксана Шевчук');
  const body = {
    phone_number: '067 000 11 22',
    drop_legal_type: 'ФОП' as const,
    drop_legal_name: 'ФОП Шевчук Оксана Ігорівна',
    edropoy_code: '3184710691',
    iban: 'UA21 3223 1300 0002 6007 2335 6600 1',
  };
  expect((await app.call(updateMe, { token, body })).body).toMatchObject({
    ...body,
    phone_number: '380670001122',
    iban: 'UA213223130000026007233566001',
  });
  const wrong = await app.call(updateMe, { token, body: { iban: 'UA213223130000026007233566002' } });
  expect(wrong.error.details[0]).toMatchObject({ path: 'iban' });
  expect((await app.call(updateMe, { token, body: { iban: null } })).body.iban).toBeNull();
});

test('the own user is read and changed by user id or auth id; nobody else’s', async () => {
  const me = await app.user('Оксана');
  const other = await app.user('Інша');
  await app.sql(null, `update users set oidc_subject = 'idp|42' where id = $1`, [me.id]);
  const { token } = me;
  for (const id of [me.id, 'idp|42']) {
    expect((await app.call(contract.readUser, { params: { id }, token })).body).toMatchObject({
      id: me.id,
      auth_id: 'idp|42',
    });
    const changed = await app.call(contract.updateUser, { params: { id }, token, body: { about: id } });
    expect(changed.body.about).toBe(id);
  }
  for (const id of [other.id, 'idp|43', 'nobody']) {
    expect((await app.call(contract.readUser, { params: { id }, token })).status).toBe(404);
    expect((await app.call(contract.updateUser, { params: { id }, token, body: { name: 'Чужа' } })).status).toBe(404);
  }
  expect((await app.call(currentUser, { token: other.token })).body.name).toBe('Інша');
});

test('a profile takes no role, plan or confirmation from a body', async () => {
  const { token } = await app.user();
  const body = { locale: 'en', platform_role: 'Staff', subscription_plan: 'x', email: 'a@b.ua', blocked_at: null };
  const { status, error } = await app.call(updateMe, { token, body: body as never });
  const refused = error.details.map(({ path, code }) => `${path} ${code}`);
  const unknown = ['platform_role', 'subscription_plan', 'email', 'blocked_at'].map((path) => `${path} unknown_field`);
  expect([status, refused]).toEqual([400, unknown]);
  const { body: saved } = await app.call(updateMe, { token, body: { locale: 'en' } });
  expect(saved).toMatchObject({ locale: 'en', platform_role: null, subscription_plan: null });
  expect(saved.email).not.toBe('a@b.ua');
});

test('a photo is encoded anew, replaced and taken away', async () => {
  const { token } = await app.user();
  const picture = (background: string) =>
    sharp({ create: { width: 500, height: 500, channels: 3, background } })
      .jpeg()
      .toBuffer();
  const set = async (bytes: Buffer) =>
    app.call(contract.setMyPhoto, { token, body: { image: bytes.toString('base64') } });
  const first = (await set(await picture('#933'))).body.photo_url ?? '';
  const shown = await open(first);
  expect(await sharp(shown.rawPayload).metadata()).toMatchObject({ format: 'webp', width: 320 });
  const second = (await set(await picture('#393'))).body.photo_url ?? '';
  expect((await open(first)).statusCode).toBe(404);
  expect((await set(Buffer.from('<svg onload="alert(1)"/>'.repeat(4)))).error.code).toBe('files.not_an_image');
  expect((await open(second)).statusCode).toBe(200);
  const wrong = await app.call(contract.setMyPhoto, { token, body: { image: 'not base64!' } });
  expect(wrong.error.details[0]?.path).toBe('image');
  expect((await app.call(contract.removeMyPhoto, { token })).body.photo_url).toBeNull();
  expect((await open(second)).statusCode).toBe(404);
});
