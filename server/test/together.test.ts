import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseSync } from 'oxc-parser';
import { expect, it } from 'vitest';

const SOURCES = fileURLToPath(new URL('../src', import.meta.url));

interface Node {
  readonly type: string;
  readonly start: number;
  readonly [field: string]: unknown;
}
const isNode = (value: unknown): value is Node => typeof (value as Node | null)?.type === 'string';
const childrenOf = (node: Node): Node[] => Object.values(node).flat().filter(isNode);

const nameOf = (node: unknown): unknown => (isNode(node) ? node.name : undefined);
const isPromiseAll = ({ type, callee }: Node): boolean =>
  type === 'CallExpression' &&
  isNode(callee) &&
  nameOf(callee.object) === 'Promise' &&
  ['all', 'allSettled', 'race', 'any'].includes(String(nameOf(callee.property)));

/** Whether a transaction is asked in it; what was awaited before is over, and a function may have a `tx` of its own. */
function asks(node: Node): boolean {
  if (node.type === 'AwaitExpression') return false;
  if (Array.isArray(node.params) && node.params.some((one) => nameOf(one) === 'tx')) return false;
  return (node.type === 'Identifier' && node.name === 'tx') || childrenOf(node).some(asks);
}

function* within(node: Node): Generator<Node> {
  yield node;
  for (const child of childrenOf(node)) yield* within(child);
}

/** Places where a transaction is asked several things at once, and it is not said that they are independent. */
function unsaid(file: string, text: string): string[] {
  const program = parseSync(file, text).program as unknown as Node;
  return [...within(program)]
    .filter((node) => isPromiseAll(node) && (node.arguments as Node[]).some(asks))
    .map(({ start }) => `${file}:${text.slice(0, start).split('\n').length}`);
}

it('statements that leave together are said to, by together()', () => {
  const files = readdirSync(SOURCES, { recursive: true, encoding: 'utf8' }).filter((file) =>
    /(?<!\.test)\.ts$/.test(file),
  );
  expect(files.length).toBeGreaterThan(200);

  const found = files.flatMap((file) => unsaid(file, readFileSync(join(SOURCES, file), 'utf8')));
  expect(found).toEqual([]);
});

it.each([
  ['await Promise.all([lock(tx), write(tx)])', 1],
  ['await Promise.all(ids.map((id) => read(tx, id)))', 1],
  ['await Promise.all((await read(tx)).map((row) => link(app, row)))', 0],
  ['await Promise.all([db.transaction({}, (tx) => read(tx)), storage.size(key)])', 0],
  ['await together([read(tx), count(tx)])', 0],
])('%s', (text, offences) => {
  expect(unsaid('x.ts', `const f = async (tx) => { ${text}; };`)).toHaveLength(offences);
});
