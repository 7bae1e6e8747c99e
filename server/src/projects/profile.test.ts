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
