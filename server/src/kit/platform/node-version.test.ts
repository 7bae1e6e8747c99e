import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { nodeNotice } from './node-version';

it.each([
  ['20.19.0', true],
  ['21.7.3', true],
  ['22.12.0', false],
  ['24.9.0', false],
  ['26.0.0', false],
])('of Node %s there is something to say: %s', (version, old) => {
  const lines = nodeNotice(version);
  expect(lines).toHaveLength(old ? 2 : 0);
  if (!old) return;
  expect(lines[0]).toMatch(new RegExp(`Node ${version} .*Node 24 .*22`));
  expect(lines[1]).toMatch(/no security fixes/);
});

it('recommends what .node-version names', () => {
  const recommended = readFileSync(new URL('../../../../.node-version', import.meta.url), 'utf8').trim();
  expect(nodeNotice('20.19.0')[0]).toContain(`Node ${recommended}`);
});
