import type { Cell, Content, DocumentDefinition } from 'pdfmake';
import { grid } from './sheet';
import { printable, WORD } from './words';

export interface PickingRow {
  readonly place: string;
  readonly title: string;
  readonly modification: string;
  readonly sku: string;
  readonly code: string;
  readonly count: number;
  readonly unit: string;
  readonly shares: readonly { readonly number: string; readonly count: number }[];
  /** JPEG in base64; empty without one. */
  readonly photo: string;
}

export interface PickingOrder {
  readonly number: string;
  /** Who gets it, who ordered it, by which waybill. */
  readonly facts: readonly string[];
  readonly comments: readonly string[];
  readonly pieces: number;
}

/** What one walks along the shelves with. */
export interface PickingList {
  readonly locale: 'ua' | 'en';
  /** Day of Kyiv, in words. */
  readonly date: string;
  readonly rows: readonly PickingRow[];
  readonly orders: readonly PickingOrder[];
  /** Chosen, and not picked: with their status. */
  readonly left: readonly string[];
}

const WORDS = {
  ua: {
    one: (number: string) => `Лист збору: замовлення №\u00a0${number}`,
    many: (count: number) => `Лист збору: замовлень\u00a0${count}`,
    place: 'Місце',
    photo: 'Фото',
    goods: 'Товар',
    sku: 'Артикул',
    code: 'Код',
    count: 'Кількість',
    share: 'Замовлення',
    done: 'Зібрано',
    noPlace: 'без місця',
    orders: 'Замовлення',
    who: 'Кому',
    comments: 'Коментарі',
    pieces: 'Одиниць',
    left: (names: string) => `Не збираються: ${names}`,
    page: (page: number, pages: number) => `Сторінка ${page} з ${pages}`,
  },
  en: {
    one: (number: string) => `Picking list: order №\u00a0${number}`,
    many: (count: number) => `Picking list: ${count} orders`,
    place: 'Place',
    photo: 'Photo',
    goods: 'Goods',
    sku: 'SKU',
    code: 'Code',
    count: 'Count',
    share: 'Order',
    done: 'Picked',
    noPlace: 'no place',
    orders: 'Orders',
    who: 'For whom',
    comments: 'Comments',
    pieces: 'Units',
    left: (names: string) => `Not picked: ${names}`,
    page: (page: number, pages: number) => `Page ${page} of ${pages}`,
  },
} as const;

const PHOTO = 54;

const head = (text: string, alignment: 'left' | 'right' = 'left'): Cell => ({ text, bold: true, alignment });
const small = (text: string): Content => ({ text: printable(text, WORD.title), fontSize: 9 });

export function pickingOf({ locale, date, rows, orders, left }: PickingList): DocumentDefinition {
  const t = WORDS[locale];
  const [only] = orders;
  const isOne = orders.length === 1 && only !== undefined;
  const title = isOne ? t.one(only.number) : t.many(orders.length);
  const hasPhotos = rows.some(({ photo }) => photo !== '');
  const rowOf = (row: PickingRow): Cell[] => [
    { text: printable(row.place || t.noPlace, WORD.sku), bold: row.place !== '', fontSize: row.place ? 12 : 9 },
    ...(hasPhotos
      ? [
          row.photo
            ? {
                image: `data:image/jpeg;base64,${row.photo}`,
                fit: [PHOTO, PHOTO] as const,
                alignment: 'center' as const,
              }
            : { text: '' },
        ]
      : []),
    {
      stack: [
        { text: printable(row.title, WORD.title), bold: true },
        ...(row.modification ? [{ text: printable(row.modification, WORD.title) }] : []),
        ...(row.sku ? [small(`${t.sku}: ${row.sku}`)] : []),
        ...(row.code && row.code !== row.sku ? [small(`${t.code}: ${row.code}`)] : []),
      ],
    },
    {
      stack: [{ text: String(row.count), fontSize: 15, bold: true }, { text: printable(row.unit, WORD.title) }],
      alignment: 'right',
    },
    ...(isOne
      ? []
      : [{ stack: row.shares.map(({ number, count }) => small(`№\u00a0${number}\u00a0–\u00a0${count}`)) }]),
    { text: '' },
  ];
  const orderRow = ({ number, facts, comments, pieces }: PickingOrder): Cell[] => [
    { text: printable(`№\u00a0${number}`, WORD.line), bold: true },
    { stack: facts.map((text) => ({ text: printable(text, WORD.title) })) },
    { stack: comments.map((text) => ({ text: printable(text, WORD.title) })) },
    { text: String(pieces), alignment: 'right' },
    { text: '' },
  ];
  return {
    pageSize: 'A4',
    pageMargins: [36, 32, 36, 40],
    info: { title },
    language: locale === 'ua' ? 'uk' : 'en',
    defaultStyle: { font: 'Roboto', fontSize: 10, lineHeight: 1.15 },
    content: [
      { text: title, fontSize: 16, bold: true },
      { text: date, margin: [0, 0, 0, 6] },
      ...(isOne
        ? [...only.facts, ...only.comments.map((comment) => `${t.comments}: ${comment}`)].map(
            (text): Content => ({ text: printable(text, WORD.wide) }),
          )
        : []),
      ...(left.length > 0 ? [{ text: printable(t.left(left.join(', ')), WORD.wide), bold: true }] : []),
      {
        table: {
          widths: [62, ...(hasPhotos ? [PHOTO] : []), '*', 'auto', ...(isOne ? [] : ['auto' as const]), 46],
          body: [
            [
              head(t.place),
              ...(hasPhotos ? [head(t.photo)] : []),
              head(t.goods),
              head(t.count, 'right'),
              ...(isOne ? [] : [head(t.share)]),
              head(t.done),
            ],
            ...rows.map(rowOf),
          ],
          headerRows: 1,
          keepWithHeaderRows: 1,
          dontBreakRows: true,
        },
        layout: grid,
        margin: [0, 8, 0, 0],
      },
      ...(isOne
        ? []
        : [
            { text: t.orders, fontSize: 13, bold: true, margin: [0, 14, 0, 4] as const },
            {
              table: {
                widths: ['auto' as const, '*' as const, '*' as const, 'auto' as const, 46],
                body: [
                  [head(t.share), head(t.who), head(t.comments), head(t.pieces, 'right'), head(t.done)],
                  ...orders.map(orderRow),
                ],
                headerRows: 1,
                dontBreakRows: true,
              },
              layout: grid,
            },
          ]),
    ],
    footer: (page, pages) => ({
      columns: [
        { text: title, width: '*' },
        { text: t.page(page, pages), width: 'auto', alignment: 'right' },
      ],
      columnGap: 12,
      fontSize: 8,
      margin: [36, 12, 36, 0],
    }),
  };
}
