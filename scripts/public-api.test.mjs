import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, describe, expect, it } from 'vitest';
import { SUMMARIES } from '../server/src/developers/summaries';
import { publicApiFiles, publicDocument, publicOperations, readPublicContracts } from '../server/test/public-api';
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

  it('shows bodies that the contracts take (server/src/kit/http/openapi-examples.ts)', async () => {
    const contracts = await readPublicContracts();
    for (const { method, path, operation } of publicOperations(document)) {
      const route = contracts.find(
        (one) => one.method === method && `/${one.path.replace(/:(\w+)/g, '{$1}')}` === path,
      );
      const sent = operation.requestBody?.content['application/json'].example;
      const refused = sent && route.body.safeParse(sent).error?.message;
      expect([operation.operationId, refused]).toEqual([operation.operationId, undefined]);
    }
  });
});
