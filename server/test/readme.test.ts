import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { expect, it } from 'vitest';
import { NODE_FLAGS } from '../node-flags';
import { CONFIG_DOCS } from '../src/kit/platform/config';

const readme = readFileSync(fileURLToPath(new URL('../../README.md', import.meta.url)), 'utf8');

it('has every variable of the configuration with its default and what it may be, and no other', () => {
  const rows = [...readme.matchAll(/^\| `([A-Z0-9_]+)` \| (.+?) \| (.+?) \| .+ \|$/gm)].map((row) => row.slice(1));
  expect(rows).toEqual(
    CONFIG_DOCS.map((doc) => [doc.name, doc.default === '' ? '–' : `\`${doc.default}\``, doc.allowed.en]),
  );
});

it('starts the product with the flags that its figures are measured with, as npm start does', () => {
  const starts = [...readme.matchAll(/node (\S.*) server\/dist\/main\.js/g)].map(([, flags]) => flags);
  expect(starts).toEqual([NODE_FLAGS.join(' '), NODE_FLAGS.join(' ')]);
  const { scripts } = JSON.parse(readFileSync(fileURLToPath(new URL('../../package.json', import.meta.url)), 'utf8'));
  // start.mjs turns the source maps on by itself: it builds first
  const [, heap] = NODE_FLAGS;
  expect(scripts.start).toBe(`exec node ${heap} scripts/start.mjs || node ${heap} scripts/start.mjs`);
});
