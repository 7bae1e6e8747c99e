import { formatIban } from '@lanka/domain/kit/iban';
import { formatAmount } from '@lanka/domain/kit/money';
import { formatDateInWords } from '@lanka/domain/kit/time';
import { sumInWords } from '@lanka/domain/kit/words';
import type { Cell, Content, DocumentDefinition } from 'pdfmake';
import { paymentQr } from './payment-qr';
import { printable, WORD } from './words';

/** A payout register as it is printed: who pays, and for each row what a person scans to pay it. */
export interface PayoutSheet {
  readonly number: number;
  readonly date: string;
  readonly purpose: string;
  readonly hash: string;
  readonly total: number;
  readonly payer: { readonly recipient_name: string; readonly iban: string; readonly code: string } | null;
  readonly rows: readonly {
    readonly position: number;
    readonly recipient_name: string;
    readonly iban: string;
    readonly code: string;
    readonly amount: number;
    readonly state: string;
    /** Null where the row does not wait, or a bank would refuse it. */
    readonly link: string | null;
  }[];
}

const GREY = '#555555';
const QR = 118;

function rowOf({ position, recipient_name, iban, code, amount, state, link }: PayoutSheet['rows'][number]): Cell[] {
  return [
    { text: String(position), alignment: 'right' },
    {
      stack: [
        { text: printable(recipient_name, WORD.half), bold: true },
        { text: formatIban(iban) },
        { text: `Код\u00a0${code}` },
        { text: state, color: GREY, fontSize: 8.5 },
      ],
    },
    { text: formatAmount(amount), alignment: 'right', noWrap: true, bold: true },
    link ? { svg: paymentQr(link), fit: [QR, QR] } : { text: '' },
  ];
}

/** A new object each time: pdfmake writes into it while it works. */
export function payoutOf(sheet: PayoutSheet): DocumentDefinition {
  const title = `Реєстр виплат №\u00a0${sheet.number} від ${formatDateInWords(sheet.date)}`;
  const { payer } = sheet;
  const heads = ['№', 'Отримувач', 'Сума,\u00a0грн', 'QR для оплати'];
  const facts: Content[] = [
    ...(payer
      ? [
          {
            text: printable(
              `Платник: ${payer.recipient_name}, код ${payer.code}, IBAN ${formatIban(payer.iban)}`,
              WORD.wide,
            ),
          },
        ]
      : []),
    { text: printable(`Призначення платежу: ${sheet.purpose}`, WORD.wide) },
    {
      text: `Всього ${sheet.rows.length}, на суму ${formatAmount(sheet.total)}\u00a0грн. ${sumInWords(sheet.total)}`,
      bold: true,
    },
  ];
  return {
    pageSize: 'A4',
    pageMargins: [48, 40, 34, 46],
    info: { title },
    language: 'uk',
    defaultStyle: { font: 'Roboto', fontSize: 10, lineHeight: 1.15 },
    content: [
      { text: title, fontSize: 14, bold: true, margin: [0, 0, 0, 8] },
      { stack: facts, margin: [0, 0, 0, 10] },
      {
        table: {
          widths: ['auto', '*', 'auto', QR],
          headerRows: 1,
          dontBreakRows: true,
          body: [
            heads.map((text, at): Cell => ({ text, bold: true, noWrap: true, alignment: at === 2 ? 'right' : 'left' })),
            ...sheet.rows.map(rowOf),
          ],
        },
        layout: {
          hLineWidth: () => 0.6,
          vLineWidth: () => 0.6,
          hLineColor: '#888888',
          vLineColor: '#888888',
          fillColor: (row) => (row === 0 ? '#f0f0f0' : null),
          paddingTop: () => 4,
          paddingBottom: () => 4,
        },
      },
    ],
    footer: (page, pages) => ({
      columns: [
        { text: `${title}. Контрольна сума ${sheet.hash.slice(0, 16)}`, width: '*' },
        { text: `Сторінка ${page} з ${pages}`, width: 'auto', alignment: 'right' },
      ],
      columnGap: 12,
      fontSize: 8,
      color: GREY,
      margin: [48, 12, 34, 0],
    }),
  };
}
