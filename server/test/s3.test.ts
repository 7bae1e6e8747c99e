import { createImage, createProduct } from '@lanka/domain/catalog/contract';
import { createUpload } from '@lanka/domain/files/contract';
import sharp from 'sharp';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { type TestApp, type TestProject, testApp } from './harness';
import { type S3Simulator, startS3Simulator } from './simulators/s3';

const PAGE = 'https://lanka.example';
const account = { region: 'eu-central-1', accessKeyId: 'AKIDEXAMPLE', secretAccessKey: 'a secret of the store' };
let s3: S3Simulator;
let app: TestApp;
let project: TestProject;

beforeAll(async () => {
  s3 = await startS3Simulator({ ...account, bucket: 'lanka', allowedOrigins: [PAGE] });
  app = await testApp({
    PUBLIC_URL: PAGE,
    S3_ENDPOINT: s3.endpoint,
    S3_BUCKET: 'lanka',
    S3_REGION: account.region,
    S3_ACCESS_KEY_ID: account.accessKeyId,
    S3_SECRET_ACCESS_KEY: account.secretAccessKey,
  });
  project = await app.project();
});
afterAll(async () => {
  await app.close();
  await s3.stop();
});

async function place() {
  const answer = await app.call(createUpload, {
    params: { project_id: project.id },
    token: project.owner.token,
    body: { file_name: 'Плаття.png', content_type: 'image/png' },
  });
  expect(answer.status).toBe(201);
  return answer.body;
}

async function attach(file_name: string) {
  const params = { project_id: project.id };
  const { token } = project.owner;
  const body = { name: 'Плаття', variants: [{ name: 'Чорне', price: 50_000 }] };
  const product = await app.call(createProduct, { params, token, body });
  return app.call(createImage, { params: { ...params, product_id: product.body.id }, token, body: { file_name } });
}

it('takes an upload from the browser to the store and makes a picture and a thumbnail of it', async () => {
  const { direct_upload, file_name } = await place();
  expect(direct_upload.url.startsWith(`${s3.endpoint}/lanka/`)).toBe(true);
  const ask = {
    origin: PAGE,
    'access-control-request-method': 'PUT',
    'access-control-request-headers': 'content-type',
  };
  const preflight = await fetch(direct_upload.url, { method: 'OPTIONS', headers: ask });
  expect(preflight.headers.get('access-control-allow-origin')).toBe(PAGE);
  const bytes = await sharp({ create: { width: 640, height: 480, channels: 3, background: '#1c6e5a' } })
    .png()
    .toBuffer();
  const put = await fetch(direct_upload.url, {
    method: 'PUT',
    headers: { ...direct_upload.headers, origin: PAGE },
    body: new Uint8Array(bytes),
  });
  expect([put.status, await put.text()]).toEqual([200, '']);
  expect(s3.objects.get(file_name)?.bytes.equals(bytes)).toBe(true);

  const image = await attach(file_name);
  expect(image.status, JSON.stringify(image.body)).toBe(201);
  for (const [url, format, width] of [
    [image.body.url, 'png', 640],
    [image.body.thumbnail_url, 'webp', 320],
  ] as const) {
    const got = await fetch(url);
    expect([got.status, got.headers.get('content-type')]).toEqual([200, `image/${format}`]);
    expect(await sharp(await got.arrayBuffer()).metadata()).toMatchObject({ format, width });
  }
  // a page may load pictures from the store and send files to it
  const page = await app.app.server.inject('/api/health');
  const policy = String(page.headers['content-security-policy']);
  expect(policy).toMatch(new RegExp(`img-src [^;]*${s3.endpoint}`));
  expect(policy).toMatch(new RegExp(`connect-src [^;]*${s3.endpoint}`));
});

it('says that the file is not there when its bytes never arrived, or arrived under a broken signature', async () => {
  const { direct_upload, file_name } = await place();
  const put = await fetch(`${direct_upload.url}0`, { method: 'PUT', headers: direct_upload.headers, body: 'x' });
  expect(put.status).toBe(403);
  expect(await put.text()).toContain('<Error><Code>SignatureDoesNotMatch</Code>');
  const image = await attach(file_name);
  expect([image.status, image.error.code]).toEqual([404, 'files.not_found']);
});

it('answers 503 with Retry-After while the store is away', async () => {
  const { direct_upload, file_name } = await place();
  await fetch(direct_upload.url, { method: 'PUT', headers: direct_upload.headers, body: 'x' });
  s3.trouble({ times: 5, answer: { status: 503, code: 'SlowDown' } });
  const image = await attach(file_name);
  expect([image.status, image.error.code, image.headers['retry-after']]).toEqual([503, 'common.unavailable', '5']);
});
