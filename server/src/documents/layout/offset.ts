import type { OffsetPaper } from '@lanka/domain/documents/offset';
import { formatAmount } from '@lanka/domain/kit/money';
import type { Cell, Content, DocumentDefinition } from 'pdfmake';
import { actFooter, GREY, lines, partyBlock } from './act';
import { signatureBlocks } from './signatures';
import { printable, WORD } from './words';

function table({ debts }: OffsetPaper): Content[] {
  if (debts.length === 0) return [];
  const money = (kopecks: number): Cell => ({ text: formatAmount(kopecks), alignment: 'right', noWrap: true });
  const heads = ['Борг', 'Сума, грн', 'Зараховано, грн', 'Залишок, грн'].map(
    (text, i): Cell => ({ text, bold: true, alignment: i > 0 ? 'right' : 'left' }),
  );
  const rows = debts.map(({ who, sum, less }): Cell[] => [{ text: who }, money(sum), money(less), money(sum - less)]);
  return [
    {
      table: { widths: ['*', 90, 90, 90], headerRows: 1, body: [heads, ...rows] },
      layout: { ...lines, fillColor: (row) => (row === 0 ? '#f0f0f0' : null) },
      margin: [0, 4, 0, 10],
    },
  ];
}

/** An act of offset. A new object each time: pdfmake writes into it while it works. */
export function offsetOf(paper: OffsetPaper): DocumentDefinition {
  return {
    pageSize: 'A4',
    pageMargins: [56, 42, 42, 48],
    info: { title: paper.title, author: paper.author },
    language: 'uk',
    defaultStyle: { font: 'Roboto', fontSize: 10.5, lineHeight: 1.18 },
    content: [
      { text: printable(paper.title, WORD.title), fontSize: 14, bold: true, margin: [0, 0, 0, 2] },
      { text: printable(paper.place, WORD.wide), color: GREY, margin: [0, 0, 0, 10] },
      { columns: paper.parties.map(partyBlock), columnGap: 24, margin: [0, 0, 0, 10] },
      { text: printable(paper.intro, WORD.wide), margin: [0, 0, 0, 8] },
      ...paper.points.map(
        (point, nth): Content => ({ text: `${nth + 1}. ${printable(point, WORD.wide)}`, margin: [0, 0, 0, 6] }),
      ),
      ...table(paper),
      {
        stack: [
          ...(paper.decided ? [{ text: printable(paper.decided, WORD.wide) }] : []),
          signatureBlocks(paper.signatures),
        ],
        unbreakable: true,
      },
    ],
    footer: actFooter(paper.title, 56),
  };
}
