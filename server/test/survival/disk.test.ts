import { spawnSync } from 'node:child_process';
import { existsSync, mkdtempSync, readdirSync, rmSync, statfsSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createUpload } from '@lanka/domain/files/contract';
import { common } from '@lanka/domain/kit/errors';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type TestApp, testApp } from '../harness';

/** A disk of two megabytes, where whoever runs the tests may mount one. */
const disk = mkdtempSync(join(tmpdir(), 'lanka-disk-'));
const isMounted = spawnSync('mount', ['-t', 'tmpfs', '-o', 'size=2m', 'tmpfs', disk]).status === 0;

describe.runIf(isMounted)('a disk for files that is full', () => {
  let app: TestApp;
  beforeAll(async () => {
    app = await testApp({ DATA_DIR: disk });
  });
  afterAll(() => app.close());

  const key = () => `${crypto.randomUUID()}/${crypto.randomUUID()}/large.bin`;
  const left = () => readdirSync(join(disk, 'files'), { recursive: true }).map(String);
  const free = () => statfsSync(disk).bavail * statfsSync(disk).bsize;

  it('refuses an upload with 507, keeps nothing of it, and goes on giving out what is there', async () => {
    const { storage } = app.app.services;
    const small = key();
    await storage.write(small, Buffer.from('here'), 'text/plain');
    const room = free();
    const project = await app.project();
    const asked = { token: project.owner.token, params: { project_id: project.id }, body: { file_name: 'large.bin' } };
    const { url } = (await app.call(createUpload, asked)).body;
    const put = await app.app.server.inject({
      method: 'PUT',
      url,
      headers: { 'content-type': 'application/octet-stream' },
      payload: Buffer.alloc(4 * 1024 * 1024),
    });
    expect([put.statusCode, put.json().code]).toEqual([507, common.no_space.code]);
    await expect(storage.write(key(), Buffer.alloc(4 * 1024 * 1024), 'application/octet-stream')).rejects.toMatchObject(
      {
        code: 'ENOSPC',
      },
    );
    expect(left().filter((name) => name.endsWith('.part') || name.endsWith('large.bin'))).toEqual([small]);
    expect(room - free()).toBeLessThan(64 * 1024);
    const get = await app.app.server.inject(await storage.presignGet(small));
    expect([get.statusCode, get.body]).toEqual([200, 'here']);
  });
});

afterAll(() => {
  if (isMounted) spawnSync('umount', [disk]);
  if (existsSync(disk)) rmSync(disk, { recursive: true, force: true });
});
