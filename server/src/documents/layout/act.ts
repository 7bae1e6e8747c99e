import type { ActPaper } from '@lanka/domain/documents/act';
import type { FrozenParty } from '@lanka/domain/documents/frozen';
import { formatAmount } from '@lanka/domain/kit/money';
import type { Cell, Content, DocumentDefinition, TableLayout } from 'pdfmake';
import { signatureBlocks } from './signatures';
import { printable, WORD } from './words';

export const GREY = '#555555';
const amount = (kopecks: number): string => (kopecks === 0 ? '' : formatAmount(kopecks));

export const partyBlock = (side: FrozenParty): Content & { width: '*' } => ({
  width: '*',
  stack: [
    { text: side.label, color: GREY, fontSize: 8 },
    { text: printable(side.name, WORD.half), bold: true },
    ...side.requisites.map((text): Content => ({ text: printable(text, WORD.half), fontSize: 9 })),
  ],
});

/** The grid of an act's table. */
export const lines: TableLayout = {
  hLineWidth: () => 0.6,
  vLineWidth: () => 0.6,
  hLineColor: '#888888',
  vLineColor: '#888888',
  fillColor: () => null,
  paddingTop: () => 2,
  paddingBottom: () => 2,
  paddingLeft: () => 3,
  paddingRight: () => 3,
};

/** Under each page: which act it is, and which of its pages. */
export const actFooter =
  (title: string, left: number): NonNullable<DocumentDefinition['footer']> =>
  (page, pages) => ({
    columns: [
      { text: title, width: '*' },
      { text: `Сторінка ${page} з ${pages}`, width: 'auto', alignment: 'right' },
    ],
    columnGap: 12,
    fontSize: 8,
    color: GREY,
    margin: [left, 10, 34, 0],
  });

/** Eight columns: the supplier's half and, mirrored, the counterparty's. */
function table(paper: ActPaper): Content {
  const text = (value: string, bold = false): Cell => ({ text: value, bold });
  const money = (kopecks: number, bold = false): Cell => ({
    text: amount(kopecks),
    bold,
    alignment: 'right',
    noWrap: true,
  });
  const both = (
    date: string,
    what: string,
    { debit, credit }: { debit: number; credit: number },
    bold = false,
  ): Cell[] => [
    text(date, bold),
    text(what, bold),
    money(debit, bold),
    money(credit, bold),
    text(date, bold),
    text(what, bold),
    money(credit, bold),
    money(debit, bold),
  ];
  const [own, other] = paper.halves;
  const titles = (name: string): Cell[] => [
    { text: `За даними ${printable(name, WORD.half)}, грн`, bold: true, colSpan: 4 },
    {},
    {},
    {},
  ];
  const heads = ['Дата', 'Документ', 'Дебет', 'Кредит'].map(
    (head, i): Cell => ({
      text: head,
      bold: true,
      alignment: i > 1 ? 'right' : 'left',
    }),
  );
  return {
    table: {
      widths: [48, '*', 62, 62, 48, '*', 62, 62],
      headerRows: 2,
      dontBreakRows: true,
      body: [
        [...titles(own), ...titles(other)],
        [...heads, ...heads.map((head) => ({ ...(head as object) }) as Cell)],
        both('', 'Сальдо на початок', paper.opening, true),
        ...paper.rows.map((row) => both(row.date, printable(row.document, WORD.title), row)),
        both('', 'Обороти за період', paper.turnover, true),
        both('', 'Сальдо на кінець', paper.closing, true),
      ],
    },
    layout: {
      ...lines,
      vLineWidth: (column) => (column === 4 ? 1.4 : 0.6),
      fillColor: (row) => (row < 2 ? '#f0f0f0' : null),
    },
    fontSize: 8.5,
  };
}

/** A reconciliation act across the sheet. A new object each time: pdfmake writes into it while it works. */
export function actOf(paper: ActPaper): DocumentDefinition {
  return {
    pageSize: 'A4',
    pageOrientation: 'landscape',
    pageMargins: [40, 36, 34, 42],
    info: { title: paper.title, author: paper.author },
    language: 'uk',
    defaultStyle: { font: 'Roboto', fontSize: 10, lineHeight: 1.12 },
    content: [
      { text: paper.title, fontSize: 14, bold: true, margin: [0, 0, 0, 2] },
      { text: printable(paper.place, WORD.wide), color: GREY, margin: [0, 0, 0, 8] },
      { columns: paper.parties.map(partyBlock), columnGap: 24, margin: [0, 0, 0, 8] },
      { text: printable(paper.intro, WORD.wide), margin: [0, 0, 0, 8] },
      table(paper),
      {
        stack: [
          { text: printable(paper.conclusion, WORD.wide), bold: true, margin: [0, 10, 0, 4] },
          ...(paper.agreed ? [{ text: printable(paper.agreed, WORD.wide) }] : []),
          signatureBlocks(paper.signatures),
        ],
        unbreakable: true,
      },
    ],
    footer: actFooter(paper.title, 40),
  };
}
