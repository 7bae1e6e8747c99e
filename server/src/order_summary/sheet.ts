import { buffer } from 'node:stream/consumers';
import type { Locale } from '@lanka/domain/kit/errors';
import { dotted, kyivDate } from '@lanka/domain/kit/time';
import type { MyOrderSummary, MySummaryBy, OrderSummary, SummaryBy } from '@lanka/domain/order_summary/contract';
import type { OrderStatus } from '@lanka/domain/orders/contract';
import { STATUSES } from '@lanka/domain/orders/machine';
import { type Cell, toXlsx } from '../feeds';

type Summary = OrderSummary | MyOrderSummary;
type Figures = Summary['total'];
type Texts = Readonly<Record<Locale, string>>;

const BY: Readonly<Record<SummaryBy | MySummaryBy, { readonly head: Texts; readonly none: Texts }>> = {
  status: { head: { ua: 'Статус', en: 'Status' }, none: { ua: '', en: '' } },
  counterparty: { head: { ua: 'Контрагент', en: 'Counterparty' }, none: { ua: '', en: '' } },
  supplier: { head: { ua: 'Постачальник', en: 'Supplier' }, none: { ua: '', en: '' } },
  manager: { head: { ua: 'Менеджер', en: 'Manager' }, none: { ua: 'Без менеджера', en: 'Without a manager' } },
  tag: { head: { ua: 'Тег', en: 'Tag' }, none: { ua: 'Без тегів', en: 'Without tags' } },
  source: { head: { ua: 'Джерело', en: 'Source' }, none: { ua: 'Без джерела', en: 'Without a source' } },
  town: { head: { ua: 'Місто', en: 'Town' }, none: { ua: 'Без міста', en: 'Without a town' } },
};

interface Column {
  readonly head: Texts;
  readonly of: (row: Figures) => number;
}

const hryvnias = (kopecks: number): number => kopecks / 100;

const COLUMNS: readonly Column[] = [
  { head: { ua: 'Замовлень', en: 'Orders' }, of: (row) => row.orders },
  { head: { ua: 'Штук', en: 'Pieces' }, of: (row) => row.pieces },
  { head: { ua: 'Сума, грн', en: 'Sum, UAH' }, of: (row) => hryvnias(row.sum) },
  { head: { ua: 'Для покупців, грн', en: 'For customers, UAH' }, of: (row) => hryvnias(row.customer_sum) },
  { head: { ua: 'Повернуто, шт.', en: 'Returned, pcs' }, of: (row) => row.returned },
  { head: { ua: 'Повернуто, грн', en: 'Returned, UAH' }, of: (row) => hryvnias(row.credit) },
];

const OF_STAFF: readonly Column[] = [
  {
    head: { ua: 'Сума товарів із собівартістю, грн', en: 'Sum of goods with a known cost, UAH' },
    of: (row) => ('costed' in row ? hryvnias(row.costed) : 0),
  },
  { head: { ua: 'Націнка, грн', en: 'Margin, UAH' }, of: (row) => ('margin' in row ? hryvnias(row.margin) : 0) },
];
const OF_DROPSHIPPER: readonly Column[] = [
  { head: { ua: 'Заробіток, грн', en: 'Earning, UAH' }, of: (row) => ('earning' in row ? hryvnias(row.earning) : 0) },
];

const WORDS = {
  ua: { title: 'Підсумок', name: 'Підсумок замовлень', total: 'Разом', others: (rows: number) => `Решта (${rows})` },
  en: { title: 'Summary', name: 'Summary of orders', total: 'In all', others: (rows: number) => `Others (${rows})` },
} as const;

const nameIn = ({ by }: Summary, { key, name }: Summary['rows'][number], locale: Locale): string => {
  if (key === null) return BY[by].none[locale];
  return by === 'status' ? STATUSES[key as OrderStatus][locale] : name;
};

/** `Підсумок замовлень, місто, 24.11.2026.xlsx` */
export const nameOf = ({ by }: Summary, locale: Locale): string =>
  `${WORDS[locale].name}, ${BY[by].head[locale].toLowerCase()}, ${dotted(kyivDate(new Date()))}.xlsx`;

/** In the language of whoever asks. */
export const xlsxOf = (summary: Summary, locale: Locale): Promise<Buffer> => {
  const { by, rows, others, total } = summary;
  const columns = [...COLUMNS, ...('earning' in total ? OF_DROPSHIPPER : OF_STAFF)];
  const cells = (row: Figures): Cell[] => columns.map(({ of }) => of(row));
  const words = WORDS[locale];
  const table: Cell[][] = [
    ...rows.map((row): Cell[] => [nameIn(summary, row, locale), ...cells(row)]),
    ...(others ? [[words.others(others.rows), ...cells(others)]] : []),
    // an order with several tags is counted under each of them, and once here
    [words.total, ...cells(total)],
  ];
  const heads = [BY[by].head, ...columns.map(({ head }) => head)].map((head) => head[locale]);
  return buffer(toXlsx(heads, [table], words.title));
};
