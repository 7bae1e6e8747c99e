import type { FrozenDocument } from '@lanka/domain/documents/frozen';
import type { Cell, Content } from 'pdfmake';
import { printable, WORD } from './words';

type Signature = FrozenDocument['signatures'][number];

const LINE = [false, false, false, true] as const;
const NO_LINE = [false, false, false, false] as const;

/** A label and a line to write on (or what is known already, above the line). */
function blank(label: string, value = ''): Cell[] {
  return [
    { text: label, border: NO_LINE, noWrap: true },
    { text: value === '' ? '\u00a0' : printable(value, WORD.line), border: LINE },
  ];
}

function block(signature: Signature): Content {
  const rows = [
    ...signature.blanks.map((label) => blank(label)),
    blank('Прізвище, ім’я', signature.name),
    blank('Підпис'),
    blank('Дата'),
  ];
  return {
    stack: [
      { text: signature.label, bold: true },
      { text: printable(signature.party, WORD.half), margin: [0, 2, 0, 6] },
      {
        table: { widths: ['auto', '*'], body: rows },
        layout: {
          hLineWidth: () => 0.6,
          vLineWidth: () => 0,
          hLineColor: '#555555',
          paddingLeft: (column) => (column === 0 ? 0 : 6),
          paddingTop: () => 5,
          paddingBottom: () => 1,
        },
      },
      { text: signature.stamp ? 'М.П. (за наявності)' : '\u00a0', fontSize: 8, color: '#555555', margin: [0, 6, 0, 0] },
    ],
  };
}

/** One or two blocks side by side at the foot of the paper. */
export function signatureBlocks(signatures: readonly Signature[]): Content {
  const blocks = signatures.map((signature) => ({ ...block(signature), width: '*' as const }));
  // A single block takes the left half, so that the line to sign on is not as wide as the page.
  return {
    columns: blocks.length === 1 ? [...blocks, { text: '', width: '*' }] : blocks,
    columnGap: 36,
    margin: [0, 18, 0, 0],
  };
}
