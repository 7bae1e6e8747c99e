import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { expect, it } from 'vitest';
import { CONFIG_DOCS } from '../src/kit/platform/config';

const readme = readFileSync(fileURLToPath(new URL('../../README.md', import.meta.url)), 'utf8');

it('has every variable of the configuration with its default and what it may be, and no other', () => {
  const rows = [...readme.matchAll(/^\| `([A-Z0-9_]+)` \| (.+?) \| (.+?) \| .+ \|$/gm)].map((row) => row.slice(1));
  expect(rows).toEqual(
    CONFIG_DOCS.map((doc) => [doc.name, doc.default === '' ? '–' : `\`${doc.default}\``, doc.allowed.en]),
  );
});
