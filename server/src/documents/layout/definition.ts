import type { FrozenParty } from '@lanka/domain/documents/frozen';
import type { Paper, PaperLine } from '@lanka/domain/documents/paper';
import { formatAmount, formatPercent } from '@lanka/domain/kit/money';
import type { Cell, Content, DocumentDefinition, TableLayout } from 'pdfmake';
import { paymentQr } from './payment-qr';
import { signatureBlocks } from './signatures';
import { printable, WORD } from './words';

const LABEL_WIDTH = 92;
const GREY = '#555555';

const grid: TableLayout = {
  hLineWidth: () => 0.6,
  vLineWidth: () => 0.6,
  hLineColor: '#888888',
  vLineColor: '#888888',
  fillColor: (row) => (row === 0 ? '#f0f0f0' : null),
  paddingTop: () => 3,
  paddingBottom: () => 3,
  paddingLeft: () => 4,
  paddingRight: () => 4,
};

function particulars(paper: Paper): Content {
  const row = (label: string, value: Content): Cell[] => [{ text: `${label}:`, color: GREY }, value];
  const party = (side: FrozenParty) =>
    row(side.label, {
      stack: [
        { text: printable(side.name, WORD.wide), bold: true },
        ...side.requisites.map((text) => ({ text: printable(text, WORD.wide) })),
      ],
    });
  return {
    table: {
      widths: [LABEL_WIDTH, '*'],
      body: [
        ...paper.parties.map(party),
        ...paper.particulars.map(({ label, value }) => row(label, { text: printable(value, WORD.wide) })),
      ],
    },
    layout: {
      hLineWidth: () => 0,
      vLineWidth: () => 0,
      paddingLeft: () => 0,
      paddingTop: () => 3,
      paddingBottom: () => 3,
    },
    margin: [0, 0, 0, 12],
  };
}

interface Column {
  readonly head: string;
  readonly width: number | 'auto' | '*';
  readonly numeric: boolean;
  readonly value: (line: PaperLine) => string;
}

const sum = (kopecks: number | null): string => (kopecks === null ? '–' : formatAmount(kopecks));

/**
 * The discount has a column only where some line has one; then price × count less the discount is the sum. Without any
 * price there is no column of money.
 */
function columnsOf(paper: Paper): Column[] {
  const withPrice = paper.lines.some((line) => line.price !== null);
  const withSku = paper.lines.some((line) => line.sku !== '');
  const withDiscount = paper.lines.some((line) => line.discount > 0);
  const columns: (Column | false)[] = [
    { head: '№', width: 'auto', numeric: true, value: (line) => String(line.number) },
    withSku && { head: 'Артикул', width: 66, numeric: false, value: (line) => printable(line.sku, WORD.sku) },
    { head: 'Товар', width: '*', numeric: false, value: (line) => printable(line.title, WORD.title) },
    { head: 'Од.', width: 'auto', numeric: false, value: (line) => line.unit },
    { head: 'К-сть', width: 'auto', numeric: true, value: (line) => String(line.count) },
    withPrice && { head: 'Ціна,\u00a0грн', width: 'auto', numeric: true, value: (line) => sum(line.price) },
    withDiscount && {
      head: 'Знижка',
      width: 'auto',
      numeric: true,
      value: (line) => (line.discount > 0 ? formatPercent(line.discount) : '–'),
    },
    withPrice && { head: 'Сума,\u00a0грн', width: 'auto', numeric: true, value: (line) => sum(line.amount) },
  ];
  return columns.filter((column) => column !== false);
}

function linesTable(paper: Paper): Content {
  const columns = columnsOf(paper);
  const head: Cell[] = columns.map(({ head: text, numeric }) => ({
    text,
    bold: true,
    noWrap: true,
    alignment: numeric ? 'right' : 'left',
  }));
  const rows = paper.lines.map((line): Cell[] =>
    columns.map(({ value, numeric }) => ({ text: value(line), alignment: numeric ? 'right' : 'left' })),
  );
  return {
    table: {
      widths: columns.map((column) => column.width),
      body: [head, ...rows],
      headerRows: 1,
      keepWithHeaderRows: 1,
      dontBreakRows: true,
    },
    layout: grid,
    fontSize: 9.5,
  };
}

function totalsTable(paper: Paper): Content {
  return {
    columns: [
      { text: '', width: '*' },
      {
        width: 'auto',
        table: {
          widths: ['auto', 'auto'],
          body: paper.totals.map(({ label, value, strong }): Cell[] => [
            { text: value === '' ? label : `${label}:`, bold: strong, alignment: 'right' },
            { text: value, bold: strong, alignment: 'right', noWrap: true },
          ]),
        },
        layout: { hLineWidth: () => 0, vLineWidth: () => 0, paddingRight: (column) => (column === 1 ? 4 : 12) },
      },
    ],
    margin: [0, 6, 0, 8],
  };
}

/** 46 mm: a module of the longest is 0.4 mm then, which any telephone reads. */
const QR = 130;

/** What is said under the sums, and beside it the QR for payment. */
function closingNotes(paper: Paper): Content[] {
  const notes = paper.notes.map((text): Content => ({ text: printable(text, WORD.wide), margin: [0, 0, 0, 4] }));
  if (!paper.payment) return notes;
  const { link, notes: words } = paper.payment;
  const captions = words.map((text): Content => ({ text, fontSize: 8, color: GREY, alignment: 'center' }));
  return [
    {
      columns: [
        { width: '*', stack: notes },
        { width: QR, stack: [{ svg: paymentQr(link), fit: [QR, QR] }, ...captions] },
      ],
      columnGap: 16,
    },
  ];
}

/** The paper as pdfmake wants it. A new object each time: pdfmake writes into the definition while it works. */
export function definitionOf(paper: Paper): DocumentDefinition {
  const closing: Content[] = [
    ...(paper.totals.length > 0 ? [totalsTable(paper)] : []),
    { text: paper.count_text, margin: [0, paper.totals.length > 0 ? 0 : 8, 0, 0] },
    { text: paper.sum_in_words, bold: true, margin: [0, 2, 0, 10] },
    ...closingNotes(paper),
    signatureBlocks(paper.signatures),
  ];
  return {
    pageSize: 'A4',
    pageMargins: [48, 40, 34, 46],
    info: { title: paper.title, author: paper.author },
    language: 'uk',
    defaultStyle: { font: 'Roboto', fontSize: 10, lineHeight: 1.12 },
    content: [
      { text: paper.title, fontSize: 14, bold: true, margin: [0, 0, 0, 10] },
      particulars(paper),
      linesTable(paper),
      // Sums and signatures stay together, so that nobody signs an empty page.
      { stack: closing, unbreakable: true },
    ],
    footer: (page, pages) => ({
      columns: [
        { text: paper.title, width: '*' },
        { text: `Сторінка ${page} з ${pages}`, width: 'auto', alignment: 'right' },
      ],
      columnGap: 12,
      fontSize: 8,
      color: GREY,
      margin: [48, 12, 34, 0],
    }),
  };
}
