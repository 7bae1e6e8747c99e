import { buffer } from 'node:stream/consumers';
import type { Locale } from '@lanka/domain/kit/errors';
import { dotted, dottedDays } from '@lanka/domain/kit/time';
import { OPERATOR_NAMES } from '@lanka/domain/orders/operators';
import type {
  DebtFigures,
  Debts,
  Statistics,
  StatisticsFigures,
  StatisticsGroups,
} from '@lanka/domain/statistics/contract';
import type { StatisticsGroup } from '@lanka/domain/statistics/rules';
import { type Cell, type CellStyle, sheetCell, toXlsx } from '../feeds';

type Words = Readonly<Record<Locale, string>>;

export interface Head extends Words {
  readonly as?: CellStyle;
}
/** A figure of a row: money is in kopecks, a percent in hundredths, a day `YYYY-MM-DD`. */
export interface Column<T> extends Head {
  readonly as: CellStyle;
  of(row: T): string | number | null;
}

interface Table<T> {
  readonly locale: Locale;
  readonly sheet: Words;
  /** Columns with names, and then figures. */
  readonly heads: readonly Head[];
  readonly columns: readonly Column<T>[];
  readonly rows: readonly (readonly [names: readonly string[], figures: T])[];
  readonly total: T;
}

const TOTAL: Words = { ua: 'Разом', en: 'Total' };
/** Those that are not told one by one. */
export const othersOf = (locale: Locale, rows: number): string =>
  locale === 'ua' ? `Решта (${rows})` : `Others (${rows})`;

/** A table of figures as a sheet in the language of whoever asks, with its sums at the foot. */
export function asSheet<T>({ locale, sheet, heads, columns, rows, total }: Table<T>): Promise<Buffer> {
  const cells = (names: readonly string[], figures: T): Cell[] => [
    ...heads.map((_, at) => names[at] ?? ''),
    ...columns.map((column) => sheetCell(column.of(figures), column.as)),
  ];
  const styles = [...heads.map(({ as = 'plain' }): CellStyle => as), ...columns.map(({ as }) => as)];
  const header = [...heads, ...columns].map((column) => column[locale]);
  const lines = rows.map(([names, figures]) => cells(names, figures));
  return buffer(toXlsx(header, [lines], sheet[locale], { styles, foot: () => cells([TOTAL[locale]], total) }));
}

const SHEET: Words = { ua: 'Статистика', en: 'Statistics' };

const FIGURES: readonly Column<StatisticsFigures>[] = [
  { as: 'money', ua: 'Виручка, грн', en: 'Revenue, UAH', of: (row) => row.revenue },
  { as: 'money', ua: 'Нараховано, грн', en: 'Charged, UAH', of: (row) => row.charged },
  { as: 'money', ua: 'Повернуто, грн', en: 'Given back, UAH', of: (row) => row.returned },
  { as: 'percent', ua: 'Повернено, %', en: 'Returned, %', of: (row) => row.returned_share },
  { as: 'count', ua: 'Надіслано замовлень', en: 'Orders sent', of: (row) => row.orders },
  { as: 'count', ua: 'Нараховано замовлень', en: 'Orders charged', of: (row) => row.charged_orders },
  { as: 'money', ua: 'Середнє замовлення, грн', en: 'Average order, UAH', of: (row) => row.average },
  {
    ...{ as: 'money', ua: 'Виручка з відомою собівартістю, грн', en: 'Revenue of known cost, UAH' },
    of: (row) => row.costed,
  },
  { as: 'money', ua: 'Собівартість, грн', en: 'Cost, UAH', of: (row) => row.cost },
  { as: 'money', ua: 'Маржа, грн', en: 'Margin, UAH', of: (row) => row.margin },
  { as: 'percent', ua: 'Маржа, %', en: 'Margin, %', of: (row) => row.margin_share },
];

/** `Статистика за датами, 01.11.2026 – 24.11.2026.xlsx` */
export const nameOf = (found: Statistics, locale: Locale): string =>
  `${locale === 'ua' ? 'Статистика за датами' : 'Statistics by date'}, ${dottedDays(found)}.xlsx`;

export const xlsxOf = ({ parts, total }: Statistics, locale: Locale): Promise<Buffer> =>
  asSheet({
    ...{ locale, sheet: SHEET, heads: [{ ua: 'Період', en: 'Period' }], columns: FIGURES, total },
    rows: parts.map((part) => [[dottedDays(part)], part]),
  });

