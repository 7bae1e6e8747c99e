import { buffer } from 'node:stream/consumers';
import { dotted } from '@lanka/domain/kit/time';
import { OPERATOR_NAMES } from '@lanka/domain/orders/operators';
import {
  DEBT_AGES,
  type DebtFigures,
  type Debts,
  type Statistics,
  type StatisticsFigures,
  type StatisticsGroups,
} from '@lanka/domain/statistics/contract';
import type { StatisticsGroup } from '@lanka/domain/statistics/rules';
import { type Cell, toXlsx } from '../feeds';

const HEADS = [
  'Виручка, грн',
  'Нараховано, грн',
  'Повернуто, грн',
  'Повернено, %',
  'Надіслано замовлень',
  'Нараховано замовлень',
  'Середнє замовлення, грн',
  'Виручка з відомою собівартістю, грн',
  'Собівартість, грн',
  'Маржа, грн',
  'Маржа, %',
];
const GROUPS: Readonly<
  Record<StatisticsGroup, { readonly sheet: string; readonly head: string; readonly none: string }>
> = {
  counterparty: { sheet: 'за контрагентами', head: 'Контрагент', none: '' },
  manager: { sheet: 'за менеджерами', head: 'Менеджер', none: 'Без менеджера' },
  tag: { sheet: 'за тегами', head: 'Тег', none: 'Без тегів' },
  town: { sheet: 'за містами', head: 'Місто', none: 'Без міста' },
  operator: { sheet: 'за перевізниками', head: 'Перевізник', none: 'Без перевізника' },
  source: { sheet: 'за джерелами', head: 'Джерело', none: 'Без джерела' },
};

export const hryvnias = (kopecks: number | null): Cell => (kopecks === null ? '' : kopecks / 100);
export const percent = (share: number | null): Cell => (share === null ? '' : share / 100);

const cells = (of: StatisticsFigures): Cell[] => [
  hryvnias(of.revenue),
  hryvnias(of.charged),
  hryvnias(of.returned),
  percent(of.returned_share),
  of.orders,
  of.charged_orders,
  hryvnias(of.average),
  hryvnias(of.costed),
  hryvnias(of.cost),
  hryvnias(of.margin),
  percent(of.margin_share),
];

export const daysOf = ({ from, to }: { readonly from: string; readonly to: string }): string =>
  from === to ? dotted(from) : `${dotted(from)} – ${dotted(to)}`;

/** `Статистика за датами, 01.11.2026 – 24.11.2026.xlsx` */
export const nameOf = (found: Statistics): string => `Статистика за датами, ${daysOf(found)}.xlsx`;

export function xlsxOf({ parts, total }: Statistics): Promise<Buffer> {
  const rows: Cell[][] = parts.map((part) => [daysOf(part), ...cells(part)]);
  rows.push(['Разом', ...cells(total)]);
  return buffer(toXlsx(['Період', ...HEADS], [rows], 'Статистика'));
}

export const nameOfGroups = (found: StatisticsGroups): string =>
  `Статистика ${GROUPS[found.by].sheet}, ${daysOf(found)}.xlsx`;

const rowName = (by: StatisticsGroup, { key, name }: StatisticsGroups['rows'][number]): string => {
  if (key === null) return GROUPS[by].none;
  return by === 'operator' ? (OPERATOR_NAMES[key as keyof typeof OPERATOR_NAMES]?.ua ?? key) : name;
};

export function groupsXlsx({ by, rows, others, total }: StatisticsGroups): Promise<Buffer> {
  const lines: Cell[][] = rows.map((row) => [rowName(by, row), ...cells(row)]);
  if (others) lines.push([`Решта (${others.rows})`, ...cells(others)]);
  // of tags the rows come to more than all
  lines.push(['Разом', ...cells(total)]);
  return buffer(toXlsx([GROUPS[by].head, ...HEADS], [lines], 'Статистика'));
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
