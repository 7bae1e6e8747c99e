/**
 * Writes what is made of the public API: the names of its calls, `sdk/openapi.json` and the types of the SDK.
 * `node scripts/public-api.mjs` refuses what would break programs, unless `api-versions.ts` begins with a new version.
 */
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { tsImport } from 'tsx/esm/api';
import { breakingChanges, needsNewVersion } from './breaking-changes.mjs';
import { fail, ROOT } from './lib.mjs';

const DOCUMENT = join(ROOT, 'sdk', 'openapi.json');
const made = await tsImport('../server/test/public-api.ts', import.meta.url);
const document = await made.publicDocument();
if (existsSync(DOCUMENT)) {
  const before = JSON.parse(readFileSync(DOCUMENT, 'utf8'));
  const broken = breakingChanges(before, document);
  if (broken.length > 0 && needsNewVersion(before, document))
    fail(
      `These changes break programs of others:\n  ${broken.join('\n  ')}\n` +
        'Keep what was promised, or begin server/src/kit/http/api-versions.ts with a new first number.',
    );
}
for (const [path, text] of Object.entries(await made.publicApiFiles())) writeFileSync(join(ROOT, path), text);
