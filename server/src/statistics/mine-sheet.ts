import type { Locale } from '@lanka/domain/kit/errors';
import { dottedDays } from '@lanka/domain/kit/time';
import type { MyFigures, MyGroups, MyLine } from '@lanka/domain/statistics/mine';
import { asSheet, type Column } from './sheet';

const SHEET = { ua: 'Мій заробіток', en: 'My earning' } as const;

const COLUMNS: readonly Column<MyFigures>[] = [
  { as: 'money', ua: 'Продано покупцям, грн', en: 'Sold to customers, UAH', of: (row) => row.revenue },
  { as: 'money', ua: 'Постачальнику, грн', en: 'To the supplier, UAH', of: (row) => row.cost },
  { as: 'money', ua: 'Комісії та доставка, грн', en: 'Fees and delivery, UAH', of: (row) => row.fees },
  { as: 'money', ua: 'Заробіток, грн', en: 'Earning, UAH', of: (row) => row.earning },
  { as: 'percent', ua: 'Заробіток, %', en: 'Earning, %', of: (row) => row.earning_share },
  { as: 'count', ua: 'Надіслано замовлень', en: 'Orders sent', of: (row) => row.orders },
  { as: 'count', ua: 'Відвантажено замовлень', en: 'Orders shipped', of: (row) => row.charged_orders },
  { as: 'count', ua: 'Продано, шт', en: 'Sold, pieces', of: (row) => row.pieces },
  { as: 'count', ua: 'Повернуто, шт', en: 'Came back, pieces', of: (row) => row.back },
  { as: 'count', ua: 'Відмов', en: 'Refusals', of: (row) => row.refusals },
];
const HEADS = {
  supplier: [{ ua: 'Постачальник', en: 'Supplier' }],
  goods: [
    { ua: 'Товар', en: 'Product' },
    { ua: 'Постачальник', en: 'Supplier' },
  ],
} as const;

/** Of goods there is no fee, no sending and no refusal: those are of an order. */
const OF_ORDERS: readonly Column<MyFigures>[] = COLUMNS.filter(({ en }) =>
  ['Fees and delivery, UAH', 'Orders sent', 'Refusals'].includes(en),
);

/** `Мій заробіток, 01.11.2026 – 27.11.2026.xlsx` */
export const nameOfMine = (found: MyGroups, locale: Locale): string => `${SHEET[locale]}, ${dottedDays(found)}.xlsx`;

export const mineXlsx = ({ by, rows, total }: MyGroups, locale: Locale): Promise<Buffer> =>
  asSheet<MyFigures>({
    ...{
      locale,
      sheet: SHEET,
      heads: HEADS[by],
      columns: by === 'goods' ? COLUMNS.filter((one) => !OF_ORDERS.includes(one)) : COLUMNS,
      total,
    },
    rows: rows.map((row) => [by === 'goods' ? [row.name, row.supplier] : [row.name], row]),
  });

const LINES = { ua: 'Мої продажі', en: 'My sales' } as const;
const KINDS: Readonly<Record<MyLine['kind'], Readonly<Record<Locale, string>>>> = {
  order: { ua: 'Продано', en: 'Sold' },
  return: { ua: 'Повернуто', en: 'Came back' },
  fee: { ua: 'Комісія або доставка', en: 'Fee or delivery' },
};
type LineFigures = Pick<MyLine, 'count' | 'revenue' | 'cost' | 'fees'>;
/** At the foot there are the figures alone. */
type Line = LineFigures & Partial<MyLine>;
const lineColumns = (locale: Locale): readonly Column<Line>[] => [
  { as: 'day', ua: 'Дата', en: 'Date', of: (line) => line.day ?? null },
  { as: 'plain', ua: 'Що', en: 'What', of: ({ kind }) => (kind ? KINDS[kind][locale] : null) },
  { as: 'plain', ua: 'Постачальник', en: 'Supplier', of: (line) => line.supplier ?? null },
  { as: 'plain', ua: 'Товар', en: 'Product', of: (line) => line.product_title ?? null },
  { as: 'plain', ua: 'Модифікація', en: 'Modification', of: (line) => line.modification_title ?? null },
  { as: 'count', ua: 'Кількість', en: 'Pieces', of: (line) => line.count },
  { as: 'money', ua: 'Продано покупцям, грн', en: 'Sold to customers, UAH', of: (line) => line.revenue },
  { as: 'money', ua: 'Постачальнику, грн', en: 'To the supplier, UAH', of: (line) => line.cost },
  { as: 'money', ua: 'Комісії та доставка, грн', en: 'Fees and delivery, UAH', of: (line) => line.fees },
  { as: 'money', ua: 'Заробіток, грн', en: 'Earning, UAH', of: ({ revenue, cost, fees }) => revenue - cost - fees },
];

interface MyLines {
  readonly from: string;
  readonly to: string;
  readonly items: readonly MyLine[];
  readonly total: LineFigures;
}

/** `Мої продажі, 01.11.2026 – 27.11.2026.xlsx` */
export const nameOfMyLines = (found: MyLines, locale: Locale): string => `${LINES[locale]}, ${dottedDays(found)}.xlsx`;

export const myLinesXlsx = ({ items, total }: MyLines, locale: Locale): Promise<Buffer> =>
  asSheet<Line>({
    ...{ locale, sheet: LINES, heads: [{ ua: 'Замовлення', en: 'Order' }], columns: lineColumns(locale), total },
    rows: items.map((line) => [[line.order ? `${line.order.prefix}${line.order.number}` : ''], line]),
  });
