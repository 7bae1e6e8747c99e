import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, describe, expect, it } from 'vitest';
import { SUMMARIES } from '../server/src/developers/summaries';
import { publicApiFiles, publicDocument, publicOperations } from '../server/test/public-api';
import { breakingChanges, needsNewVersion } from './breaking-changes.mjs';
import { ROOT } from './lib.mjs';

const read = (path) => readFileSync(join(ROOT, path), 'utf8');
let document;
let files;
beforeAll(async () => {
  document = await publicDocument();
  files = await publicApiFiles();
});

describe('the public API', () => {
  it('breaks no program of others without a new version', () => {
    const kept = JSON.parse(read('sdk/openapi.json'));
    if (needsNewVersion(kept, document)) expect(breakingChanges(kept, document)).toEqual([]);
  });

  it('is written down as it is (node scripts/public-api.mjs writes it)', () => {
    for (const [path, text] of Object.entries(files)) expect(read(path) === text, path).toBe(true);
  });

  it('says in Ukrainian what each call does (server/src/developers/summaries.ts)', () => {
    const ids = publicOperations(document).map(({ operation }) => operation.operationId);
    expect(Object.keys(SUMMARIES).sort()).toEqual(ids.sort());
  });
});
