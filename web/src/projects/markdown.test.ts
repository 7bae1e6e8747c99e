import fc from 'fast-check';
import { expect, it } from 'vitest';
import { type Mark, type Selected, toggleMark } from './markdown';

/** `[` and `]` stand around what is selected. */
function read(text: string): Selected {
  const start = text.indexOf('[');
  const end = text.indexOf(']') - 1;
  return { value: text.replace(/[[\]]/g, ''), start, end };
}
const write = ({ value, start, end }: Selected): string =>
  `${value.slice(0, start)}[${value.slice(start, end)}]${value.slice(end)}`;

it.each<[Mark, string, string]>([
  ['bold', 'Шиємо [плаття] гарно', 'Шиємо **[плаття]** гарно'],
  ['bold', 'Шиємо **[плаття]** гарно', 'Шиємо [плаття] гарно'],
  ['italic', 'Шиємо [плаття]', 'Шиємо *[плаття]*'],
  ['italic', 'Шиємо **[плаття]**', 'Шиємо ***[плаття]***'],
  ['italic', 'Шиємо ***[плаття]***', 'Шиємо **[плаття]**'],
  ['heading', 'Перший\nПро [нас]', 'Перший\n## Про [нас]'],
  ['heading', '# Про [нас]', 'Про [нас]'],
  ['bold', '[]', '**[]**'],
])('%s: %s → %s', (mark, before, after) => expect(write(toggleMark(read(before), mark))).toBe(after));

it('gives the same text back when it is put on and taken off', () => {
  const words = fc.string({ unit: fc.constantFrom('а', 'б', ' ', '\n'), maxLength: 30 });
  fc.assert(
    fc.property(
      words,
      fc.nat(30),
      fc.nat(30),
      fc.constantFrom<Mark>('bold', 'italic', 'heading'),
      (value, a, b, mark) => {
        const [start = 0, end = 0] = [Math.min(a, value.length), Math.min(b, value.length)].sort((x, y) => x - y);
        const selected = { value, start, end };
        expect(toggleMark(toggleMark(selected, mark), mark)).toEqual(selected);
      },
    ),
  );
});
