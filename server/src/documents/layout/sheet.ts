import type { Cell, Content, DocumentDefinition, TableLayout } from 'pdfmake';
import { printable, WORD } from './words';

export interface SheetLine {
  readonly title: string;
  readonly sku: string;
  /** Attributes and additional fields, one a row: `Колір: чорний`. */
  readonly notes: readonly string[];
  readonly materials: string;
  readonly count: number;
  readonly left: number;
  readonly unit: string;
  /** JPEG in base64; empty without one. */
  readonly photo: string;
}

/** What hangs in the workshop: what to make, by when, what to look after. */
export interface WorkSheet {
  readonly title: string;
  readonly deadline: string;
  readonly facts: readonly { readonly label: string; readonly value: string }[];
  /** What is said of the order and of the request. */
  readonly comments: readonly string[];
  readonly lines: readonly SheetLine[];
}

const PHOTO = 74;

/** Everything in black: the workshop prints on what it has. */
export const grid: TableLayout = {
  hLineWidth: () => 0.8,
  vLineWidth: () => 0.8,
  hLineColor: '#000000',
  vLineColor: '#000000',
  fillColor: () => null,
  paddingTop: () => 4,
  paddingBottom: () => 4,
  paddingLeft: () => 5,
  paddingRight: () => 5,
};

const pictureOf = (photo: string): Content => ({
  image: `data:image/jpeg;base64,${photo}`,
  fit: [PHOTO, PHOTO],
  alignment: 'center',
});

function rowOf(line: SheetLine, index: number): Cell[] {
  const number = (value: number): Cell => ({
    stack: [{ text: String(value), fontSize: 15, bold: true }, { text: printable(line.unit, WORD.title) }],
    alignment: 'right',
  });
  return [
    { text: String(index + 1), alignment: 'right' },
    line.photo ? pictureOf(line.photo) : { text: '' },
    {
      stack: [
        { text: printable(line.title, WORD.title), bold: true, fontSize: 11 },
        ...(line.sku ? [{ text: printable(`Артикул: ${line.sku}`, WORD.title) }] : []),
        ...line.notes.map((text) => ({ text: printable(text, WORD.title) })),
        ...(line.materials
          ? [{ text: printable(`Матеріали: ${line.materials}`, WORD.title), bold: true, margin: [0, 3, 0, 0] as const }]
          : []),
      ],
    },
    number(line.count),
    number(line.left),
    { text: '' },
  ];
}

function heading({ deadline, facts, comments }: WorkSheet): Content[] {
  return [
    { text: printable(`Термін: ${deadline}`, WORD.wide), fontSize: 13, bold: true, margin: [0, 0, 0, 6] },
    ...facts.map(({ label, value }): Content => ({ text: printable(`${label}: ${value}`, WORD.wide) })),
    ...(comments.length > 0
      ? [
          {
            table: {
              widths: ['*' as const],
              body: [
                [
                  {
                    stack: [
                      { text: 'Коментарі', bold: true },
                      ...comments.map((text) => ({ text: printable(text, WORD.wide) })),
                    ],
                  },
                ],
              ],
            },
            layout: grid,
            margin: [0, 6, 0, 0] as const,
          },
        ]
      : []),
  ];
}

export function sheetOf(sheet: WorkSheet): DocumentDefinition {
  const head = (text: string, numeric = false): Cell => ({ text, bold: true, alignment: numeric ? 'right' : 'left' });
  const sign = (label: string): Content => ({ text: `${label} ______________________`, margin: [0, 18, 0, 0] });
  return {
    pageSize: 'A4',
    pageMargins: [36, 36, 36, 40],
    info: { title: sheet.title },
    language: 'uk',
    defaultStyle: { font: 'Roboto', fontSize: 10, lineHeight: 1.15 },
    content: [
      { text: sheet.title, fontSize: 17, bold: true, margin: [0, 0, 0, 6] },
      ...heading(sheet),
      {
        table: {
          widths: ['auto', PHOTO, '*', 'auto', 'auto', 66],
          body: [
            [
              head('№', true),
              head('Фото'),
              head('Товар'),
              head('Треба', true),
              head('Лишилось', true),
              head('Зроблено'),
            ],
            ...sheet.lines.map(rowOf),
          ],
          headerRows: 1,
          keepWithHeaderRows: 1,
          dontBreakRows: true,
        },
        layout: grid,
        margin: [0, 10, 0, 0],
      },
      {
        columns: [
          { ...sign('Виготовив(ла)'), width: '*' },
          { ...sign('Прийняв(ла)'), width: '*' },
        ],
        columnGap: 24,
        unbreakable: true,
      },
    ],
    footer: (page, pages) => ({
      columns: [
        { text: sheet.title, width: '*' },
        { text: `Сторінка ${page} з ${pages}`, width: 'auto', alignment: 'right' },
      ],
      columnGap: 12,
      fontSize: 8,
      margin: [36, 12, 36, 0],
    }),
  };
}
