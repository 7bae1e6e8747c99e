import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { branchOf, MAX_DEPTH, type Node, namesOfPath, namesTo, pathOfNames, planMerge, refusePlace } from './rules';

const node = (id: string, parent_id: string | null, name = id): Node => ({ id, parent_id, name });
const TREE = [
  node('clothes', null, 'Одяг'),
  node('dresses', 'clothes', 'Сукні'),
  node('long', 'dresses', 'Довгі'),
  node('shoes', null, 'Взуття'),
  node('other', 'shoes', 'Сукні'),
  node('short', 'other', 'Короткі'),
];

describe('where a category may stand', () => {
  test.each([
    [{ name: 'Сукні', parent_id: 'clothes' }, undefined, 'taken'],
    [{ name: 'сукні', parent_id: 'clothes' }, undefined, 'taken'],
    [{ name: 'Сукні', parent_id: null }, undefined, null],
    [{ name: 'Сукні', parent_id: 'clothes' }, 'dresses', null],
    [{ name: 'Одяг', parent_id: 'long' }, 'clothes', 'below_itself'],
    [{ name: 'Одяг', parent_id: 'clothes' }, 'clothes', 'below_itself'],
    [{ name: 'Нова', parent_id: 'gone' }, undefined, 'unknown_parent'],
    [{ name: 'Довгі', parent_id: 'other' }, 'long', null],
  ] as const)('%j of %s: %s', (place, own, refused) => expect(refusePlace(TREE, place, own)).toBe(refused));

  test('no branch is hung deeper than may be, whatever is below it', () => {
    const chain = Array.from({ length: MAX_DEPTH }, (_, i) => node(`c${i}`, i === 0 ? null : `c${i - 1}`));
    expect(refusePlace(chain, { name: 'x', parent_id: `c${MAX_DEPTH - 1}` })).toBe('too_deep');
    expect(refusePlace(chain, { name: 'x', parent_id: `c${MAX_DEPTH - 2}` })).toBe(null);
    const tree = [...TREE, ...chain];
    expect(refusePlace(tree, { name: 'Одяг', parent_id: `c${MAX_DEPTH - 4}` }, 'clothes')).toBe(null);
    expect(refusePlace(tree, { name: 'Одяг', parent_id: `c${MAX_DEPTH - 3}` }, 'clothes')).toBe('too_deep');
  });
});

test('paths are cut to what a tree takes', () => {
  expect(pathOfNames(['Одяг', ' одяг ', '', 'Жіночий > новий'])).toEqual(['Одяг', 'Жіночий новий']);
  expect(namesOfPath('Одяг>Сукні > ')).toEqual(['Одяг', 'Сукні']);
  expect(namesTo(TREE, 'long')).toEqual(['Одяг', 'Сукні', 'Довгі']);
  expect(branchOf(TREE, 'clothes')).toEqual(['clothes', 'dresses', 'long']);
});

describe('merging', () => {
  test('children go along, those of the same name become one', () => {
    expect(planMerge(TREE, 'shoes', 'clothes')).toEqual({
      moved: [{ id: 'short', parent_id: 'dresses' }],
      gone: [
        { id: 'other', into: 'dresses' },
        { id: 'shoes', into: 'clothes' },
      ],
    });
  });

  /** `c` goes into `a`; its child of the name `б` joins `b`, which has `c` itself as a child of the name `а`. */
  const BELOW_THE_OTHER = [
    node('a', null, 'а'),
    node('b', 'a', 'б'),
    node('c', 'b', 'а'),
    node('d', 'c', 'б'),
    node('e', 'd', 'а'),
    node('f', 'e', 'в'),
  ];

  test('loses no category that is not named to go, and leaves none that hangs on one that is gone', () => {
    const trees = fc
      .array(fc.tuple(fc.nat(), fc.constantFrom('а', 'б', 'в')), { minLength: 2, maxLength: 20 })
      .map((rows) => {
        const made: Node[] = [];
        rows.forEach(([at, name], i) => {
          const parent_id = at % (i + 1) === 0 ? null : (made[at % i]?.id ?? null);
          if (refusePlace(made, { name, parent_id }) === null) made.push(node(`n${i}`, parent_id, name));
        });
        return made;
      });
    fc.assert(
      fc.property(trees, fc.nat(), fc.nat(), (tree, a, b) => {
        const [from, into] = [tree[a % tree.length]?.id ?? '', tree[b % tree.length]?.id ?? ''];
        fc.pre(!branchOf(tree, from).includes(into));
        const { moved, gone } = planMerge(tree, from, into);
        const places = new Map(moved.map(({ id, parent_id }) => [id, parent_id]));
        const left = tree
          .filter(({ id }) => !gone.some((one) => one.id === id))
          .map((one) => ({ ...one, parent_id: places.get(one.id) ?? one.parent_id }));
        expect(left.length + gone.length).toBe(tree.length);
        const ids = new Set(left.map(({ id }) => id));
        for (const { parent_id } of left) expect(parent_id === null || ids.has(parent_id)).toBe(true);
        for (const one of left) expect(refusePlace(left, one, one.id)).not.toBe('taken');
        for (const { into: target } of gone) expect(tree.some(({ id }) => id === target)).toBe(true);
      }),
      { examples: [[BELOW_THE_OTHER, 2, 0]] },
    );
  });
});
