import { expect, it } from 'vitest';
import { isCount, isCounted, piecesOf, type ReceivedLine, withoutTyped, withPiece, withTyped } from './receiving';

const goods = (id: string) => ({ product_variant_id: id }) as Omit<ReceivedLine, 'count'>;
const counts = (lines: readonly ReceivedLine[]) => lines.map((line) => [line.product_variant_id, line.count]);

it('counts a piece for each scan, the last first', () => {
  const lines = ['a', 'b', 'a'].reduce<readonly ReceivedLine[]>((so, id) => withPiece(so, goods(id)), []);
  expect(counts(lines)).toEqual([
    ['a', 2],
    ['b', 1],
  ]);
});

it('takes a typed number as all that came, with the scans that were not answered yet', () => {
  const typed = withTyped(withPiece([], goods('a')), 'a', 40, ['second', 'third']);
  expect(counts(typed)).toEqual([['a', 40]]);
  expect(['second', 'third', 'fourth'].map((scan) => isCounted(typed, 'a', scan))).toEqual([true, true, false]);
  expect(isCounted(typed, 'b', 'second')).toBe(false);
  const more = withPiece(typed, goods('a'));
  expect(counts(more)).toEqual([['a', 41]]);
  expect(isCounted(more, 'a', 'third')).toBe(true);
  expect(withTyped(more, 'a', 0, [])).toEqual([]);
});

it('puts a number back that a scanned code was typed over, and loses no piece that has come since', () => {
  const before = withTyped(withPiece([], goods('a')), 'a', 7, ['second'])[0] as ReceivedLine;
  const over = withTyped(withTyped([before], 'a', 74, []), 'a', 748, ['third']);
  const back = withoutTyped(withPiece(over, goods('a')), before);
  expect(counts(back)).toEqual([['a', 8]]);
  expect(['second', 'third'].map((scan) => isCounted(back, 'a', scan))).toEqual([true, false]);
  // a code of no digits leaves the number as it is
  expect(withoutTyped([before], before)).toEqual([before]);
  expect(counts(withoutTyped([], before))).toEqual([['a', 7]]);
});

it('knows a code in the field of a number for no count, and does not lose the others in the sum', () => {
  expect([0, 1, 5, 6, Number.NaN, 2_944_001_480_004].map((count) => isCount(count, 5))).toEqual([
    ...[true, true, true],
    ...[false, false, false],
  ]);
  const lines = withTyped(withPiece(withPiece([], goods('a')), goods('b')), 'a', Number.NaN, []);
  expect(piecesOf(lines)).toBe(1);
});
