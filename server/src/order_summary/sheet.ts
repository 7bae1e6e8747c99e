import { buffer } from 'node:stream/consumers';
import { dotted, kyivDate } from '@lanka/domain/kit/time';
import type { OrderSummary, SummaryBy, SummaryFigures } from '@lanka/domain/order_summary/contract';
import type { OrderStatus } from '@lanka/domain/orders/contract';
import { STATUSES } from '@lanka/domain/orders/machine';
import { type Cell, toXlsx } from '../feeds';

const BY: Readonly<Record<SummaryBy, { readonly head: string; readonly none: string }>> = {
  status: { head: 'Статус', none: '' },
  counterparty: { head: 'Контрагент', none: '' },
  manager: { head: 'Менеджер', none: 'Без менеджера' },
  tag: { head: 'Тег', none: 'Без тегів' },
  source: { head: 'Джерело', none: 'Без джерела' },
  town: { head: 'Місто', none: 'Без міста' },
};

const HEADS = [
  'Замовлень',
  'Штук',
  'Сума, грн',
  'Для покупців, грн',
  'Повернуто, шт.',
  'Повернуто, грн',
  'Сума товарів із собівартістю, грн',
  'Націнка, грн',
];

const cells = (row: SummaryFigures): Cell[] => [
  row.orders,
  row.pieces,
  ...[row.sum, row.customer_sum].map((kopecks) => kopecks / 100),
  row.returned,
  ...[row.credit, row.costed, row.margin].map((kopecks) => kopecks / 100),
];

const nameIn = ({ by }: OrderSummary, { key, name }: OrderSummary['rows'][number]): string => {
  if (key === null) return BY[by].none;
  return by === 'status' ? STATUSES[key as OrderStatus].ua : name;
};

/** `Підсумок замовлень, місто, 24.11.2026.xlsx` */
export const nameOf = ({ by }: OrderSummary): string =>
  `Підсумок замовлень, ${BY[by].head.toLowerCase()}, ${dotted(kyivDate(new Date()))}.xlsx`;

export const xlsxOf = (summary: OrderSummary): Promise<Buffer> => {
  const { by, rows, others, total } = summary;
  const table: Cell[][] = [
    ...rows.map((row): Cell[] => [nameIn(summary, row), ...cells(row)]),
    ...(others ? [[`Решта (${others.rows})`, ...cells(others)]] : []),
    // an order with several tags is counted under each of them, and once here
    ['Разом', ...cells(total)],
  ];
  return buffer(toXlsx([BY[by].head, ...HEADS], [table], 'Підсумок'));
};