interface Group {
  readonly sheet: Words;
  readonly head: Words;
  readonly none: Words;
}
const GROUPS: Readonly<Record<StatisticsGroup, Group>> = {
  counterparty: {
    sheet: { ua: 'за контрагентами', en: 'by counterparty' },
    head: { ua: 'Контрагент', en: 'Counterparty' },
    none: { ua: '', en: '' },
  },
  manager: {
    sheet: { ua: 'за менеджерами', en: 'by manager' },
    head: { ua: 'Менеджер', en: 'Manager' },
    none: { ua: 'Без менеджера', en: 'Without a manager' },
  },
  tag: {
    sheet: { ua: 'за тегами', en: 'by tag' },
    head: { ua: 'Тег', en: 'Tag' },
    none: { ua: 'Без тегів', en: 'Without tags' },
  },
  town: {
    sheet: { ua: 'за містами', en: 'by town' },
    head: { ua: 'Місто', en: 'Town' },
    none: { ua: 'Без міста', en: 'Without a town' },
  },
  operator: {
    sheet: { ua: 'за перевізниками', en: 'by carrier' },
    head: { ua: 'Перевізник', en: 'Carrier' },
    none: { ua: 'Без перевізника', en: 'Without a carrier' },
  },
  source: {
    sheet: { ua: 'за джерелами', en: 'by source' },
    head: { ua: 'Джерело', en: 'Source' },
    none: { ua: 'Без джерела', en: 'Without a source' },
  },
};

export const nameOfGroups = (found: StatisticsGroups, locale: Locale): string =>
  `${SHEET[locale]} ${GROUPS[found.by].sheet[locale]}, ${dottedDays(found)}.xlsx`;

function rowName(by: StatisticsGroup, { key, name }: StatisticsGroups['items'][number], locale: Locale): string {
  if (key === null) return GROUPS[by].none[locale];
  return by === 'operator' ? (OPERATOR_NAMES[key as keyof typeof OPERATOR_NAMES]?.[locale] ?? key) : name;
}

/** Of tags the rows come to more than all. */
export const groupsXlsx = ({ by, items, others, total }: StatisticsGroups, locale: Locale): Promise<Buffer> =>
  asSheet<StatisticsFigures>({
    ...{ locale, sheet: SHEET, heads: [GROUPS[by].head], columns: FIGURES, total },
    rows: [
      ...items.map((row) => [[rowName(by, row, locale)], row] as const),
      ...(others ? [[[othersOf(locale, others.rows)], others] as const] : []),
    ],
  });

const DEBT_COLUMNS: readonly Column<DebtFigures>[] = [
  { as: 'money', ua: 'Борг, грн', en: 'Debt, UAH', of: (row) => row.debt },
  { as: 'money', ua: 'Строк не минув, грн', en: 'Not due, UAH', of: (row) => row.ages.not_due },
  { as: 'money', ua: '1–30 днів, грн', en: '1–30 days, UAH', of: (row) => row.ages.days_30 },
  { as: 'money', ua: '31–60 днів, грн', en: '31–60 days, UAH', of: (row) => row.ages.days_60 },
  { as: 'money', ua: '61–90 днів, грн', en: '61–90 days, UAH', of: (row) => row.ages.days_90 },
  { as: 'money', ua: 'Понад 90 днів, грн', en: 'Over 90 days, UAH', of: (row) => row.ages.older },
  { as: 'money', ua: 'Не за замовлення, грн', en: 'Not for orders, UAH', of: (row) => row.other },
  { as: 'count', ua: 'Неоплачених замовлень', en: 'Unpaid orders', of: (row) => row.orders },
  { as: 'day', ua: 'Найдавніше', en: 'The oldest', of: (row) => row.oldest_on },
];
const DEBTS: Words = { ua: 'Борги', en: 'Debts' };

/** `Борги на 26.11.2026.xlsx` */
export const nameOfDebts = ({ on }: Debts, locale: Locale): string =>
  `${DEBTS[locale]} ${locale === 'ua' ? 'на' : 'on'} ${dotted(on)}.xlsx`;

export const debtsXlsx = ({ items, others, total }: Debts, locale: Locale): Promise<Buffer> =>
  asSheet<DebtFigures>({
    ...{ locale, sheet: DEBTS, columns: DEBT_COLUMNS, total },
    heads: [GROUPS.counterparty.head, GROUPS.manager.head],
    rows: [
      ...items.map((row) => [[row.name, row.manager_name ?? ''], row] as const),
      ...(others ? [[[othersOf(locale, others.rows)], others] as const] : []),
    ],
  });
