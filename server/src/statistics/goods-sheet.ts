import { buffer } from 'node:stream/consumers';
import { dotted } from '@lanka/domain/kit/time';
import type { GoodsFigures, StandingGoods, StatisticsGoods } from '@lanka/domain/statistics/goods';
import { type Cell, toXlsx } from '../feeds';
import { daysOf, hryvnias, percent } from './sheet';

const HEADS = [
  'Товар',
  'Модифікація',
  'Артикул',
  'Продано',
  'Повернено, шт.',
  'Виручка, грн',
  'Виручка з відомою собівартістю, грн',
  'Собівартість, грн',
  'Маржа, грн',
  'Маржа, %',
  'ABC',
  'XYZ',
  'На складі',
  'Вистачить, днів',
];

const cells = (of: GoodsFigures): Cell[] => [
  of.sold,
  of.back,
  hryvnias(of.revenue),
  hryvnias(of.costed),
  hryvnias(of.cost),
  hryvnias(of.margin),
  percent(of.margin_share),
];

/** `Товари, 01.11.2026 – 24.11.2026.xlsx` */
export const nameOfGoods = (found: StatisticsGoods): string => `Товари, ${daysOf(found)}.xlsx`;

export function goodsXlsx({ rows, others, total }: StatisticsGoods): Promise<Buffer> {
  const lines: Cell[][] = rows.map((row) => [
    row.product_title,
    row.modification_title,
    row.sku,
    ...cells(row),
    ...[row.abc ?? '', row.xyz ?? '', row.actual ?? '', row.days_left ?? ''],
  ]);
  const empty = ['', '', '', ''];
  if (others) lines.push([`Решта (${others.rows})`, '', '', ...cells(others), ...empty]);
  lines.push(['Разом', '', '', ...cells(total), ...empty]);
  return buffer(toXlsx(HEADS, [lines], 'Товари'));
}

const STANDING_HEADS = [
  'Товар',
  'Модифікація',
  'Артикул',
  'На складі',
  'За собівартістю, грн',
  'За ціною, грн',
  'Востаннє продано',
];

/** `Товари без продажів 90 днів, 27.11.2026.xlsx` */
export const nameOfStanding = ({ days, on }: StandingGoods): string =>
  `Товари без продажів ${days} днів, ${dotted(on)}.xlsx`;

export function standingXlsx({ rows, others, total }: StandingGoods): Promise<Buffer> {
  const lines: Cell[][] = rows.map((row) => [
    ...[row.product_title, row.modification_title, row.sku, row.actual],
    hryvnias(row.value),
    hryvnias(row.value_by_price),
    row.last_sold_on === null ? '' : dotted(row.last_sold_on),
  ]);
  for (const [name, sums] of [
    [others ? `Решта (${others.goods})` : '', others],
    ['Разом', total],
  ] as const)
    if (sums) lines.push([name, '', '', sums.pieces, hryvnias(sums.value), hryvnias(sums.value_by_price), '']);
  return buffer(toXlsx(STANDING_HEADS, [lines], 'Без продажів'));
}
