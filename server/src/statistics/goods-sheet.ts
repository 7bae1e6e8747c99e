import type { Locale } from '@lanka/domain/kit/errors';
import { dotted, dottedDays } from '@lanka/domain/kit/time';
import type {
  GoodsFigures,
  GoodsRow,
  StandingGoods,
  StandingRow,
  StatisticsGoods,
  StockGoods,
  StockRow,
} from '@lanka/domain/statistics/goods';
import { asSheet, type Column, type Head, othersOf } from './sheet';

const NAMES: readonly Head[] = [
  { ua: 'Товар', en: 'Product' },
  { ua: 'Модифікація', en: 'Modification' },
  { ua: 'Артикул', en: 'SKU' },
];
const namesOf = (row: Pick<GoodsRow, 'product_title' | 'modification_title' | 'sku'>) => [
  ...[row.product_title, row.modification_title, row.sku],
];

/** Sums have no class and no stock. */
type Goods = GoodsFigures & Partial<Pick<GoodsRow, 'abc' | 'xyz' | 'actual' | 'days_left'>>;

const COLUMNS: readonly Column<Goods>[] = [
  { as: 'count', ua: 'Продано', en: 'Sold', of: (row) => row.sold },
  { as: 'count', ua: 'Повернено, шт.', en: 'Returned, pieces', of: (row) => row.back },
  { as: 'money', ua: 'Виручка, грн', en: 'Revenue, UAH', of: (row) => row.revenue },
  {
    ...{ as: 'money', ua: 'Виручка з відомою собівартістю, грн', en: 'Revenue of known cost, UAH' },
    of: (row) => row.costed,
  },
  { as: 'money', ua: 'Собівартість, грн', en: 'Cost, UAH', of: (row) => row.cost },
  { as: 'money', ua: 'Маржа, грн', en: 'Margin, UAH', of: (row) => row.margin },
  { as: 'percent', ua: 'Маржа, %', en: 'Margin, %', of: (row) => row.margin_share },
  { as: 'plain', ua: 'ABC', en: 'ABC', of: (row) => row.abc ?? null },
  { as: 'plain', ua: 'XYZ', en: 'XYZ', of: (row) => row.xyz ?? null },
  { as: 'count', ua: 'На складі', en: 'In stock', of: (row) => row.actual ?? null },
  { as: 'count', ua: 'Вистачить, днів', en: 'Lasts, days', of: (row) => row.days_left ?? null },
];

/** `Товари, 01.11.2026 – 24.11.2026.xlsx` */
export const nameOfGoods = (found: StatisticsGoods, locale: Locale): string =>
  `${locale === 'ua' ? 'Товари' : 'Goods'}, ${dottedDays(found)}.xlsx`;

export const goodsXlsx = ({ items, others, total }: StatisticsGoods, locale: Locale): Promise<Buffer> =>
  asSheet<Goods>({
    ...{ locale, sheet: { ua: 'Товари', en: 'Goods' }, heads: NAMES, columns: COLUMNS, total },
    rows: [
      ...items.map((row) => [namesOf(row), row] as const),
      ...(others ? [[[othersOf(locale, others.rows)], others] as const] : []),
    ],
  });

type Stock = Pick<StockRow, 'value' | 'value_by_price' | 'cost' | 'turnover_days'> & { readonly pieces: number | null };

const STOCK_COLUMNS: readonly Column<Stock>[] = [
  { as: 'count', ua: 'На складі', en: 'In stock', of: (row) => row.pieces },
  { as: 'money', ua: 'За собівартістю, грн', en: 'By cost, UAH', of: (row) => row.value },
  { as: 'money', ua: 'За ціною, грн', en: 'By price, UAH', of: (row) => row.value_by_price },
  { as: 'money', ua: 'Собівартість проданого, грн', en: 'Cost of what was sold, UAH', of: (row) => row.cost },
  { as: 'count', ua: 'Оборотність, днів', en: 'Turnover, days', of: (row) => row.turnover_days },
];

/** `Запас, 01.11.2026 – 24.11.2026.xlsx` */
export const nameOfStock = (found: StockGoods, locale: Locale): string =>
  `${locale === 'ua' ? 'Запас' : 'Stock'}, ${dottedDays(found)}.xlsx`;

export const stockXlsx = ({ items, others, total }: StockGoods, locale: Locale): Promise<Buffer> =>
  asSheet<Stock>({
    ...{ locale, sheet: { ua: 'Запас', en: 'Stock' }, heads: NAMES, columns: STOCK_COLUMNS, total },
    rows: [
      ...items.map((row) => [namesOf(row), { ...row, pieces: row.actual }] as const),
      ...(others ? [[[othersOf(locale, others.rows)], others] as const] : []),
    ],
  });

type Standing = Pick<StandingGoods['total'], 'pieces' | 'value_by_price'> & {
  readonly value: number | null;
  readonly last_sold_on?: string | null;
};
const ofRow = (row: StandingRow): Standing => ({ ...row, pieces: row.actual });

const STANDING_COLUMNS: readonly Column<Standing>[] = [
  { as: 'count', ua: 'На складі', en: 'In stock', of: (row) => row.pieces },
  { as: 'money', ua: 'За собівартістю, грн', en: 'By cost, UAH', of: (row) => row.value },
  { as: 'money', ua: 'За ціною, грн', en: 'By price, UAH', of: (row) => row.value_by_price },
  { as: 'day', ua: 'Востаннє продано', en: 'Last sold', of: (row) => row.last_sold_on ?? null },
];

/** `Товари без продажів 90 днів, 27.11.2026.xlsx` */
export const nameOfStanding = ({ days, on }: StandingGoods, locale: Locale): string =>
  `${locale === 'ua' ? `Товари без продажів ${days} днів` : `Goods not sold for ${days} days`}, ${dotted(on)}.xlsx`;

export const standingXlsx = ({ items, others, total }: StandingGoods, locale: Locale): Promise<Buffer> =>
  asSheet<Standing>({
    ...{ locale, sheet: { ua: 'Без продажів', en: 'Not sold' }, heads: NAMES, columns: STANDING_COLUMNS, total },
    rows: [
      ...items.map((row) => [namesOf(row), ofRow(row)] as const),
      ...(others ? [[[othersOf(locale, others.goods)], others] as const] : []),
    ],
  });
