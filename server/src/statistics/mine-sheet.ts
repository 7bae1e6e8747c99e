import type { Locale } from '@lanka/domain/kit/errors';
import { dottedDays } from '@lanka/domain/kit/time';
import type { MyFigures, MyGroups } from '@lanka/domain/statistics/mine';
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
