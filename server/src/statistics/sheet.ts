import { buffer } from 'node:stream/consumers';
import { dotted } from '@lanka/domain/kit/time';
import {
  DEBT_AGES,
  type DebtFigures,
  type Debts,
  type STATISTICS_TABLES,
  type Statistics,
  type StatisticsFigures,
} from '@lanka/domain/statistics/contract';
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

const DEBT_HEADS = [
  'Контрагент',
  'Менеджер',
  'Борг, грн',
  'Строк не минув, грн',
  '1–30 днів, грн',
  '31–60 днів, грн',
  '61–90 днів, грн',
  'Понад 90 днів, грн',
  'Не за замовлення, грн',
  'Неоплачених замовлень',
  'Найдавніше',
];

const debtCells = ({ debt, ages, other, orders, oldest_on }: DebtFigures): Cell[] => [
  ...[debt, ...DEBT_AGES.map((age) => ages[age]), other].map((kopecks) => kopecks / 100),
  orders,
  oldest_on === null ? '' : dotted(oldest_on),
];

/** `Борги на 26.11.2026.xlsx` */
export const nameOfDebts = ({ on }: Debts): string => `Борги на ${dotted(on)}.xlsx`;

export function debtsXlsx({ rows, others, total }: Debts): Promise<Buffer> {
  const lines: Cell[][] = rows.map((row) => [row.name, row.manager_name ?? '', ...debtCells(row)]);
  if (others) lines.push([`Решта (${others.rows})`, '', ...debtCells(others)]);
  lines.push(['Разом', '', ...debtCells(total)]);
  return buffer(toXlsx(DEBT_HEADS, [lines], 'Борги'));
}
