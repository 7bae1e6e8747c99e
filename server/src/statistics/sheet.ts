import { buffer } from 'node:stream/consumers';
import { dotted } from '@lanka/domain/kit/time';
import type { STATISTICS_TABLES, Statistics, StatisticsFigures } from '@lanka/domain/statistics/contract';
import { type Cell, toXlsx } from '../feeds';

type Table = (typeof STATISTICS_TABLES)[number];

const HEADS = [
  'Виручка, грн',
  'Нараховано, грн',
  'Повернуто, грн',
  'Повернено, %',
  'Надіслано замовлень',
  'Нараховано замовлень',
  'Середнє замовлення, грн',
];
const NAMES: Readonly<Record<Table, { readonly sheet: string; readonly head: string }>> = {
  parts: { sheet: 'за датами', head: 'Період' },
  counterparties: { sheet: 'за контрагентами', head: 'Контрагент' },
  managers: { sheet: 'за менеджерами', head: 'Менеджер' },
};

const cells = (of: StatisticsFigures): Cell[] => [
  of.revenue / 100,
  of.charged / 100,
  of.returned / 100,
  of.returned_share === null ? '' : of.returned_share / 100,
  of.orders,
  of.charged_orders,
  of.average === null ? '' : of.average / 100,
];

const daysOf = ({ from, to }: { readonly from: string; readonly to: string }): string =>
  from === to ? dotted(from) : `${dotted(from)} – ${dotted(to)}`;

/** `Статистика за датами, 01.11.2026 – 24.11.2026.xlsx` */
export const nameOf = (found: Statistics, table: Table): string =>
  `Статистика ${NAMES[table].sheet}, ${daysOf(found)}.xlsx`;

export function xlsxOf(found: Statistics, table: Table): Promise<Buffer> {
  const rows: Cell[][] =
    table === 'parts'
      ? found.parts.map((part) => [daysOf(part), ...cells(part)])
      : found[table].rows.map((row) => [row.id === null ? 'Без менеджера' : row.name, ...cells(row)]);
  const others = table === 'parts' ? null : found[table].others;
  if (others) rows.push([`Решта (${others.rows})`, ...cells(others)]);
  rows.push(['Разом', ...cells(found.total)]);
  return buffer(toXlsx([NAMES[table].head, ...HEADS], [rows], 'Статистика'));
}
